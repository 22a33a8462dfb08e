"""A curve as a picture to keep (SVG) and as a page around it (HTML): one file each, no network, no script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from getpage.core import numbers as units
from getpage.core import text
from getpage.core.errors import GetpageError
from getpage.curve import as_table
from getpage.report.charts.size import legend, size_chart
from getpage.report.pages import templates

if TYPE_CHECKING:
    from getpage.curve.model import Curves
    from getpage.report.charts.size import SizePicture


def curve_svg(curves: Curves) -> str:
    """The picture of the one pool as an SVG file. GetpageError where there is more than one to draw."""
    pictures = [picture for pool in curves.pools for picture in pool.pictures]
    if len(pictures) != 1:
        message = (
            f"an SVG file has one picture, and there are {len(pictures)} "
            f"({', '.join(p.object for p in pictures[:8])}): choose one pool and one VPSEQT, or write .html"
        )
        raise GetpageError(message)
    drawing = size_chart(pictures[0], uid="curve")
    style = f"<style>{_colours()}svg{{font-family:system-ui,sans-serif}}{_source('charts.css')}</style>"
    return (
        drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">", f">{style}", 1)
        + "\n"
    )


def curve_html(curves: Curves, *, title: str, generated_by: str) -> str:
    """All pools as a page: advice, picture, messages, and what the numbers stand on."""
    pools = [
        {
            "curve": pool,
            "sentences": as_table.sentences(pool),
            "columns": as_table.columns(pool),
            "rows": [[_shown(cell) for cell in row] for row in as_table.rows(pool)],
            "pictures": [_drawn(p, f"curve-{i}-{j}") for j, p in enumerate(pool.pictures)],
            "messages": pool.simulated.messages() if pool.simulated else "",
        }
        for i, pool in enumerate(curves.pools)
    ]
    page = templates().get_template("curve.html")
    rendered = page.render(
        title=title, generated_by=generated_by, pools=pools, notes=as_table.notes(curves), trace=curves.trace
    )
    return text.clean(rendered)


def _drawn(picture: SizePicture, uid: str) -> dict[str, object]:
    return {"picture": picture, "svg": size_chart(picture, uid=uid), "legend": legend(picture, "buffers")}


def _shown(cell: object) -> str:
    if cell is None:
        return ""
    return units.number(cell) if isinstance(cell, (int, float)) else str(cell)


def _colours() -> str:
    """The definitions of colours at the top of the report's style sheet, for light and dark."""
    found = re.match(
        r"(:root \{.*?\}\s*@media \(prefers-color-scheme: dark\) \{.*?\}\s*\})", _source("style.css"), re.S
    )
    return found[1] if found else ""


def _source(name: str) -> str:
    environment = templates()
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]
