"""The messages of MQ that are read. A new one is a file and a word here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.products.common.text import wrapped

from . import csqi005i, csqi010i, csqi065i, csqp001i, csqp014e, csqp020e, csqy220i, csqy221i
from . import message as parts
from .table import adopt

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.printed import Line, Open, Sink

    from .message import Message

_SENTENCES: Final[dict[str, wrapped.Sentence[Message]]] = {
    id: module.Reader()
    for module in (csqi005i, csqp001i, csqp014e, csqp020e, csqy220i, csqy221i)
    for id in sorted(module.IDS)
}
_REPORTS: Final[dict[str, Callable[[Line, Message, Sink], Open | bool]]] = {
    id: module.begin_message for module in (csqi010i, csqi065i) for id in sorted(module.IDS)
}
_IDS: Final = (*_SENTENCES, *_REPORTS)
_MENTIONED: Final = parts.mention(_IDS)

STEMS: Final = ("CSQ",)

#: The component that issues a message, rather than each message: three marks instead of ten.
MARKS: Final = tuple(sorted({id[:4] for id in _IDS}))


def begin(line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message, or open it."""
    message = parts.parse(line.text, _MENTIONED)
    return (False, None) if message is None else (_begin(line, message, sink), message.key)


def _begin(line: Line, message: Message, sink: Sink) -> Open | bool:
    if message.id in _REPORTS:
        return _REPORTS[message.id](line, message, sink)
    sentence = _SENTENCES.get(message.id)
    if sentence is None:
        return False
    if message.id in csqp001i.IDS:
        adopt(message.queue_manager, line, sink)
    return wrapped.begin(sentence, line, message, sink)
