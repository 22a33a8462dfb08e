"""Thresholds of checks: each is declared once, with what it is of, its value, unit and source; a site may
have another one for all objects, a system, a subsystem or an object (`getpage.toml`).

A product declares those that a site may want to move in its `thresholds.py`; the rule asks for the value that
is in force for its object:

    USED = CheckThreshold("mq-pool-undersized", "used", 0.85, ThresholdUnit.SHARE, "in use", "REDP-5238")

    evidence.thresholds.of(USED, pool.object)

What says how a product works, such as the share of a pool from which on MQ writes pages out, is no threshold,
even where it has the same value: no site can move it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from getpage.core.names import Object, called
from getpage.core.units import MIB

if TYPE_CHECKING:
    from collections.abc import Iterator


class ThresholdUnit(StrEnum):
    """What a threshold is counted in, as a site writes it behind the number."""

    SHARE = "%"
    RATE = "/s"
    SECONDS = "s"
    DAYS = "d"
    SIZE = "M"
    COUNT = ""


#: What one of the unit is in the value that rules compare with: shares to 1, seconds, bytes.
_ONE: Final = {ThresholdUnit.SHARE: 0.01, ThresholdUnit.DAYS: 86_400.0, ThresholdUnit.SIZE: float(MIB)}
#: The value of a goal, which nothing misses until a site sets one.
NO_GOAL: Final = math.inf
_NONE: Final = "none"
_WRITTEN: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(%|/s|[a-zA-Z]*)")


@dataclass(frozen=True, slots=True)
class CheckThreshold:
    """A number that a check compares with.

    `of` is what it is compared with, in words, `source` where the number comes from. `value` is a share of 1,
    a count, seconds or bytes.
    """

    check: str
    name: str
    value: float
    unit: ThresholdUnit
    of: str
    source: str = "getpage's own"

    @property
    def column(self) -> str:
        """The column of rows that has the value in force (`products/common/in_force.py`)."""
        return f"{self.check} {self.name}"

    @property
    def example(self) -> str:
        """A value as a site may write it."""
        return self.written(1.0 if self.value == NO_GOAL else None)

    def written(self, value: float | None = None) -> str:
        """A value, or its own, as a site writes it: 85 %, 100/s; of a goal without a value `none`."""
        value = self.value if value is None else value
        if value == NO_GOAL:
            return _NONE
        of_unit = value / _ONE.get(self.unit, 1.0)
        space = "" if self.unit in {ThresholdUnit.RATE, ThresholdUnit.COUNT} else " "
        return f"{of_unit:.6g}{space}{self.unit}"

    def read(self, text: str) -> float | None:
        """The value that a site wrote; None where it has another unit, or cannot be. `none` takes a goal back
        from one of the objects that have it.
        """
        if text.strip() == _NONE and self.value == NO_GOAL:
            return NO_GOAL
        match = _WRITTEN.fullmatch(text.strip())
        if match is None or match[2] != self.unit:
            return None
        value = float(match[1]) * _ONE.get(self.unit, 1.0)
        return None if self.unit is ThresholdUnit.SHARE and value > 1.0 else value


@dataclass(frozen=True, slots=True)
class SiteThreshold:
    """What a site compares with instead, of an object, a subsystem, a system, or, where `object` is empty, of
    all; and why.
    """

    threshold: CheckThreshold
    value: float
    object: str
    reason: str

    @property
    def written(self) -> str:
        """`used 92 % instead of 85 %`."""
        of = self.threshold
        return f"{of.name} {of.written(self.value)} instead of {of.written()}"

    @property
    def sentence(self) -> str:
        """What it is of, both values, and the reason."""
        of = f" for {self.object}" if self.object else ""
        return f"Threshold of the site{of}: {self.threshold.check} {self.written}, because {self.reason}."

    def meets(self, name: Object) -> int:
        """How closely it names an object: 0 not at all, then all, its system, its subsystem, itself."""
        if not self.object:
            return 1
        if self.object.casefold() == str(name).casefold():
            return 4
        if name.subsystem.name and called(name.subsystem, self.object):
            return 3
        return 2 if name.image and called(name.image, self.object) else 0


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds that are in force at a site."""

    of_site: tuple[SiteThreshold, ...] = ()

    def of(self, threshold: CheckThreshold, name: Object) -> float:
        """The value that is in force for an object."""
        site = self.site_value(threshold, name)
        return threshold.value if site is None else site.value

    def site_value(self, threshold: CheckThreshold, name: Object) -> SiteThreshold | None:
        """The site's, that which names the object most closely; None where the site has none for it."""
        own = [site for site in self.of_site if site.threshold == threshold and site.meets(name)]
        return max(own, key=lambda site: site.meets(name), default=None)

    def moves(self, threshold: CheckThreshold) -> bool:
        """Whether the site has another value of it for anything."""
        return any(site.threshold == threshold for site in self.of_site)

    def used_by(self, check: str, name: Object) -> Iterator[SiteThreshold]:
        """The site's values that a check compares with on an object."""
        thresholds = dict.fromkeys(site.threshold for site in self.of_site if site.threshold.check == check)
        for threshold in thresholds:
            if (site := self.site_value(threshold, name)) is not None:
                yield site

    def judging(self, check: str, name: Object, *, waits: bool) -> tuple[SiteThreshold, ...]:
        """The site's values that a finding is judged by; `waits` is whether it knows how long work waited."""
        checks = (check, WAITING_CRITICAL.check) if waits else (check,)
        return tuple(site for each in checks for site in self.used_by(each, name))


#: A site that moves none.
DEFAULTS: Final = Thresholds()

#: Not of one check, but of every one that knows how long work waited (`contract/severity.py`).
WAITING_CRITICAL: Final = CheckThreshold(
    "waiting", "critical", 0.1, ThresholdUnit.COUNT, "tasks that wait on average, critical from"
)
WAITING_WARNING: Final = CheckThreshold(
    "waiting", "warning", 0.001, ThresholdUnit.COUNT, "tasks that wait on average, a warning from"
)
