"""Storage that is to be added, as a user writes it: `64G`, or `SYSA=64G,SYSB=32G`."""

from __future__ import annotations

from collections.abc import Mapping

from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError
from getpage.core.units import PAGE

#: What can be asked for: bytes, text, or either by system.
Added = str | int | Mapping[str, int | str]

#: No machine has more.
_MOST = 1 << 60


def parse_added(text: Added | None) -> dict[str | None, int]:
    """Bytes by system; None is the only system. Whole pages.

    GetpageError for what is no size, for a system that has two, and for one with a name beside one without.
    """
    if text is None:
        return {}
    if isinstance(text, int):
        return {None: _bytes(str(text))}
    if not isinstance(text, str):
        return {name: _bytes(str(size)) for name, size in text.items()}
    made: dict[str | None, int] = {}
    for part in filter(str.strip, text.split(",")):
        name, equals, size = part.partition("=")
        system = name.strip() if equals else None
        if system in made:
            message = f"--add {text}: {system or 'storage'} is given twice; give one size for each system"
            raise GetpageError(message)
        made[system] = _bytes(size if equals else name)
    if None in made and len(made) > 1:
        message = f"--add {text}: give every size its system, as in SYSA=64G,SYSB=32G"
        raise GetpageError(message)
    return made


def _bytes(text: str) -> int:
    try:
        size = bytes_of(text)
    except GetpageError:
        size = -1
    if not 0 <= size <= _MOST:
        message = f"storage {text.strip()[:60]!r}: expected bytes with K, M, G or T, such as 64G"
        raise GetpageError(message)
    return size // PAGE * PAGE
