"""Printed evidence: a log or report as rows of the same tables that SMF fills, and as a summary like a
dump's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from itertools import islice
from typing import Any, Final

from getpage import _native
from getpage.contract.printed import LISTED, Cover, TextDamage
from getpage.core.errors import GetpageError
from getpage.evidence import spans
from getpage.evidence.batch import Batch, HeldRows
from getpage.evidence.catalog import UNDATED
from getpage.evidence.commit import Commit
from getpage.evidence.dictionary import Dictionary, remove_misfits
from getpage.evidence.input_files import EvidenceFile
from getpage.evidence.lines import lines_of
from getpage.evidence.text import read_text, stream_text
from getpage.products import registry

_EPOCH: Final = date(1970, 1, 1).toordinal()
#: Lines of a file that show which tables it fills.
_BEGINNING: Final = 1_000

#: As `json.dumps` does it, made once: it is asked for each row.
_encode: Final = json.JSONEncoder(sort_keys=True, default=str).encode

#: Columns that say where a row stands, not what it says.
PLACES = ("record", "at", "interval")


class Taking:
    """Takes the rows of a text file: counts them, and writes those that are new to a store, in batches, where
    there is one. `system` is that of rows that name none.
    """

    def __init__(
        self,
        name: str,
        dictionary: Dictionary,
        number: int = 0,
        batch: Batch | None = None,
        system: str | None = None,
    ) -> None:
        """Nothing has been taken; `name` is that of the file."""
        self._name, self._number = name, number
        self._batch, self._system = batch, system
        self._dictionary = dictionary
        self.damage: list[TextDamage] = []
        self.damaged = 0
        self.counts: dict[str, int] = {}
        self.spans = spans.Spans()
        self.days: set[str] = set()
        self.again = 0

    def take(self, table: str, rows: Sequence[dict[str, Any]], covers: Sequence[Cover]) -> None:
        """Add finished rows of a table."""
        self.counts[table] = self.counts.get(table, 0) + len(rows)
        by_day: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            row["system"] = row.get("system") or self._system
            by_day.setdefault(day_of(row.get("written")), []).append(row)
        spans.note_rows(self.spans, table, rows, covers)
        for problem in remove_misfits(self._dictionary, table, rows):
            self.damaged += 1
            if len(self.damage) < LISTED:
                self.damage.append(problem)
        if self._batch is None:
            return
        self.days |= by_day.keys()
        for day, of_day in by_day.items():
            records = [_record(table, row, self._of(table)) for row in of_day]
            new = are_new(self._batch.commit, day, records)
            self.again += len(new) - sum(new)
            for name, both in ((table, of_day), ("evidence_record", records)):
                first = [row for row, is_first in zip(both, new, strict=True) if is_first]
                held = HeldRows()
                held.add(first)
                self._batch.hold(self._number, day, name, held)

    def _of(self, table: str) -> str:
        """The owner of a table's rows that the file name states; empty if it states none."""
        return registry.of_file(table, self._name)


def inspect_file(file: EvidenceFile, dictionary: Dictionary) -> dict[str, Any]:
    """The summary of a text file, in the form of the native summary of an SMF file."""
    return _read(file, Taking(file.name, dictionary))


def _read(file: EvidenceFile, taking: Taking) -> dict[str, Any]:
    """Read a text file. If its packing is damaged, the rows before the damage are kept and it is reported."""
    damage: list[TextDamage] = []
    evidence = stream_text(_until_damage(file, damage), taking.take)
    size = file.path.stat().st_size
    listed = [
        asdict(problem) | {"length": 0, "record_type": None, "subtype": None}
        for problem in [*evidence.damage, *taking.damage, *damage]
    ]
    counts = [
        {"title": table, "records": count, "state": "decoded"}
        for table, count in sorted(taking.counts.items())
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
        "reports": taking.spans.plain(),
        "damage": {"count": evidence.damaged + taking.damaged + len(damage), "bytes": 0, "listed": listed},
    }


def tables_of(file: EvidenceFile) -> list[str]:
    """The tables that the beginning of a text file has rows of."""
    return sorted(read_text(islice(_until_damage(file, []), _BEGINNING)).rows)


def _until_damage(file: EvidenceFile, damage: list[TextDamage]) -> Iterator[tuple[int, str]]:
    offset = 0
    try:
        for offset, line in lines_of(file.path, file.coding):
            yield offset, line
    except OSError as error:
        damage.append(TextDamage(offset=offset, expected="the file to go on", found=str(error)))


def write_rows(number: int, file: EvidenceFile, batch: Batch, system: str | None = None) -> dict[str, Any]:
    """Hand the rows of a text file that are new to a store, numbered as `number`, to `batch`, and return its
    summary; `system` is that of rows that name none.
    """
    taking = Taking(file.name, batch.dictionary, number, batch, system)
    summary = _read(file, taking)
    return summary | {"days": sorted(taking.days), "duplicates": taking.again}


def day_of(written: datetime | None) -> str:
    """The day that a row belongs to."""
    return UNDATED if written is None else written.date().isoformat()


def is_new(commit: Commit, day: str, record: Mapping[str, Any]) -> bool:
    """Whether the key of a row of `evidence_record` is new to a store."""
    return are_new(commit, day, [record])[0]


def are_new(commit: Commit, day: str, records: Sequence[Mapping[str, Any]]) -> list[bool]:
    """For each row of `evidence_record` of one day: whether its key is new to the store."""
    since_1970 = None if day == UNDATED else date.fromisoformat(day).toordinal() - _EPOCH
    try:
        return commit.keys.first(since_1970, [(record["hash"], record["identity"]) for record in records])
    except _native.EvidenceError as error:
        message = f"{error}; transfer the file again as text"
        raise GetpageError(message, "getpage inspect FILES") from error


def _record(table: str, row: dict[str, Any], of: str) -> dict[str, Any]:
    """A row as an evidence record, so that the same message from two logs counts once.

    Rows without a time are told apart by their place too: the same reply may come twice, and each is a
    measurement.
    """
    content = {k: v for k, v in row.items() if k not in PLACES} | (
        {} if row.get("written") else {"record": row["record"]}
    )
    identity = [table, content, *([of] if of else ())]
    text = _encode(identity).encode()
    digest = int.from_bytes(hashlib.blake2b(text, digest_size=16).digest())
    halves = {"hash": digest >> 64, "identity": (digest & (2**64 - 1)) - 2**63}
    return {
        "record": row["record"],
        "record_type": 0,
        "subtype": None,
        "length": len(text),
    } | halves
