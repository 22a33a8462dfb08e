"""What CPU a change of TCB costs in a region, measured from its own tasks.

A quarter of an hour of a transaction has its CPU, its changes of TCB, its commands and its calls of Db2, MQ
and IMS for a task. Within a transaction these vary from quarter to quarter, and CPU with them; least squares
says by how much with each change, commands and calls held as they are. Transactions differ in what else they
do, so each has a level of its own, and all of a region tell of one cost. Quarters weigh by their tasks.

Limits: what a program does between its commands is taken to go with them, or to be as it was. Where changes
go strictly with commands, or vary too little, the interval holds zero: then the evidence does not carry a
cost, and the published one stands in its place, marked as such.

Reference: I. Burnett, "CICS V5 Performance", Impact 2014: TDQ1 lost 298 changes and 0.68 ms of CPU between
V4.2 and V5.1 on a z196, with all else that a release changes in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Aggregate, Count, Measure, Sum
from getpage.core import wording

#: By the deck: seconds of CPU for a change of TCB.
PUBLISHED: Final = (0.006875 - 0.006195) / (306 - 8)
#: Freedom from which on a region is believed, and Student's quantile of 97.5 % there (NIST/SEMATECH
#: e-Handbook, 1.3.6.7.2), which more freedom only lowers.
FEWEST_FREEDOM: Final = 30
_STUDENT: Final = 2.042
#: Share of what is left of the changes' own variance, once what goes with commands and calls is taken out.
_OWN: Final = 1e-6

_SWITCHES, _COMMANDS, _CALLS, _CPU = "switches", "commands", "calls", "cpu"
_COUNTED: Final[Mapping[str, pl.Expr]] = {
    _SWITCHES: pl.col("change_mode_delay_count"),
    _COMMANDS: pl.col("commands"),
    _CALLS: sum(
        (pl.col(name).fill_null(0) for name in ("db2_requests", "mq_requests", "ims_requests")), pl.lit(0)
    ),
    _CPU: pl.col("cpu_us"),
}
_WHOLE: Final = (
    (pl.col("tasks") > 0)
    & pl.col("change_mode_delay_count").is_not_null()
    & pl.col("commands").is_not_null()
    & pl.col("cpu_us").is_not_null()
)


def _of(expression: pl.Expr) -> pl.Expr:
    return pl.when(_WHOLE).then(expression.cast(pl.Float64)).otherwise(0.0)


_TASKS: Final = Sum(_of(pl.col("tasks")))
_ROWS: Final = Count(_WHOLE)
_SUMS: Final = {name: Sum(_of(counted)) for name, counted in _COUNTED.items()}
_PRODUCTS: Final = {
    (a, b): Sum(_of(_COUNTED[a].cast(pl.Float64) * _COUNTED[b].cast(pl.Float64) / pl.col("tasks")))
    for a, b in combinations_with_replacement(_COUNTED, 2)
}
#: What is asked of each transaction.
ASKS: Final[tuple[Aggregate[Any], ...]] = (_TASKS, _ROWS, *_SUMS.values(), *_PRODUCTS.values())


@dataclass(frozen=True, slots=True)
class SwitchCost:
    """Seconds of CPU for a change of TCB. `low` and `high` are an interval of 95 %; None, with `quarters` 0,
    where the figure is the published one.
    """

    value: float
    low: float | None = None
    high: float | None = None
    quarters: int = 0
    transactions: int = 0

    @property
    def measured(self) -> bool:
        """Whether this evidence says so."""
        return self.low is not None

    @property
    def label(self) -> str:
        """The figure in µs, and how it is known."""
        value = f"{1e6 * self.value:.2f} µs"
        if self.low is None or self.high is None:
            return f"{value} (published for a z196; this evidence does not show its own)"
        of = wording.plural(self.transactions, "transaction")
        between = f"{1e6 * self.low:.2f} to {1e6 * self.high:.2f}"
        return f"{value} ({between}, measured in {self.quarters:,} quarters of an hour of {of})"


def switch_cost(transactions: Iterable[Measure]) -> SwitchCost:
    """The cost in a region, of all its transactions; the published one where they do not carry it."""
    several = [task for task in transactions if task[_ROWS] > 1 and task[_TASKS] > 0]
    quarters = sum(task[_ROWS] for task in several)
    freedom = quarters - len(several) - len(_COUNTED) + 1
    if freedom < FEWEST_FREEDOM:
        return SwitchCost(PUBLISHED)
    within = {
        (a, b): sum(task[ask] - task[_SUMS[a]] * task[_SUMS[b]] / task[_TASKS] for task in several)
        for (a, b), ask in _PRODUCTS.items()
    }
    own, moved, left = _own(within)
    if within[_SWITCHES, _SWITCHES] <= 0 or own <= _OWN * within[_SWITCHES, _SWITCHES]:
        return SwitchCost(PUBLISHED)
    slope = moved / own
    error = (max(0.0, left - slope * moved) / freedom / own) ** 0.5
    low, high = slope - _STUDENT * error, slope + _STUDENT * error
    if low <= 0:
        return SwitchCost(PUBLISHED)
    return SwitchCost(slope / 1e6, low / 1e6, high / 1e6, quarters, len(several))


def _own(within: Mapping[tuple[str, str], float]) -> tuple[float, float, float]:
    """Of what is left beside commands and calls: the variance of the changes, how CPU goes with them, and the
    variance of CPU (Frisch, Waugh and Lovell: the slope is that of what is left of the one on the other).
    """
    rest = dict(within)
    for held in (_COMMANDS, _CALLS):
        spread = rest[held, held]
        if spread <= _OWN * max(within[held, held], 1e-12):
            continue
        along = {name: rest[_pair(name, held)] for name in _COUNTED}
        rest = {(a, b): value - along[a] * along[b] / spread for (a, b), value in rest.items()}
    return rest[_SWITCHES, _SWITCHES], rest[_SWITCHES, _CPU], rest[_CPU, _CPU]


def _pair(name: str, other: str) -> tuple[str, str]:
    return (name, other) if (name, other) in _PRODUCTS else (other, name)
