"""One subsystem after its changes: reads, CPU, waits, response and throughput per unit of its work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.errors import GetpageError
from getpage.forecast.draws import estimate
from getpage.forecast.price import as_price, price_draws
from getpage.forecast.reads import COUNTERS, Reads
from getpage.forecast.site.figures import figure
from getpage.forecast.site.settle import Settled, settled
from getpage.forecast.site.users import users_of
from getpage.forecast.site.volume import Volume, volume_of
from getpage.result import Missing
from getpage.result.forecast import Figure, FigureName, Load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.forecast.change import Wanted
    from getpage.forecast.draws import Floats
    from getpage.forecast.points.population import Users
    from getpage.forecast.price import PriceDraws
    from getpage.forecast.site.settings import Settings
    from getpage.result.forecast import Price
    from getpage.systems.interface import Work

MODEL = "queueing model"
# RMF and accounting count a little differently, and busy is printed in whole percent.
_ROUNDED = 1.05

_SUPPLY = {
    "db2": "accounting of Db2 (SMF 101, class 1, 2 and 3 traces), loaded with the statistics",
    "mq": "message manager statistics (SMF 115, class 1) and class 3 accounting (SMF 116)",
}


def weakest(bases: Iterable[str]) -> str:
    """The bases that a figure of several rests on."""
    found = list(dict.fromkeys(bases))
    return found[0] if len(found) == 1 else ", ".join(found)


class Subsystem:
    """The changes of one subsystem and what they do to its work."""

    def __init__(self, told: list[tuple[Wanted, Reads]], work: Sequence[Work], settings: Settings) -> None:
        """`told` are its changes with their reads, `work` the intervals of all subsystems."""
        first = told[0][0].consumer
        self.told = told
        self.settings = settings
        self.system, self.zos = first.system, first.zos or ""
        self.name = f"{first.system}.{first.subsystem}" if first.subsystem else first.system
        mine = [
            one
            for one in work
            if one.system == first.system
            and one.subsystem == first.subsystem
            and (one.zos == first.zos or None in (one.zos, first.zos))
        ]
        self.volume: Volume | None = volume_of(mine)
        self.drawn: PriceDraws = price_draws(mine, machine=settings.machine, draws=settings.draws)
        self.price: Price = as_price(
            self.drawn, system=first.system, subsystem=first.subsystem, level=settings.level
        )
        self.avoided: Floats = np.add.reduce([reads.avoided for _, reads in told])
        if self.volume is not None and self.volume.reads is not None:
            # A curve of another day may avoid more than there was to avoid.
            self.avoided = np.minimum(self.avoided, self.volume.reads * self.volume.rate)
        self.saved: Floats = self.avoided * self.drawn.cpu
        if self.volume is not None and self.volume.cpu is not None:
            self.saved = np.minimum(self.saved, 0.95 * self.volume.cpu * self.volume.rate)
        self._check_busy()
        self.settled: Settled | None = None
        self.words: list[str] = []
        self.loads: list[Load] = []
        self.missing: list[Missing] = []

    def _check_busy(self) -> None:
        """GetpageError where the subsystem alone uses more of the processors than they are said to be
        busy."""
        c, busy, volume = self.settings.processors, self.settings.busy_percent, self.volume
        if c is None or busy is None or volume is None or volume.cpu is None:
            return
        own = 100 * volume.rate * volume.cpu / c
        if own > busy * _ROUNDED + 0.5:
            message = (
                f"--processors {c} --busy {busy:g}: {self.name} alone keeps them {own:.1f} % busy; take both "
                "from RMF's CPU activity of the same hours"
            )
            raise GetpageError(message)

    @property
    def basis(self) -> str:
        """What the reads rest on."""
        return weakest(reads.basis for _, reads in self.told)

    def figures(self, busy: Floats | None) -> list[Figure]:
        """The figures of the subsystem; `busy` is that of all processors after all changes on them."""
        level, volume = self.settings.level, self.volume
        made = [
            figure(self.name, FigureName.READS_AVOIDED, self.avoided, basis=self.basis, level=level),
            figure(self.name, FigureName.CPU_SAVED, self.saved, basis=self.drawn.cpu_basis, level=level),
        ]
        self.words += [*self.drawn.cpu_words, *self.drawn.wait_words]
        if volume is None:
            self.missing.append(
                Missing(
                    subsystem=self.name,
                    question="What is it per unit of work, and what of response and throughput?",
                    supply=_SUPPLY.get(self.system, "counts of the work that was done, by interval"),
                )
            )
            return made
        self.words.append(
            f"the work of {self.name} stays as it was over {len(volume.work)} interval"
            f"{'s' * (len(volume.work) != 1)}: {volume.rate:,.4g} {volume.unit}s a second"
        )
        if COUNTERS in self.basis:
            self.words.append("with bounds alone, no saving is the best guess that can be proved")
        each = self.avoided / volume.rate
        if volume.reads is not None:
            made.append(
                figure(
                    self.name,
                    FigureName.READS_PER_UNIT,
                    volume.reads - each,
                    before=float(volume.reads),
                    basis=self.basis,
                    level=level,
                    unit=f"/{volume.unit}",
                )
            )
        cpu = None
        if volume.cpu is not None:
            cpu = volume.cpu - self.saved / volume.rate
            made.append(
                figure(
                    self.name,
                    FigureName.CPU_PER_UNIT,
                    cpu,
                    before=float(volume.cpu),
                    basis=self.drawn.cpu_basis,
                    level=level,
                )
            )
        return made + self._response(volume, each, cpu, busy)

    def _response(
        self, volume: Volume, each: Floats, cpu: Floats | None, busy: Floats | None
    ) -> list[Figure]:
        level = self.settings.level
        saved = each * self.drawn.wait
        made = [
            figure(
                self.name,
                FigureName.WAIT_PER_UNIT,
                -saved,
                basis=self.drawn.wait_basis,
                level=level,
            )
        ]
        users = users_of(volume, self.settings)
        rate: Floats | None = None
        if volume.response is None:
            self.missing.append(
                Missing(
                    subsystem=self.name,
                    question="What is the response time afterwards?",
                    supply=_SUPPLY.get(self.system, "elapsed time of the work, by interval"),
                )
            )
        else:
            most = volume.response
            saved = np.minimum(saved, 0.98 * most)
            self.settled = settled(
                volume,
                cpu_after=cpu,
                wait_saved=saved,
                busy_after=busy,
                users=users,
                settings=self.settings,
            )
            rate = self.settled.rate
            made.append(
                figure(
                    self.name,
                    FigureName.RESPONSE,
                    self.settled.response,
                    before=float(volume.response),
                    basis=MODEL if busy is not None else self.drawn.wait_basis,
                    level=level,
                )
            )
            self._say_load(users, busy)
        if rate is not None:
            made.append(
                figure(
                    self.name,
                    FigureName.ETR,
                    rate,
                    before=float(volume.rate),
                    basis=MODEL if users is not None else "as it was",
                    level=level,
                )
            )
        return made + self._itr(volume, cpu, rate)

    def _itr(self, volume: Volume, cpu: Floats | None, rate: Floats | None) -> list[Figure]:
        """Units per second of busy machine; of a busy processor where the processors are not told."""
        level, basis = self.settings.level, self.drawn.cpu_basis
        busy, percent = (self.settled.busy if self.settled else None), self.settings.busy_percent
        if rate is not None and busy is not None and percent:
            after = rate / np.maximum(busy, 1e-9)
            before = float(100 * volume.rate / percent)
            return [figure(self.name, FigureName.ITR, after, before=before, basis=basis, level=level)]
        if cpu is None or volume.cpu is None or volume.cpu <= 0:
            return []
        return [
            figure(
                self.name,
                FigureName.ITR,
                1 / np.maximum(cpu, 1e-12),
                before=1 / volume.cpu,
                basis=basis,
                level=level,
                unit="/CPU s",
            )
        ]

    def _say_load(self, users: Users | None, busy: Floats | None) -> None:
        settings = self.settings
        level = settings.level
        if busy is None:
            self.words.append(
                "waiting for processors is as before: how many there are and how busy is not told "
                "(--processors, --busy)"
            )
        if users is None:
            self.words.append(
                f"work of {self.name} arrives at the rate as it did: throughput stays, response falls "
                "(--load closed with --think for users who wait)"
            )
        else:
            self.words.append(
                f"{users.population[0]:,.1f} users of {self.name} think {users.think[0]:.3g} s: {users.basis}"
            )
        self.loads.append(
            Load(
                subject=self.name,
                kind="open" if users is None else "closed",
                basis="the rate of the intervals" if users is None else users.basis,
                processors=settings.processors,
                busy_percent=settings.busy_percent,
                population=None
                if users is None
                else estimate(users.population, label="users", unit="", basis=users.basis, level=level),
                think_seconds=None
                if users is None
                else estimate(users.think, label="think time", unit="s", basis=users.basis, level=level),
            )
        )
