"""All that a proof says, for Markdown, the terminal and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import estimates, facts, missing, pictures
from getpage.report.common.blocks import Heading, Sheet, Words
from getpage.report.common.elsewhere import elsewhere
from getpage.report.prove import tables, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.prove import Proof


def blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """What differs, by how much, and what supports it; `brief` leaves out what only confirms."""
    yield from answer_blocks(proof, brief=brief)
    yield from figure_blocks(proof, brief=brief)
    if brief:
        yield elsewhere(
            "Every difference in full with what it rests on, pictures over time, and the evidence", page=True
        )
    yield Words([*_sides(proof)], foot=True)


def answer_blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """The first line, and the differences by verdict."""
    if first := words.first_line(proof):
        yield Words([first])
    if not brief:
        for heading, sentences in words.answers(proof):
            yield Heading(heading)
            yield Words(sentences)


def figure_blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """Tables of differences and their support, what is missing, and how to read all this."""
    if not brief:
        yield Heading("Figures")
    for title, columns, rows in tables.tables(proof, brief=brief):
        yield Sheet(title, columns, rows)
    for title, columns, rows in tables.in_full(proof):
        yield Sheet(title, columns, rows, evidence=True)
    if sentences := tables.sentences(proof):
        yield Words(sentences)
    yield from pictures.sheet("Before and after, interval by interval", proof.pictures)
    yield from estimates.sheet(
        "Estimates of the proof",
        [
            *((f"{d.subject} {d.title}", d) for d in proof.differences),
            *((str(mean.subject), mean) for mean in proof.means),
            *((f"{part.subject}: {part.part} of {part.whole}", part) for part in proof.parts),
            *((f"{score.subject} {score.name}", score) for score in proof.scores),
        ],
    )
    yield from facts.sheet(
        "Evidence of the proof", [(f"{d.subject} {d.title}", d.facts) for d in proof.differences]
    )
    yield from missing.blocks(proof.missing)
    if notes := list(filter(None, (words.method(proof), *proof.notes))):
        yield Heading("How to read this")
        yield Words(notes)


def _sides(proof: Proof) -> Iterator[str]:
    """What each side is, and what made the proof."""
    for name, side in [("Before", proof.before), *(("After", side) for side in proof.after)]:
        window = f", {numbers.span(side.first, side.last)}" if side.first or side.last else ""
        files = f"; {', '.join(side.files)}" if side.files else ""
        yield f"{name}: {side.label}{window}{files}"
    yield from (f"{table.title}: {table.note}" for table in proof.tables if table.note)
    level = f"{100 * proof.level:g}"
    yield f"Of {proof.source}; intervals of {level} %. {proof.tool} · proof model {proof.version}"
