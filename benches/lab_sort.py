"""An external merge sort of the machine: each memory forecast from the run with one other, and its errors.

    python benches/lab_sort.py --write              # keeps the table in benches/results/sort.json
    python benches/lab_sort.py --megabytes 64       # a smaller file, to see that it runs

`sort -S` of GNU coreutils sorts a file of 256 MB on disk with eight memories, of which two hold all of it.
What each run read and wrote is what Linux counted of its process (/proc/PID/io): what is beyond its input
and output is work. Each run becomes evidence as a report of DFSORT's records prints one, and from that of
each memory every other one is forecast by what the product offers as a curve, and compared with the run
that had it. The page docs/forecast-errors.md has the table.

It is no DFSORT: it keeps no part of its work in memory once that is too small, and merges again where there
are more runs than it merges at a time. It tells the shape of what memory brings a merge sort, and how far
the bounds reach.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from statistics import median
from time import monotonic

import getpage
from getpage.app.observe import observe
from getpage.evidence.view import StoreEvidence

MIB, GIB, TRACK = 1 << 20, 1 << 30, 56_664
MEGABYTES = 256
#: Memories, as shares of the file; each line takes a third of its length more in memory.
SHARES = (0.03, 0.06, 0.12, 0.25, 0.5, 0.75, 1.5, 2.0)
LINE = 100
RESULTS = Path(__file__).parent / "results" / "sort.json"
HEADS = (
    "Day Timestamp Pgm Elapse Secs CPU Secs GB Sorted Hiperspace GB Used Work Dataset Tracks Used "
    "Work Dataset I/Os\n"
)
#: The requests that stand for bytes, of DFSORT's chains: only their share of all is looked at.
CHAIN = 400_000
MEASURES = ("work on disk", "processor time", "elapsed time")

Cost = tuple[float, float, float]


@dataclass(frozen=True)
class Run:
    """A sort with `memory` MiB: seconds, and bytes that it wrote beside its output."""

    memory: int
    elapsed: float
    cpu: float
    spilled: int
    size: int

    def truth(self, measure: str) -> float:
        """What it took of a measure: bytes on disk (once, however often it was merged), or seconds."""
        found = (min(self.spilled, self.size), self.cpu, self.elapsed)
        return float(found[MEASURES.index(measure)])


def main() -> None:
    """Run everything and print the table; a sentence where there is no sort that takes -S."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=MEGABYTES, help="size of the file")
    parser.add_argument("--write", action="store_true", help=f"keep the table as {RESULTS.name}")
    asked = parser.parse_args()
    program = shutil.which("sort")
    if program is None or not Path("/proc/self/io").exists():
        print("No sort whose I/O is counted is on this machine: the laboratory of sorts was not run.")
        return
    with tempfile.TemporaryDirectory() as scratch:
        made = written(Path(scratch), asked.megabytes)
        runs = [run(program, made, round(share * asked.megabytes)) for share in SHARES]
    found = judged(runs)
    if asked.write:
        RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(table(found))


def written(directory: Path, megabytes: int) -> Path:
    """The file: lines of 100 bytes with random keys, the same every time."""
    made, chance = directory / "input", random.Random(7)
    with made.open("wb") as file:
        for _ in range(megabytes):
            keys = chance.randbytes(MIB // LINE * 10).hex()
            lines = (keys[n : n + 20].ljust(LINE - 1, "x") for n in range(0, len(keys), 20))
            file.write(("\n".join(lines) + "\n").encode())
    return made


def run(program: str, made: Path, memory: int) -> Run:
    """One sort with so many MiB, with the time and I/O of its process."""
    out = made.with_name("output")
    words = [program, "-S", f"{memory}M", "--parallel=1", "-T", str(made.parent), "-o", str(out), str(made)]
    begin = monotonic()
    child = subprocess.Popen(words, env={**os.environ, "LC_ALL": "C"})
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    elapsed = monotonic() - begin
    counted = Path(f"/proc/{child.pid}/io").read_text()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        message = f"sort with {memory} MiB ended with {child.returncode}"
        raise RuntimeError(message)
    wrote = int(dict(line.split(": ") for line in counted.splitlines())["wchar"])
    size = out.stat().st_size
    return Run(memory, elapsed, used.ru_utime + used.ru_stime, max(0, wrote - size), size)


def forecasts(one: Run, memory: int) -> dict[str, Cost] | None:
    """What is forecast from one run for another memory; None where nothing is."""
    held = one.size if not one.spilled else 0
    figures = (
        f"5 01:30:00.00 SORT {one.elapsed:,.3f} {one.cpu:,.3f} {one.size / GIB:,.3f} {held / GIB:,.3f} "
        f"{-(-one.spilled // TRACK):,} {one.spilled // CHAIN:,}\n"
    )
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "sorts.txt"
        report.write_text(HEADS + figures)
        store = getpage.load(report, into=Path(scratch) / "store")
        knobs = observe(StoreEvidence(store)).knobs
    if not knobs or knobs[0].curve is None:
        return None
    curve, wanted = knobs[0].curve, min(memory, max(knobs[0].curve.sizes))
    cpu, wait = (at(curve.sizes, rates, wanted) for rates in (curve.cpu, curve.wait))
    disk = max(0.0, float(one.size - wanted * MIB))
    return {
        "work on disk": (disk, 0.0, float(one.size) if disk else 0.0),
        "processor time": cpu,
        "elapsed time": tuple(a + b for a, b in zip(cpu, wait, strict=True)),
    }


def at(sizes, rates, size: int) -> Cost:
    """Seconds in the hour at a size: on the line between the two around it, with the bounds of both."""
    upper = next(n for n, one in enumerate(sizes) if one >= size)
    lower = upper if sizes[upper] == size else upper - 1
    share = 0.0 if upper == lower else (size - sizes[lower]) / (sizes[upper] - sizes[lower])
    value = rates.value[lower] + share * (rates.value[upper] - rates.value[lower])
    low, high = min(rates.low[lower], rates.low[upper]), max(rates.high[lower], rates.high[upper])
    return 3600 * value, 3600 * low, 3600 * high


def judged(runs: list[Run]) -> dict[str, object]:
    """Errors by measure, how often the interval held, and the runs themselves."""
    pairs = [(one, other, forecasts(one, other.memory)) for one, other in permutations(runs, 2)]
    rows = []
    for measure in MEASURES:
        errors, held, unsaid = [], 0, 0
        for _, other, said in pairs:
            if said is None:
                unsaid += 1
                continue
            (value, low, high), truth = said[measure], other.truth(measure)
            held += low <= truth <= high
            if truth:
                errors.append(100 * (value / truth - 1))
        rows.append(
            {
                "measure": measure,
                "forecasts": len(pairs) - unsaid,
                "median_error": round(median(map(abs, errors)), 1) if errors else None,
                "worst_error": round(max(errors, key=abs), 1) if errors else None,
                "held": held,
                "nothing_said": unsaid,
            }
        )
    shape = [
        {
            "memory_mib": one.memory,
            "elapsed_s": round(one.elapsed, 2),
            "cpu_s": round(one.cpu, 2),
            "work_mib": round(one.spilled / MIB),
        }
        for one in runs
    ]
    command = "python benches/lab_sort.py --write"
    return {"command": command, "file_mib": runs[0].size // MIB, "rows": rows, "shape": shape}


def table(found: dict[str, object]) -> str:
    """The tables in Markdown; docs/forecast-errors.md has them from here."""
    lines = ["| memory MiB | elapsed s | CPU s | work written MiB |", "|---|---|---|---|"]
    lines += [
        f"| {one['memory_mib']} | {one['elapsed_s']} | {one['cpu_s']} | {one['work_mib']} |"
        for one in found["shape"]
    ]
    lines += [
        "",
        "| measure | forecasts | median error | worst | inside the interval | nothing said |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one['measure']} | {one['forecasts']} | {one['median_error']} % | {one['worst_error']:+} % | "
        f"{100 * one['held'] / max(one['forecasts'], 1):.0f} % | {one['nothing_said']} |"
        for one in found["rows"]
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
