"""When processors are short and memory is not; and dedicated memory that nobody has."""

from __future__ import annotations

from coupling_records import smf113
from getpage.result import Cause, Kind
from zos_records import GIB, INTERVAL, check, common, paging, smf71, spec

CPUS = 4
WHOLE = INTERVAL * 1_000_000


def cpu(interval: int, busy: float, ready: float = 9.5):
    """SMF 70 of a partition of its own machine."""
    used = round(busy * WHOLE)
    logical = {"weight": 100, "processor_type_index": 1, "effective_us": used, "dispatched_us": used}
    logical |= {"online_us": WHOLE, "wait_us": WHOLE - used}
    partition = {
        "partition": "LPARP",
        "number": 1,
        "processors": CPUS,
        "operating_system": "SYSP",
        "online_mb": 90_000,
    }
    return spec(
        (70, 1),
        common("SYSP", interval, model="704", partition_number=1),
        SMF70CPU=[{"processor_id": n, "processor_type": "CP", "parked_us": 0} for n in range(CPUS)],
        SMF70AID={
            "ready_minimum": 0,
            "ready_maximum": 30,
            "ready_sum": round(ready * INTERVAL),
            "in_maximum": 90,
        },
        SMF70BCT=partition,
        SMF70BPD=[logical | {"processor_id": n} for n in range(CPUS)],
        SMF70CIS={"processor_type": "CP", "processors": CPUS},
    )


def counted(interval: int, cycles: int, instructions: int):
    return smf113("SYSP", interval, {1: [cycles, instructions, 30, 0, 10, 0]})


def busy_hours(paged: int = 0):
    shares = [0.6, 0.6, 0.99, 0.998, 0.6]
    specs = [cpu(n, share) for n, share in enumerate(shares)]
    specs += [counted(n, 4_400 if share > 0.9 else 3_000, 1_000) for n, share in enumerate(shares)]
    return specs, [smf71("SYSP", n, paging(page_ins=paged * (n == 3))) for n in range(5)]


def told(result):
    return [finding for finding in result.findings if finding.check == "zos-processors-busy"]


def test_memory_is_said_not_to_be_the_problem_with_what_proves_it(tmp_path):
    processors, memory = busy_hours()
    [finding] = told(check(tmp_path, [*processors, *memory]))
    free = 5_000_000 * 4096 / GIB
    assert finding.headline == f"CPU is short, not memory: 99.8 % busy, {free:.1f} GiB free"
    assert finding.cause is Cause.PROCESSOR
    assert finding.kind is Kind.NOTE
    assert "9.5 address spaces had work for 4 processors" in finding.claim
    assert "4.40 cycles per instruction, 3.00 otherwise" in finding.claim
    facts = {fact.label: fact.value for fact in finding.evidence}
    assert facts["first level misses in 100 instructions in these intervals"] == 4


def test_nothing_is_said_where_memory_is_short_too_or_not_known(tmp_path):
    processors, memory = busy_hours(paged=50 * INTERVAL)
    assert not told(check(tmp_path, [*processors, *memory]))
    (tmp_path / "alone").mkdir()
    assert not told(check(tmp_path / "alone", processors))


def test_one_busy_interval_is_not_reported(tmp_path):
    processors, memory = busy_hours()
    assert not told(check(tmp_path, [*processors[:3], *memory]))


def units(online: int, assigned: int, requested: int):
    row = {}
    for which in ("minimum", "average", "maximum"):
        row |= {f"dedicated_{name}_{which}": float(online) for name in ("total", "online")}
        row |= {
            f"dedicated_requested_{which}": float(requested),
            f"dedicated_assigned_{which}": float(assigned),
        }
    return paging(**row)


def test_dedicated_memory_that_nobody_has_is_waste_and_what_is_asked_in_vain_a_risk(tmp_path):
    for number, (row, headline) in enumerate(
        [
            (units(8, 5, 5), "6 GiB of 16 GiB never assigned"),
            (units(8, 8, 11), "6 GiB more asked for than there is"),
            (units(8, 8, 8), None),
            (paging(), None),
        ]
    ):
        place = tmp_path / str(number)
        place.mkdir()
        result = check(place, [smf71("SYSP", n, row) for n in range(2)])
        assert [f.headline for f in result.findings if f.check == "zos-dedicated-memory"] == [
            headline
        ] * bool(headline)
