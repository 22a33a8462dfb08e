"""The numbers that an outage is worked out with, each with where it is from: given, evidence, assumed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from getpage.contract.evidence import Evidence
from getpage.contract.outage import HOUR, OutageQuestion
from getpage.core.errors import GetpageError, NotEnoughEvidenceError, UnknownNameError, command
from getpage.core.names import KnobId, find
from getpage.core.numbers import Scalar
from getpage.products.mq.outage import MessagePages, OutageInputs, PageSetTimes, pages_from_size
from getpage.products.mq.pool import Pool
from getpage.products.mq.queue_manager import QueueManager, queue_managers
from getpage.result import Fact
from getpage.result.outage import Input

from .from_evidence import (
    DRAIN_OVER_PUT,
    checkpoint_interval,
    in_use_usually,
    message_pages,
    persistent_share,
    put_pages_per_second,
)
from .rules import ALL, Bytes, MessagesPerSecond, Microseconds, Pages, Seconds

GIVEN = "given"
ASSUMED = "assumed"
#: Times the backlog and the pool that page sets have room for of which nothing is said: a drain that ends
#: does not fill them.
_ROOM_OVER = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The model's inputs, and where each is from; `has_room` where nothing says when page sets are
    full, `message_bytes` None where pages are counted and not messages.
    """

    pool: KnobId | None
    inputs: OutageInputs
    rows: tuple[Input, ...]
    assumed: tuple[str, ...]
    has_room: bool
    message_bytes: int | None


def numbers_of(question: OutageQuestion, evidence: Evidence | None) -> Numbers:
    """All numbers. GetpageError for what has to be given and is not, or cannot be together;
    NotEnoughEvidenceError where the evidence has no pool.
    """
    manager, pool = (None, None) if evidence is None else _pool(evidence, question.pool)
    return _Maker(question, manager, pool).make()


def _pool(evidence: Evidence, name: str | None) -> tuple[QueueManager, Pool]:
    """The pool that is named, or the only one."""
    pools = {pool.knob: (manager, pool) for manager in queue_managers(evidence) for pool in manager.pools}
    if not pools:
        raise NotEnoughEvidenceError(
            "not enough evidence: no buffer pool of MQ in it; supply SMF 115 subtype 215 (START TRACE(STAT) "
            "CLASS(*))",
            "getpage collect --for mq",
        )
    if name is None and len(pools) == 1:
        return next(iter(pools.values()))
    knob = None if name is None else find(name, pools)
    if knob is None:
        there = [str(pool) for pool in pools]
        if name is None:
            message = f"--pool is missing: the evidence has {', '.join(there)}"
            raise GetpageError(message, command("--pool", there[0]))
        message = f"--pool {name}: no pool is called so, or several are"
        raise UnknownNameError(message, name, there)
    return next(pair for of, pair in pools.items() if of == knob)


class _Maker:
    """Takes each number from what is asked, else from evidence, else assumes it, and notes which."""

    def __init__(self, question: OutageQuestion, manager: QueueManager | None, pool: Pool | None) -> None:
        self.question, self.manager, self.of = question, manager, pool
        self.rows: list[Input] = []
        self.assumed: list[str] = []

    def make(self) -> Numbers:
        question = self.question
        buffers = self._buffers()
        in_use = self._in_use(buffers)
        message = self._message()
        put = self._put_rate(message)
        get = self._get_rate(put)
        outage = self._outage(put)
        total, used, has_room = self._page_sets(_ROOM_OVER * (put * outage * message.value + buffers))
        self._note("messages per commit of the consumer", question.commit, "messages", GIVEN)
        try:
            inputs = OutageInputs(
                buffers=buffers,
                pages_in_use=Pages(in_use),
                message=message,
                put_rate=MessagesPerSecond(put),
                get_rate=MessagesPerSecond(get),
                outage=Seconds(outage),
                page_set_pages=Pages(total),
                page_set_used=Pages(used),
                persistent=persistent_share(self.of) if self.of and self.of.page_sets else ALL,
                commit_batch=question.commit,
                checkpoint_interval=self._checkpoint(),
                times=self._times(),
            )
        except ValueError as error:
            message_ = f"this cannot be: {error}"
            raise GetpageError(message_, "getpage outage --help") from error
        knob = self.of.knob if self.of else None
        return Numbers(
            pool=knob,
            inputs=inputs,
            rows=tuple(self.rows),
            assumed=tuple(self.assumed),
            has_room=has_room,
            message_bytes=question.message_bytes,
        )

    def _note(self, what: str, value: Scalar, unit: str, source: str, *facts: Fact) -> None:
        self.rows.append(Input(what=what, value=value, unit=unit, source=source, facts=facts))

    def _buffers(self) -> int:
        if self.question.buffers is not None:
            self._note("buffers", self.question.buffers, "buffers", GIVEN)
            return self.question.buffers
        assert self.of is not None  # without evidence it is given: the request sees to it
        assert self.manager is not None
        fact = self.manager.fact("mq_buffer_pool", "buffers", self.of.last, "buffers")
        self._note("buffers", self.of.buffers, "buffers", "evidence, the last of the window", fact)
        return self.of.buffers

    def _in_use(self, buffers: int) -> float:
        if self.question.in_use is not None:
            if self.question.in_use > buffers:
                message = f"--in-use {self.question.in_use:,}: the pool has {buffers:,} buffers"
                raise GetpageError(message, f"--in-use {buffers // 2}")
            self._note("buffers in use before", self.question.in_use, "buffers", GIVEN)
            return self.question.in_use
        usual = in_use_usually(self.of) if self.of else None
        if usual is None:
            self._note("buffers in use before", 0, "buffers", f"{ASSUMED}: none")
            return 0.0
        held = min(usual, buffers)
        source = "evidence: buffers not available (QPSTNBUF less QPSTCBSL) in the median interval"
        self._note("buffers in use before", round(held), "buffers", source)
        return held

    def _message(self) -> MessagePages:
        size = self.question.message_bytes
        if size is not None:
            pages = pages_from_size(Bytes(size))
            self._note("data in a message", size, "bytes", GIVEN)
        elif self.manager is None or self.of is None:
            raise GetpageError("--size is missing: how long is a message?", "--size 2000")
        else:
            pages = message_pages(self.manager, self.of)
            if self.question.put_rate is not None and pages.is_page:
                raise GetpageError(
                    "--rate is in messages, and this evidence counts pages: how long is a message?",
                    "--size 2000",
                )
        self._note("pages per message", round(pages.value, 3), "pages", pages.source)
        return pages

    def _put_rate(self, message: MessagePages) -> float:
        if self.question.put_rate is not None:
            self._note("messages put per second", self.question.put_rate, "/s", GIVEN)
            return self.question.put_rate
        assert self.of is not None
        rate = put_pages_per_second(self.of)
        if not rate:
            message_ = f"nothing was put into {self.of.knob} in this window"
            raise NotEnoughEvidenceError(message_, "--rate 1000")
        source = f"evidence: {rate:,.4g} new pages per second (QPSTGETN) in the busiest interval"
        self._note("messages put per second", round(rate / message.value, 3), "/s", source)
        return rate / message.value

    def _get_rate(self, put: float) -> float:
        if self.question.get_rate is not None:
            self._note("messages got per second in the drain", self.question.get_rate, "/s", GIVEN)
            return self.question.get_rate
        source = f"{ASSUMED}: {DRAIN_OVER_PUT:g} times what is put; no statistics show it"
        self._note("messages got per second in the drain", round(put * DRAIN_OVER_PUT, 3), "/s", source)
        return put * DRAIN_OVER_PUT

    def _outage(self, put: float) -> float:
        question = self.question
        if question.messages is not None:
            self._note("messages that wait at the end", question.messages, "messages", GIVEN)
            self._note("no gets for", question.messages / put, "s", "messages over their rate")
            return question.messages / put
        seconds, source = (
            (HOUR, f"{ASSUMED}: an hour") if question.seconds is None else (question.seconds, GIVEN)
        )
        self._note("no gets for", seconds, "s", source)
        return seconds

    def _page_sets(self, enough: float) -> tuple[float, float, bool]:
        what = "unused pages of its page sets"
        if self.question.page_set_room is not None:
            self._note(what, self.question.page_set_room, "pages", GIVEN)
            used = self.of.page_set_used_pages if self.of else 0
            return self.question.page_set_room + used, used, False
        if self.manager is None or self.of is None or not self.of.page_sets:
            self._note(what, None, "pages", f"{ASSUMED}: enough; --page-set-room says how many")
            self.assumed.append("The page sets have room for whatever is put.")
            return enough, 0.0, True
        facts = [
            fact
            for set_ in self.of.page_sets
            for fact in self.manager.facts(
                "mq_page_set",
                set_.last,
                total_pages=f"page set {set_.number}: pages",
                unused_pages=f"page set {set_.number}: unused pages",
            )
        ]
        total, used = self.of.page_set_pages, self.of.page_set_used_pages
        self._note(what, total - used, "pages", "evidence, the last of the window", *facts)
        return total, used, False

    def _checkpoint(self) -> Seconds | None:
        what, given = "time between checkpoints", self.question.checkpoint
        if given is not None:
            self._note(what, given, "s", GIVEN)
            return Seconds(given)
        interval = checkpoint_interval(self.manager) if self.manager else None
        if interval is not None:
            self._note(what, round(interval, 3), "s", "evidence: seconds of log statistics over checkpoints")
        return interval

    def _times(self) -> PageSetTimes:
        times = self.of.times if self.of else PageSetTimes()
        read, write = self.question.read_us, self.question.write_us
        if read is not None:
            times = replace(times, read=Microseconds(read), given=times.given | {"read"})
        if write is not None:
            both = {"immediate_write", "deferred_write"}
            us = Microseconds(write)
            times = replace(times, immediate_write=us, deferred_write=us, given=times.given | both)
        self._note("reading a page", round(times.read, 3), "us", times.source("read"))
        source = times.source("immediate_write")
        self._note("writing a page", round(times.immediate_write, 3), "us", source)
        return times
