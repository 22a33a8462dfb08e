"""As many cases as time allows, on every processor, and one report of distinct failures."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hostile.cases import KINDS
from hostile.seeds import Seeds, make
from hostile.verdict import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Failure(NamedTuple):
    """A case that failed, and how."""

    kind: str
    number: int
    what: str
    told: str
    words: tuple[str, ...]


def case(kind: str, number: int, seeds: Seeds) -> Failure | None:
    """Do one case."""
    chance = Random(f"{kind} {number}")
    with tempfile.TemporaryDirectory(prefix="hostile-") as scratch, _within(Path(scratch)) as place:
        words = KINDS[kind](chance, seeds, place)
        problem = run(words)
    return None if problem is None else Failure(kind, number, problem.what, problem.told, tuple(words))


class _within:
    """A working and temporary directory of its own, which shows what a command leaves behind."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __enter__(self) -> Path:
        self.before, self.kept = Path.cwd(), tempfile.tempdir
        os.chdir(self.place)
        tempfile.tempdir = str(self.place)
        return self.place

    def __exit__(self, *_: object) -> None:
        os.chdir(self.before)
        tempfile.tempdir = self.kept


def _work(task: tuple[Path, str, range, float]) -> tuple[str, int, list[Failure]]:
    root, kind, numbers, until = task
    seeds, collected, count = Seeds(root), [], 0
    for number in numbers:
        if time.monotonic() > until:
            break
        count += 1
        try:
            failure = case(kind, number, seeds)
        except Exception as error:  # of the suite itself, which goes on
            failure = Failure(kind, number, f"the suite: {type(error).__name__}", str(error)[:500], ())
        if failure is not None:
            collected.append(failure)
    return kind, count, collected


def hunt(
    root: Path, kinds: Iterable[str], first: int, until: float, workers: int
) -> tuple[Counter[str], list[Failure]]:
    """Cases of each kind from number `first` on until the time is over."""
    make(root)
    counts: Counter[str] = Counter()
    failures: list[Failure] = []
    known = list(kinds)

    def tasks() -> Iterator[tuple[Path, str, range, float]]:
        at = first
        while time.monotonic() < until:
            for kind in known:
                yield root, kind, range(at, at + 8), until
            at += 8

    context = multiprocessing.get_context("spawn")  # threads of the libraries do not survive a fork
    with context.Pool(workers, maxtasksperchild=200) as pool:
        for kind, count, item in pool.imap_unordered(_work, tasks()):
            counts[kind] += count
            failures += item
    return counts, failures


def report(counts: Mapping[str, int], failures: list[Failure]) -> str:
    """Distinct failures, the most frequent first, each with the case that shows it."""
    each = ", ".join(f"{kind} {n:,}" for kind, n in sorted(counts.items()))
    lines = [f"{sum(counts.values()):,} cases: {each}"]
    first: dict[str, Failure] = {}
    for failure in failures:
        first.setdefault(failure.what, failure)
    often = Counter(failure.what for failure in failures)
    lines.append(f"{len(failures):,} failures, {len(first)} distinct")
    for what, times in often.most_common():
        failure = first[what]
        lines += ["", f"{times} x {what}", f"    python -m hostile --case {failure.kind}:{failure.number}"]
        lines += [f"    {' '.join(failure.words)[:300]!r}"]
        lines += [f"    {line}" for line in failure.told.strip().splitlines()[-12:]]
    return "\n".join(lines)


def main() -> None:
    """The command line of the hunt."""
    options = argparse.ArgumentParser(prog="python -m hostile", description=__doc__)
    options.add_argument("--minutes", type=float, default=1)
    options.add_argument("--kinds", default=",".join(KINDS))
    options.add_argument(
        "--first", type=int, default=int(time.time()) * 1000, help="number of the first case"
    )
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("--seeds", type=Path, default=Path(tempfile.gettempdir()) / "getpage-hostile-seeds")
    options.add_argument("--case", help="one case, KIND:NUMBER, as a report names it")
    given = options.parse_args()
    if given.case:
        kind, _, number = given.case.partition(":")
        print(case(kind, int(number), make(given.seeds)))
        return
    until = time.monotonic() + given.minutes * 60
    counts, failures = hunt(given.seeds, given.kinds.split(","), given.first, until, given.workers)
    print(report(counts, failures))
    raise SystemExit(1 if failures else 0)
