"""Messages of a queue manager that are read.

    CSQY220I @VTS1 CSQSCTL Queue manager storage usage:  299
    299  local storage: used 992MB, free 527MB: above bar: used 197MB, free
    299  >10GB
    CSQP014E @VTS1 CSQP1EXP EXPANSION FAILED FOR PAGE SET 4. FUTURE REQUESTS TO EXTEND IT WILL BE REJECTED
    CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small
    CSQP001I !MQ21 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable
    CSQI005I !MQ21 CSQIxxxx PAGE SET 5 OFFLINE.  RECOVERY RBA = 00000000001C2F6A
    CSQY224I CSQSCTL Queue Manager is short of local storage above the bar.
    CSQY225E CSQSCTL Queue Manager is critically short of local storage above the bar - take action
    CSQI010I !MQ21 Page set usage ...
    CSQI065I !MQ51 Buffer pool attributes ...
    CSQE280I !MQ51 SMDS usage ...
    CSQE285I !MQ51 SMDS buffer usage ...

The identifier is normally followed by the command prefix of the queue manager (IBM MQ, "Messages for IBM MQ
for z/OS"), then by the module, then by the text. The command prefix is the queue manager's name after one
special character by convention only; a site that chose another one gets that as the queue manager. The last
four begin the reports of `usage`.

"free >10GB" is a lower bound: it goes to `mq_storage_usage` only, never into a column that holds an amount.
Free local storage is QSRSAVAL of SMF 115; that free storage above the bar is QSRSAVAL64 is concluded from
that. From z/OS 2.3 with APAR OA53037 on, "above bar used" counts reserved storage too and can exceed
MEMLIMIT.

How sure: CSQY220I, CSQP020E and CSQP001I as printed in IBM REDP-5238, section 4.2.1; CSQY220I also as
quoted in IBM support document 572073, its older form `Queue manager is using 992 MB of local storage, 527
MB are free` from general knowledge; the short form of CSQP001I, CSQI005I and CSQP014E from IBM's message
reference; CSQY224I and CSQY225E as quoted in IBM support document 572073, CSQY221I (below the bar) in APAR
PI09739; CSQY222E, its critical form, from general knowledge of the messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from getpage.contract.printed import Open, PrintedLine, Row, Sink
from getpage.products.common.text import figures
from getpage.products.common.text import message as sentences
from getpage.products.common.text.message import Parsed, Sentence

from . import usage

STEMS: Final = ("CSQ",)

_FIRST_WORDS: Final = frozenset({"PAGE", "BUFFER", "SMDS", "QUEUE", "THE", "LOCAL", "EXPANSION"})
_HEAD: Final = re.compile(r"[ *@+!>]{0,8}(CSQ[A-Z0-9][0-9]{3}[ADEIW]) (.*)", re.DOTALL)
_PREFIX: Final = re.compile(r"[^A-Za-z0-9 ]?([A-Z0-9@#$]{1,8})")
_MODULE: Final = re.compile(r"CSQ[A-Z0-9]{4,5}")
_KEY: Final = re.compile(r"[0-9]{3,4}")
_REPORTS: Final = {
    **{"CSQI010I": usage.PAGE_SETS, "CSQI065I": usage.BUFFER_POOLS},
    **{"CSQE280I": usage.SMDS_SPACE, "CSQE285I": usage.SMDS_BUFFERS},
}
_ALL_PERCENT: Final = 100


@dataclass(frozen=True, slots=True)
class MqMessage:
    """One message, spaces made single; `key` is the multi-line id that ends its first line. A `quoted` one
    does not begin its line: a mention in prose perhaps, so it is never damage.
    """

    id: str
    queue_manager: str | None
    module: str | None
    words: str
    key: str | None = None
    quoted: bool = False

    @property
    def owner(self) -> Row:
        """The queue manager that issued it, as its rows have it."""
        return {"queue_manager": self.queue_manager}

    def longer(self, text: str) -> MqMessage:
        """The message with one more line."""
        return replace(self, words=" ".join((self.words, *text.split())))

    def counted(self, **columns: object) -> Parsed:
        """A row of a message whose occurrences are counted."""
        row = {"message": self.id, **columns, "module": self.module, "text": self.words}
        return [("mq_message", row)], True


def _identified(pattern: re.Pattern[str], message: MqMessage) -> int | None:
    """The page set or buffer pool that a message names; None where the words are others."""
    match = pattern.fullmatch(message.words)
    return usage.identifier(match[1]) if match else None


_OFFLINE: Final = re.compile(
    r"PAGE SET ([0-9]{1,3}) OFFLINE\.? ?RECOVERY RBA ?= ?[0-9A-F]{1,16}\.?", re.IGNORECASE
)


def _offline(message: MqMessage) -> Parsed | None:
    page_set = _identified(_OFFLINE, message)
    return (
        None if page_set is None else ([("mq_page_set", {"page_set": page_set, "status": "OFFLINE"})], True)
    )


_POOL: Final = re.compile(
    r"Buffer pool ([0-9]{1,3}) has ([0-9,]{1,20}) buffers"
    r"(?:, ?([0-9,]{1,20}) ?\(([0-9]{1,3})%\) ?stealable)?\.?",
    re.IGNORECASE,
)


def _pool(message: MqMessage) -> Parsed | None:
    match = _POOL.fullmatch(message.words)
    if match is None:
        return None
    row: Row = {"buffer_pool": usage.identifier(match[1]), "buffers": usage.count(match[2])}
    if match[3]:
        row["stealable"] = usage.count(match[3]) if int(match[4]) <= _ALL_PERCENT else None
    return None if None in row.values() else ([("mq_buffer_pool", row)], True)


_FAILED: Final = re.compile(
    r"EXPANSION FAILED FOR PAGE SET ([0-9]{1,3})\.?(?: FUTURE REQUESTS TO EXTEND IT WILL BE REJECTED\.?)?",
    re.IGNORECASE,
)


def _failed(message: MqMessage) -> Parsed | None:
    page_set = _identified(_FAILED, message)
    return None if page_set is None else message.counted(page_set=page_set)


_TOO_SMALL: Final = re.compile(r"Buffer pool ([0-9]{1,3}) is too small\.?", re.IGNORECASE)


def _too_small(message: MqMessage) -> Parsed | None:
    pool = _identified(_TOO_SMALL, message)
    return None if pool is None else message.counted(buffer_pool=pool)


_SHORT: Final = re.compile(
    r"Queue manager is (?:critically )?short of local storage( above the bar| below the bar)?"
    r"(?: ?- ?take action)?\.?",
    re.IGNORECASE,
)
_ABOVE_BAR: Final = frozenset({"CSQY224I", "CSQY225E"})


def _short(message: MqMessage) -> Parsed | None:
    """The words have to belong to the message's number."""
    match = _SHORT.fullmatch(message.words)
    is_above = message.id in _ABOVE_BAR
    if match is None or is_above != ("above" in (match[1] or "").lower()):
        return None
    return message.counted(location="ABOVE" if is_above else "BELOW")


_SIZE: Final = r"([0-9][0-9,]{0,19}(?:\.[0-9]{1,6})? ?[KMGT]B)"
_SIZE_OR_MORE: Final = rf"((?:> ?)?{_SIZE[1:]}"
_LOCAL: Final = rf"Queue manager storage usage: ?local storage: ?used {_SIZE}, ?free {_SIZE_OR_MORE}"
_WHOLE: Final = re.compile(rf"{_LOCAL} ?: ?above bar: ?used {_SIZE}, ?free {_SIZE_OR_MORE}\.?", re.IGNORECASE)
_PART: Final = re.compile(rf"{_LOCAL}(?![A-Z0-9])", re.IGNORECASE)
_OLD: Final = re.compile(
    rf"Queue manager is using {_SIZE} of local storage, ?{_SIZE_OR_MORE} (?:are|is) free\.?", re.IGNORECASE
)
_USAGE: Final = ("local_used", "local_free", "above_bar_used", "above_bar_free")
#: Columns of the region that free storage fills, where it is no lower bound.
_REGION: Final = {"local_free": "available_31", "above_bar_free": "available_64"}


def _storage(message: MqMessage) -> Parsed | None:
    """As many of the four figures as there are."""
    whole = _WHOLE.fullmatch(message.words) or _OLD.fullmatch(message.words)
    match = whole or _PART.match(message.words)
    if match is None:
        return None
    row: Row = {}
    region: Row = {}
    for name, text in zip(_USAGE, match.groups(), strict=False):
        size = figures.size(text.lstrip("> "))
        if size is None or (name.startswith("local") and size > usage.LARGEST_COUNT):
            return None
        row[name] = size
        if name in _REGION:
            row[f"{name}_is_lower_bound"] = text.startswith(">")
            region |= {} if text.startswith(">") else {_REGION[name]: size}
    rows = [("mq_storage_usage", row), *([("mq_storage_region", region)] if region else [])]
    return rows, whole is not None


_SHORT_SENTENCE: Final[Sentence[MqMessage]] = Sentence("Queue manager is short of local storage", _short)
_SENTENCES: Final[dict[str, Sentence[MqMessage]]] = {
    "CSQI005I": Sentence("PAGE SET nn OFFLINE. RECOVERY RBA = rba", _offline),
    "CSQP001I": Sentence("Buffer pool n has n buffers, n (n%) stealable", _pool),
    "CSQP014E": Sentence("EXPANSION FAILED FOR PAGE SET nn", _failed),
    "CSQP020E": Sentence("Buffer pool n is too small", _too_small),
    "CSQY220I": Sentence("local storage: used n, free n: above bar: used n, free n", _storage),
    **dict.fromkeys(("CSQY221I", "CSQY222E", "CSQY224I", "CSQY225E"), _SHORT_SENTENCE),
}
_IDS: Final = (*_SENTENCES, *_REPORTS)
#: What finds one of the messages within a line.
_MENTIONED: Final = re.compile(rf"[^A-Z0-9]({'|'.join(_IDS)}) (.*)", re.DOTALL)

#: The component that issues a message, rather than each message: three marks instead of eleven.
MARKS: Final = tuple(sorted({id[:4] for id in _IDS}))


def _message(text: str) -> MqMessage | None:
    """The start of a message, or a mention of one; None where there is none."""
    head = _HEAD.match(text)
    mention = None if head else _MENTIONED.search(text)
    match = head or mention
    if match is None:
        return None
    words = match[2].split()
    key = words.pop() if words and _KEY.fullmatch(words[-1]) else None
    queue_manager = module = None
    if words and not _MODULE.fullmatch(words[0]) and words[0] not in _FIRST_WORDS:
        prefix = _PREFIX.fullmatch(words[0])
        if prefix:
            queue_manager = prefix[1].lstrip("@#$") or prefix[1]
            words.pop(0)
    if words and _MODULE.fullmatch(words[0]):
        module = words.pop(0)
    return MqMessage(match[1], queue_manager, module, " ".join(words), key, quoted=head is None)


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message, or open it."""
    message = _message(line.text)
    return (False, None) if message is None else (_begin(line, message, sink), message.key)


def _begin(line: PrintedLine, message: MqMessage, sink: Sink) -> Open | bool:
    if message.id in ("CSQP001I", "CSQI065I"):
        usage.adopt(message.queue_manager, line, sink)
    report = _REPORTS.get(message.id)
    if report is None:
        sentence = _SENTENCES.get(message.id)
        return sentence is not None and sentences.begin(sentence, line, message, sink)
    if message.words.lower().startswith(report.title.lower()):
        return usage.UsageReport(report, line, sink, message.owner)
    if not message.quoted:
        sink.refuse(line.offset, f"{message.id} {report.title} ...", line.text)
    return not message.quoted
