"""What to run on z/OS, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.report.common.blocks import Block, Heading, Lines, OtherForms, Sheet, Words
from getpage.result.collect import Collection, CollectStep


def blocks(collection: Collection, *, brief: bool = False) -> Iterator[Block]:
    """What to do in order, the evidence that it gets, and what else there is to ask for."""
    for number, doing in enumerate(collection.doings, 1):
        yield Heading(f"{number}. {doing.title}")
        yield Words([f"Where: {doing.where}.", *doing.why])
        yield Lines(doing.text)
    yield _sheet("Evidence that this collects", collection.steps)
    if collection.others:
        yield _sheet("Further steps, asked for by name", collection.others)
    if not brief:
        yield from _in_full((*collection.steps, *collection.others))
    else:
        yield OtherForms("The commands of every step, how each is switched off again, and its source")
    foot = " \u00b7 ".join(part for part in (collection.tool, f"result model {collection.version}") if part)
    yield Words(
        [f"getpage only prints this: nothing was run. Check it against your own standards. {foot}"], foot=True
    )


def _sheet(title: str, steps: Sequence[CollectStep]) -> Sheet:
    rows = [(step.name, step.gives, step.records, step.cost) for step in steps]
    return Sheet(title, ("step", "gives", "SMF", "cost"), rows)


def _in_full(steps: Sequence[CollectStep]) -> Iterator[Block]:
    """Each step with its commands and where that is documented."""
    for step in steps:
        yield Heading(f"Step {step.name}")
        yield Words(
            [
                f"Gives: {step.gives}.",
                f"Where: {step.entered}.",
                *([f"SMF: {step.records}."] if step.records else []),
                *([f"Interval: {step.interval}."] if step.interval else []),
                f"Cost: {step.cost}.",
                f"Source: {step.source}.",
            ]
        )
        named = (("On", step.start), ("Replies", step.replies), ("Fetched", step.fetched), ("Off", step.stop))
        for name, commands in named:
            if commands:
                yield Words([f"{name}:"])
                yield Lines("\n".join(commands))
