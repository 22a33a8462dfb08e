"""Changes of buffer pools and of MEMLIMIT, spelled: commands, undo, verification, and what to look out for.

A pool is reduced at once. It is enlarged in steps of 10 %, or at once where only all of it helps: a backlog
that is read from end to end finds nothing in a pool that holds most of it. No command prefix: sites differ in
it.

References: IBM REDP-5238, 4.2.1, "Changing a buffer pool": changes are checkpointed, so that they hold over a
restart. IBM MQ documentation, ALTER BUFFPOOL and DEFINE BUFFPOOL (REPLACE overrides what the log has);
"Address space storage". z/OS MVS Initialization and Tuning Reference, SMFLIMxx.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import GIB, MIB
from getpage.products.common.page_fixing import saved_by_fixing
from getpage.result import Change

from .constants import (
    DEFERRED_WRITE_AVAILABLE,
    FEWEST_BUFFERS,
    FIRST_RELEASE_ABOVE,
    FIRST_RELEASE_WITHOUT_OPMODE,
    FIXED,
    LOOK_USED,
    MOST_BUFFERS_BELOW,
    PAGE_BYTES,
    STEP_PERCENT,
)
from .pool import Pool
from .queue_manager import QueueManager
from .sizing import memlimit_lacks, room_below
from .storage import memlimit_needed

#: Times its size from which more is a cliff: seven steps of 10 % are less. Ours.
CLIFF: Final = 2

_AFTER: Final = "several SMF intervals with the same load as this window, including its peak"
_LASTS: Final = (
    "The change survives a restart, unless a DEFINE with REPLACE in CSQINP1 overrides it: change that "
    "statement too."
)
_FRAGMENTS: Final = (
    "After a large reduction, restart the queue manager when convenient: that ends the fragmentation of its "
    "storage (ABEND878)."
)
_PRINTED: Final = (
    "The page sets are as a command printed them: make sure that it printed all (no PSID keyword)."
)
#: Ours: it follows from how queues, page sets and pools relate.
_WITHOUT_STORAGE: Final = (
    "No smaller size is known to help. If there is no storage, get the messages sooner, add getters, or "
    "give their queue a page set and a pool of its own."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolAttributes:
    """The attributes of a pool in a command; None leaves one as it is."""

    buffers: int
    location: str | None = None
    page_class: str | None = None


def alter(pool: int, attributes: PoolAttributes) -> str:
    """The command that changes the pool now."""
    return f"ALTER {_spelled(pool, attributes)}"


def define(pool: int, attributes: PoolAttributes, *, replace: bool) -> str:
    """The statement of CSQINP1 that says the same; REPLACE exists since V8."""
    return f"DEFINE {_spelled(pool, attributes)}{' REPLACE' if replace else ''}"


def resize(manager: QueueManager, pool: Pool, size: int, why_above: str) -> tuple[Change, ...]:
    """The commands in their order; the first moves the pool above the bar where `why_above` says why."""
    if size < pool.buffers:
        return (_shrink(manager, pool, size),)
    return tuple(_grow(manager, pool, size, why_above))


def page_fix(
    manager: QueueManager, pool: Pool, size: int, step: int = 1, because: tuple[FindingId, ...] = ()
) -> Change:
    """The last command of a pool above the bar: its pages fixed, at the size that it has then."""
    now = PoolAttributes(buffers=size, location="ABOVE", page_class=pool.page_class)
    bytes_ = size * PAGE_BYTES
    return replace(
        _change(
            manager,
            pool,
            now,
            PoolAttributes(buffers=size, location="ABOVE", page_class="FIXED4KB"),
            effect=f"Saves {FIXED[0]:g} to {FIXED[1]:g} % of CPU per message (REDP-5238, 4.2): z/OS need not "
            "fix and free pages around each I/O.",
            caution=f"{wording.size(bytes_)} of real storage are then fixed.",
            step=step,
        ),
        fixes_bytes=bytes_,
        saving=saved_by_fixing(*FIXED),
        because=because,
    )


def move_above(manager: QueueManager, pool: Pool, *, fits: bool, because: tuple[FindingId, ...]) -> Change:
    """The pool moved above the bar as it is; it waits where MEMLIMIT has no room for it."""
    size = wording.size(pool.bytes)
    new = PoolAttributes(buffers=pool.buffers, location="ABOVE")
    change = _change(
        manager,
        pool,
        _now(pool),
        new,
        effect=f"Frees {size} below the bar; the pool keeps its size.",
        caution=f"Enter it in a quiet hour with {size} of real storage free: while pages move, both copies "
        "are taken. Otherwise change only the statement in CSQINP1: the pool then lies above the bar from "
        f"the next restart on. {_above_caution(manager, pool.buffers)}".strip(),
    )
    freed = (
        f"QSRSAVAL at its minimum (subtype 7, or CSQY220I) is {size} higher than before, and pools are no "
        "longer contracted"
    )
    _, raised = raise_memlimit(manager, memlimit_lacks(manager))
    return replace(
        change,
        passing_bytes=pool.bytes,
        because=because,
        verify=_verify(_now(pool), new, freed),
        only_after="" if fits else f"MEMLIMIT is raised ({raised.command}) and the queue manager restarted",
    )


def raise_memlimit(
    manager: QueueManager, count: int, because: tuple[FindingId, ...] = ()
) -> tuple[int, Change]:
    """So many bytes more above the bar, as what MEMLIMIT then leaves more, and the statement that says so.

    Whole GiB, and never less than the published rule asks for with these pools.
    """
    old = manager.storage.memory_limit or 0
    least = max(old, memlimit_needed(manager.pages_above, manager.messages)) + count
    new = -(-least // GIB) * GIB
    change = Change(
        subsystem=manager.id,
        setting="MEMLIMIT",
        step=1,
        command=f"MEMLIMIT={new // GIB}G",
        undo=f"MEMLIMIT={old // MIB}M",
        place="the EXEC statement of the started task's JCL, or SMFLIMxx, for the next restart",
        verify=f"QSRSMEMLIM of SMF 115 subtype 7 is {new // MIB:,} (MiB); no CSQY224I or CSQY225E.",
        verify_after="the restart",
        storage_bytes=0,
        because=because,
        effect=f"Allows {wording.size(new)} above the bar instead of {wording.size(old)}.",
        caution="MEMLIMIT is virtual storage: it takes no real storage by itself. An IEFUSI exit or a "
        "SMFLIMxx rule can set less than the JCL asks for.",
    )
    return new - old, change


def _spelled(pool: int, attributes: PoolAttributes) -> str:
    text = f"BUFFPOOL({pool}) BUFFERS({attributes.buffers})"
    if attributes.location:
        text += f" LOCATION({attributes.location})"
    if attributes.page_class:
        text += f" PAGECLAS({attributes.page_class})"
    return text


def _now(pool: Pool) -> PoolAttributes:
    return PoolAttributes(buffers=pool.buffers, location=pool.location, page_class=pool.page_class)


def _shrink(manager: QueueManager, pool: Pool, size: int) -> Change:
    printed = "" if all(page_set.from_smf for page_set in pool.page_sets) else _PRINTED
    cautions = (printed, _growing_page_sets(pool), _FRAGMENTS)
    back = wording.size((pool.buffers - size) * PAGE_BYTES)
    return _change(
        manager,
        pool,
        _now(pool),
        PoolAttributes(buffers=size),
        effect=f"Gives back {back}. {_why_enough(pool)}",
        caution=" ".join(filter(None, cautions)),
    )


def _why_enough(pool: Pool) -> str:
    if pool.largest_useful is None:
        return ""
    if not pool.page_sets:
        return "No page set uses the pool (DELETE BUFFPOOL would remove it)."
    outage = f"; an hour of puts takes {pool.hour_of_puts:,}" if pool.hour_of_puts else ""
    pages, most = f"{pool.page_set_pages:,} pages", f"{pool.largest_useful:,} buffers"
    return f"Its page sets fill at most {most} with the {pages} that they have now{outage}."


def _growing_page_sets(pool: Pool) -> str:
    """When not to: a backlog makes a page set grow beyond the pages that it has."""
    growing = [page_set for page_set in pool.page_sets if page_set.expands]
    if not growing:
        return "Keep the pool if a page set is to grow by more than 20 %."
    named = wording.listed([f"{page_set.number} (EXPAND({page_set.expands}))" for page_set in growing])
    grows = "Page set {} grows" if len(growing) == 1 else "Page sets {} grow"
    return (
        f"{grows.format(named)} under a backlog, which a smaller pool writes to disk: keep a pool that is "
        "meant for that."
    )


def _grow(manager: QueueManager, pool: Pool, size: int, why_above: str) -> Iterator[Change]:
    location = "ABOVE" if why_above else pool.location
    for step, (old, new) in enumerate(_steps(pool, size), 1):
        is_first = old == pool.buffers
        now = PoolAttributes(
            buffers=old, location=pool.location if is_first else location, page_class=pool.page_class
        )
        yield _change(
            manager,
            pool,
            now,
            PoolAttributes(buffers=new, location="ABOVE" if why_above and is_first else None),
            effect=_growth(manager, pool, (old, new, size), why_above if is_first else ""),
            caution=_growth_caution(manager, pool, size, above=pool.above or bool(why_above))
            if is_first
            else "",
            step=step,
        )


def _steps(pool: Pool, new: int) -> Iterator[tuple[int, int]]:
    """From its size to a new one in steps of 10 %, or at once."""
    old = pool.buffers
    if _at_once(pool, new):
        yield old, new
        return
    while old < new:
        after = min(new, max(FEWEST_BUFFERS, -(-old * (100 + STEP_PERCENT) // 100)))
        yield old, after
        old = after


def _at_once(pool: Pool, new: int) -> bool:
    return new > CLIFF * pool.buffers or pool.is_whole(new)


def _growth(manager: QueueManager, pool: Pool, sizes: tuple[int, int, int], why_above: str) -> str:
    old, new, final = sizes
    sentences = [f"Enlarges the pool from {old:,} to {new:,} buffers"]
    if new < final:
        sentences[0] += f", a step on the way to {final:,}"
    if why_above:
        sentences.append(f"It moves above the bar: {why_above}")
    if pool.is_whole(final):
        sentences.append(f"In one step: {_whole_backlog(pool)}")
    elif _at_once(pool, final) and pool.total_of_window("reads"):
        sentences.append("In one step: smaller steps show nothing until all pages that are read again fit")
    elif old == pool.buffers and pool.used_at_peak > LOOK_USED:
        sentences.append("Above 85 % MQ writes pages out early: the load may need more than the peak shows")
    room = None if pool.above or why_above or old != pool.buffers else room_below(manager)
    if room is not None:
        most = min(pool.buffers + room // PAGE_BYTES, MOST_BUFFERS_BELOW)
        beyond = "; beyond that it moves above (LOCATION(ABOVE))" if manager.can_be_above else ""
        sentences.append(f"Below the bar there is room for {most:,}{beyond}")
    return ". ".join(sentences) + "."


def _whole_backlog(pool: Pool) -> str:
    """What the backlog of a pool is that a size holds (`Pool.is_whole`), and why no smaller one would do."""
    held = pool.backlog
    assert held is not None  # a size holds it
    again = "A backlog that fits only in part is read again"
    if held.row is not None:
        return (
            f"it held {held.row['used']:,} pages and read {held.row['reads']:,} again "
            f"{wording.interval(held.row)}, which {held.buffers:,} buffers hold at 85 %. {again}"
        )
    what = (
        "were in use on its page sets" if held.pages == held.ends else "came to its page sets in the window"
    )
    return f"{held.pages:,} pages {what}, which {held.buffers:,} buffers hold at 85 %. {again}"


def _growth_caution(manager: QueueManager, pool: Pool, size: int, *, above: bool) -> str:
    whole = _WITHOUT_STORAGE if pool.is_whole(size) else ""
    room = _above_caution(manager, size - (pool.buffers if pool.above else 0)) if above else _below(manager)
    return f"{whole} {room}".strip()


def _below(manager: QueueManager) -> str:
    if room_below(manager) is not None:
        return ""
    return (
        "Free storage below the bar is not in this evidence: see CSQY220I first, and keep all pools there "
        "under 75 to 80 % of the 31-bit storage."
    )


def _above_caution(manager: QueueManager, pages: int) -> str:
    """What to look at before so many pages more lie above the bar, as the evidence does not tell."""
    storage, cautions = manager.storage, []
    needed = memlimit_needed(manager.pages_above + pages, manager.messages)
    is_known = storage.memory_limit is not None or storage.unlimited
    if not is_known and pages * PAGE_BYTES > storage.free_above_at_least:
        cautions.append(
            f"MEMLIMIT is not in this evidence: it has to be at least {wording.size(needed)} (SMF 115 "
            "subtype 7)."
        )
    if _needs_new_function(manager):
        cautions.append("MQ V8 has pools above the bar with OPMODE=(NEWFUNC,800) in CSQ6SYSP only.")
    return " ".join(cautions)


def _needs_new_function(manager: QueueManager) -> bool:
    """Whether nothing shows that its V8 has new function: no pool is above the bar yet."""
    release = manager.release
    is_v8 = release is not None and FIRST_RELEASE_ABOVE <= release < FIRST_RELEASE_WITHOUT_OPMODE
    return is_v8 and not any(pool.above for pool in manager.pools)


def _change(
    manager: QueueManager,
    pool: Pool,
    now: PoolAttributes,
    new: PoolAttributes,
    *,
    effect: str,
    caution: str,
    step: int = 1,
) -> Change:
    """One command of a pool from its attributes then to new ones, with the statements of CSQINP1."""
    old = PoolAttributes(
        buffers=now.buffers,
        location=None
        if new.location in (None, now.location) and not new.page_class
        else now.location or "BELOW",
        page_class=(now.page_class or "4KB") if new.page_class else None,
    )
    kept, as_now = (PoolAttributes(buffers=attributes.buffers) for attributes in (new, now))
    if manager.can_be_above:
        kept = replace(
            kept, location=new.location or now.location, page_class=new.page_class or now.page_class
        )
        as_now = replace(as_now, location=now.location or "BELOW", page_class=now.page_class or "4KB")
    return Change(
        subsystem=manager.id,
        setting=f"buffer pool {pool.number}",
        knob=pool.knob,
        step=step,
        command=alter(pool.number, new),
        undo=alter(pool.number, old),
        verify=_verify(now, new),
        verify_after=_AFTER,
        storage_bytes=(new.buffers - now.buffers) * PAGE_BYTES,
        because=(),
        effect=effect.strip(),
        lasting=define(pool.number, kept, replace=manager.can_be_above),
        lasting_undo=define(pool.number, as_now, replace=manager.can_be_above),
        caution=f"{caution} {_LASTS}".strip(),
    )


def _verify(now: PoolAttributes, new: PoolAttributes, *also: str) -> str:
    """What is seen where the command did what it should, and what else is then true."""
    least = round(DEFERRED_WRITE_AVAILABLE * new.buffers)
    text = f"CSQP023I on the console confirms it; QPSTNBUF is {new.buffers:,}"
    if new.location:
        text += f", QPSTLOC is {new.location}"
    if new.page_class:
        text += f", QPSTF4KB is {new.page_class}"
    text += f", and QPSTCBSL stays above {least:,} (15 %) in SMF 115 subtype 215"
    if new.page_class:
        effect = "the queue manager takes less CPU per message"
    elif new.buffers <= now.buffers:
        effect = "QPSTRIO is no higher than before"
    else:
        effect = "QPSTDMC and QPSTSOS are 0 and QPSTRIO is lower than before"
    return f"{'; '.join((text, effect, *also))}."
