"""Curves as a page: one file, no network, no script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers as units
from getpage.core import text
from getpage.report.charts.size import legend, size_chart
from getpage.report.common.in_full import in_full
from getpage.report.common.pages import templates
from getpage.report.curve import groups as group_tables
from getpage.report.curve import tables
from getpage.report.curve.blocks import blocks

if TYPE_CHECKING:
    from getpage.result.curve import Curves, SizePicture

MOST_ROWS = 300


def html(curves: Curves, *, title: str, generated_by: str) -> str:
    """All pools as a page: advice, picture, messages, and what the numbers stand on."""
    pools = [
        {
            "curve": pool,
            "sentences": tables.sentences(pool),
            "columns": tables.columns(pool),
            "rows": [[_shown(cell) for cell in row] for row in tables.rows(pool)],
            "pictures": [_drawn(p, f"curve-{i}-{j}") for j, p in enumerate(pool.pictures)],
            "messages": pool.simulated.messages() if pool.simulated else "",
        }
        for i, pool in enumerate(curves.pools)
    ]
    pools += [
        {
            "curve": group,
            "sentences": group_tables.sentences(group),
            "columns": group_tables.COLUMNS,
            "rows": [[_shown(cell) for cell in row] for row in group_tables.rows(group)],
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
        notes=tables.notes(curves),
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
