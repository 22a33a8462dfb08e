"""What an outage does, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import facts
from getpage.report.common.blocks import Heading, Sheet, Words
from getpage.report.common.elsewhere import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.outage import Input, Outage, OutageSize

MINUS = "\u2212"
_SIZES = (
    *("buffers", "storage", "writes for shortage after", "puts wait after", "pages leave after"),
    *("pages read at the drain", "drain", "ends"),
)


def blocks(outage: Outage, *, brief: bool = False) -> Iterator[Block]:
    """The answer, what it rests on, the outage step by step, other sizes, and what is assumed."""
    if outage.pool:
        yield Heading(f"Pool {outage.pool}")
    yield Words(outage.answer)
    yield Sheet(
        "What this rests on",
        ("what", "value", "from"),
        [(one.what, _value(one), one.source) for one in outage.inputs],
    )
    yield Sheet(
        "The outage",
        ("phase", "from", "to"),
        [
            (one.phase, numbers.seconds(one.start_seconds), numbers.seconds(one.end_seconds))
            for one in outage.phases
        ],
    )
    yield Sheet(
        "In figures",
        ("what", "value"),
        [(one.label, numbers.value_with_unit(one.value, one.unit)) for one in outage.figures],
    )
    yield Sheet("By size of the pool", _SIZES, [_size(one) for one in outage.sizes])
    yield Heading("What the model assumes")
    yield Words(outage.assumptions, listed=True)
    yield from facts.sheet("Evidence", ((one.what, one.facts) for one in outage.inputs))
    if not brief:
        yield from facts.sheet("Worked out", [("the outage", outage.figures)])
    else:
        yield elsewhere("The evidence, and what each figure was worked out from")
    window = numbers.span(outage.window_first, outage.window_last) if outage.window_first else ""
    made = " \u00b7 ".join(part for part in (outage.tool, f"result model {outage.version}") if part)
    yield Words([f"{f'Window {window}. ' if window else ''}A model, not a measurement. {made}"], foot=True)


def _value(one: Input) -> str:
    return "not known" if one.value is None else numbers.value_with_unit(one.value, one.unit)


def _size(one: OutageSize) -> tuple[str | int | float | None, ...]:
    return (
        one.buffers,
        _more(one.storage_bytes),
        *map(_when, (one.deferred_write_seconds, one.put_waits_seconds, one.page_leaves_seconds)),
        "" if one.pages_read is None else round(one.pages_read),
        _when(one.drain_seconds),
        one.ends,
    )


def _more(size: int) -> str:
    if not size:
        return "as it is"
    return f"{'+' if size > 0 else MINUS}{numbers.storage(abs(size))}"


def _when(seconds: float | None) -> str:
    return "never" if seconds is None else numbers.seconds(seconds)
