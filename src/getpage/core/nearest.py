"""The nearest known names to a mistyped one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


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
