"""What a stack is set to: the last value that was shown of each setting, with where it stood.

A reply to NETSTAT goes before a profile, which says what the stack was started with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.every_row import every_row
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.resized import LimitColumn, Resized, resized
from getpage.result import Fact

TABLE: Final = "tcp_configuration"
OWNER: Final = ("system", "stack")
BUFFERS: Final = ("receive_buffer", "send_buffer", "most_receive_buffer", "most_send_buffer")
LABELS: Final = {
    "receive_buffer": "default receive buffer",
    "send_buffer": "default send buffer",
    "most_receive_buffer": "largest receive buffer",
    "most_send_buffer": "largest send buffer",
    "ecsa_limit": "ECSALIMIT",
    "pool_limit": "POOLLIMIT",
    "smcr": "SMC-R",
    "smcr_memory": "FIXEDMEMORY of SMC-R",
    "smcd": "SMC-D",
    "smcd_memory": "FIXEDMEMORY of SMC-D",
}


@dataclass(frozen=True, slots=True)
class StackSettings:
    """The values of one stack and their facts, by column; what was not shown is not there."""

    values: Mapping[str, Any]
    facts: Mapping[str, Fact]

    def size(self, column: str) -> int | None:
        """Bytes; None where they were not shown."""
        value = self.values.get(column)
        return None if value is None else int(value)

    def of(self, *columns: str) -> tuple[Fact, ...]:
        """The facts of these, as far as they were shown."""
        return tuple(self.facts[name] for name in columns if name in self.facts)


def settings(evidence: Evidence, owners: Owners) -> dict[Owner, StackSettings]:
    """Settings by stack."""
    rows = every_row(evidence, TABLE)
    system, stack = owners.named(rows)
    known = rows.with_columns(system.alias("system"), stack.alias("stack"))
    live = (pl.col("report").fill_null("RECORD") != "PROFILE").cast(pl.Int8)
    ordered = known.with_columns(live.alias("_live")).sort(
        "_live", "written", "file", "record", nulls_last=False
    )
    by_owner: dict[Owner, StackSettings] = {}
    for owner in sorted(set(ordered.select("system", "stack").rows()), key=str):
        mine = ordered.filter(
            pl.col("system").eq_missing(pl.lit(owner[0], pl.String)),
            pl.col("stack").eq_missing(pl.lit(owner[1], pl.String)),
        )
        values: dict[str, Any] = {}
        facts: dict[str, Fact] = {}
        for column, label in LABELS.items():
            shown = mine.filter(pl.col(column).is_not_null())
            if shown.height:
                row = shown.row(-1, named=True)
                values[column] = row[column]
                facts[column] = evidence.fact(TABLE, column, row, label=label)
        by_owner[(owner[0], owner[1])] = StackSettings(values, facts)
    return by_owner


@dataclass(frozen=True, slots=True)
class Defaults:
    """The default buffers of stacks that had several, by direction; None where none had."""

    receive: Resized | None
    send: Resized | None

    @property
    def are_of_now(self) -> bool:
        """Whether no stack had another one before."""
        return self.receive is None and self.send is None

    def smaller(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Connections with `smaller_in` and `smaller_out`: whether the default of a direction was smaller
        when they began than it is now, and they have no larger one of their own. They have `end`, `seconds`,
        and `default_receive` and `default_send` of now.
        """
        keys = rows.select(*OWNER, "end", "seconds")
        begun = pl.col("end") - pl.duration(microseconds=pl.col("seconds").fill_null(0) * 1e6)
        flags = {}
        for name, several, buffer in (
            ("smaller_in", self.receive, "receive"),
            ("smaller_out", self.send, "send"),
        ):
            since = pl.lit(value=True) if several is None else pl.lit(several.since(keys, begun))
            own = pl.col(f"{buffer}_buffer") <= pl.col(f"default_{buffer}")
            flags[name] = (~since & own).fill_null(value=False)
        return rows.with_columns(**flags)


def defaults(evidence: Evidence, owners: Owners) -> Defaults:
    """What replies showed one after the other: a profile does not say what is."""

    def ready(rows: pl.DataFrame) -> pl.DataFrame:
        system, stack = owners.named(rows)
        named = rows.with_columns(system.alias("system"), stack.alias("stack"), end="written")
        return named.filter(pl.col("report").fill_null("RECORD") != "PROFILE")

    receive, send = (
        resized(
            evidence,
            LimitColumn(table=TABLE, by=OWNER, column=column, beside=("report",)),
            ready,
            owners.context,
        )
        for column in ("receive_buffer", "send_buffer")
    )
    return Defaults(receive, send)
