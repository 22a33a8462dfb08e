"""One subsystem and its changes, as draws: reads avoided, CPU saved and waits saved, and its work as it
is."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from getpage.core.errors import GetpageError
from getpage.forecast.price import as_price, price_draws
from getpage.forecast.reads import UNKNOWN_HOURS, reads_of
from getpage.forecast.site.parts import share_of, wait_of
from getpage.forecast.site.volume import Volume, sureness, volume_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.work import Work
    from getpage.forecast.change import SizeRequest
    from getpage.forecast.draws import Floats
    from getpage.forecast.price import PriceDraws
    from getpage.forecast.site.settings import Settings
    from getpage.result.forecast import Price

# RMF and accounting count a little differently, and busy is printed in whole percent.
_ROUNDED = 1.05


def weakest(bases: Iterable[str]) -> str:
    """The bases that a figure of several rests on."""
    found = list(dict.fromkeys(bases))
    return found[0] if len(found) == 1 else ", ".join(found)


class SubsystemDraws:
    """The changes of one subsystem and what they do to its work."""

    def __init__(self, asked: list[SizeRequest], work: Sequence[Work], settings: Settings) -> None:
        """`asked` are its changes, `work` the intervals of all subsystems."""
        first = asked[0].knob
        self.settings = settings
        self.id, self.image = first.subsystem, first.image
        mine = [one for one in work if one.subsystem == first.subsystem]
        self.volume: Volume | None = volume_of(mine)
        shares = [share_of(one.knob, self.volume) for one in asked]
        hours = (self.volume and self.volume.hours) or UNKNOWN_HOURS
        self.told = [
            (one, reads_of(one, settings.draws, hours / sqrt(share)))
            for one, share in zip(asked, shares, strict=True)
        ]
        self.drawn: PriceDraws = price_draws(
            mine, machine=settings.machine, draws=settings.draws, product=first.product
        )
        #: Seconds a second that nobody waits for any more.
        self.unwaited: Floats = np.add.reduce(
            [
                reads.avoided * wait_of(one.knob, share, self.drawn.wait, settings.draws)
                for (one, reads), share in zip(self.told, shares, strict=True)
            ]
        )
        self.price: Price = as_price(self.drawn, subsystem=first.subsystem, level=settings.level)
        self.avoided: Floats = np.add.reduce([reads.avoided for _, reads in self.told])
        if self.volume is not None and self.volume.reads is not None:
            # A curve of another day may avoid more than there was to avoid.
            self.avoided = np.minimum(self.avoided, self.volume.reads * self.volume.rate)
        self.saved: Floats = self.avoided * self.drawn.cpu
        if self.volume is not None and self.volume.cpu is not None:
            self.saved = np.minimum(self.saved, 0.95 * self.volume.cpu * self.volume.rate)
        self._check_busy()

    def _check_busy(self) -> None:
        """GetpageError where the subsystem alone uses more of the processors than they are said to be
        busy."""
        c, busy, volume = self.settings.processors, self.settings.busy_percent, self.volume
        if c is None or busy is None or volume is None or volume.cpu is None:
            return
        own = 100 * volume.rate * volume.cpu / c
        if own > busy * _ROUNDED + 0.5:
            message = (
                f"--processors {c} --busy {busy:g}: {self.id} alone keeps them {own:.1f} % busy; take both "
                "from RMF's CPU activity of the same hours"
            )
            raise GetpageError(message)

    @property
    def cautions(self) -> list[str]:
        """What a smaller pool may not give back."""
        return [
            f"{one.knob.id}: not all of its pages were surely in real storage, so a smaller size may "
            "give back less"
            for one, _ in self.told
            if one.size < one.knob.size and not one.knob.backed
        ]

    @property
    def wait_saved(self) -> Floats:
        """Seconds a unit that nobody waits for any more, at most what a unit takes."""
        assert self.volume is not None
        saved = self.unwaited / self.volume.rate
        return saved if self.volume.response is None else np.minimum(saved, 0.98 * self.volume.response)

    def now(self, column: str, mean: float) -> Floats:
        """A mean a unit as draws: other hours of the same work have another one, heavy in all columns
        alike."""
        assert self.volume is not None
        sure = sureness(self.volume.work, column)
        other = self.settings.draws.student(f"{self.id} hours", sure.freedom)
        return np.maximum(mean * (1 + sure.error * other), 0.01 * mean)

    @property
    def basis(self) -> str:
        """What the reads rest on."""
        return weakest(reads.basis for _, reads in self.told)
