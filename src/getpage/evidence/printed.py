"""Printed evidence: a log or report as rows of the same tables that SMF fills, and as a summary like a
dump's.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage.contract.printed import TextDamage
from getpage.evidence import spans
from getpage.evidence.lines import lines_of
from getpage.evidence.text import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from getpage.evidence.dictionary import Dictionary
    from getpage.evidence.sources import Found
    from getpage.evidence.text import TextEvidence


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
    number: int, file: Found, directory: Path, dictionary: Dictionary, system: str | None = None
) -> dict[str, Any]:
    """Write the rows of a text file to Parquet, numbered as `number`, and return its summary; `system` is
    that of rows that name none.
    """
    evidence = read(file)
    for row in (row for rows in evidence.rows.values() for row in rows):
        row["system"] = row.get("system") or system
    records: list[dict[str, Any]] = []
    for table, rows in sorted(evidence.rows.items()):
        schema = dictionary.schema(table)
        data = [{column: row.get(column) for column in schema} | {"file": number} for row in rows]
        pl.DataFrame(data, schema=schema).write_parquet(directory / f"{table}-text{number}.parquet")
        records += [_record(number, table, row) for row in rows]
    if records:
        frame = pl.DataFrame(records, schema=dictionary.schema("evidence_record"))
        frame.write_parquet(directory / f"evidence_record-text{number}.parquet")
    return summarise(file, evidence)


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
