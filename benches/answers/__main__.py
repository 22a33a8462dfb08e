"""What an answer costs: processor time and peak memory of whole commands. One command: `make bench-answers`.

Each command runs in a process of its own, which ends before the next begins, on files in the page cache.
Processor time is user and system together, of all threads. Beside a command, in the same run: what starting
takes (`--version`), and what reading takes at least, the same Parquet files read once by DuckDB with every
number summed. A command's ratio is its time above starting to DuckDB's above starting DuckDB.

Stores are made by processes of their own (`python -m benches.answers.make`), and nothing heavy is imported
here: a process that is started counts the memory of the one that starts it as its own.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

RUNS = 5
MEGABYTE = 1_000_000
BEGIN, END = "<!-- make bench-answers -->", "<!-- end -->"

#: The stores of `benches.answers.make` with what is told of each. For another product: a line there and here.
STORES = {
    "mq": "MQ: 50 queue managers, 1,200 pools, 840 intervals",
    "mq-ten": "MQ: the same pools, ten times the intervals",
    "db2": "Db2: 40 members, 2,000 pools, 2,880 intervals",
    "db2-million": "Db2: 7 members, 350 pools, 2,880 intervals",
    "db2-million-ten": "Db2: the same 350 pools, ten times the intervals",
    "zos": "z/OS: 40 images, 6,000 address spaces, 2,880 intervals",
}
DEMO = "the demo's day"

_GETPAGE = "import sys; sys.argv[0] = 'getpage'; from getpage.cli import main; main()"
_DUCKDB = """
import sys, duckdb
from pathlib import Path
store = Path(sys.argv[1]) / "days"
with duckdb.connect() as db:
    for table in sorted({part.name.partition("-")[0] for part in store.glob("*/*.parquet")}):
        files = f"read_parquet('{store}/*/{table}-*.parquet', union_by_name = true)"
        columns = db.execute(f"describe select * from {files}").fetchall()
        numbers = [name for name, kind, *_ in columns if "INT" in kind or kind == "DOUBLE"]
        db.execute(f"select {', '.join(f'sum({name})' for name in numbers)} from {files}").fetchall()
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds, a run each, and the largest peak of memory in bytes."""

    seconds: tuple[float, ...]
    peak: int

    @property
    def least(self) -> float:
        return min(self.seconds)

    def cells(self) -> str:
        middle, most = statistics.median(self.seconds), max(self.seconds)
        return f"{self.least:.2f} | {middle:.2f} | {most:.2f} | {self.peak / MEGABYTE:.0f}"


def cost(runs: int, code: str, *arguments: str) -> Cost:
    """What a command costs, after one run that is not counted."""
    found = [spent([sys.executable, "-c", code, *arguments]) for _ in range(runs + 1)][1:]
    return Cost(tuple(seconds for seconds, _ in found), max(peak for _, peak in found))


def spent(command: list[str]) -> tuple[float, int]:
    """Processor seconds and peak memory in bytes of one run."""
    # Whoever uses it has its modules compiled after the first run.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, env=env) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        message = f"getpage {' '.join(command[3:])} ended with {process.returncode}"
        raise SystemExit(message)
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def made(root: Path, name: str) -> Path:
    """The store of this name, made where it is not there."""
    path = root / name
    if not path.exists():
        subprocess.run([sys.executable, "-m", "benches.answers.make", name, str(path)], check=True)
    return path


def demo(root: Path) -> Path:
    """The demo's day, loaded."""
    files, path = root / "demo-files", root / "demo"
    if not path.exists():
        for arguments in (("demo", str(files)), ("load", str(files), "--into", str(path))):
            subprocess.run([sys.executable, "-c", _GETPAGE, *arguments], check=True, capture_output=True)
    return path


def measured(root: Path, names: list[str], runs: int) -> list[str]:
    """The table, line by line."""
    lines = [
        "| store | command | CPU s, least | median | most | peak MB | above starting | times DuckDB |",
        "|---|---|---|---|---|---|---|---|",
    ]

    def add(
        of: str, command: str, found: Cost, above: float | None = None, ratio: float | None = None
    ) -> None:
        said = "" if above is None else f"{above:.2f}", "" if ratio is None else f"{ratio:.1f}"
        lines.append(f"| {of} | {command} | {found.cells()} | {said[0]} | {said[1]} |")
        print(lines[-1], flush=True)

    print("\n".join(lines))
    start = cost(runs, _GETPAGE, "--version")
    bare = cost(runs, "import duckdb; duckdb.connect()").least
    add("", "`getpage --version`", start)
    for arguments in (("--help",), ("explain", "db2-pool-reads"), ("fields", "--table", "db2_buffer_pool")):
        found = cost(runs, _GETPAGE, *arguments)
        add("", f"`getpage {' '.join(arguments)}`", found, found.least - start.least)
    day = demo(root)
    for arguments in (("check",), ("report", "--output", str(root / "report.html")), ("plan",)):
        found = cost(runs, _GETPAGE, arguments[0], str(day), *arguments[1:])
        add(DEMO, f"`getpage {arguments[0]}`", found, found.least - start.least)
    for name in names:
        store = made(root, name)
        read = cost(runs, _DUCKDB, str(store))
        reading = max(read.least - bare, 0.01)
        add(STORES[name], "DuckDB reads every number", read, reading, 1)
        found = cost(runs, _GETPAGE, "check", str(store))
        above = found.least - start.least
        add(STORES[name], "`getpage check`", found, above, above / reading)
    return lines


def machine() -> str:
    """Processors, memory and system of this machine, as far as it says."""
    about = Path("/proc/cpuinfo")
    model = re.search(r"^model name\s*: (.*)$", about.read_text(), re.MULTILINE) if about.exists() else None
    name = model[1] if model else platform.processor() or platform.machine()
    gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    processors = len(os.sched_getaffinity(0))
    system = f"{platform.system()}, CPython {platform.python_version()}"
    return f"{processors} processors of {name}, {gib:.0f} GiB, {system}"


def write(page: Path, lines: list[str], begin: str = BEGIN, end: str = END) -> None:
    """Put the table between its marks in a page."""
    text = page.read_text()
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        message = f"{page}: no {begin} and {end}, between which the table belongs"
        raise SystemExit(message)
    page.write_text("\n".join([before + begin, *lines, end + after]))


def main() -> None:
    """Measure, print a Markdown table, and write it into a page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--keep", type=Path, help="directory for the stores, used again when they are there")
    parser.add_argument("--only", default="", help="stores by name, comma between: " + ",".join(STORES))
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs of each command ({RUNS})")
    parser.add_argument("--write", type=Path, help="page to write the table into")
    asked = parser.parse_args()
    names = [name for name in asked.only.split(",") if name] or list(STORES)
    if wrong := [name for name in names if name not in STORES]:
        parser.error(f"no store {', '.join(wrong)}; there are {', '.join(STORES)}")
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        root = asked.keep or Path(scratch)
        root.mkdir(parents=True, exist_ok=True)
        head = (
            f"{date.today().isoformat()}. Machine: {machine()}. {asked.runs} runs of each command, in turn."
        )
        print(head, end="\n\n")
        lines = measured(root, names, asked.runs)
    if asked.write:
        write(asked.write, [head, "", *lines])


if __name__ == "__main__":
    main()
