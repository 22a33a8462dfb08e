"""Sorts for tests: records of DFSORT and of their steps, and messages as DFSORT prints them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from zos_records import FRAME, Spec, micros

GIB = 1 << 30
TRACK = 56_664
START = datetime(2012, 7, 24, 6, 45)
EXCP_BYTES = 400_000


def at(minutes: float) -> int:
    """Microseconds since 1970, local time, so many minutes after the first interval began."""
    return micros(0, 60 * minutes)


def smf16(job: str, size: float, disk: float, *, end: float, **more: Any) -> Spec:
    """A sort of `size` GiB, `disk` GiB of it through work data sets, that ended after `end` minutes."""
    count = round(size * GIB / 1000)
    row = {
        "step": "SORT1",
        "records_32": count,
        "bytes_32": count * 1000 % (1 << 32),
        "record_length": 1000,
        "cpu_hundredths": 6000,
        "work_tracks": round(disk * GIB / TRACK),
        "is_sort": True,
    } | more
    common = {
        "system": "AL18",
        "written": at(end),
        "job": job,
        "read_time": at(0),
        "user": "BATCH",
        "step_number": 1,
    }
    return {
        "record_type": 16,
        "subtype": 2,
        "common": common,
        "sections": {"ICEDATA": [row]},
        "lengths": {},
    }


def step(job: str, *, begin: float, end: float, ios: int = 0, others: int = 0, **more: Any) -> Spec:
    """The accounting of its step: blocks of work data sets, and of others."""
    common = {
        "system": "AL18",
        "work_type": "JES2",
        "subtype": 4,
        "written": at(end),
        "job": job,
        "step": "SORT1",
        "program": "SORT",
        "step_number": 1,
        "read_time": at(0),
        "started": at(begin),
    }
    excps = [("SORTWK01", ios), ("SORTIN", others - others // 2), ("SORTOUT", others // 2)]
    return {
        "record_type": 30,
        "subtype": 4,
        "common": common,
        "sections": {
            "SMF30SAP": [{"page_time": 0}],
            "SMF30CAS": [{"tcb_hundredths": 6000}],
            "SMF30PRF": [{"service_class": more.pop("service_class", "BATCH")}],
            "SMF30EXP": [{"dd_name": name, "blocks": count} for name, count in excps],
        },
        "lengths": {},
    }


def sort(job: str, size: float, disk: float, *, begin: float, end: float, **more: Any) -> list[Spec]:
    """Both: I/O requests as many as its bytes take."""
    request = more.pop("request", EXCP_BYTES)
    ios, others = (round(2 * item * GIB / request) for item in (disk, size))
    read = at(more.pop("read", 0))
    result = [
        smf16(job, size, disk, end=end, **more),
        step(job, begin=begin, end=end, ios=ios, others=others),
    ]
    for spec in result:
        spec["common"]["read_time"] = read
    return result


def messages(
    job: str,
    *,
    size: int,
    hiperspace: int = 0,
    memory_object: int | None = None,
    began: datetime = START,
    technique: str = "SORT ",
    inserted: int = 0,
    options: str = "HIPRMAX=OPTIMAL,DSPSIZE=MAX ,ODMAXBF=0,SOLRF=Y,VLLONG=N,VSAMIO=N,MOSIZE=MAX",
    site: str = "DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%",
    more: tuple[str, ...] = (),
) -> str:
    """The output of a sort of `size` bytes with hiperspace and memory object in KB and MB."""
    day = f"{began:%H:%M ON %a %b %d, %Y}".upper()
    lines = [
        "1ICE143I 0 BLOCKSET     " + technique + " TECHNIQUE SELECTED",
        " ICE250I 0 VISIT http://www.ibm.com/storage/dfsort FOR DFSORT PAPERS, EXAMPLES AND MORE",
        f" ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - {day} -",
        "0            SORT FIELDS=(1,20,CH,A)",
        *(["             MODS E15=(MYEXIT,12288)"] if inserted else []),
        " ICE193I 0 ICEAM2 INVOCATION ENVIRONMENT IN EFFECT - ICEAM2 ENVIRONMENT SELECTED",
        f" ICE088I 0 {job:8}.SORT1   .        , INPUT LRECL = 1000, BLKSIZE = 27000, TYPE = FB",
        " ICE093I 0 MAIN STORAGE = (MAX,6291456,6291456)",
        f" ICE133I 0 OPTIONS: {options}",
        f" ICE236I 0 OPTIONS: {site}",
        f" ICE055I 0 INSERT {inserted}, DELETE 0",
        f" ICE054I 0 RECORDS - IN: {size // 1000}, OUT: {size // 1000}",
        f" ICE134I 0 NUMBER OF BYTES SORTED: {size}",
        f" ICE180I 0 HIPERSPACE STORAGE USED = {hiperspace}K BYTES",
        " ICE188I 0 DATA SPACE STORAGE USED = 0K BYTES",
        *([f" ICE249I 0 WORK STORAGE {memory_object}M BYTES"] if memory_object is not None else []),
        *more,
        " ICE052I 0 END OF DFSORT",
    ]
    return "\n".join(lines) + "\n"


def later(minutes: float) -> datetime:
    """So many minutes after the first interval began."""
    return START + timedelta(minutes=minutes)


__all__ = ["FRAME", "at", "later", "messages", "smf16", "sort", "step"]
