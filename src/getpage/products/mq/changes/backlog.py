"""What is said of a size that holds a backlog as a whole, which is set at once, and what helps beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import wording

if TYPE_CHECKING:
    from getpage.products.mq.pool import Pool

#: What helps a backlog without storage; ours: it follows from how queues, page sets and pools relate.
WITHOUT_STORAGE: Final = (
    "No smaller size is known to help. What helps without storage: get its messages sooner or with more "
    "getters, so that no such backlog builds up; or give its queue a page set and a pool of its own, so that "
    "other queues do not wait with it."
)


def whole_backlog(pool: Pool) -> str:
    """What the backlog of a pool is that a size holds (`Pool.is_whole`), and why no smaller one would do."""
    held = pool.backlog
    assert held is not None  # a size holds it
    if held.row is not None:
        return (
            f"it held {held.row['used']:,} pages and read {held.row['reads']:,} back "
            f"{wording.interval(held.row)}, which {held.buffers:,} buffers hold at 85 % even if all were "
            "there at one time; what fits only in part is read again"
        )
    what = (
        "were in use on its page sets" if held.pages == held.ends else "came to its page sets in the window"
    )
    return (
        f"{held.pages:,} pages {what}, which {held.buffers:,} buffers hold at 85 %; a backlog that fits only "
        "in part is read again"
    )
