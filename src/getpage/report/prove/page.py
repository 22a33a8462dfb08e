"""A proof as one page in the report's style: its blocks, with the pictures that only a page has."""

from __future__ import annotations

import math
from typing import Final

from getpage.core import figures, text
from getpage.report.charts.line import key, line_chart
from getpage.report.charts.whisker import Whisker, whisker_chart
from getpage.report.common.pages import in_full, sections, templates
from getpage.report.prove.blocks import answer_blocks, blocks, figure_blocks
from getpage.report.prove.words import shown_differences
from getpage.result import Estimate, Picture
from getpage.result.prove import Difference, MeanChange, Proof

MOST_ROWS: Final = 300
# More rows than this in one picture are no picture.
MOST_WHISKERS: Final = 40

_READING: Final = (
    "A dot is the change in % of before, its whisker the interval. Filled dots are shown (green better, "
    "orange worse, blue neither); hollow ones are not: their whisker crosses zero."
)


def html(proof: Proof, *, title: str, generated_by: str) -> str:
    """The page; the same proof gives the same bytes."""
    rendered = (
        templates()
        .get_template("prove.html")
        .render(
            title=title,
            generated_by=generated_by,
            before=proof.before.label,
            after=", ".join(side.label for side in proof.after[:6]),
            answers=sections(answer_blocks(proof)),
            charts=_charts(proof),
            reading=_READING,
            pictures=[_drawn(p, f"series-{i}") for i, p in enumerate(proof.pictures)],
            sections=sections(figure_blocks(proof)),
            full=in_full(blocks(proof)),
            most_rows=MOST_ROWS,
            version=proof.version,
        )
    )
    return text.clean(rendered)


def _charts(proof: Proof) -> list[tuple[str, str]]:
    charts = []
    shown = shown_differences(proof)
    for number, subject in enumerate(dict.fromkeys(d.subject for d in shown)):
        rows = [_whisker(d) for d in shown if d.subject == subject and _has_ends(d.change_percent)]
        title = f"{subject} against {proof.before.label}"
        drawing = whisker_chart(rows[:MOST_WHISKERS], uid=f"whisker-{number}", title=title)
        if drawing:
            charts.append((title, drawing))
    if proof.means:
        rows = [_mean(mean) for mean in proof.means if _has_ends(mean.mean)]
        charts.append(
            ("Mean changes", whisker_chart(rows[:MOST_WHISKERS], uid="means", title="Mean changes"))
        )
    return charts


def _has_ends(estimate: Estimate | None) -> bool:
    return estimate is not None and math.isfinite(estimate.low) and math.isfinite(estimate.high)


def _mean(mean: MeanChange) -> Whisker:
    ends = mean.scatter or mean.mean
    look = "not-shown" if ends.low <= 0 <= ends.high else "changed"
    return Whisker(mean.subject, mean.mean.value, ends.low, ends.high, look, figures.percent(mean.mean.value))


def _whisker(d: Difference) -> Whisker:
    assert d.change_percent is not None
    change = d.change_percent
    look = str(d.verdict).replace(" ", "-")
    return Whisker(d.title, change.value, change.low, change.high, look, figures.percent(change.value))


def _drawn(picture: Picture, uid: str) -> dict[str, object]:
    legend = [(key(i), curve.label) for i, curve in enumerate(picture.curves)]
    return {"picture": picture, "svg": line_chart(picture, uid=uid), "legend": legend}
