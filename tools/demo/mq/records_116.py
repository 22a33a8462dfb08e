"""The accounting records (SMF 116) of a queue manager for one interval: classes 1, 3 and 4.

A class 3 record holds as many queues as fit; the rest follow in records of subtype 2, joined by the task
correlator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import SECONDS_PER_DAY, tod, utc
from ..spec import interval
from . import channels
from .queue_accounting import queue
from .record import record
from .tasks import work

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .queue_manager import Interval
    from .tasks import TaskInterval

QUEUES_PER_RECORD = 8


def accounting(done: Interval) -> list[Spec]:
    """Give subtypes 1 and 2 of every task, subtype 0 of those that ended, and subtype 10."""
    found = []
    for task in work(done):
        found += _class_3(done, task)
        if task.task.per_interval:
            found.append(_class_1(done, task))
    when = interval(done.start, done.end)
    found.append(record(done.spec, (116, 10), done.end + 0.02, {"QCST": channels.accounting(done)}, when))
    return found


def _connected(done: Interval, task: TaskInterval) -> float:
    """Give the second at which a task connected."""
    own = 1.5 + 0.25 * task.number
    if task.task.per_interval:
        return done.start + own
    return done.spec.started + own - (0 if done.spec.started else 2 * SECONDS_PER_DAY)


def _class_3(done: Interval, task: TaskInterval) -> list[Spec]:
    connected = _connected(done, task)
    correlator = f"{tod(connected):016X}{0x1BA22538 + 656 * task.number:08X}5B81{task.number:04X}"
    common: Row = {"task_correlator": correlator}
    queues = [queue(done, use) for use in task.uses]
    late = done.end + 0.003 + task.number * 0.0002
    identity = [_identity(task)]
    sections = {"WTID": identity, "WTAS": [_task(done, task)], "WQST": queues[:QUEUES_PER_RECORD]}
    found = [record(done.spec, (116, 1), late, sections, common)]
    rest = queues[QUEUES_PER_RECORD:]
    if rest:
        found.append(record(done.spec, (116, 2), late, {"WTID": identity, "WQST": rest}, common))
    return found


def _correlation(task: TaskInterval) -> str:
    text = f"{task.number:04d}{task.task.name}"[:12]
    return text.ljust(12).encode("cp037").hex().upper()


def _identity(task: TaskInterval) -> Row:
    return {
        "application_type": task.task.kind,
        "connection_name": task.task.name,
        "operator_id": task.task.user,
        "correlation_id": _correlation(task),
        "channel": task.task.channel,
        "user_id": task.task.user,
    }


def _task(done: Interval, task: TaskInterval) -> Row:
    connected, force = _connected(done, task), task.log_force
    forces = task.commits if force else 0
    return {
        "start": utc(connected),
        "queue_blocks": len(task.uses),
        "commit_elapsed": round(task.commit_cpu + force, 3),
        "commit_cpu": round(task.commit_cpu, 3),
        "commit_count": task.commits,
        "log_write_elapsed": round(force, 3),
        "log_write_count": forces,
        "log_write_bytes": task.log_bytes,
        "log_force_elapsed": round(force, 3),
        "log_force_count": forces,
        "suspend_count": task.suspends + forces,
        "suspend_elapsed": round(task.suspend + force, 3),
        "accounted_from": utc(max(connected, done.start)),
        "accounted_to": utc(done.end),
        "getpages_old": task.getpages_old,
        "getpages_new": task.getpages_new,
        "block_version": 9 if done.spec.is_10 else 8,
    }


_SIZES = ((100, "to_99_bytes"), (1_000, "to_999_bytes"), (10_000, "to_9999_bytes"))


def _class_1(done: Interval, task: TaskInterval) -> Spec:
    row: Row = {"cpu": round(task.commit_cpu + sum(use.puts.cpu + use.gets.cpu for use in task.uses), 3)}
    for use in task.uses:
        size = use.flow.flow.message_bytes
        name = next((name for limit, name in _SIZES if size < limit), "from_10000_bytes")
        for verb, calls in (("puts", use.puts), ("gets", use.gets)):
            row[f"{verb}_{name}"] = int(row.get(f"{verb}_{name}", 0)) + calls.messages
    common: Row = {
        "authorization_id": task.task.user,
        "connection_name": task.task.name,
        "operator_id": task.task.user,
        "application_type": task.task.kind,
        "correlation_id": _correlation(task),
    }
    return record(done.spec, (116, 0), done.end - 0.4 + task.number * 0.001, {"QMAC": [row]}, common)
