"""What is in files, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import evidence
from getpage.report.common.blocks import Sheet, Words
from getpage.report.common.elsewhere import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.inspection import Inspection, RecordKind

#: Damaged records that a terminal shows one by one; the other forms have all that were located.
_SHOWN = 20
#: Notes on a file that stand in its line.
_IN_LINE = 2


def blocks(found: Inspection, *, brief: bool = False) -> Iterator[Block]:
    """Files, kinds of records, times, what can be answered, and damage; `brief` adds up what files share."""
    if brief:
        yield Words(list(_files(found)))
        yield Sheet("Records", ("SMF", "records", "bytes", "state", "what"), _added(found))
        undecoded = {
            (one.type or 0, one.subtype): (_smf(one), one.why)
            for one in found.record_types
            if one.state != "decoded" and one.subtype is not None and one.why
        }
        if undecoded:
            rows = [undecoded[kind] for kind in sorted(undecoded)]
            yield Sheet("Not decoded", ("SMF", "why, and what would decode them"), rows)
        yield evidence.covered("Coverage (local time)", found.coverage)
    else:
        yield from evidence.sources(found.sources)
        yield Sheet(
            "Records", _KINDS, [tuple(getattr(one, name) for name in _KINDS) for one in found.record_types]
        )
        yield from evidence.coverage(found.coverage)
    answers = [
        ("yes" if a.answered else "no", a.question if brief else f"{a.product}: {a.question}", a.supply)
        for a in found.answers
    ]
    yield Sheet("What this evidence can answer", ("", "question", "what would supply it"), answers)
    if brief and found.damage:
        places = [(d.file, d.offset, d.length, d.expected, d.found) for d in found.damage[:_SHOWN]]
        title = f"Damage ({len(found.damage):,} located)"
        yield Sheet(title, ("file", "offset", "bytes", "expected", "found"), places)
    elif found.damage:
        yield from evidence.damage(found.damage)
    if found.refused and not brief:
        others = [(one.name, one.why, "yes" if one.asked else "no") for one in found.refused]
        yield Sheet("No evidence", ("file", "why", "named"), others)
    if brief:
        yield elsewhere(
            "Records, times and gaps of each file and table, the digest of each file, and all damage located"
        )


_KINDS = ("file", "type", "subtype", "records", "bytes", "state", "what", "name", "release", "why")


def _files(found: Inspection) -> Iterator[str]:
    for source in found.sources:
        told = [source.framing, numbers.storage(source.bytes), numbers.counted(source.records, "record")]
        beside = source.notes if len(source.notes) > _IN_LINE else ()  # many notes have lines of their own
        told += () if beside else source.notes
        if source.duplicates:
            told.append(numbers.counted(source.duplicates, "duplicate"))
        told.append(f"{source.damaged:,} damaged" if source.damaged else "no damage")
        yield f"{source.name}: {', '.join(told)}"
        yield from beside


def _smf(one: RecordKind) -> str:
    number = "" if one.type is None else str(one.type)
    return number if one.subtype is None else f"{number}.{one.subtype}"


def _added(found: Inspection) -> list[tuple[str | int | None, ...]]:
    """Record types with their counts, the same type of several files as one row."""
    merged: dict[tuple[str, str, str], tuple[int, int]] = {}
    for one in found.record_types:
        what = f"{one.what}{': ' if one.name else ''}{one.name}{f' ({one.release})' if one.release else ''}"
        key = (_smf(one), one.state, what)
        records, size = merged.get(key, (0, 0))
        merged[key] = (records + one.records, size + (one.bytes or 0))
    return [(name, n, size or None, state, what) for (name, state, what), (n, size) in merged.items()]
