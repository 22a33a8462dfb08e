"""What a site decided beside its evidence: `getpage.toml` in the store.

    [[accept]]
    check = "zos-free-storage"
    object = "SYSB"
    until = 2027-01-01
    reason = "batch runs there until the new machine comes"

An accepted finding is a note until that day, and asks for nothing. On the day it is what it was.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from getpage.core.errors import GetpageError, command, wrong_line
from getpage.core.nearest import near

NAME: Final = "getpage.toml"
_ACCEPT: Final = "accept"
_TEXTS: Final = ("check", "object", "reason")
_MEMBERS: Final = (*_TEXTS, "until")
_EXAMPLE: Final = 'check = "CHECK", object = "OBJECT", until = 2027-01-01, reason = "WHY"'


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that the site accepts, up to a day that is not in it any more."""

    check: str
    object: str
    until: date
    reason: str


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """All that a site decided; `text` is the file."""

    accepted: tuple[Accepted, ...] = ()
    text: str = ""


def read_settings(folder: Path) -> SiteSettings:
    """The settings beside a store; none where there is no file. GetpageError names the line that is wrong."""
    path = folder / NAME
    if not path.is_file():
        return SiteSettings()
    try:
        text = path.read_text(encoding="utf-8")
        document = tomllib.loads(text)
    except (OSError, ValueError) as error:
        problem = (
            f"{path}: {getattr(error, 'strerror', None) or error}; its tables are [[{_ACCEPT}]] with "
            f"{_EXAMPLE}"
        )
        raise GetpageError(problem, command("vi", path)) from error
    for name in document:
        if name != _ACCEPT:
            raise wrong_line(path, _line(text, name), f"{name} is no setting; write {_ACCEPT}")
    entries = document.get(_ACCEPT, [])
    if not isinstance(entries, list):
        problem = f"expected a list of tables: [[{_ACCEPT}]] with two brackets, then {_EXAMPLE}"
        raise wrong_line(path, _line(text, _ACCEPT), problem)
    return SiteSettings(tuple(_accepted(path, text, entries)), text)


def _accepted(path: Path, text: str, entries: list[Any]) -> Iterator[Accepted]:
    from getpage.products.registry import checks

    heads = [number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith("[[")]
    known = checks()
    for number, entry in enumerate(entries):
        line = heads[number] if number < len(heads) else 1
        for name in entry:
            if name not in _MEMBERS:
                raise wrong_line(
                    path, line, f"{name} is no member of an accepted finding; {_meant(name, _MEMBERS)}"
                )
        for name in _TEXTS:
            if not isinstance(entry.get(name), str) or not entry[name].strip():
                raise wrong_line(path, line, f"{name} has to be a text; write {_EXAMPLE}")
        until = entry.get("until")
        if not isinstance(until, date) or isinstance(until, datetime):
            raise wrong_line(path, line, "until has to be a day; write until = 2027-01-01")
        if entry["check"] not in known:
            raise wrong_line(path, line, f"{entry['check']} is no check; {_meant(entry['check'], known)}")
        yield Accepted(entry["check"], entry["object"].strip(), until, entry["reason"].strip())


def _line(text: str, name: str) -> int:
    """The first line that names something."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if name in line), 1)


def _meant(name: str, known: Iterable[str]) -> str:
    """What to write instead: the nearest name, if any is near."""
    known = list(known)
    return f"write {' or '.join(near(name, known) or ['one of', *known])}"
