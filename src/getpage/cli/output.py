"""Output: where results and notes go.

The result goes to standard output and nothing else does; progress and notes go to standard error.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from getpage.report.dispatch import Rendered

#: Width that tables keep within when standard output is no terminal.
WIDTH = 100


class Format(StrEnum):
    """How a result is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


def console() -> Console:
    """Standard output: as wide as the terminal (at most 100 columns of it are used), plain when piped."""
    from rich.console import Console

    class Piped(Console):
        """A reader who had enough does not end the work: its exit code still counts."""

        def on_broken_pipe(self) -> None:
            self.quiet = True
            stop_output()

    return Piped(width=None if sys.stdout.isatty() else WIDTH, highlight=False, soft_wrap=False)


def notes() -> Console:
    """Standard error, for progress and notes."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def show(result: Rendered, form: Format) -> None:
    """Write what a verb yields."""
    from getpage import report

    write(report.render(result, form, console=console() if form is Format.TABLE else None))


def rows(
    title: str,
    columns: Sequence[str],
    data: Sequence[Sequence[Any]],
    form: Format,
    *,
    or_one_by_one: bool = False,
) -> None:
    """Write rows in a form; in the form for people with `title`, and where they are too wide for a table
    `or_one_by_one`.
    """
    if form is Format.TABLE:
        from getpage.report.common import terminal

        terminal.table(console(), title, columns, data, or_one_by_one=or_one_by_one)
    else:
        from getpage.report.common.rows import rows as text

        write(text(columns, data, form))


def write(text: str) -> None:
    """Write text to standard output as it is."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        stop_output()


def stop_output() -> None:
    """Standard output goes nowhere from here, as nobody reads it: `getpage ... | head -1` is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
