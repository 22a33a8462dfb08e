"""Terms of a field, for readers who come from another corner of it."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A term, the pattern that finds it in text, and what it means in one sentence."""

    name: str
    pattern: str
    meaning: str

    @property
    def anchor(self) -> str:
        """The fragment that the term is linked by."""
        return "term-" + re.sub(r"\W+", "-", self.name.lower()).strip("-")
