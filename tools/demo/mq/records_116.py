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
    for one in work(done):
        found += _class_3(done, one)
        if one.task.per_interval:
            found.append(_class_1(done, one))
    when = interval(done.start, done.end)
    found.append(record(done.spec, (116, 10), done.end + 0.02, {"QCST": channels.accounting(done)}, when))
    return found


def _connected(done: Interval, one: TaskInterval) -> float:
    """Give the second at which a task connected."""
    own = 1.5 + 0.25 * one.number
    if one.task.per_interval:
        return done.start + own
    return done.spec.started + own - (0 if done.spec.started else 2 * SECONDS_PER_DAY)


def _class_3(done: Interval, one: TaskInterval) -> list[Spec]:
    connected = _connected(done, one)
    correlator = f"{tod(connected):016X}{0x1BA22538 + 656 * one.number:08X}5B81{one.number:04X}"
    common: Row = {"task_correlator": correlator}
    queues = [queue(done, use) for use in one.uses]
    late = done.end + 0.003 + one.number * 0.0002
    identity = [_identity(one)]
    sections = {"WTID": identity, "WTAS": [_task(done, one)], "WQST": queues[:QUEUES_PER_RECORD]}
    found = [record(done.spec, (116, 1), late, sections, common)]
    rest = queues[QUEUES_PER_RECORD:]
    if rest:
        found.append(record(done.spec, (116, 2), late, {"WTID": identity, "WQST": rest}, common))
    return found


def _correlation(one: TaskInterval) -> str:
    text = f"{one.number:04d}{one.task.name}"[:12]
    return text.ljust(12).encode("cp037").hex().upper()


def _identity(one: TaskInterval) -> Row:
    return {
        "application_type": one.task.kind,
        "connection_name": one.task.name,
        "operator_id": one.task.user,
        "correlation_id": _correlation(one),
        "channel": one.task.channel,
        "user_id": one.task.user,
    }


def _task(done: Interval, one: TaskInterval) -> Row:
    connected, force = _connected(done, one), one.log_force
    forces = one.commits if force else 0
    return {
        "start": utc(connected),
        "queue_blocks": len(one.uses),
        "commit_elapsed": round(one.commit_cpu + force, 3),
        "commit_cpu": round(one.commit_cpu, 3),
        "commit_count": one.commits,
        "log_write_elapsed": round(force, 3),
        "log_write_count": forces,
        "log_write_bytes": one.log_bytes,
        "log_force_elapsed": round(force, 3),
        "log_force_count": forces,
        "suspend_count": one.suspends + forces,
        "suspend_elapsed": round(one.suspend + force, 3),
        "accounted_from": utc(max(connected, done.start)),
        "accounted_to": utc(done.end),
        "getpages_old": one.getpages_old,
        "getpages_new": one.getpages_new,
        "block_version": 9 if done.spec.is_10 else 8,
    }


_SIZES = ((100, "to_99_bytes"), (1_000, "to_999_bytes"), (10_000, "to_9999_bytes"))


def _class_1(done: Interval, one: TaskInterval) -> Spec:
    row: Row = {"cpu": round(one.commit_cpu + sum(use.puts.cpu + use.gets.cpu for use in one.uses), 3)}
    for use in one.uses:
        size = use.flow.flow.message_bytes
        name = next((name for limit, name in _SIZES if size < limit), "from_10000_bytes")
        for verb, calls in (("puts", use.puts), ("gets", use.gets)):
            row[f"{verb}_{name}"] = int(row.get(f"{verb}_{name}", 0)) + calls.messages
    common: Row = {
        "authorization_id": one.task.user,
        "connection_name": one.task.name,
        "operator_id": one.task.user,
        "application_type": one.task.kind,
        "correlation_id": _correlation(one),
    }
    return record(done.spec, (116, 0), done.end - 0.4 + one.number * 0.001, {"QMAC": [row]}, common)
