"""What text for people is laid out for, and how words stand in its lines.

Widths are columns of a terminal: a wide East Asian character takes two, a mark that combines none (Unicode
Standard Annex 11). No line ends in blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

#: Wider lines are hard to read, and logs and mails are cut at about this.
WIDEST = 100
#: Select Graphic Rendition of ECMA-48.
_CODES: Final = {"bold": "1", "dim": "2", "red": "31", "yellow": "33"}
_COLOURS: Final = ("red", "yellow")
KEPT_BLANK: Final = "\u00a0"  # a blank at which a line ends only where there is no other way
_WORD: Final = re.compile(rf"\s*[\S{KEPT_BLANK}]+\s*")
#: Text of which surely each character takes one column, and only blanks are white: Latin letters, dashes and
#: quotation marks, arrows and mathematical signs.
_PLAIN: Final = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff]*"
).fullmatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much of a result a terminal shows: the first `top` rows of each list, or, where `only` names a
    finding by its number or object, that finding with all that it stands on. Without either everything.
    """

    top: int = 0
    only: str = ""


#: Everything.
WHOLE: Final = Extent()


@dataclass(frozen=True, slots=True)
class Screen:
    """How wide it is in columns, and whether it takes bold and dim words, and colours."""

    width: int = WIDEST
    styled: bool = False
    coloured: bool = False

    @property
    def columns(self) -> int:
        """Columns that are used."""
        return min(self.width, WIDEST)

    def shown(self, words: str, style: str) -> str:
        """Words in a style (`bold red`), as far as there are styles here."""
        if not (self.styled and style and words):
            return words
        codes = [_CODES[code] for code in style.split() if self.coloured or code not in _COLOURS]
        return f"\x1b[{';'.join(codes)}m{words}\x1b[0m" if codes else words

    def lines(self, words: str, style: str = "", *, indent: int = 0, fold: bool = True) -> Iterator[str]:
        """Words as they are, with their line ends; text that is to be copied is not folded."""
        margin = " " * indent
        for paragraph in words.split("\n"):
            parts = folded(paragraph, self.columns - indent) if fold else [paragraph]
            for part in parts:
                yield f"{margin if part else ''}{self.shown(part, style)}\n"


def columns(text: str) -> int:
    """How many columns a text takes on one line."""
    if text.isascii() or _PLAIN(text):
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )


def folded(text: str, width: int) -> list[str]:
    """Lines of at most so many columns, broken between words; a word that fits on no line is folded."""
    text = text.expandtabs().rstrip()
    if "  " in text or not (text.isascii() or _PLAIN(text)):
        return _word_by_word(text, width)
    lines, at = [], 0
    while len(text) - at > width:
        cut = text.rfind(" ", at + 1, at + width + 1)
        if cut < 0:
            return _word_by_word(text, width)
        lines.append(text[at:cut])
        at = cut + 1
    return [*lines, text[at:]]


def _word_by_word(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in _WORD.findall(text):
        if line and columns(line) + columns(word.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        while not line and columns(word.rstrip()) > width:
            cut = _cut(word, width)
            lines.append(word[:cut].rstrip())
            word = word[cut:]
        line += word
    return [*lines, line.rstrip()]


def _cut(word: str, width: int) -> int:
    """How many characters fit, at least one: an interval up to behind its `to`, else up to a kept blank."""
    cut = 1
    while columns(word[: cut + 1]) <= width:
        cut += 1
    to = word.rfind(f"{KEPT_BLANK}to{KEPT_BLANK}", 1, cut + 1)
    return to + 4 if to > 0 else word.rfind(KEPT_BLANK, 1, cut + 1) + 1 or cut
