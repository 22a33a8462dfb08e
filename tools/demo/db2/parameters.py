"""The jobs that assemble the subsystem parameters of the members (DSNTIJUZ), as far as they matter here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import reports
from .estate import MEMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .definitions import MemberSpec

JOBS = "db2-parameters.txt"


def write_jobs(path: Path) -> None:
    """Write the steps that assemble the module, one for each member."""
    lines = [line for member in MEMBERS for line in _step(member)]
    lines += _of_test(reports.TEST, MAXRBLK=reports.MAXRBLK, REALSTORAGE_MAX="NOLIMIT")
    lines += _of_test(reports.SMALL, MAXRBLK=100_000, REALSTORAGE_MAX=reports.REALSTORAGE_MAX)
    path.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")


def _step(member: MemberSpec) -> Iterator[str]:
    yield "//DSNTIZA  EXEC PGM=ASMA90,PARM='OBJECT,NODECK'"
    yield "//SYSIN    DD  *"
    values = {
        "CACHEDYN": "YES",
        "EDMDBDC": member.edm_kb["dbd"],
        "EDMSTMTC": member.edm_kb["statement"],
        "EDM_SKELETON_POOL": member.edm_kb["skeleton"],
        "MAXRBLK": member.maxrblk,
        "MAXKEEPD": 5000,
        "MAXSORT_IN_MEMORY": 2000,
        "MAXTEMPS_RID": "NOLIMIT",
        "REALSTORAGE_MAX": member.realstorage_max,
        "SRTPOOL": 20000,
        "ZOSMETRICS": "NO",
    }
    yield from _macro("DSN6SPRM", [f"{name}={value}" for name, value in values.items()])
    yield from _macro("DSN6GRP", ["DDF=AUTO", "DSHARE=YES", "GRPNAME=DSNPG", f"MEMBNAME={member.name}"])
    yield "    END"
    yield "/*"


def _of_test(name: str, **parameters: object) -> Iterator[str]:
    """A subsystem that shares no data: a comment names it."""
    yield "//DSNTIZA  EXEC PGM=ASMA90,PARM='OBJECT,NODECK'"
    yield f"//* SUBSYSTEM: {name}"
    yield "//SYSIN    DD  *"
    yield from _macro("DSN6SPRM", [f"{key}={value}" for key, value in parameters.items()])
    yield from _macro("DSN6GRP", ["DDF=AUTO", "DSHARE=NO"])
    yield "    END"
    yield "/*"


def _macro(name: str, parameters: list[str]) -> Iterator[str]:
    for number, parameter in enumerate(parameters):
        head = f"    {name:<10} " if number == 0 else " " * 15
        last = number == len(parameters) - 1
        yield f"{head}{parameter}" if last else f"{f'{head}{parameter},':<71}X"
