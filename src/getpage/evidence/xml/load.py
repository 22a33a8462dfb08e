"""An XML file as rows on disk, in batches, and as a summary like a dump's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import Any, Final

from getpage.contract.printed import Row
from getpage.contract.xml import AlikeRows, Reported
from getpage.evidence import spans
from getpage.evidence.batch import MOST, Batch, HeldRows
from getpage.evidence.catalog import UNDATED, StoredPart
from getpage.evidence.input_files import EvidenceFile
from getpage.evidence.printed import PLACES, day_of, is_new
from getpage.products.common.text import layout

from .document import parse
from .known import chunks, product_of, reader_of

#: Damage that is listed; the rest is counted.
_LISTED: Final = 1000


@lru_cache(maxsize=256)
def _columns(names: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    """Columns that say what a row says, not where it stands, in order, each with what is before its value,
    and with all of it where there is none, as in most columns of a row.
    """
    return tuple((name, f"({name!r}, ", f"({name!r}, None)") for name in sorted(names) if name not in PLACES)


def _spelled(value: Any) -> str:
    return _moment(value) if type(value) is datetime and value.tzinfo is None else repr(value)


@lru_cache(maxsize=64)
def _moment(value: datetime) -> str:
    """A report names its times once, and each of its rows has them."""
    return repr(value)


class _Taking:
    """Takes rows: counts them, and writes them where there is somewhere to write."""

    def __init__(
        self,
        number: int = 0,
        batch: Batch | None = None,
        system: str | None = None,
    ) -> None:
        self._system = system
        self.product = ""
        self.of = ""
        self.counts: dict[str, int] = {}
        self.damage: list[dict[str, Any]] = []
        self.damaged = 0
        self.spans = spans.Spans()
        self._number, self._batch = number, batch
        #: Rows of the report that is being read, and what of it is written already.
        self._open: dict[tuple[str, str], HeldRows] = {}
        self._written: list[tuple[str, StoredPart]] = []
        self._day = ""
        self.days: set[str] = set()
        self.again = 0
        self._hash = hashlib.blake2b(digest_size=16)
        self._length = 0

    def row(self, table: str, row: Row) -> None:
        problem = layout.broken(table, row)
        if problem is not None:
            self.refuse(row["record"], *problem)
            return
        if self._system and not row.get("system") and not row.get("sysplex"):
            row = row | {"system": self._system}
        self.counts[table] = self.counts.get(table, 0) + 1
        if self._batch:
            self._note(table, row)
            self._held(self._batch, table, row).add([row])

    def alike(self, table: str, rows: AlikeRows) -> None:
        if not rows.count:
            return
        if self._system and not rows.shared.get("system") and not rows.shared.get("sysplex"):
            rows = replace(rows, shared=rows.shared | {"system": self._system})
        self.counts[table] = self.counts.get(table, 0) + rows.count
        if self._batch:
            self._note_alike(table, rows)
            self._held(self._batch, table, rows.shared).add_alike(rows)

    def _held(self, batch: Batch, table: str, row: Row) -> HeldRows:
        """Where rows of the day of this one are held, when there are few of them there."""
        day = day_of(row.get("written"))
        self.days.add(day)
        self._day = self._day or day
        held = self._open.setdefault((day, table), HeldRows())
        if held.count >= MOST:
            self._written.append(batch.write_now(self._number, day, table, held))
            held = self._open[day, table] = HeldRows()
        return held

    def _note_alike(self, table: str, rows: AlikeRows) -> None:
        """As `_note` of each of the rows."""
        pieces: list[Iterable[str]] = [repeat(f"[{table!r}, [")]
        names = _columns((*rows.shared, *rows.columns))
        for number, (name, before, none) in enumerate(names, start=1):
            end = "" if number == len(names) else ", "
            if name in rows.columns:
                values = rows.columns[name]
                pieces.append([none if value is None else f"{before}{value!r})" for value in values])
                pieces.append(repeat(end))
            else:
                value = rows.shared[name]
                pieces.append(repeat((none if value is None else f"{before}{_spelled(value)})") + end))
        pieces.append(repeat(f"]{f', {self.of!r}' if self.of else ''}]"))
        content = "".join(chain.from_iterable(islice(zip(*pieces, strict=False), rows.count)))
        self._hash.update(content.encode("utf-8", errors="surrogatepass"))
        self._length += len(content)

    def _note(self, table: str, row: Row) -> None:
        # The text of repr([table, sorted(row.items()), self.of]), put together in a third of the time.
        columns = ", ".join(
            [
                none if (value := row[name]) is None else f"{before}{_spelled(value)})"
                for name, before, none in _columns(tuple(row))
            ]
        )
        content = f"[{table!r}, [{columns}]{f', {self.of!r}' if self.of else ''}]"
        self._hash.update(content.encode("utf-8", errors="surrogatepass"))
        self._length += len(content)

    def report(self, report: Reported) -> None:
        """A report counts as one record: the same one in another file is loaded once."""
        note = self.spans.go_on if report.goes_on else self.spans.add
        note(self.product, report.subject, report.name, report.start, report.end)
        if self._batch and self._length:
            digest = int.from_bytes(self._hash.digest())
            record = {
                "record": report.at,
                "record_type": 0,
                "subtype": None,
                "length": min(self._length, 2**32 - 1),
                "hash": digest >> 64,
                "identity": (digest & (2**64 - 1)) - 2**63,
            }
            self._end(record)
        self._hash, self._length = hashlib.blake2b(digest_size=16), 0

    def _end(self, record: dict[str, Any]) -> None:
        """Keep the report that was read, or drop it where it was there before."""
        assert self._batch
        day = self._day or UNDATED
        if is_new(self._batch.commit, day, record):
            self._open.setdefault((day, "evidence_record"), HeldRows()).add([record])
            self.keep()
        else:
            self.again += 1
            for written in self._written:
                self._batch.commit.forget(*written)
        self._open, self._written, self._day = {}, [], ""

    def keep(self) -> None:
        """Keep what was read; at the end, also of a report that has none."""
        assert self._batch
        for (day, table), rows in self._open.items():
            self._batch.hold(self._number, day, table, rows)

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        self.damaged += 1
        if len(self.damage) < _LISTED:
            damage = {"offset": offset, "expected": expected, "found": actual[:120]}
            self.damage.append(damage | {"length": 0, "record_type": None, "subtype": None})


def _read(file: EvidenceFile, taking: _Taking) -> dict[str, Any]:
    read = 0

    def counted() -> Iterator[bytes]:
        nonlocal read
        for chunk in chunks(file.path, file.coding):
            yield chunk
            read += len(chunk)

    try:
        reader = reader_of(file.path, file.coding)
        product = product_of(reader)
        taking.product = product.name
        taking.of = product.of_file(file.name) if product.of_file else ""
        parse(counted(), reader.reading(taking), reader.root)
    except OSError as error:
        taking.refuse(read, "the file to go on", f"{error}; transfer it again")
    size = file.path.stat().st_size if file.path.exists() else 0  # it may be gone since it was found
    if not taking.counts and not taking.damaged:
        taking.refuse(0, f"a report with values in the {reader.root} document", "none")
    return {
        "path": file.name,
        "kind": "xml",
        "framing": ", ".join(filter(None, ("XML", file.coding.name))),
        "compression": file.packing,
        "file_bytes": size,
        "bytes": size,
        "counts": [
            {"title": table, "records": count, "state": "decoded"}
            for table, count in sorted(taking.counts.items())
        ],
        "coverage": [],
        "reports": taking.spans.plain(),
        "damage": {"count": taking.damaged, "bytes": 0, "listed": taking.damage},
    }


def inspect_file(file: EvidenceFile) -> dict[str, Any]:
    """The summary of an XML file, in the form of the native summary of an SMF file."""
    return _read(file, _Taking())


def write_file(number: int, file: EvidenceFile, batch: Batch, system: str | None = None) -> dict[str, Any]:
    """Hand the rows of an XML file that are new to a store, numbered as `number`, to `batch`, and return its
    summary; `system` is that of rows that name none.
    """
    taking = _Taking(number, batch, system)
    summary = _read(file, taking)
    taking.keep()
    return summary | {"days": sorted(taking.days), "duplicates": taking.again}
