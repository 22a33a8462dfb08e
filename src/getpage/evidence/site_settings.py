"""What a site decided beside its evidence: `getpage.toml` in the store.

    least_waste = "256M"

    [price]
    currency = "EUR"
    gib = 150

    [weights]
    "SYSA.MQA1" = 3

    [applications]
    "SYSA.CICSPAY1" = "Payments"

    [[accept]]
    check = "zos-free-storage"
    object = "SYSB"
    until = 2027-01-01
    reason = "batch runs there until the new machine comes"

    [[threshold]]
    check = "mq-pool-undersized"
    name = "used"
    value = "92 %"
    object = "SYSA.MQA1"
    reason = "its batch fills the pools every night"

A threshold without an object is of all. An accepted finding is a note until that day, and asks for nothing.
On the day it is what it was.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from getpage.contract.storage import LEAST_WASTE, SitePrice
from getpage.contract.thresholds import DEFAULTS, CheckThreshold, SiteThreshold, Thresholds
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError, command
from getpage.core.numbers import storage
from getpage.core.text import near

NAME: Final = "getpage.toml"
_ACCEPT: Final = "accept"
_LEAST_WASTE: Final = "least_waste"
_WEIGHTS: Final = "weights"
_APPLICATIONS: Final = "applications"
_THRESHOLD: Final = "threshold"
_PRICE: Final = "price"
_SETTINGS: Final = (_ACCEPT, _THRESHOLD, _LEAST_WASTE, _PRICE, _WEIGHTS, _APPLICATIONS)
_TEXTS: Final = ("check", "object", "reason")
_MEMBERS: Final = (*_TEXTS, "until")
_OF_THRESHOLD: Final = ("check", "name", "value", "reason")
_PRICE_EXAMPLE: Final = f'[{_PRICE}] and then currency = "EUR", gib = 150'
_PRICED: Final = {"gib": "a GiB", "msu": "an MSU and month"}
_LONGEST_CURRENCY: Final = 8
_THRESHOLD_EXAMPLE: Final = 'check = "CHECK", name = "NAME", value = "92 %", reason = "WHY"'
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
    both by the name that the site wrote. `price` is that of real storage. `text` is the file.
    """

    accepted: tuple[Accepted, ...] = ()
    thresholds: Thresholds = DEFAULTS
    least_waste: int | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    applications: Mapping[str, str] = field(default_factory=dict)
    price: SitePrice | None = None
    text: str = ""

    @property
    def sizes_and_names(self) -> Iterator[tuple[str, str, str]]:
        """What is no accepted finding: the setting, what it is of, and its value."""
        if self.least_waste is not None:
            yield _LEAST_WASTE, "", storage(self.least_waste)
        if self.price is not None:
            yield from self._prices(self.price)
        yield from ((_WEIGHTS, name, f"{factor:g}") for name, factor in self.weights.items())
        yield from ((_APPLICATIONS, name, called) for name, called in self.applications.items())

    def _prices(self, price: SitePrice) -> Iterator[tuple[str, str, str]]:
        for value, unit in ((price.per_gib, "per GiB"), (price.per_msu, "per MSU and month")):
            if value is not None:
                yield _PRICE, "", f"{value:,.10g} {price.currency} {unit}"


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
    return SiteSettings(
        accepted=tuple(_accepted(path, text, document)),
        thresholds=Thresholds(tuple(_thresholds(path, text, document))),
        least_waste=_least_waste(path, text, document.get(_LEAST_WASTE)),
        price=_price(path, text, document.get(_PRICE)),
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


def _price(path: Path, text: str, table: Any) -> SitePrice | None:
    if table is None:
        return None
    entries = dict(_entries(path, text, _PRICE, table, _PRICE_EXAMPLE))
    for name in entries:
        if name not in ("currency", *_PRICED):
            problem = f"{place_of(path, text, name)}: {name} is no member of this table."
            raise _wrong(path, problem, f"write {_PRICE_EXAMPLE}")
    currency = entries.get("currency")
    if not isinstance(currency, str) or not 0 < len(currency.strip()) <= _LONGEST_CURRENCY:
        problem = f"{place_of(path, text, 'currency')}: currency has to be a short text."
        raise _wrong(path, problem, f"write {_PRICE_EXAMPLE}")
    prices: dict[str, float] = {}
    for name in [name for name in _PRICED if name in entries] or ["gib"]:
        value = entries.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            place = place_of(path, text, name)
            problem = f"{place}: {name} has to be the price of {_PRICED[name]}, a number."
            raise _wrong(path, problem, f"write {_PRICE_EXAMPLE}")
        prices[f"per_{name}"] = float(value)
    return SitePrice(currency=currency.strip(), **prices)


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


@dataclass(frozen=True, slots=True)
class _Entry:
    """One table of a list of tables, with where its members stand."""

    path: Path
    text: str
    start: int
    members: Mapping[str, Any]

    def wrong(self, name: str, problem: str, instead: str) -> GetpageError:
        """The error for a member, or, where the entry has none of the name, for the entry."""
        is_set = re.compile(rf"^\s*[\"']?({re.escape(name)})[\"']?\s*=", re.MULTILINE)
        match = is_set.search(self.text, self.start)
        stands = match is not None and name in self.members
        place = _place(self.path, self.text, match.start(1) if match and stands else self.start)
        return _wrong(self.path, f"{place}: {problem}", instead)

    def check(self, known: Iterable[str], example: str, texts: Iterable[str]) -> None:
        """GetpageError for a member that is none of `known`, or that has to be a text and is none."""
        for name in self.members:
            if name not in known:
                raise self.wrong(name, f"{name} is no member of this table.", _nearest(name, known))
        for name in texts:
            if not isinstance(self.members.get(name), str) or not self.members[name].strip():
                raise self.wrong(name, f"{name} has to be a text.", f"write {example}")

    def word(self, name: str) -> str:
        """A member that is a text; empty where the entry has none."""
        return str(self.members.get(name, "")).strip()


def _entries_of(path: Path, text: str, document: Mapping[str, Any], name: str, example: str) -> list[_Entry]:
    entries = document.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        problem = f"{place_of(path, text, name)}: expected a list of tables."
        raise _wrong(path, problem, f"write [[{name}]] with two brackets, then {example}")
    heads = [match.end() for match in re.finditer(rf"^\s*\[\[\s*{name}\s*\]\]", text, re.MULTILINE)]
    first = max(0, text.find(name))
    return [
        _Entry(path, text, heads[number] if number < len(heads) else first, entry)
        for number, entry in enumerate(entries)
    ]


def _accepted(path: Path, text: str, document: Mapping[str, Any]) -> Iterator[Accepted]:
    from getpage.products.registry import checks

    for entry in _entries_of(path, text, document, _ACCEPT, _EXAMPLE):
        entry.check(_MEMBERS, _EXAMPLE, _TEXTS)
        until = entry.members.get("until")
        if not isinstance(until, date) or isinstance(until, datetime):
            raise entry.wrong("until", "until has to be a day.", "write until = 2027-01-01")
        _known_check(entry, checks())
        yield Accepted(entry.word("check"), entry.word("object"), until, entry.word("reason"))


def _known_check(entry: _Entry, known: Iterable[str]) -> None:
    check = entry.word("check")
    if check not in known:
        raise entry.wrong("check", f"{check} is no check.", _nearest(check, known))


def _thresholds(path: Path, text: str, document: Mapping[str, Any]) -> Iterator[SiteThreshold]:
    from getpage.products.registry import checks, thresholds

    seen: set[tuple[CheckThreshold, str]] = set()
    for entry in _entries_of(path, text, document, _THRESHOLD, _THRESHOLD_EXAMPLE):
        entry.check((*_OF_THRESHOLD, "object"), _THRESHOLD_EXAMPLE, _OF_THRESHOLD)
        check, name, name_of = entry.word("check"), entry.word("name"), entry.members.get("object", "")
        if not isinstance(name_of, str):
            raise entry.wrong("object", "object has to be a text.", f"write {_THRESHOLD_EXAMPLE}")
        of_check = {each.name: each for each in thresholds() if each.check == check}
        if not of_check:
            _known_check(entry, dict.fromkeys((*checks(), *(each.check for each in thresholds()))))
            movable = dict.fromkeys(each.check for each in thresholds())
            raise entry.wrong("check", f"{check} has no threshold to move.", _nearest(check, movable))
        if name not in of_check:
            raise entry.wrong("name", f"{check} has no threshold {name}.", _nearest(name, of_check))
        threshold = of_check[name]
        value = threshold.read(entry.word("value"))
        if value is None:
            problem = f"{entry.word('value')} cannot be the threshold {name} of {check}."
            raise entry.wrong("value", problem, f'write value = "{threshold.example}"')
        if (threshold, name_of.strip()) in seen:
            raise entry.wrong("check", f"{name} of {check} is set twice for the same.", "write it once")
        seen.add((threshold, name_of.strip()))
        yield SiteThreshold(threshold, value, name_of.strip(), entry.word("reason"))


def place_of(path: Path, text: str, name: str) -> str:
    """The file, and the line and the column where a name is set: the first that names it if none is."""
    is_set = re.compile(rf"^\s*\[*\s*[\"']?({re.escape(name)})[\"']?\s*[\]=]", re.MULTILINE)
    match = is_set.search(text)
    return _place(path, text, match.start(1) if match else max(0, text.find(name)))


def _place(path: Path, text: str, start: int) -> str:
    line = text.count("\n", 0, start) + 1
    return f"{path}, line {line}, column {start - text.rfind(chr(10), 0, start)}"


def _wrong(path: Path, problem: str, instead: str) -> GetpageError:
    """The error for a setting, with what to write instead; the next step opens the file."""
    return GetpageError(f"{problem.rstrip('.')}; {instead}", command("vi", path))


def _nearest(name: str, known: Iterable[str]) -> str:
    """What to write instead of a name that is not known."""
    known = list(known)
    return f"write {' or '.join(near(name, known))}" if near(name, known) else f"known: {', '.join(known)}"
