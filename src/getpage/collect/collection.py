"""The instructions for the wanted steps, in the order in which they are carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.collect import jobs
from getpage.collect.jobs import RecordSource
from getpage.contract.collect import Collect, EvidenceStep
from getpage.core.errors import UnknownNameError
from getpage.products import registry
from getpage.result.collect import Collection, CollectStep, Doing


def collection(
    wanted: Sequence[str], systems: Sequence[str], source: RecordSource, *, tool: str = ""
) -> Collection:
    """Instructions for `wanted`, which are names of products (their standing steps) or steps; none means all.

    GetpageError for a name that is neither, with those that there are.
    """
    chosen = chosen_steps(wanted)
    others = tuple(
        step for product in registry.PRODUCTS for step in product.collect().steps if step not in chosen
    )
    return Collection(
        tool=tool,
        doings=tuple(_doings(chosen, systems, source)),
        steps=tuple(map(_as_result, chosen)),
        others=tuple(map(_as_result, others)),
    )


def chosen_steps(wanted: Sequence[str]) -> tuple[EvidenceStep, ...]:
    """The wanted steps, in the order of the products."""
    known = {product.name: product.collect() for product in registry.PRODUCTS}
    steps = {step.name: step for collect in known.values() for step in collect.steps}
    for name in wanted:
        if name not in known and name not in steps:
            message = f"--for: no product or step is called {name[:60]!r}"
            raise UnknownNameError(message, name, [*known, *steps], "getpage collect")
    products = {name for name in wanted if name in known} or (set() if wanted else set(known))
    named = set(wanted).union(*(known[name].also for name in wanted if name in known))
    return tuple(
        step
        for product, collect in known.items()
        for step in collect.steps
        if step.name in named or (product in products and step.standing)
    )


def _doings(steps: Sequence[EvidenceStep], systems: Sequence[str], source: RecordSource) -> Iterator[Doing]:
    for step in steps:
        if step.start:
            yield Doing(
                title=f"Switch on {step.name}, if it is not on yet",
                why=_about(step, "Interval"),
                text="\n".join(step.start),
                where=step.entered,
            )
    types = _types(steps)
    if types:
        yield from _records(types, systems, source)
    for product in registry.PRODUCTS:
        yield from _replies(product.title, product.collect(), steps)
    for step in steps:
        if step.fetched:
            yield Doing(
                title=f"Fetch {step.name}",
                why=_about(step, "When"),
                text="\n".join(step.fetched),
                where=step.entered,
            )
    yield Doing(
        title="Look at it here",
        why=("inspect shows what arrived, whether it is complete, and what it can answer.",),
        text="getpage inspect *.trs *.txt\ngetpage load *.trs *.txt --into prod\ngetpage report prod -o "
        "report.html",
        where="this machine, with the files in one folder",
    )
    for step in steps:
        if step.stop and not step.standing:
            yield Doing(
                title=f"Switch {step.name} off again",
                why=("Only where it was off before.",),
                text="\n".join(step.stop),
                where=step.entered,
            )


def _records(types: Sequence[str], systems: Sequence[str], source: RecordSource) -> Iterator[Doing]:
    """Copying, packing and bringing SMF records."""
    each = tuple(systems) or ("",)
    text = "\n".join(jobs.job(source, system, types) for system in each)
    why = [
        "OPTIONS(DUMP) copies. Without it IFASMFDP also empties what it reads, and the records are gone "
        "from there.",
        "A record carries the time at which it was written, the end of its interval: the last interval of "
        "a day is among the records of the next day.",
    ]
    if source.first or source.last:
        why.append("DATE takes whole days: hours are for --from and --to of what reads the records.")
    if not source.log_stream:
        why.append("Read the archive of that day rather than the SMF data set that is being written.")
    yield Doing(title="Copy the records and pack them", why=tuple(why), text=text, where="a job on z/OS")
    files = [(jobs.packed(source, system), f"{(system or 'all').lower()}.trs") for system in each]
    yield Doing(title="Bring them here", why=jobs.PACKED, text=jobs.transfers(files), where="this machine")


def _replies(title: str, collect: Collect, steps: Sequence[EvidenceStep]) -> Iterator[Doing]:
    """Commands whose replies are kept as text."""
    replying = [step for step in collect.steps if step in steps and step.replies]
    if not replying:
        return
    commands = [command for step in replying for command in step.replies]
    lines = collect.replies_by or ("{commands}",)
    text = "\n".join(part for line in lines for part in (commands if line == "{commands}" else [line]))
    yield Doing(
        title=f"Keep replies of {title}",
        why=(
            *(" ".join(_about(step, "When", step.name)) for step in replying),
            "Save what is printed, with date, time and system, as a text file.",
        ),
        text=text,
        where="; ".join(dict.fromkeys(step.entered for step in replying)),
    )


def _about(step: EvidenceStep, when: str, name: str = "It") -> tuple[str, ...]:
    """What a step gives, when it is done if that matters, and what it costs: a sentence each."""
    interval = (f"{when}: {step.interval}.",) if step.interval else ()
    return (f"{name} gives {step.gives}.", *interval, f"Cost: {step.cost}.")


def _types(steps: Sequence[EvidenceStep]) -> tuple[str, ...]:
    """SMF types of steps, each once, in order of their numbers."""
    every = dict.fromkeys(type_ for step in steps for type_ in step.records)
    return tuple(sorted(every, key=lambda type_: int(type_.partition("(")[0])))


def _as_result(step: EvidenceStep) -> CollectStep:
    return CollectStep(
        name=step.name,
        gives=step.gives,
        records=",".join(step.records),
        entered=step.entered,
        start=step.start,
        stop=step.stop,
        replies=step.replies,
        fetched=step.fetched,
        interval=step.interval,
        cost=step.cost,
        source=step.source,
    )
