"""The shared queue that holds most messages of a structure, and whether anybody gets from it.

Each queue manager of a group counts what its own programs get. Where the evidence has records of others of
the group, nobody gets only if none of them did for as long as this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from getpage.core import wording
from getpage.result import Fact

from .queue_manager import QueueManager
from .queues import TABLE, Queue, Served

#: The share of the time without gets of one queue manager in which another got none either: ours.
_AS_LONG: Final = 0.9


@dataclass(frozen=True)
class SharedQueue:
    """A shared queue as one queue manager counts it, and others of its group by name."""

    manager: QueueManager
    queue: Queue

    @cached_property
    def others(self) -> dict[str, Queue]:
        """The same queue in records of other queue managers of the group."""
        return {
            str(manager.id): queue
            for manager in self.manager.group
            if manager.id != self.manager.id
            for queue in manager.queues
            if queue.name == self.queue.name
            and queue.structure == self.queue.structure
            and queue.sharing_group == self.queue.sharing_group != ""
        }

    @property
    def is_unserved(self) -> bool:
        """Whether nobody got from it, as far as records tell."""
        alone = self.queue.total("seconds_unserved")
        return self.queue.served is Served.AWAY and all(
            other.total("seconds_unserved") >= _AS_LONG * alone for other in self.others.values()
        )

    @property
    def words(self) -> str:
        """What to do about it, in a sentence."""
        name, messages = self.queue.name, wording.plural(self.queue.messages, "message")
        if self.is_unserved:
            where = f"in {', '.join((str(self.manager.id), *self.others))}" if self.others else "here"
            return f"Nobody got from {name} {where}: start what should."
        return f"{name} is its deepest queue: {messages}."


def deepest_in(manager: QueueManager, structure: str) -> SharedQueue | None:
    """The deepest shared queue of a structure; None where queue statistics name none."""
    queues = [queue for queue in manager.queues if queue.structure == structure and queue.messages]
    deepest = max(queues, key=lambda queue: (queue.messages, queue.name), default=None)
    return None if deepest is None else SharedQueue(manager, deepest)


def who_gets(queue: SharedQueue | None) -> tuple[bool, str]:
    """Whether nobody does, as far as records tell, and what to do in a sentence."""
    if queue is None:
        return False, "Find out which of its queues nobody gets from (STATQ, trace class 5)."
    return queue.is_unserved, queue.words


def facts_of_queue(shared: SharedQueue | None) -> Iterator[Fact]:
    """How deep the queue is, and how old its messages are."""
    if shared is not None and (deepest := shared.queue.deepest) is not None:
        manager, queue = shared.manager, shared.queue
        depth = "depth_high_water" if deepest["depth_high_water"] == deepest["held"] else "depth"
        labels = {depth: "messages, most", "queue": "deepest shared queue"}
        yield from manager.facts(TABLE, deepest, **labels)
        yield from manager.facts(TABLE, queue.oldest, oldest_message_age="age of the oldest message, most")
