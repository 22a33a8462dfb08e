"""Make one of the stores of the benchmark of answers: `python -m benches.answers.make NAME STORE`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from benches.answers import db2, mq, zos
from benches.answers.stores import write_store

MINUTES, QUARTERS = 840, 2_880  # fourteen hours by the minute; a month by the quarter of an hour

#: How each is made: the site, intervals, and in how many loads they came.
STORES = {
    "mq": (mq.site, MINUTES, 1),
    "mq-ten": (mq.site, 10 * MINUTES, 10),
    "db2": (db2.site, QUARTERS, 30),
    "db2-million": (partial(db2.site, members=7), QUARTERS, 30),
    "db2-million-ten": (partial(db2.site, members=7), 10 * QUARTERS, 300),
    "zos": (zos.site, QUARTERS, 30),
}


def main() -> None:
    """Write the store; half a store is never left under its name."""
    name, path = sys.argv[1], Path(sys.argv[2])
    site, intervals, loads = STORES[name]
    partial = path.with_name(f"{path.name}.partial")
    write_store(partial, site(), intervals=intervals, loads=loads)
    partial.rename(path)


if __name__ == "__main__":
    main()
