"""The nearest known name to a mistyped one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean MXT?)` with the names that are near, two at most; empty where none is."""
    spelled = {each.casefold(): each for each in known}
    near = get_close_matches(name.strip().casefold(), spelled, n=2, cutoff=0.6)
    return f" (did you mean {' or '.join(spelled[each] for each in near)}?)" if near else ""
