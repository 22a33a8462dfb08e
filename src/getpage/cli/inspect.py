"""getpage inspect: what is in files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from getpage.cli.app import Form, Layouts, Paths
from getpage.cli.output import Format, console, rows, table, write
from getpage.cli.progress import progress
from getpage.cli.refused import report_refused
from getpage.core import numbers as units
from getpage.evidence import kinds
from getpage.evidence.coverage import coverage, damage, sources
from getpage.evidence.inspect import inspect
from getpage.products.registry import PRODUCTS
from getpage.result import to_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.evidence.inspect import Inspected
    from getpage.result import Coverage

#: Damaged records that are shown one by one; the JSON has all that were located.
_SHOWN = 20

#: Notes on a file that stand in its line.
_IN_LINE = 2


def inspect_command(paths: Paths, /, *, format: Form = Format.TABLE, layouts: Layouts = ()) -> int:
    """Say what is in files: framing, record types, systems, queue managers, times, gaps, duplicates, damage.

    A GTF trace of Db2 is told like SMF, with other events, lost ones and gaps in its numbers beside.

    Says also which questions the evidence can answer and what would answer the others. Keeps nothing, needs
    no store.

        getpage inspect SMF.DUMP

        getpage inspect /smf --format json

        getpage inspect GTF.TRACE
    """
    with progress("reading") as report:
        found = inspect(paths, layouts=layouts, progress=report)
    code = report_refused(found.refused)
    if format is Format.JSON:
        write(json.dumps(_plain(found), indent=2) + "\n")
    elif format is Format.TABLE:
        _show(found)
    else:
        rows("", _TYPE_COLUMNS, _types(found), format)
    return code


_TYPE_COLUMNS = ("file", "type", "subtype", "records", "bytes", "state", "what", "name", "release", "why")


def _types(found: Inspected) -> list[tuple[object, ...]]:
    return [
        (
            f["path"],
            c.get("record_type"),
            c.get("subtype"),
            c["records"],
            c.get("bytes"),
            c["state"],
            c["title"],
            c.get("name", ""),
            kinds.releases(c),
            kinds.why(c),
        )
        for f in found.files
        for c in f["counts"]
    ]


def _plain(found: Inspected) -> dict[str, object]:
    return {
        "sources": to_plain(sources(found.files)),
        "record_types": [dict(zip(_TYPE_COLUMNS, row, strict=True)) for row in _types(found)],
        "coverage": to_plain(coverage(found.files, found.dictionary)),
        "answers": _answers(found),
        "damage": to_plain(damage(found.files)),
        "refused": to_plain(list(found.refused)),
    }


def _answers(found: Inspected) -> list[dict[str, object]]:
    tables = found.tables()
    return [
        {
            "product": system.name,
            "question": need.question,
            "answered": need.met(tables),
            "supply": "" if need.met(tables) else need.supply,
        }
        for system in PRODUCTS
        if tables & set(system.tables)  # nobody who looks at one system is asked for another
        for need in system.needs
    ]


def _show(found: Inspected) -> None:
    for source in sources(found.files):
        facts = [source.framing, units.storage(source.bytes), f"{source.records:,} records"]
        beside = source.notes if len(source.notes) > _IN_LINE else ()  # many notes have lines of their own
        facts += () if beside else source.notes
        if source.duplicates:
            facts.append(f"{source.duplicates:,} duplicates")
        facts.append(f"{source.damaged:,} damaged" if source.damaged else "no damage")
        console().print(f"{source.name}: {', '.join(facts)}", markup=False)
        for note in beside:
            console().print(f"  {note}", markup=False)
    table("Records", ("SMF", "records", "bytes", "state", "what"), _added(found))
    reasons = {
        (c["record_type"], c["subtype"]): kinds.why(c)
        for file in found.files
        for c in file["counts"]
        if c["state"] != "decoded" and c.get("subtype") is not None and kinds.why(c)
    }
    if reasons:
        shown = [(f"{type}.{subtype}", why) for (type, subtype), why in sorted(reasons.items())]
        table("Not decoded", ("SMF", "why, and what would decode them"), shown)
    lines = coverage(found.files, found.dictionary)
    table("Coverage (local time)", ("subsystem", "records of SMF", "from and to", "gaps"), _covered(lines))
    answers = [("yes" if a["answered"] else "no", a["question"], a["supply"]) for a in _answers(found)]
    table("What this evidence can answer", ("", "question", "what would supply it"), answers)
    broken = damage(found.files)
    if broken:
        places = [(d.file, d.offset, d.length, d.expected, d.found) for d in broken[:_SHOWN]]
        table(f"Damage ({len(broken):,} located)", ("file", "offset", "bytes", "expected", "found"), places)


def _added(found: Inspected) -> list[tuple[object, ...]]:
    """Record types with their counts, the same type of several files as one row."""
    merged: dict[tuple[str, str, str], tuple[int, int]] = {}
    for file in found.files:
        for c in file["counts"]:
            number = "" if c.get("record_type") is None else str(c["record_type"])
            name = number if c.get("subtype") is None else f"{number}.{c['subtype']}"
            key = (name, c["state"], kinds.described(c))
            records, size = merged.get(key, (0, 0))
            merged[key] = (records + c["records"], size + c.get("bytes", 0))
    return [(name, n, size or None, state, what) for (name, state, what), (n, size) in merged.items()]


def _covered(lines: Sequence[Coverage]) -> list[tuple[str, str, str, str]]:
    """Coverage by subsystem; record types with the same times and gaps share a row."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for line in lines:
        if line.first is None:
            continue
        minutes = [moment.replace(second=0, microsecond=0) for moment in (line.first, line.last) if moment]
        key = (str(line.subsystem or ""), units.span(*minutes), _gaps(line.gaps, line.zero_length_intervals))
        alike.setdefault(key, []).append(line.table.removeprefix("SMF "))
    return [(subsystem, ", ".join(types), times, gaps) for (subsystem, times, gaps), types in alike.items()]


def _gaps(gaps: tuple[tuple[object, object], ...], zero: int) -> str:
    parts = [units.counted(len(gaps), "gap")] if gaps else []
    if zero:
        parts.append(f"{zero} of zero length")
    return ", ".join(parts)
