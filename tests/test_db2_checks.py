"""The rules for Db2 one by one: each finds its fault, and a healthy member gets no finding."""

from dataclasses import replace

import pytest

from db2_evidence import HOUR, START, changes, commands, display, findings, hours, logged, said
from decided import checked, listed
from getpage.contract.checks import checks_of
from getpage.contract.knob import Limit, frames_1m, frames_2g
from getpage.products.db2 import PRODUCT
from getpage.result import Kind, Severity
from mq_evidence import from_records
from mq_evidence import pools as mq_pools
from test_text_db2 import GROUP

HEADINGS = ("What it does", "Why it matters", "Evidence", "What to do", "How to verify", "References")


def only(text: str, check: str):
    (finding,) = findings(text, check)
    return finding


def test_a_healthy_pool_gets_no_finding_and_no_change():
    result = said(hours({}, {"pool": "BP2", "id": 2}))
    assert result.findings == ()
    assert checked(result).startswith("14 rules looked at 2 buffer pools, ")
    assert checked(result).endswith(": nothing to report.")


def test_a_site_without_db2_hears_nothing_of_db2():
    result = PRODUCT.analyse(from_records(mq_pools({"buffer_pool": 1})))
    assert (result.findings, result.missing, result.accounts, result.tables) == ((), (), (), ())


@pytest.mark.parametrize("check", checks_of("getpage.products.db2"), ids=lambda check: check.id)
def test_every_check_explains_itself_under_the_same_headings(check):
    assert all(f"{heading}:" in check.explanation for heading in HEADINGS)


def test_a_thousand_reads_a_second_are_many_and_a_simulation_comes_first():
    text = hours({"sync_random": 4_000_000})
    finding = only(text, "db2-pool-reads")
    assert (str(finding.object), finding.severity) == ("DB1A BP1", Severity.WARNING)
    assert finding.headline == "1,114 reads/s, 1,111 of them synchronous"
    assert {fact.label: fact.value for fact in finding.evidence}["hit ratio of random getpages"] == 88.9
    (change,) = changes(text)
    assert change.command == "-ALTER BUFFERPOOL(BP1) SPSIZE(100000) SPSEQT(80)"
    assert change.undo == "-ALTER BUFFERPOOL(BP1) SPSIZE(0)"
    assert "The simulation itself takes about 7.81 MiB of real storage" in change.effect
    assert change.storage_bytes == round(100_000 * 4096 * 0.02)


def test_a_pool_that_cannot_be_simulated_grows_by_a_step():
    text = hours({"sync_random": 4_000_000, "pgsteal": "FIFO"})
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) VPSIZE(550000)"]


def test_pages_that_stay_less_than_a_minute_are_a_warning():
    finding = only(hours({"size": 10_000, "sync_random": 2_000_000}), "db2-pool-residency")
    assert finding.severity is Severity.WARNING
    assert finding.headline.startswith("Random pages stay 15.7 s, ")


def test_page_ins_are_a_shortage_of_real_storage_and_stop_all_growth():
    text = hours({"sync_random": 4_000_000, "page_ins_read": 400_000})
    finding = only(text, "db2-pool-page-ins")
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    assert commands(text) == []


def test_page_ins_since_the_activation_are_a_note():
    finding = only(display(kind="CUMULATIVE", page_ins_read=400_000), "db2-pool-page-ins")
    assert finding.severity is Severity.INFO


def test_the_data_manager_threshold_is_critical_and_asks_for_twice_the_buffers_at_least():
    text = hours({"dmth": 7, "no_buffer": 12})
    finding = only(text, "db2-pool-thresholds")
    assert (finding.severity, finding.headline) == (
        Severity.CRITICAL,
        "Data manager threshold hit 14 times",
    )
    [ask] = finding.asks
    assert (ask.size, ask.at_least) == (1_000_000, True)
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) VPSIZE(1000000)"]


def test_a_pool_that_ran_out_of_buffers_gets_these_before_it_is_page_fixed():
    busy = {"size": 6_000, "in_use": 5_000, "pgfix": "NO", "frame": "4K", "prefetch_pages": 2_000_000}
    assert commands(hours(busy | {"slru": 0})) == ["-ALTER BUFFERPOOL(BP1) PGFIX(YES)"]
    text = hours(busy | {"slru": 0, "dmth": 3_000})
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) VPSIZE(12000)"]


def test_prefetch_that_was_disabled_asks_for_a_step():
    assert commands(hours({"no_buffer": 12})) == ["-ALTER BUFFERPOOL(BP1) VPSIZE(550000)"]


def test_prefetch_disabled_for_want_of_buffers_is_a_warning():
    assert only(hours({"no_buffer": 12}), "db2-pool-thresholds").severity is Severity.WARNING


def test_writes_that_start_at_the_threshold_of_the_pool_are_noted():
    finding = only(hours({"dwt": 50, "vdwt": 3}), "db2-pool-deferred-writes")
    assert finding.headline == "Writes started 100 times at DWQT, 6 times at VDWQT"


def test_sequential_pages_at_vpseqt_of_a_random_pool_ask_for_a_lower_one():
    text = hours({"slru": 400_000, "sync_random": 720_000})
    assert only(text, "db2-pool-sequential").kind is Kind.SHORTAGE
    (change,) = changes(text)
    assert (change.command, change.undo) == (
        "-ALTER BUFFERPOOL(BP1) VPSEQT(60)",
        "-ALTER BUFFERPOOL(BP1) VPSEQT(80)",
    )


def test_sequential_pages_in_a_narrow_part_of_a_sequential_pool_are_noted():
    narrow = {"vpseqt": 20, "slru": 100_000, "random": 1_000_000, "sequential": 90_000_000}
    assert only(hours(narrow), "db2-pool-sequential").kind is Kind.NOTE
    assert commands(hours(narrow)) == []


QUIET = {"pool": "BP7", "id": 7, "random": 18_000, "sequential": 0, "sync_random": 9, "sync_sequential": 0}
QUIET |= {"prefetch_reads": 0, "prefetch_pages": 0, "slru": 0}


def test_a_pool_with_few_getpages_gives_back_what_it_has_no_use_for_a_quarter_at_a_time():
    text = hours(QUIET)
    finding = only(text, "db2-pool-idle")
    assert (finding.kind, finding.storage_bytes) == (Kind.WASTE, (500_000 - 36_000) * 4096)
    (change,) = changes(text)
    assert change.command == "-ALTER BUFFERPOOL(BP7) VPSIZE(375000)"
    assert change.storage_bytes == -125_000 * 4096


def test_the_last_size_of_an_idle_pool_holds_what_any_300_s_asked_for_however_it_was_bunched():
    # 18,000 getpages an hour are 1,500 in 300 s only if they came evenly: those of two hours may meet.
    claim = only(hours(QUIET), "db2-pool-idle").claim
    assert "36,000 buffers are enough: they hold every page asked for in any 300 s of this window" in claim


def test_the_last_size_of_an_idle_pool_leaves_prefetch_its_quantity():
    scanned = QUIET | {"random": 360, "in_use": 0, "prefetch_reads": 9, "prefetch_pages": 288}
    assert "1,000 buffers are enough" in only(hours(scanned), "db2-pool-idle").claim


def last_size(**columns) -> int:
    """Buffers to which an idle pool is to shrink in the end."""
    [ask] = only(hours(QUIET | {"random": 360, "in_use": 0} | columns), "db2-pool-idle").asks
    return ask.size


def test_no_idle_pool_goes_below_a_thousand_buffers_or_what_db2_needs():
    assert last_size() == 1_000
    assert last_size(pool="BP0", id=0) == 2_000


def test_an_idle_pool_keeps_twice_the_buffers_that_were_in_use_and_the_finding_says_so():
    in_use = {"random": 360, "in_use": 120_000}
    assert last_size(**in_use) == 240_000
    claim = only(hours(QUIET | in_use), "db2-pool-idle").claim
    assert "240,000 buffers are enough: up to 120,000 were in use or updated at one time" in claim


def test_an_idle_pool_with_less_than_64_mib_to_spare_is_left_alone():
    small = QUIET | {"random": 360, "in_use": 0}
    assert findings(hours(small | {"size": 17_000}), "db2-pool-idle") == []
    assert commands(hours(small | {"size": 17_000})) == []
    assert only(hours(small | {"size": 17_500}), "db2-pool-idle").storage_bytes == 16_500 * 4096


def test_an_idle_pool_and_a_short_one_are_set_against_each_other_and_reduction_comes_first():
    text = hours(QUIET, {"sync_random": 4_000_000})
    assert str(only(text, "db2-pools-against-each-other").object) == "DB1A"
    assert [change.setting for change in changes(text)] == ["BP7 VPSIZE", "BP1 SPSIZE"]
    assert [change.step for change in changes(text)] == [1, 2]


def test_a_pool_without_a_getpage_is_unused_and_not_waste():
    nothing = QUIET | {"random": 0, "sync_random": 0}
    (finding,) = findings(hours(nothing))
    assert (finding.check, finding.kind) == ("db2-pool-unused", Kind.NOTE)
    assert commands(hours(nothing)) == []


def test_buffers_that_fell_back_to_small_frames_are_a_risk():
    frames = ("400000 BUFFERS USING 1M", " 100000 BUFFERS USING 4K")
    text = hours({"frames": "\n".join(f"{frame} FRAME SIZE ALLOCATED" for frame in frames)})
    finding = only(text, "db2-pool-frames")
    assert finding.kind is Kind.RISK
    assert finding.headline == "100,000 buffers in smaller frames than 1M"


def test_storage_on_auxiliary_storage_is_a_shortage_and_stops_growth():
    paged = "REAL AND AUXILIARY STORAGE FOR DBM1  QUANTITY\nAUXILIARY STORAGE IN USE (MB) 12.00\n"
    text = hours({"sync_random": 4_000_000}) + paged
    assert only(text, "db2-storage-paged-out").storage_bytes == 12 << 20
    assert commands(text) == []


SIMULATED = """\
DSNB431I  -DB1A SIMULATED BUFFER POOL SIZE = 1000 BUFFERS -
             ALLOCATED = 1000
             IN-USE = {used} HIGH IN-USE = {used}
DSNB432I  -DB1A SIMULATED BUFFER POOL ACTIVITY -
             SYNC READ I/O (R) = {avoidable}
             SYNC READ I/O (S) = 0
             TOTAL AVOIDABLE SYNC I/O DELAY = 100 MILLISECONDS
"""


def test_a_full_simulation_that_brought_little_is_doubled():
    text = hours({"simulated": SIMULATED.format(used=1000, avoidable=100)})
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) SPSIZE(2000)"]


def test_a_simulation_that_did_not_fill_is_ended():
    text = hours({"simulated": SIMULATED.format(used=400, avoidable=100)})
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) SPSIZE(0)"]


def test_the_simulation_of_a_pool_that_reads_little_is_ended_however_full_it_is():
    little = {"sync_random": 500, "simulated": SIMULATED.format(used=1000, avoidable=100)}
    [change] = changes(logged(display(**little), START + HOUR))
    assert change.command == "-ALTER BUFFERPOOL(BP1) SPSIZE(0)"
    assert "reads too little" in change.effect


def test_a_pool_is_not_idle_and_short_at_once():
    few = {"random": 30_000, "sequential": 0, "sync_random": 10_000, "prefetch_reads": 0, "prefetch_pages": 0}
    text = hours(few | {"simulated": SIMULATED.format(used=1000, avoidable=5_000)})
    assert [finding.check for finding in findings(text) if finding.kind is Kind.SHORTAGE] == []
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) VPSIZE(375000)", "-ALTER BUFFERPOOL(BP1) SPSIZE(0)"]
    assert "fewer than 10 getpages" in findings(text, "db2-pool-simulation")[0].claim


def test_what_a_simulation_that_did_not_fill_proved_is_what_it_used():
    text = hours({"simulated": SIMULATED.format(used=400, avoidable=30_000)})
    assert commands(text) == ["-ALTER BUFFERPOOL(BP1) VPSIZE(500400) SPSIZE(0)"]


def test_the_account_has_the_pools_with_their_frames_and_what_is_fixed():
    (account,) = said(hours({}, {"pool": "BP32K", "id": 80, "pgfix": "NO", "size": 1000})).accounts
    lines = {line.holder: line for line in account.lines}
    assert (lines["BP1"].bytes, lines["BP1"].fixed) == (500_000 * 4096, True)
    assert (lines["BP32K"].bytes, lines["BP32K"].fixed) == (1000 * 32768, False)
    assert "500,000 in 1 MB frames" in lines["BP1"].note


def test_several_intervals_make_pictures():
    text = "".join(logged(display(hour=n), START + (n + 1) * HOUR) for n in range(3))
    assert [picture.id for picture in said(text).pictures] == [
        "db2-sy1.db1a-bp1-reads",
        "db2-sy1.db1a-bp1-residency",
    ]


def test_the_same_evidence_says_the_same_twice():
    text = hours(QUIET, {"sync_random": 4_000_000}) + GROUP
    assert said(text) == said(text)


def test_every_change_names_its_findings_and_how_to_take_it_back():
    result = said(
        GROUP + hours(QUIET, {"sync_random": 4_000_000, "slru": 400_000, "pgfix": "NO", "frame": "4K"})
    )
    known = {finding.id for finding in result.findings}
    commanded = listed(result)
    assert len({change.setting for change in commanded}) == len(commanded) > 3
    for change in commanded:
        assert set(change.because) <= known
        assert change.undo != change.command
        assert change.verify
        assert change.effect


HELD = {"sync_random": 0, "sync_sequential": 0, "prefetch_reads": 0, "prefetch_pages": 0}
LSTATS = """\
DSNB467I  -DB1A STATISTICS FOR TABLE SPACE PAY.RATES INSTANCE 1 - DATA SET #: 1 USE COUNT: 3
DSNB453I  -DB1A VP CACHED PAGES -
             CURRENT = {cached} MAX = {cached}
             CHANGED = 0 MAX = 0
"""


def held(cached: int) -> str:
    return hours(HELD).replace("DSN9022I", LSTATS.format(cached=cached) + "DSN9022I")


def test_a_pool_that_holds_all_of_its_page_sets_is_offered_pgsteal_none():
    assert "400,000 pages, which" in only(held(400_000), "db2-pool-steal").claim
    (change,) = changes(held(400_000))
    assert change.command == "-ALTER BUFFERPOOL(BP1) PGSTEAL(NONE)"
    assert change.undo == "-ALTER BUFFERPOOL(BP1) PGSTEAL(LRU)"
    assert change.storage_bytes == 0


def test_pgsteal_none_is_not_offered_where_the_overflow_area_would_be_needed_or_nobody_knows():
    assert "too many for PGSTEAL(NONE)" in only(held(495_000), "db2-pool-steal").claim
    assert commands(held(495_000)) == []
    assert "LSTATS(*) shows" in only(hours(HELD), "db2-pool-steal").claim
    assert commands(hours(HELD)) == []


def test_a_pool_that_reads_or_is_not_busy_keeps_its_order_of_use():
    assert findings(hours({}), "db2-pool-steal") == []
    assert findings(hours(HELD | {"random": 100_000, "sequential": 0}), "db2-pool-steal") == []
    assert findings(display(**HELD), "db2-pool-steal") == []


def test_what_was_simulated_with_another_threshold_is_given_with_that_threshold():
    text = hours({"simulated": SIMULATED.format(used=900, avoidable=30_000)})
    text = text.replace("SP SEQUENTIAL        = 80", "SP SEQUENTIAL        = 30")
    (change,) = changes(text)
    assert change.command == "-ALTER BUFFERPOOL(BP1) VPSIZE(500900) VPSEQT(30) SPSIZE(0)"
    assert change.undo == "-ALTER BUFFERPOOL(BP1) VPSIZE(500000) VPSEQT(80) SPSIZE(1000)"
    assert "VPSEQT(30) as it was simulated" in change.caution


WHOLE = 524_288  # buffers of 2 GiB
FIX = "-ALTER BUFFERPOOL(BP1) PGFIX(YES)"


@pytest.mark.parametrize(
    ("size", "room_1m", "room_2g", "command"),
    [
        (500_000, 2 << 30, None, f"{FIX} FRAMESIZE(1M)"),
        (500_000, 1 << 30, None, FIX),
        (500_000, None, 4 << 30, FIX),  # no multiple of 2 GB
        (WHOLE, 2 << 30, 2 << 30, f"{FIX} FRAMESIZE(2G)"),
        (WHOLE, 2 << 30, 0, f"{FIX} FRAMESIZE(1M)"),
        (WHOLE, None, None, FIX),
    ],
)
def test_a_pool_is_fixed_in_the_largest_frames_at_once_where_lfarea_has_room_for_all_of_it(
    size, room_1m, room_2g, command
):
    observed = said(hours({"size": size, "pgfix": "NO", "frame": "4K", "sync_random": 1_000_000}))
    image = observed.knobs[0].image
    rooms = ((frames_1m(image), room_1m), (frames_2g(image), room_2g))
    there = tuple(Limit(id=of, label="frames", room=room) for of, room in rooms if room is not None)
    decided = listed(replace(observed, limits=(*observed.limits, *there)))
    (change,) = [item for item in decided if "PGFIX" in item.command]
    assert change.command == command
    assert change.undo == command.replace("YES", "NO").replace("1M", "4K").replace("2G", "4K")
    assert change.because
    assert ("No FRAMESIZE(1M) beside it: LFAREA is not known" in change.caution) is (
        "FRAMESIZE" not in command
    )
