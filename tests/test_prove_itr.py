"""LPAR busy from SMF 70.1, and ITR of the work that was done meanwhile."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import getpage
from getpage.contract.storage import Processors
from getpage.contract.work import Work
from getpage.core.names import Image, Subsystem
from getpage.prove.itr import LparBusy
from getpage.result.prove import Verdict
from zos_records import INTERVAL, common, smf72, spec, write

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result.prove import Proof

INTERVALS = 16
CPS, ZIIPS = 4, 2
UNITS_A_SECOND = 16e6 / 1000  # with a service adjustment of 1000 and a coefficient of 1
START = datetime(2026, 5, 12, 9)
SYSA = Image("SYSA")


def logical(share: float, kind: int, count: int, **more: Any) -> list[dict[str, Any]]:
    """Logical processors of a partition that were dispatched so much of the time."""
    busy = round(share * INTERVAL * 1e6)
    row = {"dispatched_us": busy, "effective_us": busy, "online_us": INTERVAL * 1_000_000}
    return [
        row | {"processor_id": i, "weight": 500, "processor_type_index": kind} | more for i in range(count)
    ]


def smf70(
    interval: int, busy: float, *, own: int = 3, pieces: int = 0, beside: str = "IIP", **more: Any
) -> dict[str, Any]:
    """A machine with a partition that is nearly idle, and the one that writes the record, whose other
    processors are of a kind `beside`.
    """
    others, mine = logical(0.05, 1, 2), [*logical(busy, 1, CPS, **more), *logical(0.99, 2, ZIIPS)]
    partitions = [
        {"partition": "TEST", "number": 1, "processors": len(others), "processors_before": 0},
        {"partition": "PROD", "number": 3, "processors": len(mine), "processors_before": len(others)},
    ]
    types = [{"processor_type": "CP", "processors": 8}, {"processor_type": beside, "processors": 2}]
    return spec(
        (70, 1),
        common("SYSA", interval, model="708", partition_number=own, reassembly_areas=pieces),
        SMF70BCT=partitions,
        SMF70BPD=others + mine,
        SMF70CIS=types,
    )


def dump(path: Path, *, each: float, seed: int, processors: bool = True, share: float = 0.9) -> Path:
    """Hours of a service class whose transactions take `each` busy seconds of one of the processors, `share`
    of which RMF counts as its own."""
    random = np.random.default_rng(seed)
    specs = []
    for interval in range(INTERVALS):
        count = int(random.integers(90_000, 110_000))
        busy = count * each * (1 + 0.01 * random.standard_normal()) / (CPS * INTERVAL)
        service = round(share * busy * CPS * INTERVAL * UNITS_A_SECOND)
        specs.append(
            smf72("SYSA", interval, "ONLINE", regions=1, rate=0, transactions=count, cpu_service=service)
        )
        if processors:
            specs.append(smf70(interval, busy))
    return write(path, specs)


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    directory = tmp_path_factory.mktemp("itr")
    return getpage.prove(
        dump(directory / "before.smf", each=0.030, seed=1), dump(directory / "after.smf", each=0.027, seed=2)
    )


def test_itr_rises_as_the_processor_time_of_a_transaction_falls(proof: Proof) -> None:
    itr = proof.difference("SYSA.ONLINE", "ITR")
    assert itr is not None
    assert itr.before.value == pytest.approx(CPS / 0.030, rel=0.01)
    assert itr.after.value == pytest.approx(CPS / 0.027, rel=0.01)
    assert itr.verdict is Verdict.BETTER
    assert itr.change_percent is not None
    assert itr.change_percent.low <= 100 * (0.030 / 0.027 - 1) <= itr.change_percent.high
    assert {fact.table for fact in itr.facts} == {"rmf_class_period"}


def test_itr_is_etr_over_busy(proof: Proof) -> None:
    etr, itr, busy = (
        proof.difference(*named)
        for named in (("SYSA.ONLINE", "ETR"), ("SYSA.ONLINE", "ITR"), ("SYSA", "CPU busy"))
    )
    assert etr is not None
    assert itr is not None
    assert busy is not None
    assert itr.after.value == pytest.approx(etr.after.value / (busy.after.value / 100))
    assert any("other work of the same partition" in note for note in proof.notes)


def test_work_that_is_a_part_of_the_load_of_a_partition_has_no_itr(tmp_path: Path) -> None:
    """Other work of the partition does 25 % less: that is no gain of this class."""
    proof = getpage.prove(
        dump(tmp_path / "before.smf", each=0.032, seed=3, share=0.3),
        dump(tmp_path / "after.smf", each=0.024, seed=4, share=0.4),
    )
    assert proof.difference("SYSA.ONLINE", "ITR") is None
    assert proof.difference("SYSA", "CPU busy") is not None
    assert any(note.startswith("ITR belongs to all work of a partition") for note in proof.notes)
    assert not any("ITR" in need.question for need in proof.missing)


def test_two_systems_of_one_name_are_said_and_not_added_up(tmp_path: Path) -> None:
    """Two systems SYSA of two sysplexes, whose intervals begin five minutes apart."""
    both = [
        smf72("SYSA", start, "ONLINE", regions=1, rate=0, transactions=1000 + round(start))
        for i in range(INTERVALS)
        for start in (float(i), i + 1 / 3)
    ]
    alone = [smf72("SYSA", i, "BATCH", regions=1, rate=0, transactions=90 + i) for i in range(INTERVALS)]
    proof = getpage.prove(*(write(tmp_path / name, both + alone) for name in ("before.smf", "after.smf")))
    assert proof.difference("SYSA.ONLINE", "ETR") is None
    (doubled,) = (need for need in proof.missing if "two systems of one name" in need.supply)
    assert doubled.subsystem == "SYSA.ONLINE"


def test_busy_is_of_the_general_processors_of_the_partition_that_wrote_the_record(tmp_path: Path) -> None:
    path = write(tmp_path / "one.smf", [smf70(0, 0.5)])
    (first,) = seen(path)
    assert (first.image, first.seconds) == (SYSA, 900.0)
    assert first.busy_seconds == pytest.approx(0.5 * CPS * INTERVAL)
    assert first.online_seconds == pytest.approx(CPS * INTERVAL)
    assert first.facts[0].ibm_name == "SMF70PDT"


def test_a_dedicated_processor_is_busy_when_it_does_not_wait(tmp_path: Path) -> None:
    waiting = round(0.75 * INTERVAL * 1e6)
    path = write(tmp_path / "one.smf", [smf70(0, 1.0, weight=65535, wait_us=waiting)])
    (first,) = seen(path)
    assert first.busy_seconds == pytest.approx(0.25 * CPS * INTERVAL)


@pytest.mark.parametrize("wrong", [{"own": 9}, {"pieces": 1}])
def test_a_record_that_does_not_tell_whose_processors_are_whose_tells_nothing(
    tmp_path: Path, wrong: dict[str, int]
) -> None:
    assert seen(write(tmp_path / "one.smf", [smf70(0, 0.5, **wrong)])) == ()


def test_without_smf_70_the_proof_says_what_itr_needs(tmp_path: Path) -> None:
    before = dump(tmp_path / "before.smf", each=0.030, seed=1)
    after = dump(tmp_path / "after.smf", each=0.027, seed=2, processors=False)
    proof = getpage.prove(before, after)
    assert proof.difference("SYSA.ONLINE", "ETR") is not None
    assert proof.difference("SYSA.ONLINE", "ITR") is None
    (needed,) = (need for need in proof.missing if "ITR" in need.question)
    assert (needed.subsystem, "SMF 70.1 of SYSA" in needed.supply) == ("SYSA.ONLINE", True)


def test_a_service_class_without_transactions_has_no_itr_and_lacks_none(tmp_path: Path) -> None:
    path = write(
        tmp_path / "one.smf",
        [item for i in range(4) for item in (smf72("SYSA", i, "STC", regions=1, rate=1), smf70(i, 0.5))],
    )
    proof = getpage.prove(path, path)
    assert {difference.measure for difference in proof.differences} >= {"reads", "CPU busy"}
    assert proof.difference("SYSA.STC", "ITR") is None
    assert proof.missing == ()


def seen(path: Path) -> tuple[Processors, ...]:
    from getpage.app.observe import observe
    from getpage.evidence.opened import open_evidence

    with open_evidence([str(path)]) as (evidence, _):
        return observe(evidence).processors


def interval(start: float, seconds: float, busy: float) -> Processors:
    return Processors(
        image=SYSA,
        start=START + timedelta(seconds=start),
        seconds=seconds,
        busy_seconds=busy * CPS * seconds,
        online_seconds=CPS * seconds,
    )


WORK = Work(subsystem=Subsystem("db2", SYSA, "DB1A"), start=START, seconds=900.0, unit="commit", units=1000.0)


@given(
    st.floats(0, 899), st.lists(st.floats(0.01, 1), min_size=3, max_size=3), st.sampled_from([450, 900, 1800])
)
def test_busy_of_an_interval_of_work_lies_between_that_of_the_intervals_it_falls_in(
    shift: float, shares: list[float], length: int
) -> None:
    line = [interval(i * length, length, share) for i, share in enumerate(shares)]
    during = LparBusy(line).during(replace(WORK, start=START + timedelta(seconds=shift), seconds=length))
    assert during is not None
    assert min(shares) <= during * (1 + 1e-9)
    assert during <= max(shares) * (1 + 1e-9)


def test_busy_is_not_told_of_a_time_or_a_system_that_was_not_measured() -> None:
    busy = LparBusy([interval(0, 900, 0.5), interval(1800, 900, 0.5)])
    assert busy.during(WORK) == pytest.approx(0.5)
    assert busy.during(replace(WORK, start=START + timedelta(seconds=450))) is None
    assert busy.during(replace(WORK, subsystem=replace(WORK.subsystem, image=Image("SYSB")))) is None
