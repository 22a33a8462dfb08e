"""What an outage does, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import numbers
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, Heading, OtherForms, Sheet, Words
from getpage.result.outage import Input, Outage, OutageSize

MINUS = "\u2212"
_SIZES = (
    *("buffers", "storage", "writes for shortage after", "puts wait after", "pages leave after"),
    *("pages read at the drain", "drain", "MB/s", "ends"),
)


def blocks(outage: Outage, *, brief: bool = False) -> Iterator[Block]:
    """The answer, what it rests on, the outage step by step, other sizes, and what is assumed."""
    if outage.pool:
        yield Heading(f"Pool {outage.pool}")
    yield Words(outage.answer)
    yield Sheet(
        "What this rests on",
        ("what", "value", "from"),
        [(given.what, _value(given), given.source) for given in outage.inputs],
    )
    yield Sheet(
        "The outage",
        ("phase", "from", "to"),
        [
            (phase.phase, numbers.seconds(phase.start_seconds), numbers.seconds(phase.end_seconds))
            for phase in outage.phases
        ],
    )
    yield Sheet(
        "In figures",
        ("what", "value"),
        [(figure.label, numbers.value_with_unit(figure.value, figure.unit)) for figure in outage.figures],
    )
    yield Sheet("By size of the pool", _SIZES, [_size(size) for size in outage.sizes])
    yield Heading("What the model assumes")
    yield Words(outage.assumptions, listed=True)
    yield from sheets.fact_sheet("Evidence", ((given.what, given.facts) for given in outage.inputs))
    if not brief:
        yield from sheets.fact_sheet("Worked out", [("the outage", outage.figures)])
    else:
        yield OtherForms("The evidence, and what each figure was worked out from")
    window = numbers.span(outage.window_first, outage.window_last) if outage.window_first else ""
    source = " \u00b7 ".join(part for part in (outage.tool, f"result model {outage.version}") if part)
    yield Words([f"{f'Window {window}. ' if window else ''}A model, not a measurement. {source}"], foot=True)


def _value(given: Input) -> str:
    return "not known" if given.value is None else numbers.value_with_unit(given.value, given.unit)


def _size(size: OutageSize) -> tuple[str | int | float | None, ...]:
    return (
        size.buffers,
        _more(size.storage_bytes),
        *map(_when, (size.deferred_write_seconds, size.put_waits_seconds, size.page_leaves_seconds)),
        "" if size.pages_read is None else round(size.pages_read),
        _when(size.drain_seconds),
        None if size.megabytes_per_second is None else numbers.number(size.megabytes_per_second),
        size.ends,
    )


def _more(size: int) -> str:
    if not size:
        return "as it is"
    return f"{'+' if size > 0 else MINUS}{numbers.storage(abs(size))}"


def _when(seconds: float | None) -> str:
    return "never" if seconds is None else numbers.seconds(seconds)
