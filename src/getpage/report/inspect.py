"""What is in files, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import numbers
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, OtherForms, Sheet, Words
from getpage.result.inspection import Inspection, RecordKind

#: Damaged records that a terminal shows one by one; the other forms have all that were located.
_SHOWN = 20
#: Notes on a file that stand in its line.
_IN_LINE = 2


def blocks(inspection: Inspection, *, brief: bool = False) -> Iterator[Block]:
    """Files, kinds of records, times, what can be answered, and damage. `brief` begins with what is wrong and
    what can be answered, and adds up what files share.
    """
    yield from _in_short(inspection) if brief else _in_full(inspection)


def _in_short(inspection: Inspection) -> Iterator[Block]:
    yield Words([_whole(inspection), *inspection.namesakes])
    if inspection.damage:
        places = [(d.file, d.offset, d.length, d.expected, d.found) for d in inspection.damage[:_SHOWN]]
        title = f"Damage ({len(inspection.damage):,} located)"
        yield Sheet(title, ("file", "offset", "bytes", "expected", "found"), places)
    every = inspection.answers
    if missing := [(answer.question, answer.supply) for answer in every if not answer.answered]:
        title = f"Questions without evidence: {len(missing)} of {len(every)}"
        yield Sheet(title, ("question", "what would supply it"), missing)
    if answered := [(answer.question,) for answer in every if answer.answered]:
        yield Sheet(
            f"Questions that this evidence answers: {len(answered)} of {len(every)}", ("question",), answered
        )
    yield Words(list(_files(inspection)))
    yield Sheet("Records by type", ("SMF", "records", "bytes", "state", "what"), _added(inspection))
    undecoded = {
        (kind.type or 0, kind.subtype): (_smf(kind), kind.why)
        for kind in inspection.record_types
        if kind.state != "decoded" and kind.subtype is not None and kind.why
    }
    if undecoded:
        rows = [undecoded[kind] for kind in sorted(undecoded)]
        yield Sheet("Not decoded", ("SMF", "why, and what would decode them"), rows)
    yield sheets.coverage_in_short("Periods covered (local time)", inspection.coverage)
    yield OtherForms(
        "Records, times and gaps of each file and table, the digest of each file, and all damage located"
    )


def _in_full(inspection: Inspection) -> Iterator[Block]:
    if inspection.namesakes:
        yield Words(list(inspection.namesakes))
    yield from sheets.source_sheet(inspection.sources)
    kinds = [tuple(getattr(kind, name) for name in _KINDS) for kind in inspection.record_types]
    yield Sheet("Records", _KINDS, kinds)
    yield from sheets.coverage_sheet(inspection.coverage)
    answers = [
        ("yes" if answer.answered else "no", f"{answer.product}: {answer.question}", answer.supply)
        for answer in inspection.answers
    ]
    yield Sheet("What this evidence can answer", ("", "question", "what would supply it"), answers)
    if inspection.damage:
        yield from sheets.damage_sheet(inspection.damage)
    if inspection.refused:
        others = [(file.name, file.why, "yes" if file.asked else "no") for file in inspection.refused]
        yield Sheet("No evidence", ("file", "why", "named"), others)


def _whole(inspection: Inspection) -> str:
    """How much there is, and whether any of it is damaged."""
    records = sum(source.records for source in inspection.sources)
    damaged = sum(source.damaged for source in inspection.sources)
    damage = f"{numbers.number(damaged)} damaged" if damaged else "no damage"
    return (
        f"{numbers.counted(len(inspection.sources), 'file')}, {numbers.counted(records, 'record')}, {damage}"
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
