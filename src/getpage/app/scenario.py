"""Scenarios: sizes to hold, with a name, as a file that the page saves and a plan takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from getpage.core.errors import GetpageError
from getpage.core.names import KnobId
from getpage.core.saved import UnlikeError, checked, member, read_json

_WHAT: Final = "a scenario of getpage"
_VERSION: Final = 1


def scenario_json(name: str, sizes: Mapping[KnobId, int]) -> str:
    """The file of a scenario."""
    document = {
        "what": _WHAT,
        "version": _VERSION,
        "name": name,
        "sizes": {str(knob): size for knob, size in sizes.items()},
    }
    return json.dumps(document, indent=2) + "\n"


def read_scenario(path: Path) -> tuple[str, ...]:
    """The sizes of a file, each as KNOB=SIZE. GetpageError for one that is no scenario."""
    try:
        document = read_json(path)
        what, version = member(document, "what", str), member(document, "version", int)
        sizes = member(document, "sizes", dict)
        held = tuple(f"{knob}={checked(size, knob, int)}" for knob, size in sizes.items())
    except UnlikeError as error:
        message = f"{path}: not a scenario: {error}"
        raise GetpageError(message, "getpage serve STORE") from error
    if (what, version) != (_WHAT, _VERSION):
        message = f"{path}: {what!r} of version {version}; expected {_WHAT!r} of version {_VERSION}"
        raise GetpageError(message, "getpage serve STORE")
    return held
