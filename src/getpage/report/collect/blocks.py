"""What to run on z/OS, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.report.common.blocks import Heading, Lines, Sheet, Words
from getpage.report.common.elsewhere import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.report.common.blocks import Block
    from getpage.result.collect import Collection, CollectStep


def blocks(made: Collection, *, brief: bool = False) -> Iterator[Block]:
    """What to do in order, the evidence that it gets, and what else there is to ask for."""
    for number, doing in enumerate(made.doings, 1):
        yield Heading(f"{number}. {doing.title}")
        yield Words([f"Where: {doing.where}.", *doing.why])
        yield Lines(doing.text)
    yield _sheet("What this gets", made.steps)
    if made.others:
        yield _sheet("What else there is: ask for it by its name", made.others)
    if not brief:
        yield from _in_full((*made.steps, *made.others))
    else:
        yield elsewhere("The commands of every step, how each is switched off again, and its source")
    foot = " \u00b7 ".join(part for part in (made.tool, f"result model {made.version}") if part)
    yield Words(
        [f"getpage only prints this: nothing was run. Check it against your own standards. {foot}"], foot=True
    )


def _sheet(title: str, steps: Sequence[CollectStep]) -> Sheet:
    rows = [(one.name, one.gives, one.records, one.cost) for one in steps]
    return Sheet(title, ("step", "gives", "SMF", "cost"), rows)


def _in_full(steps: Sequence[CollectStep]) -> Iterator[Block]:
    """Each step with its commands and where that is documented."""
    for one in steps:
        yield Heading(f"Step {one.name}")
        yield Words(
            [
                f"Gives: {one.gives}.",
                f"Where: {one.entered}.",
                *([f"SMF: {one.records}."] if one.records else []),
                *([f"Interval: {one.interval}."] if one.interval else []),
                f"Cost: {one.cost}.",
                f"Source: {one.source}.",
            ]
        )
        named = (("On", one.start), ("Replies", one.replies), ("Fetched", one.fetched), ("Off", one.stop))
        for name, commands in named:
            if commands:
                yield Words([f"{name}:"])
                yield Lines("\n".join(commands))
