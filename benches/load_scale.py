"""What a second processor brings a load, in pairs. One command: `make bench-scale`.

`getpage load` of one dump and of sixteen gzip files, each a process of its own that is held to one processor
and then to two, in turn. What counts is the median of the ratios of these pairs; their range is beside it.
Then processor seconds, which show what two cost together, and the peak memory for a file and for one twice as
long. A load works out its days too. Then what a cluster needs: 1,000 cuts planned, one range of 256 MB
against its share of all of the file, and, where PySpark is installed (`make spark`), a load by Spark on two
processors against one without it. Last, what a check costs that merges days which were kept, against one that
works each of them out, and against one pass over all rows; all three say the same. Files and store are in
DIRECTORY: where its disk is slower than two decoders, the disk is measured. Use a quiet machine.
"""

from __future__ import annotations

import gzip
import os
import shutil
import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from load_share import write_days
from store_years import MINUTES, write_day

from getpage import _native

if TYPE_CHECKING:
    from collections.abc import Iterable

PAIRS = 3
FILES = 16
DAYS = 6
RANGE = 256_000_000
#: A quarter of each day, so that all of it takes minutes.
QUARTER = MINUTES // 4
_LOAD = (
    "import sys; from getpage.cli import main;"
    "sys.argv = ['getpage', 'load', *sys.argv[2:], '--into', sys.argv[1]]; main()"
)
#: No answers by day.
_AT_ONCE = "import sys; from getpage.evidence import beside; beside.FEWEST_DAYS = sys.maxsize; "


def measure(paths: list[Path], into: Path, processors: set[int], *how: str) -> tuple[float, float, int]:
    """Seconds by the clock, processor seconds and peak memory of one load into an empty store."""
    shutil.rmtree(into, ignore_errors=True)
    os.sync()
    command = [sys.executable, "-c", _LOAD, str(into), *map(str, paths), *how]
    begin = time.perf_counter()
    done = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, processors),
    )
    _, status, used = os.wait4(done.pid, 0)
    if status:
        message = f"getpage load {paths[0]} --into {into} ended with {status}: enter it to see why"
        raise SystemExit(message)
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def spread(ratios: Iterable[float]) -> str:
    """The median of some ratios, and the least and the largest."""
    least, *_, most = ordered = sorted(ratios)
    return f"{statistics.median(ordered):.2f} ({least:.2f} to {most:.2f})"


def row(name: str, paths: list[Path], into: Path, processors: list[int]) -> None:
    """Print what pairs of loads with one and two processors come to."""
    one, two = set(processors[:1]), set(processors[:2])
    pairs = [(measure(paths, into, one), measure(paths, into, two)) for _ in range(PAIRS)]
    ratio = spread(alone[0] / both[0] for alone, both in pairs)
    seconds, cpu = (statistics.median(both[i] for _, both in pairs) for i in (0, 1))
    alone = statistics.median(alone[1] for alone, _ in pairs)
    peak = max(both[2] for _, both in pairs) / 1e6
    print(f"| {name} | {ratio} | {seconds:.1f} | {alone:.1f}, {cpu:.1f} | {peak:.0f} |", flush=True)


def main() -> None:
    """Print two Markdown tables."""
    directory = Path(sys.argv[1])
    into, processors = directory / "into", sorted(os.sched_getaffinity(0))
    print(
        "| load of | two processors against one | seconds with two | CPU s with one, two | peak MB with two |"
    )
    print("|---|---|---|---|---|")
    dump = directory / "days.smf"
    for days in (6, 12):
        write_days(dump, days, QUARTER)
        row(f"one file of {dump.stat().st_size / 1e6:,.0f} MB", [dump], into, processors)
    ranges(dump, directory / "ranges")
    cluster(dump, into, processors)
    dump.unlink()
    packed = [directory / f"{n:02}.gz" for n in range(FILES)]
    for n, path in enumerate(packed):
        write_day(dump, n, QUARTER)
        with dump.open("rb") as plain, gzip.open(path, "wb", compresslevel=1) as out:
            shutil.copyfileobj(plain, out, 1 << 22)
    row(f"{FILES} gzip files", packed, into, processors)
    merging(packed[:DAYS], into)
    shutil.rmtree(into)
    for path in (dump, *packed):
        path.unlink()


def ranges(dump: Path, into: Path) -> None:
    """Print what ranges cost that are loaded apart, as of a cluster."""
    size = dump.stat().st_size
    begin = time.process_time()
    cuts = _native.cuts(dump, size // 1_001, [])
    planning = time.process_time() - begin

    def decoding(start: int, end: int | None) -> float:
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir()
        begin = time.process_time()
        _native.load_apart([(dump, 0, start, end)], into, "0", into / "state", into, 1, [])
        return time.process_time() - begin

    start, end, *_ = _native.cuts(dump, RANGE, [])
    pairs = [(decoding(0, None), decoding(start, end)) for _ in range(3)]
    share = spread(part / (whole * (end - start) / size) for whole, part in pairs)
    shutil.rmtree(into)
    print(f"{len(cuts)} cuts: {planning:.2f} CPU s. A range of {RANGE / 1e6:.0f} MB: {share} of its share.")


def merging(paths: list[Path], into: Path) -> None:
    """Print what merging days costs against working each of them out, and against a pass over all rows."""
    measure(paths, into, os.sched_getaffinity(0))

    def checked(before: str = "") -> tuple[float, bytes]:
        code = f"{before}import sys; from getpage.cli import main; sys.argv[0] = 'getpage'; main()"
        command = [sys.executable, "-c", code, "check", str(into), "--format", "json"]
        begin = os.times()
        said = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        end = os.times()
        return end.children_user + end.children_system - begin.children_user - begin.children_system, said

    pairs = [(checked(), checked(_AT_ONCE)) for _ in range(3)]
    shutil.rmtree(into / "daily")
    first, said = checked()
    if {answer for pair in pairs for _, answer in pair} != {said}:
        raise SystemExit("a merge, a pass over all rows and days that are worked out say different things")
    merged = statistics.median(kept[0] for kept, _ in pairs)
    ratio = spread(kept[0] / whole[0] for kept, whole in pairs)
    ratios = f"{ratio} of a pass over all rows, {merged / first:.2f} of working them out"
    print(f"Check of {len(paths)} days that were kept: {merged:.1f} CPU s, {ratios}.")


def cluster(dump: Path, into: Path, processors: list[int], pairs: int = 3) -> None:
    """Print what Spark on this machine takes against one process, with the same two processors."""
    if find_spec("pyspark") is None or shutil.which("java") is None:
        print("Not measured: a load by Spark (make spark, Java 17).")
        return
    os.environ["PYSPARK_SUBMIT_ARGS"] = "--master local[2] --conf spark.ui.enabled=false pyspark-shell"
    both = set(processors[:2])
    times = [
        (measure([dump], into, both)[0], measure([dump], into, both, "--engine", "spark")[0])
        for _ in range(pairs)
    ]
    ratio = spread(spark / plain for plain, spark in times)
    seconds = statistics.median(spark for _, spark in times)
    print(f"By Spark on two processors: {seconds:.1f} s {ratio} times as long as without.")


if __name__ == "__main__":
    main()
