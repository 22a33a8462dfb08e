"""What is in files, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import numbers
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, Sheet, Words, other_forms
from getpage.result.inspection import Inspection, RecordKind

#: Damaged records that a terminal shows one by one; the other forms have all that were located.
_SHOWN = 20
#: Notes on a file that stand in its line.
_IN_LINE = 2


def blocks(inspection: Inspection, *, brief: bool = False) -> Iterator[Block]:
    """Files, kinds of records, times, what can be answered, and damage; `brief` adds up what files share."""
    if brief:
        yield Words(list(_files(inspection)))
        yield Sheet("Records", ("SMF", "records", "bytes", "state", "what"), _added(inspection))
        undecoded = {
            (kind.type or 0, kind.subtype): (_smf(kind), kind.why)
            for kind in inspection.record_types
            if kind.state != "decoded" and kind.subtype is not None and kind.why
        }
        if undecoded:
            rows = [undecoded[kind] for kind in sorted(undecoded)]
            yield Sheet("Not decoded", ("SMF", "why, and what would decode them"), rows)
        yield sheets.coverage_in_short("Coverage (local time)", inspection.coverage)
    else:
        yield from sheets.source_sheet(inspection.sources)
        yield Sheet(
            "Records",
            _KINDS,
            [tuple(getattr(kind, name) for name in _KINDS) for kind in inspection.record_types],
        )
        yield from sheets.coverage_sheet(inspection.coverage)
    answers = [
        ("yes" if a.answered else "no", a.question if brief else f"{a.product}: {a.question}", a.supply)
        for a in inspection.answers
    ]
    yield Sheet("What this evidence can answer", ("", "question", "what would supply it"), answers)
    if brief and inspection.damage:
        places = [(d.file, d.offset, d.length, d.expected, d.found) for d in inspection.damage[:_SHOWN]]
        title = f"Damage ({len(inspection.damage):,} located)"
        yield Sheet(title, ("file", "offset", "bytes", "expected", "found"), places)
    elif inspection.damage:
        yield from sheets.damage_sheet(inspection.damage)
    if inspection.refused and not brief:
        others = [(file.name, file.why, "yes" if file.asked else "no") for file in inspection.refused]
        yield Sheet("No evidence", ("file", "why", "named"), others)
    if brief:
        yield other_forms(
            "Records, times and gaps of each file and table, the digest of each file, and all damage located"
        )


_KINDS = ("file", "type", "subtype", "records", "bytes", "state", "what", "name", "release", "why")


def _files(inspection: Inspection) -> Iterator[str]:
    for source in inspection.sources:
        facts = [source.framing, numbers.storage(source.bytes), numbers.counted(source.records, "record")]
        beside = source.notes if len(source.notes) > _IN_LINE else ()  # many notes have lines of their own
        facts += () if beside else source.notes
        if source.duplicates:
            facts.append(numbers.counted(source.duplicates, "duplicate"))
        facts.append(f"{source.damaged:,} damaged" if source.damaged else "no damage")
        yield f"{source.name}: {', '.join(facts)}"
        yield from beside


def _smf(kind: RecordKind) -> str:
    number = "" if kind.type is None else str(kind.type)
    return number if kind.subtype is None else f"{number}.{kind.subtype}"


def _added(inspection: Inspection) -> list[tuple[str | int | None, ...]]:
    """Record types with their counts, the same type of several files as one row."""
    merged: dict[tuple[str, str, str], tuple[int, int]] = {}
    for kind in inspection.record_types:
        what = (
            f"{kind.what}{': ' if kind.name else ''}{kind.name}{f' ({kind.release})' if kind.release else ''}"
        )
        key = (_smf(kind), kind.state, what)
        records, size = merged.get(key, (0, 0))
        merged[key] = (records + kind.records, size + (kind.bytes or 0))
    return [(name, n, size or None, state, what) for (name, state, what), (n, size) in merged.items()]
