"""A proof as tables for people: one of differences a subject, then what stands behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import figures, numbers
from getpage.report.prove import folded, words
from getpage.result.prove import PRINTED
from getpage.runs.agree import AVERAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result.prove import Difference, Mix, Printed, Proof, Score

Row = tuple[str, ...]
Table = tuple[str, Row, list[Row]]
_PRINTED: Row = ("figure", "printed", "computed", "rule", "")


def tables(proof: Proof, *, brief: bool = False) -> Iterator[Table]:
    """Title, columns and rows of every table of the proof; `brief` leaves out what only confirms."""
    heads: Row = ("measure", "before", "after", "change", f"{proof.level:.0%} interval", "")
    if all(d.basis == PRINTED for d in proof.differences):
        heads = ("measure", "before", "after", "change", "with the rounding", "")
    averages = [p for p in proof.printed if p.rule.startswith(AVERAGE)]
    if averages:
        yield "Averages from the totals and counts printed beside them", _PRINTED, [*map(_printed, averages)]
    shown = folded.kept(proof)
    for subject in dict.fromkeys(d.subject for d in shown):
        rows = [_difference(d) for d in shown if d.subject == subject]
        yield f"{subject} against {proof.before.label}", heads, rows
    yield from (one for one in _behind(proof, brief) if one[2])
    yield from ((t.title, t.columns, [tuple(map(str, row)) for row in t.rows]) for t in proof.tables)


def _behind(proof: Proof, brief: bool) -> Iterator[Table]:
    knobs: list[Row] = [
        (str(k.knob), f"{k.before:,} {k.unit}", f"{k.after:,} {k.unit}") for k in proof.changed
    ]
    yield "What was changed", ("knob", "before", "after"), knobs
    heads: Row = ("subject", "figure", "forecast", "interval", "actual", "")
    yield "The forecast against what came", heads, [_score(score) for score in proof.scores]
    for mix in proof.mixes:
        if not mix.comparable:
            heads = ("class", "share before", "after", "each before", "after")
            yield f"{mix.subject}, {mix.measure} class by class", heads, _classes(mix)
    others = [p for p in proof.printed if not p.rule.startswith(AVERAGE)]
    printed = [p for p in others if not brief or p.verdict != "rounding"]
    yield "Printed figures against the figures they follow from", _PRINTED, [_printed(p) for p in printed]


def _difference(d: Difference) -> tuple[str, ...]:
    printed = d.basis == PRINTED
    change = "" if d.change_percent is None else words.change(d.change_percent.value)
    before, after = (figures.value(e.value, d.unit, printed=printed) for e in (d.before, d.after))
    return d.title, before, after, change, words.interval(d.change_percent), words.verdict(d)


def _each(figure: float | None, unit: str) -> str:
    return "" if figure is None else figures.value(figure, unit)


def _classes(mix: Mix) -> list[Row]:
    return [
        (
            c.name,
            f"{c.share_before:.1f} %",
            f"{c.share_after:.1f} %",
            _each(c.before, mix.unit),
            _each(c.after, mix.unit),
        )
        for c in mix.classes
    ]


def _score(score: Score) -> Row:
    ends = " to ".join(
        dict.fromkeys(figures.value(end, score.unit) for end in (score.forecast.low, score.forecast.high))
    )
    actual = "" if score.actual is None else figures.value(score.actual.value, score.unit)
    return (
        str(score.subject),
        score.name,
        figures.value(score.forecast.value, score.unit),
        ends,
        actual,
        score.outcome,
    )


def _printed(p: Printed) -> Row:
    words = {"rounding": "agrees", "cut off": "cut off, not rounded", "no": "does not agree"}
    ends = [numbers.number(float(f"{end:.5g}")) for end in (p.low, p.high)]
    computed = ends[0] if ends[0] == ends[1] else " to ".join(ends)
    unit = f" {p.unit}" if p.unit else ""
    return p.label, figures.value(p.printed, p.unit, printed=True), computed + unit, p.rule, words[p.verdict]


def sentences(proof: Proof) -> list[str]:
    """What is better said than put into rows."""
    found = [*folded.sentences(proof), *map(words.mean_sentence, proof.means)]
    if proof.printed:
        found.append(words.printed_sentence(proof))
    found += words.mix_sentences(proof)
    found += [words.part_sentence(part) for part in proof.parts]
    return [*found, *(words.score_sentences(proof) if proof.scores else ())]
