"""Take an MQ console message apart: identifier, command prefix, issuing module, words.

`CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small`: the identifier is normally followed by the command
prefix of the queue manager (IBM MQ, "Messages for IBM MQ for z/OS"), then by the module, then by the
text. The command prefix is the queue manager's name after one special character by convention only; a
site that chose another one gets that as the queue manager."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.printed import Row

_FIRST_WORDS: Final = frozenset({"PAGE", "BUFFER", "QUEUE", "THE", "LOCAL"})

_HEAD = re.compile(r"[ *@+!>]{0,8}(CSQ[A-Z0-9][0-9]{3}[ADEIW]) (.*)", re.DOTALL)
_PREFIX = re.compile(r"[^A-Za-z0-9 ]?([A-Z0-9@#$]{1,8})")
_MODULE = re.compile(r"CSQ[A-Z0-9]{4,5}")
_KEY = re.compile(r"[0-9]{3,4}")


@dataclass(frozen=True, slots=True)
class Message:
    """One message, spaces made single; `key` is the multi-line id that ends its first line."""

    id: str
    queue_manager: str | None
    module: str | None
    words: str
    key: str | None = None
    quoted: bool = False
    """Not at the start of its line: a mention in prose perhaps, so never damage."""

    @property
    def owner(self) -> Row:
        """The queue manager that issued it, as its rows have it."""
        return {"queue_manager": self.queue_manager}

    def longer(self, text: str) -> Message:
        """The message with one more line."""
        return replace(self, words=" ".join((self.words, *text.split())))


def mention(ids: Iterable[str]) -> re.Pattern[str]:
    """What finds one of these messages within a line."""
    return re.compile(rf"[^A-Z0-9]({'|'.join(sorted(ids))}) (.*)", re.DOTALL)


def parse(text: str, mentioned: re.Pattern[str]) -> Message | None:
    """Read the start of a message, or a mention of one, or say that this is none."""
    head = _HEAD.match(text)
    quoted = head is None
    head = head or mentioned.search(text)
    if not head:
        return None
    words = head[2].split()
    key = words.pop() if words and _KEY.fullmatch(words[-1]) else None
    queue_manager = module = None
    if words and not _MODULE.fullmatch(words[0]) and words[0] not in _FIRST_WORDS:
        prefix = _PREFIX.fullmatch(words[0])
        if prefix:
            queue_manager = prefix[1].lstrip("@#$") or prefix[1]
            words.pop(0)
    if words and _MODULE.fullmatch(words[0]):
        module = words.pop(0)
    return Message(head[1], queue_manager, module, " ".join(words), key, quoted)
