"""Accounts of real storage, one per z/OS system, at the interval in which least was free."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from getpage.core.names import PLATFORM, Image, Subsystem
from getpage.products import registry
from getpage.result import Account, Line, Missing, Place, Table
from getpage.result.trust import unproven

from .balance import balance, holdings
from .known import known, known_systems
from .lines import by_size, free_lines, of_which, real_lines, reserve_lines, virtual_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.storage import RealStorage
    from getpage.result import Fact

    from .balance import Holding

_COLUMNS = ("from", "to", "installed", "fixed pools", "address spaces", "not accounted for", "free")
_SUPPLY = (
    "RMF Postprocessor REPORTS(PAGING) in XML (XPRPTS) for what is installed and free at the minimum; "
    "RMF Monitor III STORF in XML, or SDSF DA, for who holds it"
)
_NOTE = (
    "Lines of real storage and what is free add up to what is installed. Pools that are not page-fixed are "
    "virtual: their real frames count in their address space, or as not accounted for."
)

_FEWEST_INTERVALS = 2  # a single one is the account itself
_NOTE_OF_TABLE = (
    "Fixed pools count as last seen, address spaces as they were in the interval or nearest to it; "
    "free is the average where the evidence has no minimum."
)


def image_accounts(accounts: Sequence[Account], real: Sequence[RealStorage]) -> tuple[Account, ...]:
    """One account for each z/OS system with evidence, at its interval with least free storage."""
    by_system = groupby(known(real), lambda entry: entry.image)
    return tuple(_account(accounts, tightest(list(entries))) for _, entries in by_system)


def tightest(entries: Sequence[RealStorage]) -> RealStorage:
    """The interval with least free; minima go before averages, as an average may hide less."""
    known = [entry for entry in entries if entry.free is not None]
    minima = [entry for entry in known if not entry.free_is_average]
    return min(minima or known or entries, key=lambda entry: entry.free or 0)


def _account(accounts: Sequence[Account], entry: RealStorage) -> Account:
    held = list(holdings(accounts, entry.image))
    installed, free = entry.installed, entry.free
    fitted = balance(_bound(entry, held), held, entry.address_spaces)
    lines = [*real_lines(fitted, entry), *virtual_lines(held, fitted)]
    if installed is not None and free is not None:
        lines += [*of_which(entry, fitted), *by_size(entry, fitted)]
    note = "" if installed is not None else "needs RMF: CSTOR of an overview, PAGING, or Monitor III CPC"
    lines.append(
        Line(
            holder="installed",
            bytes=installed,
            place=Place.LIMIT,
            note=note,
            fact=entry.facts.get("installed"),
        )
    )
    lines += reserve_lines(entry)
    return Account(
        of=entry.image,
        lines=tuple(lines),
        free_at_minimum=tuple(free_lines(entry)),
        note=_note(entry),
    )


def _bound(entry: RealStorage, held: Sequence[Holding]) -> int:
    """Bytes that holders can have together: what is in use; where that is unknown, the sum of what they
    report.
    """
    if entry.installed is not None:
        return entry.installed - (entry.free or 0)
    return sum(holding.bytes for holding in held) + sum(space.bytes for space in entry.address_spaces)


def _note(entry: RealStorage) -> str:
    if entry.start and entry.end and entry.free is not None:
        what = "average of it; the minimum is not in the evidence" if entry.free_is_average else "minimum"
        what += "" if entry.by == PLATFORM else f", as {registry.named(entry.by).called} saw it"
        when = f"{entry.start:%Y-%m-%d %H:%M:%S} to {entry.end:%H:%M:%S}"
        return f"Interval {when}, when least was free ({what}). {_NOTE}"
    return _NOTE


def by_interval(
    accounts: Sequence[Account], real: Sequence[RealStorage], intervals: Iterable[RealStorage]
) -> tuple[Table, ...]:
    """The account of every interval, one table per image: bytes installed, held and free.

    `intervals` of all images are read once, in their order; `real` is what is known of each image as a whole.
    """
    systems = {system.image: system for system in known_systems(real)}
    held = {image: list(holdings(accounts, image)) for image in systems}
    rows: dict[Image, list[tuple[str | int | None, ...]]] = {image: [] for image in systems}
    facts: dict[Image, dict[tuple[str, str, str], Fact]] = {image: {} for image in systems}
    for entry in intervals:
        image = entry.image
        known = systems[image].completed(entry) if image in systems else None
        if known is not None and known.installed is not None and known.free is not None:
            rows[image].append(_row(known, held[image]))
            facts[image] |= {(fact.table, fact.column, fact.trust): fact for fact in known.facts.values()}
    return tuple(
        Table(
            title=title_by_interval(image),
            columns=_COLUMNS,
            rows=tuple(rows[image]),
            note=f"{_NOTE_OF_TABLE} {unproven(facts[image].values())}".rstrip(),
        )
        for image in systems
        if len(rows[image]) >= _FEWEST_INTERVALS
    )


def title_by_interval(system: Image) -> str:
    """The title of the table of an image."""
    return f"Real storage of {system} by interval"


def _row(entry: RealStorage, held: Sequence[Holding]) -> tuple[str | int | None, ...]:
    fitted = balance((entry.installed or 0) - (entry.free or 0), held, entry.address_spaces)
    return (
        entry.start.isoformat(sep=" ", timespec="seconds") if entry.start else None,
        entry.end.isoformat(sep=" ", timespec="seconds") if entry.end else None,
        entry.installed,
        sum(pool.bytes for pool in fitted.fixed),
        sum(beside for _, beside in fitted.spaces) + sum(holding.bytes for holding in fitted.measured),
        fitted.left,
        entry.free,
    )


def without_real_storage(accounts: Iterable[Account]) -> tuple[tuple[Account, ...], tuple[Missing, ...]]:
    """Accounts of z/OS systems of which only subsystems are known, and the evidence that would complete
    them.
    """
    accounts = list(accounts)
    known = {account.of for account in accounts if isinstance(account.of, Image)}
    named = dict.fromkeys(a.of.image for a in accounts if isinstance(a.of, Subsystem))
    bare = [image for image in named if image not in known]
    incomplete = tuple(
        Account(
            of=name,
            lines=(
                *virtual_lines(list(holdings(accounts, name)), None),
                Line(holder="installed", bytes=None, place=Place.LIMIT, note="needs RMF"),
            ),
            note="Without z/OS evidence it is not known how much of this is real storage, or how much is "
            "free.",
        )
        for name in bare
        if name or any(holdings(accounts, name))
    )
    unnamed = ["subsystems whose system is not named"] if Image() in bare else []
    who = [*map(str, filter(None, bare)), *unnamed]
    if not named and not known:
        who = ["this evidence"]
    question = "How much real storage is installed, who else holds it, and how much is free at the minimum?"
    missing = (Missing(subsystem=", ".join(who), question=question, supply=_SUPPLY),) if who else ()
    return incomplete, missing
