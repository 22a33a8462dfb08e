"""What Db2's rules say of buffer pools in SMF 100, simulated ones too."""

from db2_records import POOL, commands, findings, only, pools, said, statistics
from getpage.contract.curve import SIMULATED as BY_SIMULATION
from getpage.result import Kind, Severity


def test_many_reads_ask_for_a_simulation_and_say_what_they_cost_by_published_figures():
    records = pools({"sync_reads": 1_000_000})
    assert commands(*records) == ["-ALTER BUFFERPOOL(BP1) SPSIZE(100000)"]
    costs = [f.value for f in only("db2-pool-reads", *records).evidence if "published" in f.label]
    assert costs == [20.0, 70.0, 20.0, 40.0]


def test_page_ins_are_a_shortage_and_nothing_grows():
    records = pools({"sync_reads": 1_000_000, "page_ins_read": 60_000})
    assert only("db2-pool-page-ins", *records).kind is Kind.SHORTAGE
    assert commands(*records) == []


def test_a_pool_with_few_getpages_gives_back_and_one_without_is_unused():
    quiet = {"buffer_pool": 7} | dict.fromkeys(set(POOL) - {"buffer_pool", "buffers"}, 0)
    assert commands(*pools({}, quiet | {"getpages": 4_500})) == ["-ALTER BUFFERPOOL(BP7) VPSIZE(375000)"]
    unused = only("db2-pool-unused", *pools({}, quiet))
    assert str(unused.object) == "SYS1.DB1A BP7"
    assert "unused in this window (from 2026-03-12 09:00:00 to 10:15:00, 5 intervals)" in unused.claim


def test_sequential_pages_at_a_threshold_that_records_do_not_have_are_said_without_a_command():
    crowded = {"sync_reads": 180_000, "highest_sequential_buffers": 400_000, "sequential_threshold_hits": 40}
    finding = only("db2-pool-sequential", *pools(crowded))
    assert finding.headline == "Sequential pages hold 80 %, at VPSEQT"
    assert commands(*pools(crowded)) == []
    assert findings("db2-pool-sequential", *pools(crowded | {"highest_sequential_buffers": 90_000})) == []


def test_sorts_without_buffers_ask_for_a_step():
    records = pools({"buffer_pool": 7, "sorts_limited": 4})
    assert "20 merges limited" in only("db2-pool-work-files", *records).claim
    assert commands(*records) == ["-ALTER BUFFERPOOL(BP7) VPSIZE(550000)"]


SIMULATED = {"buffer_pool": 1, "avoidable_sync_random": 100_000, "pages_moved_in": 300_000}


def simulated(*highest: int, **columns):
    rows = [SIMULATED | {"highest_in_use": most, "in_use": most} | columns for most in highest]
    return [*pools({"sync_reads": 1_000_000}, intervals=len(rows)), *statistics("QBSP", rows)]


def test_a_simulation_counts_over_all_its_records_and_its_most_in_use_is_what_it_proved():
    records = simulated(90_000, 100_000, 100_000, 100_000)
    finding = only("db2-pool-simulation", *records)
    assert finding.headline == "100,000 more buffers would avoid 400,000 reads (10 %)"
    published = [fact.value for fact in finding.evidence if "published" in fact.label]
    assert published == [8, 28, 8, 16]
    assert finding.delay_seconds == 0, "the unit of the delay in the record is not settled"
    assert commands(*records)[0] == "-ALTER BUFFERPOOL(BP1) VPSIZE(600000)"


def test_a_simulation_that_avoids_more_reads_than_its_pool_made_is_told_and_nothing_rests_on_it():
    records = simulated(100_000, 100_000, 100_000, avoidable_sync_random=1_030_000)
    finding = only("db2-pool-simulation", *records)
    assert (finding.kind, finding.severity, finding.storage_bytes) == (Kind.NOTE, Severity.INFO, 0)
    assert finding.headline == "3,090,000 avoidable reads counted, 3,000,000 made"
    assert not any("VPSIZE" in command for command in commands(*records))
    assert [
        knob.curve for knob in said(*records).knobs if knob.curve and knob.curve.basis == BY_SIMULATION
    ] == []
    fewer = simulated(100_000, 100_000, 100_000, avoidable_sync_random=1_010_000)
    assert "nothing is concluded" not in only("db2-pool-simulation", *fewer).claim, (
        "within the time of a reading"
    )


def test_a_simulation_that_stayed_full_and_brought_little_is_doubled():
    records = simulated(100_000, 100_000, 100_000, avoidable_sync_random=1_000)
    assert "-ALTER BUFFERPOOL(BP1) SPSIZE(200000)" in commands(*records)


def test_latches_are_said_from_a_thousand_waits_a_second_with_the_busiest_pools():
    waits = statistics("QVLS", [{"class_14": 1_800_000, "class_24": 10}] * 5, ifcid=1)
    small = {"buffer_pool": 2, "getpages": 99_000, "getpages_sequential": 9_000}
    finding = only("db2-latch-contention", *pools({}, small), *waits)
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert finding.headline == "2,000 waits/s for latch class 14"
    assert "BP1 (99 %)" in finding.claim
    many = statistics("QVLS", [{"class_24": 10_800_000}] * 5, ifcid=1)
    assert only("db2-latch-contention", *many).severity is Severity.WARNING
    writes = statistics("QVLS", [{"class_23": 1_800_000}] * 5, ifcid=1)
    assert "deferred writes" in only("db2-latch-contention", *writes).claim
