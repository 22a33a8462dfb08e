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
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from getpage.core.errors import GetpageError, UnknownNameError

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
        problem = f"{path}: {getattr(error, 'strerror', None) or error}."
        raise GetpageError(
            problem, f"correct {path}: its tables are [[{_ACCEPT}]] with {_EXAMPLE}"
        ) from error
    for name in document:
        if name != _ACCEPT:
            problem = f"{path}, line {_line(text, name)}: {name} is no setting."
            raise UnknownNameError(problem, name, [_ACCEPT])
    entries = document.get(_ACCEPT, [])
    if not isinstance(entries, list):
        problem = f"{path}, line {_line(text, _ACCEPT)}: expected a list of tables."
        raise GetpageError(problem, f"write [[{_ACCEPT}]] with two brackets, then {_EXAMPLE}")
    return SiteSettings(tuple(_accepted(path, text, entries)), text)


def _accepted(path: Path, text: str, entries: list[Any]) -> Iterator[Accepted]:
    from getpage.products.registry import checks

    heads = [number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith("[[")]
    known = checks()
    for number, entry in enumerate(entries):
        where = f"{path}, line {heads[number] if number < len(heads) else 1}"
        for name in entry:
            if name not in _MEMBERS:
                problem = f"{where}: {name} is no member of an accepted finding."
                raise UnknownNameError(problem, name, _MEMBERS)
        for name in _TEXTS:
            if not isinstance(entry.get(name), str) or not entry[name].strip():
                problem = f"{where}: {name} has to be a text."
                raise GetpageError(problem, f"write {_EXAMPLE}")
        until = entry.get("until")
        if not isinstance(until, date) or isinstance(until, datetime):
            problem = f"{where}: until has to be a day."
            raise GetpageError(problem, "write until = 2027-01-01")
        if entry["check"] not in known:
            problem = f"{where}: {entry['check']} is no check."
            raise UnknownNameError(problem, entry["check"], known, "getpage explain lists the checks")
        yield Accepted(entry["check"], entry["object"].strip(), until, entry["reason"].strip())


def _line(text: str, name: str) -> int:
    """The first line that names something."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if name in line), 1)
