"""What days cost that are added to a store: `make bench-weeks`.

The eight weeks of the demo, a dump a day, are loaded day by day. Measured in one run, as processor seconds of
whole commands (user and system, all threads): a check of one day, of all days for the first time and again,
the check after one more day on the second day and on the last, and verify. A ratio is the time above starting
(`--version`) to that of the check of one day, and holds on other machines.

Then large stores are checked again, with all kept of their days: a million intervals of Db2 and ten times as
many, and 133 days of fifty queue managers, 50 GB of SMF. Making them takes half an hour and 6 GB of disk;
`--stores` keeps them for the next time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from benches.answers.__main__ import machine, made, spent, write
from benches.store_years import run, write_day

BEGIN, END = "<!-- make bench-weeks -->", "<!-- end of make bench-weeks -->"
_DAYS = 133
_GETPAGE = "import sys; sys.argv[0] = 'getpage'; from getpage.cli import main; main()"


def seconds(*arguments: str) -> float:
    """Processor seconds of a command of getpage."""
    return spent([sys.executable, "-c", _GETPAGE, *arguments])[0]


def load(store: Path, *dumps: Path) -> None:
    """Load dumps into a store."""
    command = [sys.executable, "-c", _GETPAGE, "load", *map(str, dumps), "--into", str(store)]
    subprocess.run(command, check=True, capture_output=True)


def costs(root: Path) -> dict[str, float]:
    """Processor seconds above starting, by what was done."""
    files, store = root / "files", root / "store"
    subprocess.run(
        [sys.executable, "-c", _GETPAGE, "demo", "--weeks", "8", str(files)], check=True, capture_output=True
    )
    dumps = sorted(files.glob("*.bin"))
    seconds("--version")  # whoever uses it has its modules compiled
    start = seconds("--version")

    def check() -> float:
        return seconds("check", str(store)) - start

    load(store, dumps[0])
    check()
    of_days = {"check of 1 day": check()}
    load(store, dumps[1])
    of_days["check after one more day, on day 2"] = check()
    load(store, *dumps[2:-1])
    of_days["check of 55 days, 53 of them for the first time"] = check()
    of_days["check of 55 days again"] = check()
    load(store, dumps[-1])
    of_days["check after one more day, on day 56"] = check()
    of_days["check of 56 days again"] = check()
    of_days["verify of 56 days"] = seconds("verify", str(store)) - start
    of_days["check of the 56 files, without a store"] = seconds("check", str(files)) - start
    return of_days


def again(store: Path, times: int = 3) -> tuple[float, float]:
    """Least processor seconds and seconds of a check, start included, of a store that was checked before."""
    run("check", str(store))
    every = [run("check", str(store)) for _ in range(times)]
    return min(cpu for cpu, _, _ in every), min(clock for _, clock, _ in every)


def years(root: Path) -> Path:
    """Days of fifty queue managers, each loaded by itself; made where they are not there."""
    path, partial, dump = root / "years", root / "years.partial", root / "day.smf"
    if not path.exists():
        for day in range(_DAYS):
            write_day(dump, day)
            load(partial, dump)
        dump.unlink()
        partial.rename(path)
    return path


def goals(root: Path) -> list[str]:
    """What large stores cost, as lines of Markdown."""
    once, ten = (again(made(root, name)) for name in ("db2-million", "db2-million-ten"))
    of_years = again(years(root))
    rows = (
        ("a million intervals of Db2, a month", once, ""),
        ("ten times as many, 300 days", ten, f"{ten[0] / once[0]:.1f}"),
        (f"{_DAYS} days of 50 queue managers", of_years, ""),
    )
    lines = ["| check again of | CPU s | seconds | times the CPU |", "|---|---|---|---|"]
    return [
        *lines,
        *(f"| {what} | {cpu:.2f} | {clock:.1f} | {ratio} |" for what, (cpu, clock), ratio in rows),
    ]


def table(of_days: dict[str, float]) -> list[str]:
    """The costs as lines of Markdown."""
    one_day = of_days["check of 1 day"]
    lines = ["| what | CPU s above starting | times the check of 1 day |", "|---|---|---|"]
    return [*lines, *(f"| {what} | {cost:.2f} | {cost / one_day:.1f} |" for what, cost in of_days.items())]


def main() -> None:
    """Measure, print a Markdown table, and write it into a page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", type=Path, help="page to write the tables into")
    parser.add_argument("--stores", type=Path, help="where large stores are, or stay when they are made")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        lines = [*table(costs(Path(scratch))), "", *goals(arguments.stores or Path(scratch))]
    head = f"{date.today().isoformat()}, `make bench-weeks`. Machine: {machine()}."
    print("\n".join([head, "", *lines]))
    if arguments.write:
        write(arguments.write, [head, "", *lines], BEGIN, END)


if __name__ == "__main__":
    main()
