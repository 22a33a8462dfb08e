"""What a whole load takes beside decoding alone: `python benches/load_share.py DIRECTORY [DAYS ...]`.

Of one, four and twelve days of `store_years` (376 MB each), in turn: the decoder from the file to Parquet on
two threads, and `getpage load` of the same file into an empty store, which also knows duplicates, digests
file and parts, and has all of it on disk when it ends. Each is a process of its own; the least of several
runs counts, as the rest is other people's noise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from store_years import MINUTES, write_day

RUNS = 7
_DECODE = (
    "import sys; from pathlib import Path; from getpage import _native;"
    "_native.load_files([(Path(sys.argv[1]), 1)], Path(sys.argv[2]), 2, [])"
)
_LOAD = (
    "import sys; from getpage.cli import main;"
    "sys.argv = ['getpage', 'load', sys.argv[1], '--into', sys.argv[2]]; main()"
)


def write_days(path: Path, days: int, minutes: int = MINUTES) -> None:
    """So many days in one file, of each the first minutes."""
    piece = path.with_suffix(".day")
    with path.open("wb") as out:
        for day in range(days):
            write_day(piece, day, minutes)
            with piece.open("rb") as file:
                shutil.copyfileobj(file, out, 1 << 22)
    piece.unlink()


def measure(code: str, dump: Path, into: Path) -> tuple[float, float]:
    """Seconds by the clock and of the processors that a process takes to bring a dump there."""
    shutil.rmtree(into, ignore_errors=True)
    if code == _DECODE:
        into.mkdir()
    os.sync()
    begin = time.perf_counter()
    done = subprocess.Popen([sys.executable, "-c", code, str(dump), str(into)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(done.pid, 0)
    if status:
        message = f"{dump}: ended with {status}"
        raise SystemExit(message)
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime


def main() -> None:
    """Print a Markdown table."""
    directory = Path(sys.argv[1])
    print("| what | seconds | times decoding | processor seconds | times decoding |\n|---|---|---|---|---|")
    for days in [int(each) for each in sys.argv[2:]] or [1, 4, 12]:
        dump, into = directory / "days.smf", directory / "into"
        write_days(dump, days)
        pairs = [(measure(_DECODE, dump, into), measure(_LOAD, dump, into)) for _ in range(RUNS)]
        decoding, load = ([min(run[i][j] for run in pairs) for j in (0, 1)] for i in (0, 1))
        size = f"{dump.stat().st_size / 1e6:,.0f} MB"
        dump.unlink()
        print(f"| decoding of {size} | {decoding[0]:.2f} | | {decoding[1]:.2f} | |")
        clock, cpu = (mine / alone for mine, alone in zip(load, decoding, strict=True))
        print(f"| `load` of {size} | {load[0]:.2f} | {clock:.2f} | {load[1]:.2f} | {cpu:.2f} |", flush=True)
    shutil.rmtree(into, ignore_errors=True)


if __name__ == "__main__":
    main()
