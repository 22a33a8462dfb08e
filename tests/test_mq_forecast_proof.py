"""From a dump of a queue manager with a small pool, through a forecast, to the proof from a later dump."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import getpage
from getpage import _native, report
from getpage.result.prove import Verdict
from mq_evidence import page_sets, pools, record

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result.prove import Proof

INTERVALS = 16
READ_US = 400.0
BIG = 18_000


def dump(path: Path, *, buffers: int, reads_each: float, seed: int, first: int = 0) -> Path:
    """Statistics of some hours of MQP1: 45,000 to 55,000 messages an interval, so many reads of each."""
    random = np.random.default_rng(seed)
    specifications = []
    for interval in range(first, first + INTERVALS):
        puts = int(random.integers(45_000, 55_000))
        reads = int(puts * reads_each * (1 + 0.1 * random.standard_normal()))
        pool = {"buffer_pool": 1, "buffers": buffers, "reads": reads, "immediate_writes": 0}
        pool |= {"lowest_stealable": buffers // 5, "stealable": buffers // 4}
        pool |= {"getpages_old": 4 * puts, "getpages_new": puts}
        used = {"page_set": 1, "buffer_pool": 1, "total_pages": 24_000, "unused_pages": 1_000}
        used |= {"read_pages": reads, "read_elapsed": reads * READ_US}
        specifications += [
            record(2, "QMST", [{"put_count": puts, "get_count": puts}], interval=interval),
            pools(pool, interval=interval),
            page_sets(used, interval=interval),
        ]
    path.write_bytes(b"".join(_native.encode_records(specifications)))
    return path


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    directory = tmp_path_factory.mktemp("mq")
    return (
        dump(directory / "before.smf", buffers=10_000, reads_each=0.5, seed=1),
        dump(directory / "after.smf", buffers=BIG, reads_each=0.2, seed=2, first=7 * 96),
    )


@pytest.fixture(scope="module")
def proof(dumps: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Proof:
    """The proof with the forecast that was made before the change."""
    forecast = getpage.forecast([str(dumps[0])], changes=[f"mq.MQP1.1={BIG}"])
    saved = tmp_path_factory.mktemp("forecast") / "forecast.json"
    saved.write_text(report.render(forecast, "json"))
    return getpage.prove(*dumps, forecast=saved)


def test_a_pool_that_was_grown_is_shown_with_fewer_reads_a_message(proof: Proof) -> None:
    (knob,) = proof.changed
    assert (str(knob.knob), knob.before, knob.after) == ("SYS1.MQP1.1", 10_000, BIG)
    reads = proof.difference("SYS1.MQP1", "reads per unit")
    assert reads is not None
    assert reads.title == "reads per message"
    assert reads.verdict is Verdict.BETTER
    assert reads.before.value == pytest.approx(0.5, rel=0.1)
    assert reads.after.value == pytest.approx(0.2, rel=0.1)
    assert reads.change_percent is not None
    assert reads.change_percent.high < -50
    assert reads.facts


def test_the_wait_of_a_message_is_the_measured_time_of_its_reads(proof: Proof) -> None:
    wait = proof.difference("SYS1.MQP1", "read wait per unit")
    assert wait is not None
    assert wait.before.value == pytest.approx(0.5 * READ_US / 1e6, rel=0.1)
    assert wait.verdict is Verdict.BETTER


def test_getpages_of_a_message_did_not_change_so_it_is_the_same_work(proof: Proof) -> None:
    getpages = proof.difference("SYS1.MQP1", "getpages per unit")
    assert getpages is not None
    assert getpages.verdict is Verdict.SAME


def test_the_forecast_of_the_pool_is_scored_against_what_came(proof: Proof) -> None:
    scored = {score.name: score for score in proof.scores if str(score.subject) == "SYS1.MQP1"}
    for name in ("reads avoided", "reads per unit", "read wait per unit"):
        assert scored[name].outcome == "inside", scored[name]
    assert all(score.outcome != "outside" for score in proof.scores)
