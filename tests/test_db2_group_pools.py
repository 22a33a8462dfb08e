"""The rules for group buffer pools of Db2: what a structure has room for, and which command is right."""

from db2_evidence import changes, findings, from_text, hours, said
from decided import listed
from getpage.products.db2.group_pools.alter import CurrentStructure, room
from getpage.products.db2.member import members
from getpage.result import Severity
from test_text_db2 import GROUP


def only(text: str, check: str):
    (finding,) = findings(text, check)
    return finding


def group_commands(text: str) -> list[tuple[str, str]]:
    return [(change.command, change.undo) for change in changes(text) if change.setting.startswith("GBP1")]


FILLED = GROUP + hours({"size": 40_000, "in_use": 0, "slru": 0})
#: The same without writes that failed.
ROOMY = FILLED.replace("STORAGE          = 8", "STORAGE          = 0")
assert ROOMY != FILLED


def test_a_higher_ratio_is_one_that_really_has_room_for_the_entries_in_the_same_structure():
    (pool,) = members(from_text(ROOMY))[0].group_pools
    there = room(members(from_text(ROOMY))[0], pool)
    assert (there.wanted, there.is_enough) == (91_370, False)
    same_size = there.same_size
    assert group_commands(ROOMY) == [
        (f"-ALTER GROUPBUFFERPOOL(GBP1) RATIO({same_size.ratio})", "-ALTER GROUPBUFFERPOOL(GBP1) RATIO(5)")
    ]
    used = 61_394 * 250 + 11_370 * 4096
    assert (
        used - 6000 < same_size.entries * 250 + same_size.data * 4096 <= used
    )  # it takes what it had, no more
    assert same_size.entries >= 80_000 + same_size.data
    less = there.with_ratio(same_size.ratio - 1)
    assert less.entries < 80_000 + less.data  # no lower one has room


def test_a_larger_structure_within_the_policy_goes_before_a_ratio_that_takes_data_pages():
    text = ROOMY.replace("IN POLICY             = 61440 KB", "IN POLICY             = 614400 KB")
    assert text != ROOMY
    [(command, undo)] = group_commands(text)
    [listed_as] = [item for item in listed(said(text)) if "GBP1" in item.command]
    assert listed_as.command == command
    assert "nothing is taken from the data pages" in listed_as.effect
    assert undo == "SETXCF START,ALTER,STRNAME=DSNDB1A_GBP1,SIZE=61440"
    size = int(command.removeprefix("SETXCF START,ALTER,STRNAME=DSNDB1A_GBP1,SIZE="))
    assert 61_394 * size / 61_440 >= 80_000 + 11_370 * size / 61_440  # both grow with it
    assert 61_394 * (size - 1) / 61_440 < 80_000 + 11_370 * (size - 1) / 61_440


def test_no_ratio_takes_data_pages_where_changed_pages_found_no_room():
    assert group_commands(FILLED) == []
    why = only(FILLED, "db2-group-pool-directory")
    assert "has to be larger in the CFRM policy" in why.no_command
    assert "71,595 KB with RATIO(9) have room" in only(FILLED, "db2-group-pool-directory").claim


def test_no_ratio_that_would_take_most_of_the_data_pages_is_advised():
    text = GROUP.replace("STORAGE          = 8", "STORAGE          = 0")
    assert group_commands(text + hours({"size": 400_000, "in_use": 0, "slru": 0})) == []


def test_930_000_entries_are_not_ratio_5_in_700_000_kb():
    there = CurrentStructure(700_000 * 1024, 520_000, 130_000, 4096, 800_000)
    assert there.with_ratio(5).entries < 650_000
    assert there.same_size.ratio == 9
    assert there.same_size.entries >= 800_000 + there.same_size.data
    assert (there.same_data.ratio, there.same_data.data) == (8, 130_000)
    assert 820_000 < there.same_data.kilobytes < 850_000


def test_reads_of_pages_that_reclaims_invalidated_are_no_misses_of_changed_pages():
    assert findings(FILLED, "db2-group-pool-invalidation") == []
    of_reclaims = {fact.label: fact.value for fact in only(FILLED, "db2-group-pool-directory").evidence}
    assert of_reclaims["reads that went to disk for it, at most"] == 1_600
    fewer = FILLED.replace("DIRECTORY RECLAIMS              = 4489", "DIRECTORY RECLAIMS              = 600")
    finding = only(fewer, "db2-group-pool-invalidation")
    assert finding.headline == "28.6 % of 1,400 reads of invalidated pages found them"
    assert "Other members had changed the pages" in finding.claim


def test_a_group_pool_that_reclaims_directory_entries_is_told_with_what_it_needs():
    text = FILLED
    assert str(only(text, "db2-group-pool-directory").object) == "DB1A GBP1"
    assert only(text, "db2-group-pool-directory").headline.startswith("4,489 pages invalidated")
    assert only(text, "db2-group-pool-writes-failed").severity is Severity.CRITICAL
    assert "up to 91,370 pages that need an entry" in only(text, "db2-group-pool-directory").claim
    assert findings(text, "db2-group-pool-size") == []  # one finding for one cause
    quiet = text.replace("DIRECTORY RECLAIMS              = 4489", "DIRECTORY RECLAIMS              = 0")
    assert only(quiet, "db2-group-pool-size").headline.endswith("up to 91,370 needed")


def test_growth_of_a_group_dependent_pool_reminds_of_the_directory():
    text = GROUP + hours({"dmth": 1})
    (change,) = [change for change in changes(text) if change.setting == "BP1 VPSIZE"]
    assert "Directory entries of GBP1" in change.caution
