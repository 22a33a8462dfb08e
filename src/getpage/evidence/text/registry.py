"""Which reader reads what. A new message or report is a file and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import (
    csqi005i,
    csqi010i,
    csqi065i,
    csqp001i,
    csqp020e,
    csqy220i,
    csqy221i,
    mp1b_buffer_pool,
    mp1b_calls,
    mp1b_storage,
    wrapped,
)
from . import message as mq_message
from .db2 import activity, display, fragment, storage, termination
from .db2 import message as db2_message
from .table import adopt
from .zos import overview, replies, sdsf_da, storj, workload

if TYPE_CHECKING:
    from collections.abc import Callable

    from .message import Message
    from .model import Line, Open, Sink

_SENTENCES: Final[dict[str, wrapped.Sentence]] = {
    id: module.Reader()
    for module in (csqi005i, csqp001i, csqp020e, csqy220i, csqy221i)
    for id in sorted(module.IDS)
}
_REPORTS: Final[dict[str, Callable[[Line, Message, Sink], Open | bool]]] = {
    id: module.begin for module in (csqi010i, csqi065i) for id in sorted(module.IDS)
}
_BARE: Final[tuple[Callable[[Line, Sink], Open | bool], ...]] = (
    mp1b_buffer_pool.begin,
    mp1b_storage.begin,
    mp1b_calls.begin,
    csqi010i.begin_bare,
    csqi065i.begin_bare,
    fragment.origin,
    termination.begin,
    activity.begin,
    storage.begin,
    overview.begin,
    workload.begin,
    storj.begin,
    sdsf_da.begin,
)

_MARKS: Final = (
    *("CSQI", "CSQP", "CSQY", "BUFFS ", "RIO ", "DWT ", "LOCATION", "VRM:", "-MQ CALL-", "OPEN NAME"),
    *("UNUSED", " PAGES", "STEALABLE", " BUFFERS", "USER ", "SYSTEM ", "NONE ", "4KB ", "J E S 2", "---- "),
    *("DSNB", "DSN9022I", "NORMAL TERM", "CL2", "ALLOC/SEC", "STORAGE ", "SUBSYSTEM:", "MEMBER:"),
    *(
        "O V E R V I E W",
        "OVERVIEW REPORT",
        " INT ",
        "\tINT\t",
        "W O R K L O A D",
        "WORKLOAD ACTIVITY",
        "REPORT BY:",
    ),
    *("SAMPLES:", "PRIMARY DELAY:", "SDSF DA", "JOBNAME", "IAR019I", "IEE857I", "MAXSPACE=", "TOTAL LFAREA"),
)


def may_begin(text: str) -> bool:
    """Whether a line holds a mark without which no reader, nor the job log itself, begins.

    This runs for every line of a log, of which few do. The loop takes two thirds of the time of `any()`.
    """
    upper = text.upper()
    for mark in _MARKS:  # noqa: SIM110
        if mark in upper:
            return True
    return False


def begin(line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
    """Give a line that may begin something to its reader, and say which multi-line id its others carry.

    The reader says True when the line is all there is, False when it is not known.
    """
    message = mq_message.parse(line.text)
    opened = _begin_mq(line, message, sink) if message else False
    key = message.key if message else None
    if opened is False and (db2 := db2_message.parse(line)):
        opened, key = display.begin(line, db2, sink), db2.key
    if opened is False:
        opened, key = replies.begin(line, sink)
    return opened or begin_line(line, sink), key


def _begin_mq(line: Line, message: Message, sink: Sink) -> Open | bool:
    if message.id in _REPORTS:
        return _REPORTS[message.id](line, message, sink)
    sentence = _SENTENCES.get(message.id)
    if sentence is None:
        return False
    if message.id in csqp001i.IDS:
        adopt(message.queue_manager, line, sink)
    return wrapped.begin(sentence, line, message, sink)


def begin_line(line: Line, sink: Sink) -> Open | bool:
    """Give a line that is no message to the readers of reports."""
    for begin in _BARE:
        opened = begin(line, sink)
        if opened is not False:
            return opened
    return False
