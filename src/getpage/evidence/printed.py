"""Printed evidence: a log or report as rows of the same tables that SMF fills, and as a summary like a
dump's.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage import _native
from getpage.contract.printed import TextDamage
from getpage.core.errors import GetpageError
from getpage.evidence import spans
from getpage.evidence.catalog import UNDATED
from getpage.evidence.lines import lines_of
from getpage.evidence.text import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from getpage.evidence.commit import Commit
    from getpage.evidence.dictionary import Dictionary
    from getpage.evidence.sources import Found
    from getpage.evidence.text import TextEvidence


_EPOCH: Final = date(1970, 1, 1).toordinal()

#: Columns that say where a row stands, not what it says.
_PLACES = ("record", "at", "interval")


def read(file: Found) -> TextEvidence:
    """Read a text file; where its packing is damaged, what came before is kept, and the damage told of."""
    damage: list[TextDamage] = []
    evidence = read_text(_until_damage(file, damage))
    return replace(evidence, damage=[*evidence.damage, *damage])


def _until_damage(file: Found, damage: list[TextDamage]) -> Iterator[tuple[int, str]]:
    offset = 0
    try:
        for offset, line in lines_of(file.path, file.coding):
            yield offset, line
    except OSError as error:
        damage.append(TextDamage(offset=offset, expected="the file to go on", found=str(error)))


def summarise(file: Found, evidence: TextEvidence) -> dict[str, Any]:
    """The summary of a text file, in the form of the native summary of an SMF file."""
    size = file.path.stat().st_size
    listed = [asdict(one) | {"length": 0, "record_type": None, "subtype": None} for one in evidence.damage]
    counts = [
        {"title": table, "records": len(rows), "state": "decoded"}
        for table, rows in sorted(evidence.rows.items())
    ]
    return {
        "path": file.name,
        "kind": "text",
        "framing": ", ".join(filter(None, ("text", file.coding.name))),
        "compression": file.packing,
        "file_bytes": size,
        "bytes": size,
        "counts": counts,
        "coverage": [],
        "reports": spans.of_rows(evidence.rows).plain(),
        "damage": {"count": len(listed), "bytes": 0, "listed": listed},
    }


def write_rows(
    number: int, file: Found, commit: Commit, dictionary: Dictionary, system: str | None = None
) -> dict[str, Any]:
    """Write the rows of a text file that are new to a store, numbered as `number`, and return its summary;
    `system` is that of rows that name none.
    """
    evidence = read(file)
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    days, again = set(), 0
    for table, rows in sorted(evidence.rows.items()):
        for row in rows:
            row["system"] = row.get("system") or system
            record = _record(number, table, row)
            day = day_of(row.get("written"))
            days.add(day)
            if not is_new(commit, day, record):
                again += 1
                continue
            found.setdefault((day, table), []).append(row)
            found.setdefault((day, "evidence_record"), []).append(record)
    for (day, table), rows in sorted(found.items()):
        schema = dictionary.schema(table)
        data = [{column: row.get(column) for column in schema} | {"file": number} for row in rows]
        commit.frame(table, pl.DataFrame(data, schema=schema), day)
    return summarise(file, evidence) | {"days": sorted(days), "duplicates": again}


def day_of(written: datetime | None) -> str:
    """The day that a row belongs to."""
    return UNDATED if written is None else written.date().isoformat()


def is_new(commit: Commit, day: str, record: Mapping[str, Any]) -> bool:
    """Whether the key of a row of `evidence_record` is new to a store."""
    since_1970 = None if day == UNDATED else date.fromisoformat(day).toordinal() - _EPOCH
    try:
        return commit.keys.first(since_1970, [(record["hash"], record["identity"])])[0]
    except _native.EvidenceError as error:
        raise GetpageError(str(error)) from error


def _record(number: int, table: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row as an evidence record, so that the same message from two logs counts once.

    Rows without a time are told apart by their place too: the same reply may come twice, and each is a
    measurement.
    """
    content = {k: v for k, v in row.items() if k not in _PLACES} | (
        {} if row.get("written") else {"record": row["record"]}
    )
    text = json.dumps([table, content], sort_keys=True, default=str).encode()
    digest = int.from_bytes(hashlib.blake2b(text, digest_size=16).digest())
    halves = {"hash": digest >> 64, "identity": (digest & (2**64 - 1)) - 2**63}
    return {
        "file": number,
        "record": row["record"],
        "record_type": 0,
        "subtype": None,
        "length": len(text),
    } | halves
