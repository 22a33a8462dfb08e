"""Text from evidence made safe to show.

Names in evidence are bytes from someone else's system: a damaged record can hold control characters, a
terminal escape sequence or characters that reverse the reading direction. They are shown as U+FFFD, so that
the reader sees that something was there and neither a terminal nor a browser acts on it. Escaping of markup
is not done here: that is the rendering's own business.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


REPLACEMENT = "\ufffd"
#: Characters of somebody else's text that a message quotes.
QUOTED = 60

_KEEP = {ord("\n"), ord("\t")}
_CONTROLS = (set(range(0x20)) | set(range(0x7F, 0xA0))) - _KEEP
# Embedding, override and isolate marks can make a command read differently from what it is.
_BIDIRECTIONAL = set(range(0x202A, 0x202F)) | set(range(0x2066, 0x206A)) | {0x200E, 0x200F}
_SURROGATES = set(range(0xD800, 0xE000))
_UNSAFE = re.compile(f"[{re.escape(''.join(map(chr, sorted(_CONTROLS | _BIDIRECTIONAL | _SURROGATES))))}]")

# CSQUTIL, DSN and CSD input read columns 1 to 71 or 72 of a line.
_COMMENT_COLUMNS = 71


@dataclass(frozen=True, slots=True)
class CommentMarks:
    """Opening and, if needed, closing mark of a comment line."""

    opening: str
    closing: str = ""


def clean(text: str) -> str:
    """The text without characters that act on a terminal or reorder a line."""
    return text if text.isprintable() else _UNSAFE.sub(REPLACEMENT, text)  # no printable one does


def is_whole(text: str) -> bool:
    """Whether a text is digits 0 to 9 and nothing else: to Python \u00b2 and \u0663 are digits too, and no
    report of z/OS has them.
    """
    return text.isascii() and text.isdigit()


def one_line(text: str) -> str:
    """The text on one line: every run of white space is one space."""
    return " ".join(clean(text).split())


def shorten(text: str, length: int) -> str:
    """The text on one line, cut to a length that fits a heading or a drawing; it stands in full elsewhere."""
    text = one_line(text)
    return text if len(text) <= length else text[: length - 1].rstrip() + "\u2026"


def command_block(marks: CommentMarks, entries: list[tuple[str, str]]) -> str:
    """Commands as one block to copy, each followed by what it does as a comment in their language.

    An entry without a command is a comment only.
    """
    width = _COMMENT_COLUMNS - len(marks.opening) - len(marks.closing)
    lines: list[str] = []
    for command, comment in entries:
        if command:
            lines.append(clean(command).strip("\n"))
        words = one_line(comment).replace("*/", "* /")
        lines += [f"{marks.opening}{part}{marks.closing}" for part in textwrap.wrap(words, width)]
    return "\n".join(lines)


def near(name: str, known: Iterable[str]) -> list[str]:
    """The names that are near, the nearest first, two at most: those that begin so, or else those spelled
    alike; of an object `SYSA.DBP1.BP1` its last part counts too.
    """
    from difflib import get_close_matches  # for wrong names only

    wanted = name.strip().lstrip("-").casefold()
    spelled = {each.lstrip("-").casefold(): each for each in known}
    nearest = [key for key in spelled if wanted[1:] and key.startswith(wanted)][:2]
    nearest = nearest or get_close_matches(wanted, spelled, n=2, cutoff=0.6)
    if not nearest:
        last = {key.rpartition(".")[2]: key for key in spelled}
        nearest = [last[key] for key in get_close_matches(wanted, last, n=2, cutoff=0.6)]
    return [spelled[key] for key in nearest]
