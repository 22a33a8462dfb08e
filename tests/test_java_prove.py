"""A proof of a heap change from logs of garbage collection: day against day, hour against hour, by uptime."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

import getpage
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.result.prove import ProofOutcome, Verdict
from java_evidence import MIB, START, log, stop, write


def a_day(seed: int, *, pause: float, load: float = 1.0, day: int = 0, hours: float = 8.0) -> list[str]:
    """Collections of some hours of a day: each allocates as much, the busier the hour the sooner the next."""
    default_rng = np.random.default_rng(seed)
    second, collected = 0.0, []
    for n in range(1, 10_000):
        busy = load * (1 + 0.4 * np.sin(second / 900.0))
        interval = 20.0 / busy * default_rng.lognormal(0, 0.1)
        second += interval
        if second > hours * 3600:
            break
        took = pause * default_rng.lognormal(0, 0.2)
        collected.append(
            stop(
                n,
                second=day * 86_400 + second,
                interval=interval * 1000,
                pause=took,
                cpu=3 * took,
                allocated=184,
            )
        )
    return collected


def proved(tmp_path, before, after, **asked):
    first = write(tmp_path / "before", **{"WEB1@SYSA__gc__log": log(before)})
    two = write(tmp_path / "after", **{"WEB1@SYSA__gc__log": log(after, maxHeapSize=hex(2048 * MIB))})
    return getpage.prove(first, two, **asked)


def of(proof, measure):
    [difference] = [difference for difference in proof.differences if difference.measure == measure]
    return difference


def test_a_heap_whose_pauses_are_half_is_better_also_where_more_was_allocated(tmp_path):
    proof = proved(tmp_path, a_day(1, pause=40), a_day(2, pause=20, load=1.5, day=1))
    stopped = of(proof, "stopped per GB")
    assert stopped.verdict is Verdict.BETTER
    assert stopped.change_percent.low < -50 < stopped.change_percent.high
    assert of(proof, "allocated").verdict is Verdict.CHANGED
    assert of(proof, "allocated").change_percent.value == pytest.approx(50, abs=5)
    assert {
        of(proof, name).verdict for name in ("GC CPU per GB", "longest pause", "95th percentile of pauses")
    } == {Verdict.BETTER}
    assert proof.answer.outcome is ProofOutcome.YES
    assert {fact.column for fact in stopped.facts} >= {"pause_us"}


def test_a_busier_day_in_the_same_heap_is_neither_better_nor_worse(tmp_path):
    proof = proved(tmp_path, a_day(3, pause=30), a_day(4, pause=30, load=1.6, day=1))
    assert of(proof, "stopped").verdict is Verdict.CHANGED
    assert of(proof, "stopped per GB").verdict is Verdict.SAME
    assert proof.answer.outcome is ProofOutcome.CANNOT_TELL


def test_two_days_of_one_store_are_compared_by_windows(tmp_path):
    both = [*a_day(5, pause=40), *a_day(6, pause=20, day=1)]
    store = tmp_path / "store"
    getpage.load(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(both)}), into=store)
    days = [f"{START + timedelta(days=n):%Y-%m-%d}" for n in (0, 1)]
    proof = getpage.prove(
        store,
        before_window=f"{days[0]}T00:00..{days[0]}T24:00",
        after_window=f"{days[1]}T00:00..{days[1]}T24:00",
    )
    assert proof.answer.outcome is ProofOutcome.YES
    assert (proof.before.first.hour, of(proof, "collections").runs_before) == (8, 32)  # as the log begins


def test_a_log_of_an_hour_is_compared_by_the_minute(tmp_path):
    proof = proved(tmp_path, a_day(7, pause=40, hours=1), a_day(8, pause=20, day=1, hours=1))
    assert of(proof, "longest pause").title.endswith("in a minute")
    assert of(proof, "stopped per GB").verdict is Verdict.BETTER
    assert not [
        difference for difference in proof.differences if difference.measure.startswith("95th")
    ]  # 3 pauses a minute


def uptimes(seed: int, pause: float) -> str:
    """HotSpot without dates."""
    default_rng = np.random.default_rng(seed)
    lines = ["[0.010s][info][gc] Using Serial"]
    for n in range(600):
        took, at = pause * default_rng.lognormal(0, 0.2), 3.0 * n + default_rng.random()
        lines.append(
            f"[{at:.3f}s][info][gc] GC({n}) Pause Young (Allocation Failure) 40M->8M(64M) {took:.3f}ms"
        )
    return "\n".join(lines) + "\n"


def test_logs_without_dates_are_compared_by_uptime_which_is_said(tmp_path):
    first = write(tmp_path / "a", **{"WEB1@SYSA__gc__log": uptimes(1, 20.0)})
    two = write(tmp_path / "b", **{"WEB1@SYSA__gc__log": uptimes(2, 10.0)})
    proof = getpage.prove(first, two)
    stopped = of(proof, "stopped per GB")
    assert stopped.verdict is Verdict.BETTER
    assert [note for note in proof.notes if note.startswith("SYSA.WEB1: the log has no dates")]
    assert not stopped.held


def test_a_log_on_one_side_only_is_named(tmp_path):
    first = write(
        tmp_path / "a", **{"WEB1@SYSA__gc__log": uptimes(1, 20.0), "WEB2@SYSA__gc__log": uptimes(3, 20.0)}
    )
    two = write(tmp_path / "b", **{"WEB1@SYSA__gc__log": uptimes(2, 10.0)})
    assert [m.subsystem for m in getpage.prove(first, two).missing] == ["SYSA.WEB2"]
    other = write(tmp_path / "c", **{"SHOP__gc__log": uptimes(2, 10.0)})
    with pytest.raises(
        NotEnoughEvidenceError, match=r"no subsystem is on both sides: SYSA.WEB1, SYSA.WEB2 and"
    ):
        getpage.prove(first, other)


def test_two_logs_of_other_names_are_compared_where_each_side_has_one(tmp_path):
    first = write(tmp_path / "a", **{"SMALL@SYSA__gc__log": uptimes(4, 30.0)})
    two = write(tmp_path / "b", **{"LARGE@SYSA__gc__log": uptimes(5, 11.0)})
    proof = getpage.prove(first, two)
    stopped = of(proof, "stopped per GB")
    assert (str(stopped.subject), stopped.verdict) == ("SYSA.SMALL", Verdict.BETTER)
    assert any(note.startswith("SYSA.SMALL before is compared with SYSA.LARGE after") for note in proof.notes)
    assert proof.missing == ()


def test_a_window_of_a_store_of_logs_alone_is_that_of_its_collections(tmp_path):
    logs = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(a_day(9, pause=20, hours=1))})
    store = tmp_path / "store"
    getpage.load(logs, into=store)
    result = getpage.check(store)
    [window] = [item for item in result.coverage if item.first is not None]
    assert window.title == "verbose GC report"
    assert abs((window.first - START).total_seconds()) < 60
    assert 3500 < (window.last - window.first).total_seconds() <= 3600
    assert not window.gaps
    with pytest.raises(GetpageError, match="ends before it begins"):
        getpage.prove(store, before_window="2026-03-13..2026-03-12", after_window="2026-03-12..2026-03-13")
