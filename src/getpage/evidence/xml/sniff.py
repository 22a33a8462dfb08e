"""Whether an XML file holds a report with values, found by reading up to the first of them."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from .document import parse
from .load import chunks
from .report import Builder

if TYPE_CHECKING:
    from pathlib import Path

    from .report import Figure, Report


class _ReachedError(Exception):
    """The first value was reached; ends the parse."""


class _First:
    """Stops at the first figure, and keeps where reading went wrong before it."""

    def __init__(self) -> None:
        self.why = "XML of RMF (ddsml) without a report that has values"

    def figure(self, report: Report, figure: Figure) -> None:  # noqa: ARG002 - the first ends it
        raise _ReachedError

    def report(self, report: Report) -> None:
        pass

    def refuse(self, offset: int, expected: str, found: str) -> None:
        self.why = f"XML that goes wrong at byte {offset:,}: expected {expected}, found {found!r}"


def why_not(path: Path) -> str | None:
    """Why the file is no evidence; None when it is."""
    first = _First()
    try:
        parse(chunks(path), Builder(first))
    except _ReachedError:
        return None
    except (OSError, EOFError, zlib.error) as error:
        return f"{error}; the file is cut off or damaged, transfer it again"
    return first.why
