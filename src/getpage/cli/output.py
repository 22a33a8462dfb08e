"""Output: where results and notes go.

The result goes to standard output and nothing else does; progress and notes go to standard error.

Long text on a terminal goes through `less -FRX`, as with git; text that is piped never does. GETPAGE_PAGER
goes before PAGER; `cat` or nothing in them is no pager. With -F a text that fits the screen is printed as it
is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from enum import StrEnum
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from getpage.core.errors import GetpageError, safe_message
from getpage.core.own_output import MARK
from getpage.core.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.report.common.screen import Extent, Screen
    from getpage.report.dispatch import Rendered


class Format(StrEnum):
    """Output format of a result."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


#: The mark, once a text for people goes to a file or a pipe.
_texts: list[str] = []


def end_of_text() -> None:
    """End a text for people that went to a file or a pipe with the mark of an output."""
    if _texts:
        write(f"{MARK}\n")


def screen() -> Screen:
    """Standard output: as wide as the terminal (at most 100 columns of it are used), plain when piped.

    NO_COLOR drops colours (https://no-color.org), a terminal of type `dumb` has no styles at all.
    """
    from getpage.report.common.screen import Screen

    if not sys.stdout.isatty():
        _texts.append(MARK)
        return Screen()
    from shutil import get_terminal_size

    styled = os.environ.get("TERM") not in ("dumb", "unknown")
    return Screen(get_terminal_size().columns, styled, styled and not os.environ.get("NO_COLOR"))


def note(words: str) -> None:
    """A note on standard error. It may quote evidence and names of files: nothing in it acts on a terminal.
    Where nobody takes it, the work goes on.
    """
    with suppress(OSError):
        print(safe_message(words), file=sys.stderr, flush=True)


def show(result: Rendered, form: Format, extent: Extent | None = None) -> None:
    """Write what a verb yields; a table as much of it as `extent` says."""
    from getpage import report

    if form is not Format.TABLE:
        write(report.render(result, form))
        return
    text = report.render(result, form, screen=screen(), extent=extent)
    if not page(clean(text)):
        write(text)


def rows(
    title: str,
    columns: Sequence[str],
    data: Sequence[Sequence[Any]],
    form: Format,
    *,
    about: str = "",
    or_one_by_one: bool = False,
) -> None:
    """Write rows in a form; in the forms for people with `title` and what there is to say `about` them, which
    programs find on standard error. Where they are too wide for a table on a terminal, `or_one_by_one`.
    """
    if form is Format.TABLE:
        from getpage.report.common.terminal import table

        out = screen()
        nothing = about and not data  # the sentence says it
        lines = () if nothing else table(title, columns, data, out, or_one_by_one=or_one_by_one)
        words = "".join([*lines, *(out.lines(about) if about else ())])
        if not page(clean(words)):
            write(words)
    else:
        from getpage.report.common.rows import rows as text

        write(text(columns, data, form, title=title, note=about))
        if about and form is not Format.MD:
            note(about)


def write(text: str) -> None:
    """Write text to standard output: as it is, or, where that is a terminal, as it cannot act on one;
    characters that its encoding has not are spelled out.
    """
    if sys.stdout.isatty():
        text = clean(text)
    try:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            encoding = sys.stdout.encoding
            sys.stdout.write(text.replace("─", "-").encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        stop_output()


class _Output(TextIOWrapper):
    """Standard output that says so when it is full; a reader who had enough is another matter."""

    def write(self, text: str, /) -> int:
        with _named():
            return super().write(text)

    def flush(self) -> None:
        with _named():
            super().flush()


@contextmanager
def _named() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _texts.clear()
        message = f"standard output: {error.strerror}"
        raise GetpageError(message, "df -h") from error


def open_streams() -> None:
    """Standard streams that can be used: where a caller closed one, what is read ends at once and what is
    written is refused, instead of going to the next file that is opened. A character that the code page of a
    stream lacks (a name of a file, a minus) is written as its escape.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDONLY)  # takes the lowest number that is free: that of the stream
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115, PTH123
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdout, TextIOWrapper):
        encoding, lines = sys.stdout.encoding, sys.stdout.line_buffering
        sys.stdout = _Output(sys.stdout.detach(), encoding, line_buffering=lines)


def stop_output() -> None:
    """Standard output goes nowhere from here, as nobody reads it: `getpage ... | head -1` is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def page(text: str) -> bool:
    """Show a text in the pager. False where there is none: not on a terminal, or nothing that can be run."""
    command = _pager()
    if not command or text.count("\n") < shutil.get_terminal_size().lines:
        return False
    environment = {**os.environ, "LESS": os.environ.get("LESS", "FRX")}
    sys.stdout.flush()
    try:
        with subprocess.Popen(  # the user's own command, as git runs it
            command, shell=True, stdin=subprocess.PIPE, env=environment
        ) as process:
            try:
                process.communicate(text.encode(sys.stdout.encoding or "utf-8", errors="backslashreplace"))
            except KeyboardInterrupt:  # less minds it itself
                process.wait()
    except OSError:
        return False
    return process.returncode not in (126, 127)


def _pager() -> str:
    if not sys.stdout.isatty() or os.environ.get("TERM") in ("dumb", "unknown"):
        return ""
    command = os.environ.get("GETPAGE_PAGER", os.environ.get("PAGER", "less")).strip()
    return "" if command == "cat" else command
