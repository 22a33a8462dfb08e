"""Knobs as people name them: `--change BP1=x2`, `--protect MQ1A.3`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError
from getpage.core.names import called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.knob import Knob

#: Names that a message lists.
_MOST = 10


def knob_called(name: str, knobs: Sequence[Knob], option: str) -> Knob:
    """The knob that `name` means; GetpageError, naming the `option`, where it is none or may be several."""
    matches = [knob for knob in knobs if called(knob.id, name)]
    if len(matches) > 1:
        matches = [knob for knob in matches if str(knob.id).casefold() == name.casefold()] or matches
    if len(matches) > 1:
        which = ", ".join(str(knob.id) for knob in matches[:_MOST])
        message = f"{option} {name}: {len(matches)} knobs are called so; say which: {which}"
        raise GetpageError(message)
    if not matches:
        by_name = {str(knob.id).casefold(): knob for knob in knobs}
        near = get_close_matches(name.casefold(), by_name, n=5, cutoff=0.4) or sorted(by_name)[:_MOST]
        there = ", ".join(str(by_name[key].id) for key in near)
        message = f"{option} {name}: there is no such knob in the evidence; there are {there}"
        raise GetpageError(message)
    return matches[0]
