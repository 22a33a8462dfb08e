"""Whose a row is: one rule for all products, for rows that do not say.

Printed evidence often names no system, and a reply without a log around it no subsystem either. A row that
names no subsystem is of the only one that the evidence names; a row that names no system is of the only
system that its subsystem is seen on, or, of z/OS itself, of the only system there is. Where there are several
the row stays without, as an owner of its own: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence

from .by_day import Distinct, by_day, spelled
from .collected import collected

SYSTEM: Final = "system"

#: System and subsystem; None where nothing names it.
Owner = tuple[str | None, str | None]


@dataclass(frozen=True, kw_only=True)
class Owners:
    """Who owns rows: `column` is that of the subsystem, None for z/OS itself."""

    column: str | None
    only: str | None = None  # the only subsystem, or of z/OS the only system
    systems: Mapping[str, str] = field(default_factory=dict)  # of subsystems that run on one system
    is_full: bool = False  # whether each row says whose it is
    owners: tuple[Owner, ...] = ()  # by system and subsystem, those that nothing names first

    @classmethod
    def of(cls, evidence: Evidence, tables: Iterable[str], column: str | None) -> Owners:
        """What the rows of these tables in the window say."""
        names, of = [SYSTEM] if column is None else [SYSTEM, column], tuple(tables)
        schema = dict.fromkeys(names, pl.String())
        pairs = by_day(
            evidence,
            of,
            spelled("owners", names, of),
            lambda: Distinct(schema),
            lambda part, to: _add(part, of, to),
        ).done()
        subsystems = sorted(set(pairs[names[-1]].drop_nulls()))
        systems: dict[str, set[str]] = {}
        if column is not None:
            for system, subsystem in pairs.drop_nulls().iter_rows():
                systems.setdefault(subsystem, set()).add(system)
        resolved = cls(
            column=column,
            only=subsystems[0] if len(subsystems) == 1 else None,
            systems={name: min(where) for name, where in systems.items() if len(where) == 1},
        )
        owners = pairs.with_columns(resolved.named(pairs)).unique().rows()
        full = (owner if column is not None else (owner[0], None) for owner in owners)
        return cls(
            column=column,
            only=resolved.only,
            systems=resolved.systems,
            is_full=not any(pairs.null_count().row(0)),
            owners=tuple(sorted(full, key=lambda owner: (owner[0] or "", owner[1] or ""))),
        )

    @property
    def context(self) -> str:
        """All that rows are told by `named`."""
        return "" if self.is_full else spelled(self.column, self.only, sorted(self.systems.items()))

    def named(self, frame: pl.DataFrame) -> list[pl.Series]:
        """The columns of the owners of a frame's rows, with those that can be told filled in."""
        if self.column is None:
            return [frame[SYSTEM].fill_null(self.only) if self.only else frame[SYSTEM]]
        subsystem, system = frame[self.column], frame[SYSTEM]
        if self.only and subsystem.null_count():
            subsystem = subsystem.fill_null(self.only)
        if self.systems and system.null_count():
            known = subsystem.replace_strict(dict(self.systems), default=None, return_dtype=pl.String)
            system = pl.select(pl.coalesce(system, known.alias("known"))).to_series()
        return [system, subsystem]


def _add(evidence: Evidence, tables: Iterable[str], pairs: Distinct) -> None:
    for table in tables:
        if rows := evidence.most_rows(table):
            pairs.add(collected(evidence.scan(table).select(pairs.columns).unique(), rows))
