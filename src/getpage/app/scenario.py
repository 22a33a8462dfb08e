"""Scenarios: sizes to hold, with a name, as a file that the page saves and a plan takes. One may also have
storage to take, to move and to buy, as the options of a plan have it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from getpage.core.errors import GetpageError
from getpage.core.names import KnobId
from getpage.core.saved import UnlikeError, checked, maybe, member, members, read_json

_WHAT: Final = "a scenario of getpage"
_VERSION: Final = 1


def scenario_json(
    name: str,
    sizes: Mapping[KnobId, int],
    *,
    take: Sequence[str] = (),
    move: Sequence[str] = (),
    buy: str | None = None,
) -> str:
    """The file of a scenario."""
    document = {
        "what": _WHAT,
        "version": _VERSION,
        "name": name,
        "sizes": {str(knob): size for knob, size in sizes.items()},
        **{option: value for option, value in (("take", take), ("move", move), ("buy", buy)) if value},
    }
    return json.dumps(document, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a file asks of a plan: sizes as KNOB=SIZE, and storage as --take, --move and --buy have it."""

    hold: tuple[str, ...]
    take: tuple[str, ...]
    move: tuple[str, ...]
    buy: str | None


def read_scenario(path: Path) -> Scenario:
    """What a file asks for. GetpageError for one that is no scenario."""
    try:
        document = read_json(path)
        what, version = member(document, "what", str), member(document, "version", int)
        sizes = maybe(document, "sizes", dict) or {}
        scenario = Scenario(
            hold=tuple(f"{knob}={checked(size, knob, int)}" for knob, size in sizes.items()),
            take=tuple(checked(text, "take", str) for text in members(document, "take")),
            move=tuple(checked(text, "move", str) for text in members(document, "move")),
            buy=maybe(document, "buy", str),
        )
    except UnlikeError as error:
        message = f"{path}: not a scenario: {error}"
        raise GetpageError(message, "getpage serve STORE") from error
    if (what, version) != (_WHAT, _VERSION):
        message = f"{path}: {what!r} of version {version}; expected {_WHAT!r} of version {_VERSION}"
        raise GetpageError(message, "getpage serve STORE")
    return scenario
