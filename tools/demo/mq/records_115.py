"""The statistics records (SMF 115) of a queue manager for one interval, in the order MQ writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spec import interval
from . import buffer_pools, channels, log_manager, message_counts, queue_statistics, shared, storage
from .record import record

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .queue_manager import Interval


def statistics(done: Interval) -> list[Spec]:
    """Give subtypes 1, 2, 5, 7, 201, 215, 216 and 231."""
    spec, end = done.spec, done.end
    when = interval(done.start, done.end)

    def one(subtype: int, sections: dict[str, list[Row]], late: float, common: Row | None = None) -> Spec:
        return record(spec, (115, subtype), end + late, sections, common)

    subtype_2 = {
        "QMST": [message_counts.calls(done)],
        "QIST": [message_counts.messages(done)],
        "QLST": [message_counts.locks(done)],
        "Q5ST": [message_counts.db2(done)],
        "QTST": [_topics()],
        **({"QEST": shared.structures(done), "QESD": shared.data_sets(done)} if spec.shared else {}),
    }
    return [
        one(1, {"QSST": [message_counts.storage_requests(done)], "QJST": [log_manager.log(done)]}, 0.0, when),
        one(2, subtype_2, 0.0001, when),
        one(201, {"QIS1": buffer_pools.page_sets(done)}, 0.0002, when),
        one(215, {"QPST": buffer_pools.pools(done)}, 0.0003, when),
        *([one(216, {"QQST": queue_statistics.every(done)}, 0.0003, when)] if spec.queue_statistics else []),
        one(5, {"QSPH": storage.storage_pools()}, 0.0004),
        one(7, {"QSRS": [storage.region(spec, end)]}, 0.0005),
        one(231, channels.initiator(done), 0.0006, when),
    ]


def _topics() -> Row:
    return {"admin_subscriptions_high_water": 4, "admin_subscriptions_low_water": 4}
