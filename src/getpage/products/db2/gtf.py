"""GTF: what is to be said of a trace of Db2 that came through it, in wording.

Its records of Db2 are read as those of SMF 100 to 102. What their offsets count from was found in the records
themselves, so that everything read of them is as well known as that: derived.

The getpages of a performance trace are IFCID 198, a record for each page that a thread asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from getpage.contract.product import RecordTypes, TraceSource

from .pools.pool_rows import pool_name

#: Other events and subsystems that are named one by one.
_NAMED = 4


def notes(file: Mapping[str, Any]) -> tuple[str, ...]:
    """Notes on a file of a manifest; none where it is not of GTF."""
    gtf = file.get("gtf")
    return () if not gtf else tuple(_notes(gtf))


def _notes(gtf: Mapping[str, Any]) -> Iterator[str]:
    if gtf["counted_from"] is None:
        yield "no whole record of Db2 among those of GTF"
    else:
        yield (
            f"{gtf['records']:,} records of Db2 through GTF, {gtf['segmented']:,} of several segments, "
            f"their sections found by counting from {gtf['counted_from']} (derived from the first records; "
            "no real one was seen)"
        )
    for entry in gtf["subsystems"][:_NAMED]:
        if entry["times"]:
            first, last = (_utc(micros) for micros in entry["times"])
            yield f"{entry['name']}: {first} to {last} UTC"
        if entry["missing"]:
            yield (
                f"{entry['name']}: {_count(entry['missing'], 'number')} of records (QWGTWSEQ) missing: "
                "lost, or left out of this file"
            )
    events, blocks = gtf["lost"]
    if events or blocks:
        yield f"GTF itself lost {_count(events, 'event')} and {_count(blocks, 'block')} of events"
    if gtf["control"]:
        yield _count(gtf["control"], "control record")
    for entry in gtf["others"][:_NAMED]:
        name = f" ({entry['name']})" if entry["name"] else ""
        yield f"{_count(entry['records'], 'record')} of event X'{entry['event']}'{name}, not read"
    rest = gtf["others"][_NAMED:]
    if rest:
        yield f"{sum(entry['records'] for entry in rest):,} records of {len(rest)} further events, not read"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _utc(micros: int) -> str:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros)
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def release(written: str) -> str:
    """A release of Db2 as people say it: it writes A1 for 10, B1 for 11, C1 for 12 and so on."""
    digit = re.fullmatch(r"([A-F])1", written)
    return f"Db2 {int(digit[1], 16)}" if digit else f"Db2 release X'{written}'"


RECORD_TYPES = RecordTypes(
    types=(100, 101, 102),
    subtype="IFCID",
    release=release,
    no_layout=(
        "no layout: make one from the listing of its mapping macro in SDSNMACS with getpage layout import "
        "and give it with --layouts"
    ),
    notes=notes,
    spelled=None,
)


GETPAGES: Final = TraceSource(
    table="db2_getpage",
    records="IFCID 198",
    columns=(
        *("file", "record", "subsystem", "function", "access_type", "event_time", "buffer_pool"),
        *("database_id", "object_id", "page", "partition", "ifcid_sequence", "destination_sequence"),
        "written",
    ),
    read_by=("buffer_pool", "database_id", "object_id", "page", "function", "access_type"),
    pool=pool_name,
)
