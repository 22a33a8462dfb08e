"""A curve as a picture to keep: one SVG file, with its colours for light and dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError
from getpage.report.charts.size import size_chart
from getpage.report.common.pages import templates

if TYPE_CHECKING:
    from getpage.result.curve import Curves


def svg(curves: Curves) -> str:
    """The picture of the one pool as an SVG file. GetpageError where there is more than one to draw."""
    pictures = [picture for pool in curves.pools for picture in pool.pictures]
    pictures += [picture for group in curves.groups for picture in group.pictures]
    if len(pictures) != 1:
        message = (
            f"an SVG file has one picture, and there are {len(pictures)} "
            f"({', '.join(p.object for p in pictures[:8])}): choose one pool and one VPSEQT, or write .html"
        )
        raise GetpageError(message)
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
