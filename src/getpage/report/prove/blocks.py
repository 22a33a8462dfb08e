"""All that a proof says, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import estimates, facts, missing, pictures
from getpage.report.common.blocks import Heading, Sheet, Words
from getpage.report.common.elsewhere import elsewhere
from getpage.report.prove import details, tables, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.prove import Proof


def blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """What differs, by how much, and what stands behind it; `brief` leaves out what only confirms."""
    if first := words.first_line(proof):
        yield Words([first])
    if not brief:
        for heading, sentences in words.answers(proof):
            yield Heading(heading)
            yield Words(sentences)
    for title, columns, rows in tables.tables(proof, brief=brief):
        yield Sheet(title, columns, rows)
    for title, columns, rows in details.tables(proof):
        if rows:
            yield Sheet(title, columns, rows, evidence=True)
    if found := tables.sentences(proof):
        yield Words(found)
    yield from pictures.sheet("Before and after, interval by interval", proof.pictures)
    yield from estimates.sheet(
        "Estimates of the proof",
        [
            *((f"{one.subject} {one.title}", one) for one in proof.differences),
            *((str(one.subject), one) for one in proof.means),
            *((f"{one.subject}: {one.part} of {one.whole}", one) for one in proof.parts),
            *((f"{one.subject} {one.name}", one) for one in proof.scores),
        ],
    )
    yield from facts.sheet(
        "Evidence of the proof", [(f"{d.subject} {d.title}", d.facts) for d in proof.differences]
    )
    yield from missing.blocks(proof.missing)
    if notes := list(filter(None, (words.method(proof), *proof.notes))):
        yield Heading("How to read this")
        yield Words(notes)
    if brief:
        yield elsewhere(
            "Every difference in full with what it rests on, pictures over time, and the evidence", page=True
        )
    sides = [("before", proof.before), *(("after", side) for side in proof.after)]
    yield Words(
        [
            *(
                f"{name.capitalize()}: {side.label}"
                + (f", {numbers.span(side.first, side.last)}" if side.first or side.last else "")
                + (f"; {', '.join(side.files)}" if side.files else "")
                for name, side in sides
            ),
            *(f"{table.title}: {table.note}" for table in proof.tables if table.note),
            f"Of {proof.source}; intervals of {100 * proof.level:g} %. {proof.tool} · proof model "
            f"{proof.version}",
        ],
        foot=True,
    )
