"""What each sort printed: DFSORT's messages, as V2R4 has them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ..clock import DAY
from .nights import EXPMAX, RECORD, SORTS, STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .nights import SortSpec


def write(path: Path) -> None:
    """Write the output of all steps, one after the other."""
    options = f"EXPMAX={EXPMAX:<7},EXPOLD=0      ,EXPRES=10%"
    path.write_text(
        "".join(f"{line}\n" for sort in SORTS for line in _lines(sort, options)), encoding="ascii"
    )


def write_job_log(path: Path) -> None:
    """Write the job log of the sort on SYSA, which shows the options as they are shipped."""
    head = "1                    J E S 2  J O B  L O G  --  S Y S T E M  S Y S A  --  N O D E  P R O D"
    lines = (head, *_lines(STATEMENTS, "EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%"))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def _lines(sort: SortSpec, options: str) -> Iterator[str]:
    clock = timedelta(seconds=sort.begin)
    hour, minute = divmod(int(clock.total_seconds()) // 60, 60)
    day = f"{hour:02}:{minute:02} ON {DAY:%a %b %d, %Y}".upper()
    inserted = sort.records if sort.by_exit else 0
    yield "1ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED"
    yield f" ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - {day} -"
    yield "0            SORT FIELDS=(1,20,CH,A)"
    if sort.by_exit:
        yield "             MODS E15=(ORDEXIT,12288)"
    yield f" ICE088I 0 {sort.job:8}.SORT1   .        , INPUT LRECL = {RECORD}, BLKSIZE = 27750, TYPE = FB"
    yield " ICE093I 0 MAIN STORAGE = (MAX,6291456,6291456)"
    own = ("0      ", "0   ", "0") if sort.is_kept_out else ("OPTIMAL", "MAX ", "MAX")
    yield " ICE133I 0 OPTIONS: HIPRMAX={},DSPSIZE={},ODMAXBF=0,SOLRF=Y,VLLONG=N,VSAMIO=N,MOSIZE={}".format(
        *own
    )
    yield f" ICE236I 0 OPTIONS: DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,{options}"
    yield f" ICE055I 0 INSERT {inserted}, DELETE 0"
    yield f" ICE054I 0 RECORDS - IN: {sort.records - inserted}, OUT: {sort.records}"
    yield f" ICE134I 0 NUMBER OF BYTES SORTED: {sort.records * RECORD}"
    yield f" ICE180I 0 HIPERSPACE STORAGE USED = {sort.held // 1024}K BYTES"
    yield " ICE188I 0 DATA SPACE STORAGE USED = 0K BYTES"
    yield " ICE052I 0 END OF DFSORT"
