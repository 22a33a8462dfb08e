"""What days cost that are added to a store: `make bench-weeks`.

The eight weeks of the demo, a dump a day, are loaded day by day. Measured in one run, as processor seconds of
whole commands (user and system, all threads): a check of one day, of all days for the first time and again,
the check after one more day on the second day and on the last, and verify. A ratio is the time above starting
(`--version`) to that of the check of one day, and holds on other machines.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from benches.answers.__main__ import machine, spent, write

BEGIN, END = "<!-- make bench-weeks -->", "<!-- end of make bench-weeks -->"
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


def table(of_days: dict[str, float]) -> list[str]:
    """The costs as lines of Markdown."""
    one = of_days["check of 1 day"]
    lines = ["| what | CPU s above starting | times the check of 1 day |", "|---|---|---|"]
    return [*lines, *(f"| {what} | {cost:.2f} | {cost / one:.1f} |" for what, cost in of_days.items())]


def main() -> None:
    """Measure, print a Markdown table, and write it into a page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", type=Path, help="page to write the table into")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        lines = table(costs(Path(scratch)))
    head = f"{date.today().isoformat()}, `make bench-weeks`. Machine: {machine()}."
    print("\n".join([head, "", *lines]))
    if arguments.write:
        write(arguments.write, [head, "", *lines], BEGIN, END)


if __name__ == "__main__":
    main()
