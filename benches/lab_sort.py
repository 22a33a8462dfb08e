"""External merge sorts of the machine: each memory forecast from the run with one other, and its errors.

    python benches/lab_sort.py --write              # runs, keeps runs and table in benches/results/sort.json
    python benches/lab_sort.py --kept               # judges the runs that are kept there
    python benches/lab_sort.py --seeds 1 2          # other seeds, to look at

`sort` of GNU coreutils sorts files larger than its memory, on a disk of its own: each request waits for a
relay that serves one at a time, and takes a seek where it goes elsewhere than the one before it. So nothing
of it hides in the page cache of Linux, and time is that of the disk, however busy the machine is. A seed
makes a disk (seek, rate, request), another one for work files or none, and a file (lines). Processor time is
that of `sort`, of moving its work to storage and back, and of asking for its requests: what brings bytes to
the disk and from it plays a channel, and takes none of a sort's.

`storage`: as DFSORT does, a sort with little main storage keeps its work files in storage while there is
room, and on the disk what is left, at eight sizes of storage from none to all. Each run becomes evidence as a
report of DFSORT's records prints one, and from that of each size every other one is forecast by what
`getpage forecast` prints. `main`: eight sizes of `sort -S`, whose work is wholly on the disk until all of the
file fits; the shape alone, as DFSORT keeps a part in storage. docs/lab/forecast-errors.md has the table.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import struct
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING

import lab_java

import getpage
from getpage.app.observe import observe
from getpage.core.errors import GetpageError
from getpage.evidence.view import StoreEvidence
from getpage.result.forecast import FigureName

if TYPE_CHECKING:
    from getpage.result import Estimate

MIB, GIB, TRACK = 1 << 20, 1 << 30, 56_664
#: Of the file, and of main storage where work files are kept in storage: some twenty of them.
MEGABYTES, MAIN = 32, 2
#: Sizes, as shares of the file; each line takes more than its length in `sort`'s memory.
STORAGE = (0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.1)
MEMORY = (0.06, 0.12, 0.25, 0.4, 0.6, 0.8, 1.6, 2.4)
SEEDS = tuple(range(301, 313))
#: A run becomes a sort so many times as large and as long, as a report rounds to a thousandth of a GB.
SCALE = 256
#: Sizes that differ by less, as a share of the file, are the same.
LEAST_APART = 0.05
#: What relays count together (lab_sort_disk.c): the last that was served, requests for work, and nanoseconds
#: of processor time, their own and those of them that a sort would spend itself.
COUNTERS = struct.Struct("4q")
RESULTS = Path(__file__).parent / "results" / "sort.json"
RELAY = Path(__file__).parent / "lab_sort_disk.c"
HEADS = (
    "Day Timestamp Pgm Elapse Secs CPU Secs GB Sorted Hiperspace GB Used Work Dataset Tracks Used "
    "Work Dataset I/Os\n"
)
MEASURES = ("processor time", "time waited")

Cost = tuple[float, float, float]


@dataclass(frozen=True)
class Disk:
    """What a seed makes: milliseconds of a seek, MB/s, KiB of a request; bytes of a line; whether work files
    have another disk of the same kind, so that their I/O hides behind input and output.
    """

    seek: float
    rate: float
    request: int
    line: int
    apart: bool

    @classmethod
    def of(cls, seed: int) -> Disk:
        """The same for the same seed."""
        chance = random.Random(seed)
        return cls(
            seek=round(chance.uniform(0.0, 8.0), 2),
            rate=round(15 * 4 ** chance.random(), 1),
            request=chance.choice((128, 256, 512)),
            line=chance.choice((80, 200, 500, 1000)),
            apart=chance.random() < 0.5,
        )


@dataclass(frozen=True)
class Run:
    """A sort with so many bytes of storage for its work: seconds, and bytes and requests of its work."""

    kind: str
    seed: int
    storage: int
    elapsed: float
    cpu: float
    held: int
    disk: int
    requests: int
    size: int

    def truth(self, measure: str) -> float:
        """Seconds that it took of a measure."""
        return (self.cpu, self.elapsed - self.cpu)[MEASURES.index(measure)]


def main() -> None:
    """Run everything and print the table; a sentence where something is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS, help="disks and files to run with")
    parser.add_argument("--kept", action="store_true", help="judge the runs that are kept")
    parser.add_argument("--keep", type=Path, default=RESULTS, help="where runs are kept")
    parser.add_argument("--write", action="store_true", help=f"keep runs and table as {RESULTS.name}")
    asked = parser.parse_args()
    if asked.kept:
        runs = [Run(**run) for run in json.loads(asked.keep.read_text())["runs"]]
    else:
        if shutil.which("sort") is None or shutil.which("cc") is None:
            print("No sort or no C compiler is on this machine: the laboratory of sorts was not run.")
            return
        with tempfile.TemporaryDirectory() as scratch:
            runs = [run for seed in asked.seeds for run in runs_of(seed, Path(scratch))]
    found = judged(runs)
    if asked.write:
        asked.keep.write_text(lab_java.written(found), encoding="utf-8")
    print(table(found))


def runs_of(seed: int, directory: Path) -> list[Run]:
    """The sorts of one seed: both kinds at all sizes."""
    disk, relay = Disk.of(seed), directory / "relay"
    if not relay.exists():
        subprocess.run(["cc", "-O2", "-o", str(relay), str(RELAY)], check=True)
    made = written(directory / "input", disk.line, seed)
    sorter = Sorter(relay, directory, made, disk, seed)
    every = sorter.run("storage", MAIN * MIB, places=1000)
    each = every.size / sorter.files
    found = [sorter.run("storage", MAIN * MIB, places=round(share * every.size / each)) for share in STORAGE]
    found += [sorter.run("main", round(share * MEGABYTES * MIB), places=0) for share in MEMORY]
    return found


def written(made: Path, length: int, seed: int) -> Path:
    """The file: lines with random keys of 20 characters, the same every time."""
    chance = random.Random(seed)
    with made.open("wb") as file:
        for _ in range(MEGABYTES):
            keys = chance.randbytes(MIB // length * 10).hex()
            lines = (keys[n : n + 20].ljust(length - 1, "x") for n in range(0, len(keys), 20))
            file.write(("\n".join(lines) + "\n").encode())
    return made


@dataclass
class Sorter:
    """Sorts of one file on one disk; `files` is how many work files the last one kept in storage."""

    relay: Path
    directory: Path
    made: Path
    disk: Disk
    seed: int
    files: int = 0

    def run(self, kind: str, memory: int, *, places: int) -> Run:
        """One sort with so many bytes of main storage, and places for work files in storage."""
        disk, store = self.directory / "disk", tempfile.mkdtemp(dir=_in_storage())
        shared = self.directory / "work-disk" if self.disk.apart else disk
        for device in {disk, shared}:
            device.write_bytes(bytes(COUNTERS.size))
        settings = {
            "LC_ALL": "C",
            "LAB_DISK": str(disk),
            "LAB_WORK": str(shared),
            "LAB_SEEK": str(1e6 * self.disk.seek),
            "LAB_BYTE": str(1e3 / self.disk.rate),
            "LAB_REQUEST": str(1024 * self.disk.request),
            "LAB_STORE": store,
            "LAB_SLOTS": str(places),
        }
        out = self.directory / "output"
        words = ["sort", f"-S{memory // 1024}k", "--parallel=1", "--batch-size=200"]
        words += ["-T", str(self.directory), f"--compress-program={self.relay}"]
        before, begin = _processor(), monotonic()
        with self.made.open("rb") as source, out.open("wb") as sink:
            every = {**os.environ, **settings}
            reader = subprocess.Popen([self.relay, "-i"], stdin=source, stdout=subprocess.PIPE, env=every)
            sorter = subprocess.Popen(words, stdin=reader.stdout, stdout=subprocess.PIPE, env=every)
            reader.stdout.close()
            writer = subprocess.Popen([self.relay, "-o"], stdin=sorter.stdout, stdout=sink, env=every)
            sorter.stdout.close()
            ends = [process.wait() for process in (reader, sorter, writer)]
        elapsed, cpu = monotonic() - begin, _processor() - before
        if any(ends):
            message = f"sort of seed {self.seed} with {memory} bytes ended with {ends}"
            raise RuntimeError(message)
        kept = [path.stat().st_size for path in Path(store).iterdir()]
        shutil.rmtree(store)
        self.files = len(kept)
        counted = [COUNTERS.unpack(device.read_bytes()) for device in {disk, shared}]
        requests, size = sum(counts[1] for counts in counted), out.stat().st_size
        cpu -= sum(spent - of_sort for *_, spent, of_sort in counted) / 1e9
        on_disk = size - sum(kept) if requests else 0
        return Run(kind, self.seed, places, elapsed, cpu, size - on_disk, on_disk, requests, size)


def _processor() -> float:
    """Processor seconds of all processes that this one began and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _in_storage() -> str | None:
    """A directory whose files are in storage, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def judged(runs: list[Run]) -> dict[str, object]:
    """Errors by measure and how often the interval held, of sorts with work in storage; and all runs."""
    mine = [run for run in runs if run.kind == "storage"]
    errors = {measure: [] for measure in MEASURES}
    held = dict.fromkeys(MEASURES, 0)
    unsaid = 0
    with tempfile.TemporaryDirectory() as scratch:
        sites = [Site(run, Path(scratch) / str(n)) for n, run in enumerate(mine)]
        for site, other in product(sites, mine):
            run = site.run
            if run.seed != other.seed or abs(run.held - other.held) < LEAST_APART * run.size:
                continue
            said = site.forecast(other.held)
            unsaid += said is None
            for measure, (value, low, high) in (said or {}).items():
                truth = other.truth(measure)
                errors[measure].append(100 * (value / truth - 1))
                held[measure] += low <= truth <= high
    rows = [
        {
            "measure": measure,
            "forecasts": len(errors[measure]),
            "median_error": round(median(map(abs, errors[measure])), 1) if errors[measure] else None,
            "worst_error": round(max(errors[measure], key=abs), 1) if errors[measure] else None,
            "held": held[measure],
            "nothing_said": unsaid,
        }
        for measure in MEASURES
    ]
    command = "python benches/lab_sort.py --write"
    return {"command": command, "rows": rows, "runs": [asdict(run) for run in runs]}


@dataclass
class Site:
    """A run as evidence: a sort with its times and bytes `SCALE` times as large, in a store."""

    run: Run
    store: Path

    def __post_init__(self) -> None:
        """Load it."""
        run = self.run
        size, held = (f"{SCALE * n / GIB:,.3f}" for n in (run.size, run.held))
        self.store.mkdir()
        report = self.store / "sorts.txt"
        report.write_text(
            f"{HEADS}5 01:50:00.00 SORT {SCALE * run.elapsed:,.3f} {SCALE * run.cpu:,.3f} {size} {held} "
            f"{round(SCALE * run.disk / TRACK):,} {SCALE * run.requests:,}\n"
        )
        [self.knob] = observe(StoreEvidence(getpage.load(report, into=self.store / "store"))).knobs

    def forecast(self, storage: int) -> dict[str, Cost] | None:
        """What a forecast prints of another storage, in seconds of the run; None where it says nothing."""
        size = min(SCALE * storage // MIB, max(self.knob.curve.sizes))
        try:
            made = getpage.forecast(self.store / "store", f"{self.knob.id}={size}")
        except GetpageError:
            return None
        found = {figure.name: figure for figure in made.figures if figure.subject == self.knob.id}
        # The hour of the curve has all or a part of the sort: figures are of the run as it was.
        cpu, wait = (found[name] for name in (FigureName.CPU, FigureName.WAIT))
        part = (cpu.before.value + wait.before.value) / self.run.elapsed
        each = (tuple(end / part for end in ends_of(figure.after)) for figure in (cpu, wait))
        return dict(zip(MEASURES, each, strict=True))


def ends_of(estimate: Estimate) -> Cost:
    """Best guess and interval."""
    return estimate.value, estimate.low, estimate.high


def table(found: dict[str, object]) -> str:
    """The tables in Markdown; docs/lab/forecast-errors.md has them from here."""
    lines = []
    for kind in ("storage", "main"):
        lines += [
            f"| {kind} MiB | elapsed s | CPU s | work on disk MiB | requests |",
            "|---|---|---|---|---|",
        ]
        runs = [Run(**run) for run in found["runs"]]
        lines += [
            f"| {run.held / MIB:.0f} | {run.elapsed:.2f} | {run.cpu:.2f} | {run.disk / MIB:.0f} | "
            f"{run.requests} |"
            for run in runs
            if run.kind == kind and run.seed == runs[0].seed
        ]
        lines.append("")
    lines += [
        "| measure | forecasts | median error | worst | inside the 90 % interval | nothing said |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['measure']} | {row['forecasts']} | {row['median_error']} % | "
        f"{row['worst_error']:+} % | {100 * row['held'] / max(row['forecasts'], 1):.0f} % | "
        f"{row['nothing_said']} |"
        for row in found["rows"]
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
