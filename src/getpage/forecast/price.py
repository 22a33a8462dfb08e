"""The price of an avoided read: processor seconds saved, and seconds that are no longer waited.

CPU: the published range stands until the site's own intervals say it more narrowly, by robust regression of
CPU per unit on reads per unit; a regression that contradicts the range widens the price instead of replacing
it, because a mix of work that varies looks like an expensive read. Wait: the measured wait of reads over
reads, as it varied from interval to interval, because the reads avoided are not the average ones; the
published range of storage cache to disk where no wait was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from getpage.contract.price import SYNCHRONOUS_READ, Machine, Range
from getpage.contract.work import Work
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.memoized import memoized
from getpage.core.names import Subsystem
from getpage.products import registry
from getpage.result.forecast import Price

from .bayes import MeasuredSlope, below, contradicts, posterior
from .draws import Draws, Floats, estimate, log_middle
from .intervals import Intervals, added
from .regression import FEWEST, RegressionSlope, slope

__all__ = ["WAIT_PER_GROUP_READ_S", "WAIT_PER_READ", "Machine", "Range", "cpu_per_read", "cpu_per_read_of"]

WAIT_PER_READ = Range(600e-6, 7e-3, "s", "REDP-5238, 2.3.1: 600 µs from the storage cache, 7 ms from disk")
WAIT_PER_GROUP_READ_S = 3.6e-6


def cpu_per_read(machine: Machine | None) -> Range:
    """The published range of CPU seconds per read where the product is not known: a table of runs."""
    return SYNCHRONOUS_READ.on(machine)


def cpu_per_read_of(product: str, machine: Machine | None) -> Range:
    """The published range of CPU seconds per read of a product. NotEnoughEvidenceError where it has none."""
    stated = registry.named(product)
    if stated.read_price is None:
        message = (
            f"not enough evidence: no price of a read by {stated.called} was ever published; supply "
            "measured I/O times of it"
        )
        raise NotEnoughEvidenceError(message, f"getpage collect --for {product}")
    return stated.read_price.on(machine)


#: The basis of a wait that the evidence has.
MEASURED: Final = "measured"
# Half a range that holds 90 %, in standard deviations.
HALF_OF_90 = 1.645
# Intervals from which the spread of the wait of a read is taken to be known.
_FEW = 5
# Spread of the wait where one or a few intervals give only its mean: a factor of two either way holds 90 %.
_FEW_SIGMA = np.log(2) / HALF_OF_90
# Reads in all intervals together that make a mean wait worth having.
_FEWEST_READS = 100


@dataclass(frozen=True, slots=True)
class PriceDraws:
    """The price as draws, with what it rests on."""

    cpu: Floats
    wait: Floats
    cpu_basis: str
    wait_basis: str
    cpu_words: tuple[str, ...]
    wait_words: tuple[str, ...]
    intervals: int


def price_of(work: Sequence[Work], *, machine: Machine | None = None) -> Price:
    """The price of an avoided read for the one subsystem of `work`.

    Without work it is the published ranges. Each estimate says its basis.
    """
    intervals = Intervals.of(work)
    drawn = price_draws(intervals, machine=machine, draws=Draws())
    return as_price(drawn, subsystem=intervals.subsystem or Subsystem(""), level=0.9)


def as_price(drawn: PriceDraws, *, subsystem: Subsystem, level: float) -> Price:
    """The draws as estimates of a result."""
    return Price(
        subsystem=subsystem,
        cpu_seconds=estimate(
            drawn.cpu,
            label="CPU of a read avoided",
            unit="s",
            basis=drawn.cpu_basis,
            level=level,
            assumptions=drawn.cpu_words,
        ),
        waited_seconds=estimate(
            drawn.wait,
            label="wait of a read avoided",
            unit="s",
            basis=drawn.wait_basis,
            level=level,
            assumptions=drawn.wait_words,
        ),
        intervals=drawn.intervals,
    )


def price_draws(work: Intervals, *, machine: Machine | None, draws: Draws, product: str = "") -> PriceDraws:
    """The price as draws, which the name of the subsystem seeds."""
    who = str(work.subsystem) if work.subsystem else ""
    name = work.subsystem.product if work.subsystem else product
    prior = cpu_per_read_of(name, machine) if name else cpu_per_read(machine)
    cpu, cpu_basis, cpu_words = _cpu(work, who, prior, draws)
    wait, wait_basis, wait_words = _wait(work, who, draws)
    return PriceDraws(cpu, wait, cpu_basis, wait_basis, cpu_words, wait_words, len(work))


def measured_wait(seconds: float, price: PriceDraws, draws: Draws, of: str) -> Floats:
    """Waits of reads that took so long on average: they vary as those of all reads of the subsystem do where
    these were measured, else as any mean does.
    """
    if price.wait_basis == MEASURED:
        return np.asarray(price.wait * (seconds / float(price.wait[0])))
    return np.asarray(seconds * np.exp(_FEW_SIGMA * draws.normal(of)))


def _cpu(work: Intervals, who: str, prior: Range, draws: Draws) -> tuple[Floats, str, tuple[str, ...]]:
    middle, sigma = log_middle(prior.low, prior.high)
    normal = draws.normal(f"{who} cpu price")
    range_ = np.exp(middle + sigma * normal)
    slopes = _regression(work)
    from_range = f"CPU of a read from the published range ({prior.source})"
    if slopes is None:
        why = f"{FEWEST} intervals in which CPU and reads per unit vary would tell the site's own price"
        return range_, "published range", (from_range, why)
    probability = draws.uniform(f"{who} cpu price")
    what = f"{slopes.intervals} intervals, CPU on reads per unit (robust regression)"
    if slopes.low is None:
        most = MeasuredSlope(slopes.high, slopes.error, slopes.freedom)
        own = (
            f"at most what {what} say, {slopes.high * 1e6:.1f} µs: without counts of getpages, a heavier mix "
            "of work looks like expensive reads"
        )
        return below(most, middle, sigma, probability), "published range", (from_range, own)
    between = MeasuredSlope(
        (slopes.low + slopes.high) / 2,
        float(np.hypot(slopes.error, (slopes.high - slopes.low) / 2 / HALF_OF_90)),
        slopes.freedom,
    )
    own = (
        f"{what}, with and without getpages: {slopes.low * 1e6:.1f} to {slopes.high * 1e6:.1f} µs per read, "
        f"standard error {slopes.error * 1e6:.1f} µs"
    )
    if contradicts(between, middle, sigma):
        either = draws.uniform(f"{who} which price") < 0.5
        both = np.where(either, range_, _own(between, draws.student(who, slopes.freedom)))
        both[0] = range_[0]
        words = f"{own}; this contradicts the published range, so the price covers both"
        return both, "published range, contradicted", (words, from_range)
    narrowed = posterior(between, middle, sigma, probability)
    if between.error < sigma * np.exp(middle):
        return narrowed, "regression", (own,)
    # A mix that moves misleads a slope to either side: one no surer than the range has half the say.
    half = np.where(draws.uniform(f"{who} which price") < 0.5, range_, narrowed)
    half[0] = narrowed[0]
    return half, "published range", (from_range, f"half of the draws are narrowed by {own}")


def _own(slopes: MeasuredSlope, student: Floats) -> Floats:
    return np.maximum(slopes.value + slopes.error * student, 0.0)


@memoized()
def _regression(work: Intervals) -> RegressionSlope | None:
    rows = work.where((work["units"] > 0) & ~np.isnan(work["cpu_seconds"]) & ~np.isnan(work["reads"]))
    if len(rows) < FEWEST:
        return None
    units, getpages = rows["units"], rows["getpages"] / rows["units"]
    cpu, reads = rows["cpu_seconds"] / units, rows["reads"] / units
    return slope(cpu, reads, None if np.isnan(getpages).all() else getpages)


def _wait(work: Intervals, who: str, draws: Draws) -> tuple[Floats, str, tuple[str, ...]]:
    rows = work.where(~np.isnan(work["reads"]) & (work["reads"] != 0) & (work["read_seconds"] > 0))
    reads = added(rows["reads"])
    normal = draws.normal(f"{who} wait of a read")
    if reads < _FEWEST_READS:
        prior = WAIT_PER_READ
        middle, sigma = log_middle(prior.low, prior.high)
        words = (f"wait of a read from the published range ({prior.source})",)
        return np.exp(middle + sigma * normal), "published range", words
    mean = added(rows["read_seconds"]) / reads
    sigma = _FEW_SIGMA
    if len(rows) >= _FEW:
        logs, weights = np.log(rows["read_seconds"] / rows["reads"]), rows["reads"]
        centre = np.average(logs, weights=weights)
        sigma = float(np.sqrt(np.average((logs - centre) ** 2, weights=weights)))
    words = (
        f"a read avoided waits as the reads of {len(rows)} interval{'s' * (len(rows) != 1)} did: "
        f"{mean * 1e6:,.0f} µs, spread {100 * sigma:.0f} %",
    )
    return mean * np.exp(sigma * normal), MEASURED, words
