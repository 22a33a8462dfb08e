"""Output: where results and notes go.

The result goes to standard output and nothing else does; progress and notes go to standard error.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from getpage.core.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.report.common.screen import Screen
    from getpage.report.dispatch import Rendered


class Format(StrEnum):
    """How a result is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


def screen() -> Screen:
    """Standard output: as wide as the terminal (at most 100 columns of it are used), plain when piped.

    NO_COLOR drops colours (https://no-color.org), a terminal of type `dumb` has no styles at all.
    """
    from getpage.report.common.screen import Screen

    if not sys.stdout.isatty():
        return Screen()
    from shutil import get_terminal_size

    styled = os.environ.get("TERM") not in ("dumb", "unknown")
    return Screen(get_terminal_size().columns, styled, styled and not os.environ.get("NO_COLOR"))


def note(text: str) -> None:
    """Write a note to standard error."""
    print(clean(text), file=sys.stderr)


def show(result: Rendered, form: Format) -> None:
    """Write what a verb yields."""
    from getpage import report

    write(report.render(result, form, screen=screen() if form is Format.TABLE else None))


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
        from getpage.report.common.terminal import table

        write("".join(table(title, columns, data, screen(), or_one_by_one=or_one_by_one)))
    else:
        from getpage.report.common.rows import rows as text

        write(text(columns, data, form))


def write(text: str) -> None:
    """Write text to standard output as it is; characters that its encoding has not are spelled out."""
    try:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            encoding = sys.stdout.encoding
            sys.stdout.write(text.replace("─", "-").encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        stop_output()


def stop_output() -> None:
    """Standard output goes nowhere from here, as nobody reads it: `getpage ... | head -1` is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
