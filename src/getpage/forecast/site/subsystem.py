"""One subsystem and its changes, as draws: reads avoided, CPU saved and waits saved, and its work as it is.

CPU and waits are those of the curves where these know them, and follow from reads at their price where not.

Work is measured for the subsystem as a whole; a pool is a part of it. The smaller its part of the reads, the
more it may differ from the whole: its reads vary more from hour to hour (by one over the root of its share,
as parts of a sum of independent ones do), and its disks may be others than those of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np

from getpage.contract.curve import CostMeasure
from getpage.contract.knob import Knob
from getpage.contract.work import AllWork
from getpage.core.errors import GetpageError
from getpage.forecast.change import SizeRequest
from getpage.forecast.cost import cost_of
from getpage.forecast.draws import Draws, Floats, log_middle
from getpage.forecast.hour_uncertainty import HourUncertainty
from getpage.forecast.intervals import Intervals, intervals_of
from getpage.forecast.price import MEASURED, PriceDraws, as_price, measured_wait, price_draws
from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.hours import RATE, Hours, same_hours
from getpage.forecast.site.processors import busier
from getpage.forecast.site.volume import Volume, volume_of
from getpage.result.forecast import Price

# A pool that hardly reads is not told anything of by the whole; beyond this its share does not matter more.
_LEAST_SHARE = 0.05
# Reads of one pool wait this much longer or shorter than those of the others, for 90 of 100 pools: ours.
_OTHER_DISKS = 1.5


def weakest(bases: Iterable[str]) -> str:
    """The bases of a figure that several contribute to."""
    return ", ".join(dict.fromkeys(bases))


class SubsystemDraws:
    """The changes of one subsystem and their effect on its work."""

    def __init__(
        self,
        requests: Sequence[SizeRequest],
        work: Intervals,
        volume: Volume | None,
        settings: ForecastSettings,
        hours: Hours,
    ) -> None:
        """`requests` are its changes, `work` and `volume` what it did, `hours` those that figures are of."""
        first = requests[0].knob
        self.settings, self.volume, self.hours = settings, volume, hours
        self.id, self.image = first.subsystem, first.image
        shares = [share_of(request.knob, volume) for request in requests]
        self.changes = [
            (
                request,
                cost_of(request, settings.draws, self._hour_uncertainty(share), self._times(request, share)),
            )
            for request, share in zip(requests, shares, strict=True)
        ]
        #: Units a second.
        self.rate: Floats = hours.ratio(RATE) * (volume.rate if volume else 1.0)
        has_reads = any(CostMeasure.READS in cost.of for _, cost in self.changes)
        #: The price of a read; None where no curve has reads.
        self.drawn: PriceDraws | None = (
            price_draws(work, machine=settings.machine, draws=settings.draws, product=first.product)
            if has_reads
            else None
        )
        self.price: Price | None = (
            as_price(self.drawn, subsystem=first.subsystem, level=settings.level) if self.drawn else None
        )
        #: Seconds a second that nobody waits for any more: of reads, and of what curves know themselves.
        self.reads_unwaited = self._reads_unwaited(shares)
        self.unwaited = self._saved(CostMeasure.WAIT)
        #: Reads a second that are no longer made, and CPU seconds a second; None where no curve tells them.
        self.avoided = self._within_reads(self._saved(CostMeasure.READS))
        self.cpu_saved = self._cpu_saved()
        self._check_busy()

    def _hour_uncertainty(self, share: float) -> HourUncertainty:
        """How reads of a knob differ between hours: more than those of the whole. How the hours asked about
        differ from the window's is in `_times`.
        """
        volume, more = self.volume, 1 / sqrt(share)
        if volume is None:
            return HourUncertainty()
        differ = volume.reads_change
        if differ is None:
            return HourUncertainty(window=volume.window)
        return HourUncertainty(differ.interval * more, differ.mean * more, volume.window)

    def _times(self, request: SizeRequest, share: float) -> Floats:
        """The work of a knob in these hours to that of the window; a part differs by more than the whole."""
        reads = self.hours.ratio("reads")
        apart = sqrt(1 / share - 1) * float(np.std(reads[1:]))
        own = 1 + apart * self.settings.draws.normal(f"hours of {request.knob.id}, of its own")
        return self.hours.ratio(RATE) * reads * np.maximum(own, 0.05)

    def _saved(self, measure: CostMeasure, without: CostMeasure | None = None) -> Floats | None:
        """What all changes save of a measure together, per second; only curves that lack `without`."""
        parts = [
            cost.of[measure].saved
            for _, cost in self.changes
            if measure in cost.of and (without is None or without not in cost.of)
        ]
        return np.add.reduce(parts) if parts else None

    def _reads_unwaited(self, shares: Sequence[float]) -> Floats | None:
        drawn, draws = self.drawn, self.settings.draws
        if drawn is None:
            return None
        parts = [
            cost.of[CostMeasure.READS].saved * wait_of(request.knob, share, drawn, draws)
            for (request, cost), share in zip(self.changes, shares, strict=True)
            if CostMeasure.READS in cost.of and CostMeasure.WAIT not in cost.of
        ]
        return np.add.reduce(parts) if parts else None

    def _within_reads(self, avoided: Floats | None) -> Floats | None:
        if avoided is not None and self.volume is not None and self.volume.reads is not None:
            # A curve of another day may avoid more than there was to avoid.
            return np.minimum(avoided, self.now("reads", self.volume.reads) * self.rate)
        return avoided

    def _cpu_saved(self) -> Floats | None:
        avoided = self._within_reads(self._saved(CostMeasure.READS, without=CostMeasure.CPU))
        parts = [
            self._saved(CostMeasure.CPU),
            None if avoided is None or not self.drawn else avoided * self.drawn.cpu,
        ]
        known = [part for part in parts if part is not None]
        if not known:
            return None
        saved: Floats = np.add.reduce(known)
        if self.volume is not None and self.volume.cpu is not None:
            saved = np.minimum(saved, 0.95 * self.now("cpu_seconds", self.volume.cpu) * self.rate)
        return saved

    def _check_busy(self) -> None:
        """GetpageError where the subsystem alone uses more of the processors than they are said to be
        busy."""
        own = None if self.volume is None else busier(self.volume, self.settings)
        if own is not None:
            c, busy = self.settings.processors, self.settings.busy_percent
            message = (
                f"--processors {c} --busy {busy:g}: {self.id} alone keeps them {own:.1f} % busy; take both "
                "from RMF's CPU activity of the same hours"
            )
            raise GetpageError(message, f"--busy {min(own + 1, 99.9):.0f}")

    @property
    def cautions(self) -> list[str]:
        """A sentence for each pool that may not give back what a smaller size frees."""
        return [
            f"{request.knob.id}: not all of its pages were surely in real storage, so a smaller size may "
            "give back less"
            for request, _ in self.changes
            if request.size < request.knob.size and not request.knob.backed
        ]

    @property
    def saved(self) -> Floats:
        """CPU seconds per second that are saved, as far as curves show."""
        return self.settings.draws.constant(0.0) if self.cpu_saved is None else self.cpu_saved

    @property
    def all_unwaited(self) -> Floats | None:
        """Seconds a second that nobody waits for any more, of reads and of what curves know themselves."""
        known = [part for part in (self.reads_unwaited, self.unwaited) if part is not None]
        return np.add.reduce(known) if known else None

    @property
    def wait_saved(self) -> Floats:
        """Seconds per unit that are no longer waited, at most what a unit takes."""
        saved = self.all_unwaited
        return self.per_unit(self.settings.draws.constant(0.0) if saved is None else saved)

    def per_unit(self, unwaited: Floats) -> Floats:
        """Waits saved per second as seconds per unit of work, at most what a unit takes."""
        assert self.volume is not None
        saved = unwaited / self.rate
        if self.volume.response is None:
            return saved
        return np.minimum(saved, 0.98 * self.now("elapsed_seconds", self.volume.response))

    def now(self, column: str, mean: float) -> Floats:
        """A mean per unit at the present size, in the hours that figures are of."""
        return mean * self.hours.ratio(column)

    def basis_of(self, measure: CostMeasure) -> str:
        """The basis of the saving of a measure: curves that have it, else the price of a read."""
        bases = [cost.basis for _, cost in self.changes if measure in cost.of]
        priced = self._priced(measure)
        if self.drawn is None or not priced:
            return weakest(bases)
        if measure is CostMeasure.WAIT:
            bases += [MEASURED if knob.read_seconds else self.drawn.wait_basis for knob in priced]
        else:
            bases.append(self.drawn.cpu_basis)
        return weakest(bases)

    def words_of(self, measure: CostMeasure) -> list[str]:
        """What the price of a read rests on, for a measure that curves of reads do not know themselves."""
        priced = self._priced(measure)
        if self.drawn is None or not priced:
            return []
        if measure is CostMeasure.CPU:
            return [*self.drawn.cpu_words]
        words = [
            f"wait of a read of {knob.id} as measured: {knob.read_seconds * 1e6:,.0f} µs"
            for knob in priced
            if knob.read_seconds
        ]
        return [*words, *(self.drawn.wait_words if len(words) < len(priced) else ())]

    def _priced(self, measure: CostMeasure) -> list[Knob]:
        """The knobs whose saving of a measure is that of their reads."""
        return [
            request.knob
            for request, cost in self.changes
            if CostMeasure.READS in cost.of and measure not in cost.of
        ]

    @property
    def bases(self) -> set[str]:
        """The bases of its curves."""
        return {cost.basis for _, cost in self.changes}


def in_the_same_hours(
    requests: Sequence[SizeRequest], work: AllWork, settings: ForecastSettings
) -> SubsystemDraws:
    """Changes of one subsystem in the hours of the evidence."""
    intervals = intervals_of(work, requests[0].knob.subsystem)
    return SubsystemDraws(requests, intervals, volume_of(intervals), settings, same_hours(settings.draws))


def share_of(knob: Knob, volume: Volume | None) -> float:
    """The part of the subsystem's reads that are the pool's; 1 where nothing tells."""
    curve = knob.curve
    if volume is None or not volume.reads or curve is None or curve.reads is None:
        return 1.0
    now = float(np.interp(knob.size, curve.sizes, curve.reads.value))
    share = now / (volume.reads * volume.rate)
    return min(max(share, _LEAST_SHARE), 1.0)


def wait_of(knob: Knob, share: float, price: PriceDraws, draws: Draws) -> Floats:
    """Seconds of a read of this pool: its own where they were measured, else from those of all reads."""
    if knob.read_seconds:
        return measured_wait(knob.read_seconds, price, draws, f"wait of a read of {knob.id}")
    sigma = log_middle(1 / _OTHER_DISKS, _OTHER_DISKS)[1] * (1 - share)
    return price.wait * np.exp(sigma * draws.normal(f"disks of {knob.id}"))
