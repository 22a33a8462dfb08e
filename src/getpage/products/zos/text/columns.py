"""Words of a line under the heads of a report: by tabs, by their columns, or from the left.

Reports are 132 columns wide with each head over its figures; what people keep of them has often lost its
columns (tabs, a copy from a document). Where every word stands under one head only, that decides; else the
words are taken from the left, as only values at the end can then be missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"[^ \t]+")
_TAB = "\t"


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a report, with the columns that each spans."""

    names: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    tabbed: bool

    @classmethod
    def of(cls, text: str) -> Heads:
        """The heads of a line."""
        if _TAB in text:
            names = tuple(cell.strip() for cell in text.split(_TAB))
            return cls(names, (), tabbed=True)
        words = list(_WORD.finditer(text))
        return cls(tuple(word[0] for word in words), tuple(word.span() for word in words), tabbed=False)

    def under(self, text: str) -> dict[str, str]:
        """The value under each head; heads without a value are left out."""
        if self.tabbed and _TAB in text:
            cells = [cell.strip() for cell in text.split(_TAB)]
            return {name: cell for name, cell in zip(self.names, cells, strict=False) if cell}
        words = list(_WORD.finditer(text))
        placed = {} if self.tabbed else self._by_column(words)
        if placed and len(placed) == len(words):
            return placed
        return {name: word[0] for name, word in zip(self.names, words, strict=False)}

    def _by_column(self, words: list[re.Match[str]]) -> dict[str, str]:
        placed: dict[str, str] = {}
        for word in words:
            start, end = word.span()
            over = [i for i, (left, right) in enumerate(self.spans) if start < right and left < end]
            if len(over) != 1 or self.names[over[0]] in placed:
                return {}
            placed[self.names[over[0]]] = word[0]
        return placed
