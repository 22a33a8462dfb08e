"""The model's assumptions in plain sentences, those that the inputs settle filled in with their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import Limits

if TYPE_CHECKING:
    from .inputs import OutageInputs


def assumptions(inputs: OutageInputs) -> tuple[str, ...]:
    """List what the outcome rests on, for the report; same inputs, same sentences."""
    return (
        f"A message takes {_pages(inputs.message.value)} of 4 KB ({inputs.message.source}).",
        f"Puts go on at {_figure(inputs.put_rate)} messages per second through the outage and the drain; a "
        "put that must write a page itself waits, but the rate does not fall: every pool size sees the same "
        "messages.",
        f"The consumer takes {_figure(inputs.get_rate)} messages per second when no page is read; that rate "
        "includes its commits and log writes.",
        "Messages are got in the order in which they were put; pages are written, and leave the pool, "
        "oldest first.",
        f"{inputs.pages_in_use:,.0f} of {inputs.buffers:,} buffers were in use before and stay in use.",
        "Deferred writes run while fewer than 15 % of the buffers are available and stop at 15 %. The "
        "manuals give no stopping point; if they go on to 25 % available, up to a tenth of the pool more is "
        "written, and no more is read.",
        f"Deferred writes get {inputs.deferred_pages:,.0f} pages per second out ({_deferred(inputs)}).",
        "Below 5 % available, puts write as many pages as they need, one wait each.",
        "A written page stays in the pool and costs no read until no buffer is empty and a new page takes "
        "its place.",
        f"A read takes {inputs.times.read:.4g} µs a page, {inputs.times.source('read')}; a synchronous "
        f"write {inputs.times.immediate_write:.4g} µs, {inputs.times.source('immediate_write')}. The "
        "consumer reads one page at a time, none ahead, and writes do not slow its reads.",
        _checkpoints(inputs),
        "A page emptied by the consumer needs no write of its own. Log I/O, CPU and page set expansion are "
        "not modelled.",
    )


def _figure(value: float) -> str:
    """A rate with at most four digits of meaning."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def _pages(value: float) -> str:
    text = _figure(value)
    return f"{text} page" if text == "1" else f"{text} pages"


def _deferred(inputs: OutageInputs) -> str:
    if inputs.deferred_rate is not None:
        return "as given"
    times = inputs.times
    return f"one stream at {times.deferred_write:.4g} µs a page, {times.source('deferred_write')}"


def _checkpoints(inputs: OutageInputs) -> str:
    age = inputs.checkpoint_age
    if age is None:
        return "No checkpoint falls into the outage or the drain."
    share = Limits.of(inputs).checkpoint_share
    which = f"the persistent {share * 100:.0f} % of the pages (pool over 120 % of its page sets)"
    return (
        f"Checkpoints write {'all pages' if share >= 1 else which} that are {age:,.0f} s old "
        f"({inputs.checkpoints_until_written} intervals), evenly, not in bursts; they stay in the pool."
    )
