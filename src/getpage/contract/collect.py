"""How a site comes by evidence of a product: what to switch on, which records to copy, which commands to
enter; and what to ask for, in words that fit into a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceStep:
    """One piece of evidence and how to get it, under a name that what lacks it refers to: mq.statistics.

    `records` are SMF types as IFASMFDP takes them in TYPE(), with subtypes where the record's header has them
    as the layouts do. `start` and `stop` are entered where `entered` says, on each subsystem, unless it is on
    already; `replies` are commands whose replies are evidence. `fetched` is what is fetched in another way.
    `standing` evidence is light enough to be collected all the time; other steps are printed only when they
    are named.
    """

    name: str
    gives: str
    entered: str
    records: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    fetched: tuple[str, ...] = ()
    interval: str = ""
    cost: str
    source: str
    standing: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Collect:
    """The steps of a product, and the job step that enters its commands and prints their replies.

    In the lines of `replies_by`, {commands} is where the commands go, each on a line. Without such a job the
    commands are entered at a console. `also` are steps, of this product or others, that its findings need:
    they are collected too where the product is asked for by name.
    """

    steps: tuple[EvidenceStep, ...]
    also: tuple[str, ...] = ()
    replies_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """What to load, by what is then known; None where the product has no such thing.

    `sizes`: what can be made larger or smaller, and how large it is. `work`: what was done in each interval,
    with its CPU and elapsed time. `sides`: what a comparison of before and after starts from.
    """

    sizes: str | None
    work: str | None
    sides: str | None
