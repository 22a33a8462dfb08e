"""Renderings of a `Result`: a page, JSON, CSV, Markdown and the terminal.

They show what the result holds and compute nothing that it does not: the same result gives the same bytes,
and the numbers agree between all renderings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.lazy import at_first_use

if TYPE_CHECKING:
    from getpage.report.as_csv import csv
    from getpage.report.as_html import html
    from getpage.report.as_json import json
    from getpage.report.as_markdown import markdown
    from getpage.report.as_terminal import terminal

__all__ = ["csv", "html", "json", "markdown", "terminal"]

__getattr__ = at_first_use(__name__, {name: f"getpage.report.as_{name}" for name in __all__})
