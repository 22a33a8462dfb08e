"""The forms that a result is written in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path


class Form(StrEnum):
    """How a result is written: a table for people on a terminal, or what goes into a file."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"
    HTML = "html"
    SVG = "svg"


def form_of(path: Path) -> Form | None:
    """The form that the name of a file asks for; None where it asks for none."""
    suffix = path.suffix.lower().removeprefix(".")
    known = {form.value: form for form in Form if form is not Form.TABLE}
    return known.get("html" if suffix == "htm" else suffix)
