"""A larger pool proved by two dumps of SMF 100 and 101: reads and CPU a commit, by processor and by plan."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import in_process
from db2_records import POOL, said, statistics, thread, when
from getpage import _native, prove
from getpage.result.prove import Verdict
from named import subsystem

if TYPE_CHECKING:
    from getpage.result.prove import Difference, Proof

INTERVALS = 16
SUBJECT = subsystem("db2", "SYS1.DB1A")
CLASS = "commit (class 2)"


@dataclass(frozen=True)
class Side:
    """One day: what a commit of each plan takes, before or after; times in microseconds."""

    buffers: int
    reads: dict[str, float]
    commits: dict[str, int]
    seed: int
    read_us: float = 500.0
    cpu_us: float = 400.0
    cpu_of_a_read_us: float = 30.0
    ziip_of_a_read_us: float = 20.0

    def records(self) -> list[dict]:
        """Statistics and accounting of sixteen quarters of an hour, with noise of a few percent."""
        noise = random.Random(self.seed)
        pool, dbm1, threads, commits_2p = [], [], [], []
        for n in range(INTERVALS):
            reads = 0
            for plan, each in self.reads.items():
                commits = round(self.commits[plan] * noise.gauss(1, 0.05))
                read = round(commits * each * noise.gauss(1, 0.02))
                reads += read
                cpu = commits * self.cpu_us * noise.gauss(1, 0.01) + read * self.cpu_of_a_read_us
                columns = {
                    "commits": commits,
                    "class2_cpu": cpu,
                    "sync_io_wait": read * self.read_us,
                    "sync_io_waits": read,
                    "lock_wait": commits * 50.0 * noise.gauss(1, 0.05),
                    "class2_elapsed": cpu + read * self.read_us + commits * 150.0,
                }
                threads.append(thread(0, at=when(n + 0.5), plan=plan, **columns))
            pool.append(POOL | {"buffers": self.buffers, "sync_reads": reads + 25})
            dbm1.append(
                {
                    "space": "DBM1",
                    "tcb_time": 5e6,
                    "srb_time": 3e6,
                    "ziip_time": reads * self.ziip_of_a_read_us,
                }
            )
            commits_2p.append({"commits": 100})
        return [
            *statistics("QBST", pool),
            *statistics("QWSA", dbm1, ifcid=1),
            *statistics("Q3ST", commits_2p, ifcid=1),
            *threads,
        ]


BEFORE = Side(500_000, {"PAY": 8.0, "ORDERS": 3.0}, {"PAY": 10_000, "ORDERS": 20_000}, seed=1)
AFTER = Side(900_000, {"PAY": 2.0, "ORDERS": 1.0}, {"PAY": 10_000, "ORDERS": 20_000}, seed=2)


def dump(path: Path, side: Side) -> Path:
    path.write_bytes(b"".join(_native.encode_records(side.records())))
    return path


def proved(tmp_path: Path, before: Side, after: Side) -> Proof:
    return prove(dump(tmp_path / "before.smf", before), dump(tmp_path / "after.smf", after))


def by_measure(proof: Proof) -> dict[str, Difference]:
    return {
        difference.measure: difference for difference in proof.differences if difference.subject == SUBJECT
    }


def test_a_larger_pool_shows_in_reads_and_cpu_of_a_commit_and_by_processor(tmp_path: Path) -> None:
    actual = by_measure(proved(tmp_path, BEFORE, AFTER))
    reads, cpu = actual["reads per unit"], actual["CPU per unit"]
    # (10 x 8 + 20 x 3) / 30 reads a commit before, (10 x 2 + 20 x 1) / 30 after
    assert (reads.before.value, reads.after.value) == (
        pytest.approx(4.67, rel=0.05),
        pytest.approx(1.33, rel=0.05),
    )
    assert reads.verdict is cpu.verdict is Verdict.BETTER
    assert cpu.difference.low <= -3.33 * 50e-6 <= cpu.difference.high
    ziip, general = actual["zIIP CPU per unit"], actual["general CPU per unit"]
    assert ziip.before.value == pytest.approx(4.67 * 20e-6, rel=0.05)
    assert ziip.verdict is Verdict.CHANGED
    assert general.verdict is Verdict.BETTER
    assert general.before.value + ziip.before.value == pytest.approx(cpu.before.value)


def test_the_elapsed_time_of_a_commit_is_traced_to_synchronous_reads_by_plan(tmp_path: Path) -> None:
    proof = proved(tmp_path, BEFORE, AFTER)
    actual = by_measure(proof)
    assert actual[f"{CLASS}: elapsed"].verdict is Verdict.BETTER
    assert actual[f"{CLASS}: lock and latch wait"].verdict is Verdict.SAME
    parts = {part.part: part for part in proof.parts}
    io, whole = parts["synchronous I/O wait"], parts["synchronous I/O wait"].whole_difference
    assert io.part_difference.value == pytest.approx(-3.33 * 500e-6, rel=0.06)
    assert io.part_difference.value / whole.value > 0.9
    (mix,) = [mix for mix in proof.mixes if mix.subject == SUBJECT]
    assert mix.comparable
    assert {item.name: round(item.share_before) for item in mix.classes} == {
        "PAY": pytest.approx(33, abs=2),
        "ORDERS": pytest.approx(67, abs=2),
    }


def test_more_of_the_plan_that_reads_little_is_not_taken_for_the_work_of_the_pool(tmp_path: Path) -> None:
    lighter = Side(500_000, BEFORE.reads, {"PAY": 2_000, "ORDERS": 28_000}, seed=3)
    proof = proved(tmp_path, BEFORE, lighter)
    elapsed = by_measure(proof)[f"{CLASS}: elapsed"]
    assert elapsed.held
    assert elapsed.verdict is Verdict.SAME
    (mix,) = [mix for mix in proof.mixes if mix.subject == SUBJECT]
    assert not mix.comparable
    assert mix.crude < 0


def test_the_command_says_so_with_the_pool_that_was_enlarged(tmp_path: Path) -> None:
    paths = dump(tmp_path / "before.smf", BEFORE), dump(tmp_path / "after.smf", AFTER)
    done = in_process.run("prove", *paths)
    assert done.returncode == 0, done.stderr
    assert "synchronous I/O wait explains" in done.stdout
    assert "500,000" in done.stdout
    assert "900,000" in done.stdout


def test_tasks_of_parallelism_are_no_part_of_the_elapsed_time_of_a_plan() -> None:
    child = thread(1, plan="SCAN", parent_agent="0A0B0C0D", class2_cpu=9e6, class2_elapsed=9e6)
    (time,) = said(child, thread(2, plan="SCAN", commits=4, class2_cpu=1e6, class2_elapsed=3e6)).class_times
    assert (time.name, time.units, time.elapsed, time.parts["CPU"]) == ("SCAN", 4, 3.0, 1.0)


def test_time_of_an_interval_without_a_commit_counts_for_a_plan_that_commits_later() -> None:
    late = [thread(0, plan="BATCH", commits=n, at=when(n + 0.5), class2_elapsed=2e6) for n in (0, 1)]
    never = thread(0, plan="READER", commits=0)
    class_times = said(*late, never).class_times
    assert [(item.name, item.units, item.elapsed) for item in class_times] == [
        ("BATCH", 0, 2.0),
        ("BATCH", 1, 2.0),
    ]
    assert class_times[1].start - class_times[0].start == timedelta(minutes=15)
