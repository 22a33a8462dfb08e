"""The shared queue that holds most messages of a structure, and whether anybody gets from it."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.result import Fact

from .queue_manager import QueueManager
from .queues import TABLE, Queue, Served


def deepest_in(manager: QueueManager, structure: str) -> Queue | None:
    """The deepest shared queue of a structure; None where queue statistics name none."""
    queues = [queue for queue in manager.queues if queue.structure == structure and queue.messages]
    return max(queues, key=lambda queue: (queue.messages, queue.name), default=None)


def who_gets(queue: Queue | None) -> tuple[bool, str]:
    """Whether nobody does, as far as this queue manager counts, and what to do in a sentence."""
    if queue is None:
        return False, "Find out which of its queues nobody gets from (STATQ, trace class 5)."
    if queue.served is Served.AWAY:
        return True, f"Nobody got from {queue.name} here: start what should."
    return False, f"{queue.name} is its deepest queue: {wording.plural(queue.messages, 'message')}."


def facts_of_queue(manager: QueueManager, queue: Queue | None) -> Iterator[Fact]:
    """How deep the queue is, and how old its messages are."""
    if queue is not None and queue.deepest is not None:
        is_high = queue.deepest["depth_high_water"] == queue.deepest["held"]
        depth = "depth_high_water" if is_high else "depth"
        labels = {depth: "messages, most", "queue": "deepest shared queue"}
        yield from manager.facts(TABLE, queue.deepest, **labels)
        yield from manager.facts(TABLE, queue.oldest, oldest_message_age="age of the oldest message, most")
