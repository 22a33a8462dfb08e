"""Knobs as people name them: `--change BP1=x2`, `--protect MQ1A.3`."""

from __future__ import annotations

from collections.abc import Sequence

from getpage.contract.knob import Knob
from getpage.core.errors import GetpageError, Instead, UnknownNameError
from getpage.core.names import called

#: Names that a message lists.
_MOST = 10


def knob_called(name: str, knobs: Sequence[Knob], option: str) -> Knob:
    """The knob that `name` means; GetpageError, naming the `option`, where it is none or may be several."""
    matches = [knob for knob in knobs if called(knob.id, name)]
    if len(matches) > 1:
        matches = [knob for knob in matches if str(knob.id).casefold() == name.casefold()] or matches
    if len(matches) > 1:
        known = [str(knob.id) for knob in matches[:_MOST]]
        message = f"{option} {name}: {len(matches)} knobs are called so: {', '.join(known)}"
        raise GetpageError(message, Instead(name, known[0]))
    if not matches:
        message = f"{option} {name}: no such knob in the evidence"
        raise UnknownNameError(message, name, [str(knob.id) for knob in knobs])
    return matches[0]
