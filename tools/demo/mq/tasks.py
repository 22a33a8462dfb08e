"""What a task did in an interval: its share of the work on each queue, and the time its calls took.

Every message of a queue is put by one task and got by one task, so the tasks add up to the queues and pools.
A call takes its CPU time, its waits for page set I/O, and nothing else: elapsed time is never below CPU time
and waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .log_manager import GET_BYTES, PUT_OVERHEAD
from .message_counts import empty_gets

if TYPE_CHECKING:
    from .definitions import TaskSpec
    from .queue_manager import FlowInterval, Interval

LOG_FORCE_US = 420.0

_CALL_US = 6.5
_US_PER_BYTE = 0.0004
_EMPTY_GET_US = 2.1
_COMMIT_US = 14.0
_SUSPEND_US = 1.5
"""Time to be dispatched again after a wait."""


@dataclass(frozen=True, slots=True)
class CallTimes:
    """Calls of one kind on one queue, times in microseconds."""

    calls: int
    messages: int
    cpu: float
    page_set: float
    page_set_count: int

    @property
    def suspend(self) -> float:
        """Time suspended: the waits, and being dispatched again."""
        return self.page_set + self.page_set_count * _SUSPEND_US

    @property
    def elapsed(self) -> float:
        """Time of the calls from start to end."""
        return self.cpu + self.suspend


_NONE = CallTimes(0, 0, 0.0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class QueueUse:
    """What one task did with one queue."""

    flow: FlowInterval
    puts: CallTimes
    gets: CallTimes
    is_getter: bool


@dataclass(frozen=True, slots=True)
class TaskInterval:
    """What one task did."""

    task: TaskSpec
    number: int
    uses: tuple[QueueUse, ...]
    commits: int
    log_bytes: int
    getpages_old: int
    getpages_new: int

    @property
    def suspend(self) -> float:
        """Time suspended in puts and gets."""
        return sum(use.puts.suspend + use.gets.suspend for use in self.uses)

    @property
    def suspends(self) -> int:
        """Suspensions in puts and gets."""
        return sum(use.puts.page_set_count + use.gets.page_set_count for use in self.uses)

    @property
    def commit_cpu(self) -> float:
        """CPU time of the commits."""
        return self.commits * _COMMIT_US

    @property
    def log_force(self) -> float:
        """Time waited for the log at commit."""
        return self.commits * LOG_FORCE_US if self.log_bytes else 0.0


def _puts(flow: FlowInterval) -> CallTimes:
    counts = flow.counts
    cpu = counts.puts * (_CALL_US + _US_PER_BYTE * flow.flow.message_bytes)
    waits = counts.synchronous
    return CallTimes(counts.puts, counts.puts, cpu, waits * flow.times.immediate, waits)


def _gets(flow: FlowInterval) -> CallTimes:
    counts = flow.counts
    messages = counts.gets + counts.lookups
    cpu = messages * (_CALL_US + _US_PER_BYTE * flow.flow.message_bytes) + empty_gets(flow) * _EMPTY_GET_US
    return CallTimes(messages + empty_gets(flow), messages, cpu, counts.reads * flow.times.read, counts.reads)


def work(done: Interval) -> list[TaskInterval]:
    """Give the tasks that did anything in an interval."""
    found = []
    for number, task in enumerate(done.spec.tasks):
        uses, logged, old, new = [], 0, 0, 0
        for flow in done.flows:
            puts = task.name == flow.flow.putter and bool(flow.counts.puts)
            gets = task.name == flow.flow.getter and bool(flow.counts.gets or flow.counts.lookups)
            if puts or gets:
                uses.append(
                    QueueUse(flow, _puts(flow) if puts else _NONE, _gets(flow) if gets else _NONE, gets)
                )
            if puts:
                old += flow.counts.put_getpages
                new += flow.counts.new_pages
            if gets:
                old += flow.counts.get_getpages
            if flow.flow.persistent:
                logged += flow.counts.puts * (flow.flow.message_bytes + PUT_OVERHEAD) if puts else 0
                logged += flow.counts.gets * GET_BYTES if gets else 0
        messages = sum(use.puts.messages + use.gets.messages for use in uses)
        if uses:
            commits = -(-messages // task.batch)
            found.append(TaskInterval(task, number, tuple(uses), commits, logged, old, new))
    return found
