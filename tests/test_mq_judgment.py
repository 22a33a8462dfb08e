"""What a specialist would sign: causes before sizes, no comfort above a finding, and growth that stops."""

import pytest

from getpage.products.mq import PRODUCT
from getpage.products.mq.checks import RULES
from getpage.result import Kind, Severity
from in_process import run
from mq_evidence import (
    changes_of,
    commands,
    findings,
    from_records,
    from_text,
    page_sets,
    pools,
    record,
    region,
)
from zos_records import write

MIB, GIB = 1 << 20, 1 << 30

USAGE = """\
Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
set   pool   pages  pages  data pages  data pages  count
-    2     2   31000 {unused:>7}       30000         0 USER  {expansions:>3}
-    3     3  500000  490000       10000         0 USER    0
End of page set report
CSQI065I !MQK1 Buffer pool attributes ...
  Buffer  Available  Stealable  Stealable   Page   Location
    pool    buffers    buffers  percentage  class
_      2      90000      60000          66  4KB       BELOW
_      3     {buffers:>7} {stealable:>7}          {percent:>2}  4KB       {location}
End of buffer pool attributes
"""
STORAGE = "CSQY220I !MQK1 CSQSCTL Queue manager storage usage: local storage: used 1200MB, free {free}MB: "
ABOVE = "above bar: used {used}, free {left}\n"


def usage(*, unused=900, expansions=0, buffers=60_000, stealable=50_000, location="BELOW") -> str:
    """DISPLAY USAGE of two page sets and two pools."""
    percent = 100 * stealable // buffers
    return USAGE.format(
        unused=unused,
        expansions=expansions,
        buffers=buffers,
        stealable=stealable,
        percent=percent,
        location=location,
    )


def storage(*, free=700, used="1500MB", left="40MB") -> str:
    """CSQY220I."""
    return STORAGE.format(free=free) + ABOVE.format(used=used, left=left)


def facts(finding) -> dict:
    """The numbers of a finding by label."""
    return {fact.label: fact.value for fact in finding.evidence}


def test_a_page_set_without_a_free_page_is_critical_and_its_pool_is_not_reduced():
    full = from_text(usage(unused=0, expansions=4))
    (finding,) = findings(full, "mq-page-set-full")
    assert (finding.severity, finding.kind) == (Severity.CRITICAL, Kind.SHORTAGE)
    assert finding.headline == "0 of 31,000 pages free after 4 expansions"
    assert "2" not in {str(finding.object.name) for finding in findings(full, "mq-pool-oversized")}
    assert not any("BUFFPOOL(2)" in command for command in commands(full))
    roomy = from_text(usage(unused=900))
    assert findings(roomy, "mq-page-set-full") == []
    assert "ALTER BUFFPOOL(2) BUFFERS(37200)" in commands(roomy)


def test_a_page_set_that_expands_and_has_hardly_a_free_page_is_a_warning_and_keeps_its_pool():
    full = from_text(usage(unused=3, expansions=2))
    (finding,) = findings(full, "mq-page-set-full")
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.RISK)
    assert finding.headline == "3 of 31,000 pages free after 2 expansions"
    assert not any("BUFFPOOL(2)" in command for command in commands(full))
    assert findings(from_text(usage(unused=311, expansions=2)), "mq-page-set-full") == []


def test_an_expansion_that_failed_is_read_from_the_log_and_critical():
    line = "09.10.12 STC30242 CSQP014E !MQK1 CSQP1RSW EXPANSION FAILED FOR PAGE SET 7. "
    text = 2 * (line + "FUTURE REQUESTS TO EXTEND IT WILL BE REJECTED\n")
    (finding,) = findings(from_text(text))
    assert (finding.check, str(finding.object)) == ("mq-page-set-full", "MQK1 page set 7")
    assert finding.severity is Severity.CRITICAL
    assert finding.headline == "Expansion failed twice (CSQP014E)"


def test_csqy220i_with_little_free_above_the_bar_makes_memlimit_critical_with_the_value_it_needs():
    (finding,) = findings(from_text(storage(used="1500MB", left="40MB")), "mq-memlimit")
    assert finding.severity is Severity.CRITICAL
    assert finding.headline == "40 MiB left under MEMLIMIT of 1.5 GiB"
    assert facts(finding)["MEMLIMIT that is needed"] == 2 * GIB
    assert "MEMLIMIT has to be at least 2 GiB" in finding.claim
    (change,) = changes_of(from_text(storage(used="1500MB", left="40MB")))
    assert (change.command, change.undo) == ("MEMLIMIT=3G", "MEMLIMIT=1540M")
    assert findings(from_text(storage(used="1500MB", left="4000MB")), "mq-memlimit") == []


def test_a_pool_above_the_bar_grows_only_after_memlimit_that_csqy220i_shows_to_be_short():
    text = usage(buffers=60_000, stealable=600, location="ABOVE") + storage(used="2400MB", left="60MB")
    by_command = {change.command: change for change in changes_of(from_text(text))}
    assert "MEMLIMIT=3G" in by_command
    grown = by_command["ALTER BUFFPOOL(3) BUFFERS(66000)"]
    assert "MEMLIMIT=3G" in grown.only_after


def test_memlimit_that_printed_pools_need_is_noted_where_nothing_tells_what_it_is():
    text = usage(buffers=2_000_000, stealable=1_900_000, location="ABOVE")
    (finding,) = findings(from_text(text), "mq-memlimit")
    assert finding.severity is Severity.INFO
    assert facts(finding)["MEMLIMIT that is needed"] == 2 * GIB + 2_000_000 * 4096
    enough = text + storage(used="8000MB", left=">10GB")
    assert findings(from_text(enough), "mq-memlimit") == []


def test_a_pool_that_moves_above_the_bar_says_why_and_which_memlimit_it_needs():
    full = usage(buffers=60_000, stealable=600) + storage(free=120, used="90MB", left=">1MB")
    (change,) = [change for change in changes_of(from_text(full)) if "BUFFPOOL(3)" in change.command]
    assert "LOCATION(ABOVE)" in change.command
    assert "exceed the 20 MiB left below the bar" in change.effect
    assert "is not in this evidence: it has to be at least 2.27 GiB" in change.caution
    (unknown,) = [
        change
        for change in changes_of(from_text(usage(buffers=60_000, stealable=600)))
        if "BUFFPOOL(3)" in change.command
    ]
    assert "free storage below the bar is not in this evidence" in unknown.effect
    (many,) = changes_of(from_records(pools({"buffer_pool": 1, "buffers": 480_000, "lowest_stealable": 900})))
    assert "a pool below the bar has at most 500,000 buffers" in many.effect


def test_a_change_is_undone_at_a_restart_only_by_a_define_with_replace():
    (change,) = changes_of(from_records(pools({"buffer_pool": 1, "lowest_stealable": 1_000}), region()))
    assert "survives a restart, unless a DEFINE with REPLACE in CSQINP1 overrides it" in change.caution


@pytest.mark.parametrize("verb", ["check", "report", "plan"])
def test_no_printed_command_is_said_to_be_undone_by_a_define_without_replace(tmp_path, verb):
    short = [pools({"buffer_pool": 4, "lowest_stealable": 700}, interval=n) for n in range(4)]
    write(tmp_path / "dump.smf", [*short, *(region(interval=n) for n in range(4))])
    shown = " ".join(run(verb, tmp_path, "--format", "md").stdout.split())
    assert "ALTER BUFFPOOL(4) BUFFERS(" in shown
    about = [part for part in shown.split(". ") if "restart" in part]
    assert about
    assert all("unless a DEFINE with REPLACE in CSQINP1" in part for part in about)


@pytest.mark.parametrize(
    ("buffers", "command"), [(17_383, []), (17_384, ["ALTER BUFFPOOL(1) BUFFERS(1000)"])]
)
def test_a_pool_is_reduced_to_1000_buffers_at_least_and_by_64_mib_at_least(buffers, command):
    pool = {"buffer_pool": 1, "buffers": buffers, "lowest_stealable": buffers - 10}
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 400, "unused_pages": 390}
    evidence = from_records(pools(pool), page_sets(sets))
    (finding,) = findings(evidence, "mq-pool-oversized")
    assert finding.severity is (Severity.WARNING if command else Severity.INFO)
    assert commands(evidence) == command


def test_the_room_below_the_bar_stands_in_the_headline_with_75_and_80_percent_as_numbers():
    pool = {"buffer_pool": 1, "buffers": 20_000, "lowest_stealable": 15_000}
    (finding,) = findings(
        from_records(pools(pool), region(available_31=420 << 20)), "mq-storage-below-the-bar"
    )
    assert finding.headline == "420 MiB free below the bar of 1.56 GiB: room for 320 MiB of pools"
    assert facts(finding)["75 % of it"] == 1_200 * MIB
    assert facts(finding)["80 % of it"] == 1_280 * MIB


ABOVE_2 = {"buffer_pool": 2, "location": "ABOVE"}


def test_a_healthy_queue_manager_gets_no_finding_above_info_and_no_command():
    records = [
        spec
        for n in range(6)
        for spec in (
            pools(
                {"buffer_pool": 0}, {"buffer_pool": 1}, {"buffer_pool": 2, "location": "ABOVE"}, interval=n
            ),
            page_sets(
                *({"page_set": number, "buffer_pool": number} for number in range(3)),
                interval=n,
            ),
            region(interval=n),
        )
    ]
    evidence = from_records(*records)
    assert {finding.severity for finding in findings(evidence)} == {Severity.INFO}
    assert commands(evidence) == []


def test_a_grown_pool_that_is_well_under_the_same_load_asks_for_nothing_more():
    short = {"buffer_pool": 1, "buffers": 50_000, "lowest_stealable": 4_000}
    (change,) = changes_of(from_records(pools(short), region()))
    size = change.way.size_final
    after = {"buffer_pool": 1, "buffers": size, "lowest_stealable": size - 46_000}
    assert commands(from_records(pools(short), pools(after, interval=1), region(interval=1))) == []


def worst_case():
    """A queue manager in which every counter is as large as its field."""
    most = 4_000_000_000
    pool = {
        "buffers": 999_999_999,
        "lowest_stealable": 1,
        "reads": most,
        "getpages_old": most,
        "steals": most,
        "steal_collisions": most,
        "no_buffer_waits": most,
        "synchronous_write_threshold": most,
        "immediate_writes": most,
    }
    calm = {"buffers": 999_999_999, "lowest_stealable": 999_999_000, "immediate_writes": most, "reads": most}
    calm |= {"getpages_old": most, "location": "ABOVE", "pages_written": most, "getpages_new": most}
    idle = {"buffers": 999_999_999, "getpages_old": 3, "getpages_new": 0, "page_updates": 0}
    io = {"read_pages": most, "immediate_write_pages": most, "total_pages": 9_000, "unused_pages": 10}
    call = {"get_count": most, "get_elapsed": 9e15, "get_page_set_elapsed": 8.9e15, "buffer_pool": 3}
    return [
        pools({"buffer_pool": 1} | pool, {"buffer_pool": 2} | calm, {"buffer_pool": 3} | idle),
        page_sets(
            {"page_set": 0, "buffer_pool": 1, "full_count": most} | io,
            {"page_set": 97, "buffer_pool": 1, "expansion_method": "NONE"} | io,
            {"page_set": 98, "buffer_pool": 2} | io,
        ),
        region(available_31=1, memory_limit=2_048, available_64=1),
        record(1, "QSST", [{"short_on_storage_count": most, "short_on_storage_abends": most}]),
        record(1, "QJST", [{"unavailable_buffer_waits": most}]),
        record(1, "WQST", [{"queue": "Q" * 48, "page_set": 1} | call]) | {"record_type": 116},
    ]


def test_every_headline_stands_within_72_characters_and_does_not_repeat_its_object():
    texts = [
        usage(unused=0, expansions=65_535, buffers=999_999_999, stealable=9, location="ABOVE"),
        "CSQP020E !MQK1 CSQP1RSW Buffer pool 9 is too small\n" * 3,
        "CSQY225E !MQK1 CSQSCTL Queue manager is critically short of local storage above the bar\n",
    ]
    evidence = [from_records(*worst_case()), *map(from_text, texts)]
    every = [finding for part in evidence for finding in PRODUCT.analyse(part).findings]
    seen = {finding.check for finding in every}
    assert len(seen) >= len(RULES) - 8
    for finding in every:
        assert 0 < len(finding.headline) <= 72, finding.headline
        assert not finding.object.name or finding.object.name not in finding.headline
        assert all(len(sentence.split()) <= 20 for sentence in finding.claim.split(". ")[:2]), finding.claim
