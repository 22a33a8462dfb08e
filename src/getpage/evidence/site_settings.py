"""What a site decided beside its evidence: `getpage.toml` in the store.

    least_waste = "256M"

    [weights]
    "SYSA.MQA1" = 3

    [applications]
    "SYSA.CICSPAY1" = "Payments"

    [[accept]]
    check = "zos-free-storage"
    object = "SYSB"
    until = 2027-01-01
    reason = "batch runs there until the new machine comes"

An accepted finding is a note until that day, and asks for nothing. On the day it is what it was.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from getpage.contract.storage import LEAST_WASTE
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError, command
from getpage.core.numbers import storage
from getpage.core.text import near

NAME: Final = "getpage.toml"
_ACCEPT: Final = "accept"
_LEAST_WASTE: Final = "least_waste"
_WEIGHTS: Final = "weights"
_APPLICATIONS: Final = "applications"
_SETTINGS: Final = (_ACCEPT, _LEAST_WASTE, _WEIGHTS, _APPLICATIONS)
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
    """All that a site decided.

    `least_waste` are the bytes from which on giving back waste is a command; None is the default. `weights`
    are factors of systems, subsystems and knobs in a plan, `applications` names of what runs in a subsystem,
    both by the name that the site wrote. `text` is the file.
    """

    accepted: tuple[Accepted, ...] = ()
    least_waste: int | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    applications: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    @property
    def sizes_and_names(self) -> Iterator[tuple[str, str, str]]:
        """What is no accepted finding: the setting, what it is of, and its value."""
        if self.least_waste is not None:
            yield _LEAST_WASTE, "", storage(self.least_waste)
        yield from ((_WEIGHTS, name, f"{factor:g}") for name, factor in self.weights.items())
        yield from ((_APPLICATIONS, name, called) for name, called in self.applications.items())


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
        raise _wrong(path, problem, f"its tables are [[{_ACCEPT}]] with {_EXAMPLE}") from error
    for name in document:
        if name not in _SETTINGS:
            problem = f"{place_of(path, text, name)}: {name} is no setting."
            raise _wrong(path, problem, _nearest(name, _SETTINGS))
    entries = document.get(_ACCEPT, [])
    if not isinstance(entries, list):
        problem = f"{place_of(path, text, _ACCEPT)}: expected a list of tables."
        raise _wrong(path, problem, f"write [[{_ACCEPT}]] with two brackets, then {_EXAMPLE}")
    return SiteSettings(
        accepted=tuple(_accepted(path, text, entries)),
        least_waste=_least_waste(path, text, document.get(_LEAST_WASTE)),
        weights=dict(_weights(path, text, document.get(_WEIGHTS, {}))),
        applications=dict(_applications(path, text, document.get(_APPLICATIONS, {}))),
        text=text,
    )


def _least_waste(path: Path, text: str, value: Any) -> int | None:
    """Bytes; no less than the rules take for waste."""
    if value is None:
        return None
    try:
        size = bytes_of(value) if isinstance(value, str) else 0
    except GetpageError:
        size = 0
    if size < LEAST_WASTE:
        problem = (
            f"{place_of(path, text, _LEAST_WASTE)}: {_LEAST_WASTE} has to be {storage(LEAST_WASTE)} or more."
        )
        raise _wrong(path, problem, f'write {_LEAST_WASTE} = "256M"')
    return size


def _weights(path: Path, text: str, table: Any) -> Iterator[tuple[str, float]]:
    example = f'[{_WEIGHTS}] and then "SYSA.MQA1" = 3'
    for name, value in _entries(path, text, _WEIGHTS, table, example):
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            problem = f"{place_of(path, text, name)}: a weight has to be a number, 0 or more."
            raise _wrong(path, problem, f"write {example}")
        yield name, float(value)


def _applications(path: Path, text: str, table: Any) -> Iterator[tuple[str, str]]:
    example = f'[{_APPLICATIONS}] and then "SYSA.CICSPAY1" = "Payments"'
    for name, value in _entries(path, text, _APPLICATIONS, table, example):
        if not isinstance(value, str) or not value.strip():
            problem = f"{place_of(path, text, name)}: the name of an application has to be a text."
            raise _wrong(path, problem, f"write {example}")
        yield name, value.strip()


def _entries(path: Path, text: str, name: str, table: Any, example: str) -> Iterator[tuple[str, Any]]:
    if not isinstance(table, dict):
        problem = f"{place_of(path, text, name)}: expected a table."
        raise _wrong(path, problem, f"write {example}")
    yield from table.items()


def _accepted(path: Path, text: str, entries: list[Any]) -> Iterator[Accepted]:
    from getpage.products.registry import checks

    heads = [number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith("[[")]
    known = checks()
    for number, entry in enumerate(entries):
        where = f"{path}, line {heads[number] if number < len(heads) else 1}"
        for name in entry:
            if name not in _MEMBERS:
                problem = f"{where}: {name} is no member of an accepted finding."
                raise _wrong(path, problem, _nearest(name, _MEMBERS))
        for name in _TEXTS:
            if not isinstance(entry.get(name), str) or not entry[name].strip():
                problem = f"{where}: {name} has to be a text."
                raise _wrong(path, problem, f"write {_EXAMPLE}")
        until = entry.get("until")
        if not isinstance(until, date) or isinstance(until, datetime):
            problem = f"{where}: until has to be a day."
            raise _wrong(path, problem, "write until = 2027-01-01")
        if entry["check"] not in known:
            problem = f"{where}: {entry['check']} is no check."
            raise _wrong(path, problem, _nearest(entry["check"], known))
        yield Accepted(entry["check"], entry["object"].strip(), until, entry["reason"].strip())


def place_of(path: Path, text: str, name: str) -> str:
    """The file, and the line and the column where a name is set: the first that names it if none is."""
    is_set = re.compile(rf"^\s*\[*\s*[\"']?({re.escape(name)})[\"']?\s*[\]=]", re.MULTILINE)
    match = is_set.search(text)
    start = match.start(1) if match else max(0, text.find(name))
    line = text.count("\n", 0, start) + 1
    return f"{path}, line {line}, column {start - text.rfind(chr(10), 0, start)}"


def _wrong(path: Path, problem: str, instead: str) -> GetpageError:
    """The error for a setting, with what to write instead; the next step opens the file."""
    return GetpageError(f"{problem.rstrip('.')}; {instead}", command("vi", path))


def _nearest(name: str, known: Iterable[str]) -> str:
    """What to write instead of a name that is not known."""
    known = list(known)
    return f"write {' or '.join(near(name, known))}" if near(name, known) else f"known: {', '.join(known)}"
