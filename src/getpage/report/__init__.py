"""Renderings of a `Result`: a page, JSON, CSV, Markdown and the terminal.

They show what the result holds and compute nothing that it does not: the same result gives the same bytes,
and the numbers agree between all renderings.
"""

from getpage.report.as_csv import csv
from getpage.report.as_html import html
from getpage.report.as_json import json
from getpage.report.as_markdown import markdown
from getpage.report.as_terminal import terminal

__all__ = ["csv", "html", "json", "markdown", "terminal"]
