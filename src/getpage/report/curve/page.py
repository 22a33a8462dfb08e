"""Curves as a page: one file, no network, no script."""

from __future__ import annotations

import re

from getpage.core import numbers as units
from getpage.core import text
from getpage.core.errors import GetpageError
from getpage.report.charts.size import legend, size_chart
from getpage.report.common.pages import in_full, templates
from getpage.report.curve.blocks import (
    GROUP_COLUMNS,
    blocks,
    columns,
    group_rows,
    group_sentences,
    notes,
    rows,
    sentences,
)
from getpage.result.curve import Curves, SizePicture

MOST_ROWS = 300


def html(curves: Curves, *, title: str, generated_by: str) -> str:
    """All pools as a page: advice, picture, messages, and what the numbers stand on."""
    pools = [
        {
            "curve": pool,
            "sentences": sentences(pool),
            "columns": columns(pool),
            "rows": [[_shown(cell) for cell in row] for row in rows(pool)],
            "pictures": [_drawn(p, f"curve-{i}-{j}") for j, p in enumerate(pool.pictures)],
            "messages": pool.simulated.messages() if pool.simulated else "",
        }
        for i, pool in enumerate(curves.pools)
    ]
    pools += [
        {
            "curve": group,
            "sentences": group_sentences(group),
            "columns": GROUP_COLUMNS,
            "rows": [[_shown(cell) for cell in row] for row in group_rows(group)],
            "pictures": [_drawn(p, f"group-{i}-{j}", "data entries") for j, p in enumerate(group.pictures)],
            "messages": "",
        }
        for i, group in enumerate(curves.groups)
    ]
    page = templates().get_template("curve.html")
    rendered = page.render(
        title=title,
        generated_by=generated_by,
        pools=pools,
        notes=notes(curves),
        trace=curves.trace,
        full=in_full(blocks(curves)),
        most_rows=MOST_ROWS,
    )
    return text.clean(rendered)


def _drawn(picture: SizePicture, uid: str, unit: str = "buffers") -> dict[str, object]:
    svg = size_chart(picture, uid=uid, size_unit=unit)
    return {"picture": picture, "svg": svg, "legend": legend(picture, unit)}


def _shown(cell: object) -> str:
    if cell is None:
        return ""
    return units.number(cell) if isinstance(cell, (int, float)) else str(cell)


def svg(curves: Curves) -> str:
    """The picture of the one pool as an SVG file. GetpageError where there is more than one to draw."""
    pictures = [picture for pool in curves.pools for picture in pool.pictures]
    pictures += [picture for group in curves.groups for picture in group.pictures]
    if len(pictures) != 1:
        message = (
            f"an SVG file has one picture, and there are {len(pictures)} "
            f"({', '.join(p.object for p in pictures[:8])}): choose one with --pool and --vpseqt, or "
            "write .html"
        )
        raise GetpageError(message, "-o curve.html")
    drawing = size_chart(pictures[0], uid="curve", size_unit="data entries" if curves.groups else "buffers")
    style = f"<style>{_colours()}svg{{font-family:system-ui,sans-serif}}{_source('charts.css')}</style>"
    return (
        drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">", f">{style}", 1)
        + "\n"
    )


def _colours() -> str:
    """The definitions of colours at the top of the report's style sheet, for light and dark."""
    top = re.match(
        r"(:root \{.*?\}\s*@media \(prefers-color-scheme: dark\) \{.*?\}\s*\})", _source("style.css"), re.S
    )
    return top[1] if top else ""


def _source(name: str) -> str:
    environment = templates()
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]
