"""What a plan says in words, above its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from getpage.core import numbers as units
from getpage.core import wording
from getpage.core.wording import listed
from getpage.report.common.ways import where
from getpage.report.plan.capacity import capacity_notes, capacity_sentences
from getpage.report.plan.due import due_sentences
from getpage.report.plan.reallocation import estimate, reallocation_sentences
from getpage.result import REAL_STORAGE, Change
from getpage.result.plan import Budget, Item, Plan, Reason
from getpage.result.trust import unproven


def _held_sizes(plan: Plan) -> Iterator[str]:
    """The sizes that the user sets."""
    held = [f"{each.knob} at {each.size:,} {each.unit}" for each in plan.held if not each.lacks]
    if held:
        yield f"Held: {listed(held)}. The rest is planned around {'it' if len(held) == 1 else 'them'}."
    for each in plan.held:
        if each.lacks:
            yield f"Not held, as {each.lacks}: {each.knob} at {each.size:,} {each.unit}."


def sentences(plan: Plan) -> list[str]:
    """What the plan says, in words."""
    return [*answer(plan), *notes(plan)]


def answer(plan: Plan) -> list[str]:
    """First what to give back, then where it goes, then what that saves."""
    back = [step.change for step in plan.steps if step.change.total_bytes < 0]
    grow = [item for item in plan.items if item.storage_bytes > 0]
    words = [*reallocation_sentences(plan), *_held_sizes(plan), *due_sentences(plan)]
    for of in dict.fromkeys(where(change.storage_of) for change in back):
        mine = [change for change in back if where(change.storage_of) == of]
        size = units.storage(-sum(change.total_bytes for change in mine))
        words.append(f"Give back {size}{of} by {units.counted(len(mine), 'change')}: {_settings(mine)}.")
    given: dict[str, list[Item]] = {}
    for item in grow:
        given.setdefault(where(item.storage), []).append(item)
    words += [_give(of, items) for of, items in given.items() if not of]
    if plan.later:
        more = units.counted(len(plan.later), "more knob")
        words.append(f"{more} when there is room: {_names(plan.later)}.")
    if any(item.worth for item in grow):
        words.append(_saves_in_all(plan))
    words += [_give(of, items) for of, items in given.items() if of]
    words.extend(capacity_sentences(plan))
    if not plan.items and not plan.steps:
        words.append("Nothing: no change that the evidence carries is worth a command.")
    return words


def _give(of: str, items: Sequence[Item]) -> str:
    size = units.storage(sum(item.storage_bytes for item in items))
    return f"Give {size}{of} to {units.counted(len(items), 'knob')}: {_names(items)}."


def notes(plan: Plan) -> list[str]:
    """What the answer counts with: room on each system, weights, the least that a GiB saves, and what is not
    known.
    """
    words = [*filter(None, (_beside_budget(plan, budget) for budget in plan.budgets)), _weights(plan)]
    words.extend(capacity_notes(plan))
    if not plan.proven:
        words.append(f"Another plan could save at most {plan.gap:,.1f} s/h more for certain.")
    little = [left for left in plan.not_done if left.reason is Reason.LEAST]
    if little:
        words.append(
            f"{units.counted(len(little), 'knob')} left as is: another GiB saves less than the minimum of "
            f"{plan.least:.10g} s/h (--least)."
        )
    elif plan.least:
        words.append(f"A GiB has to save at least {plan.least:.10g} s/h (--least).")
    unknown = [left for left in plan.not_done if left.reason is Reason.EVIDENCE]
    if unknown:
        words.append(
            f"{units.counted(len(unknown), 'knob')}: what another size saves is not known. The table of what "
            "is not done shows what evidence would settle it."
        )
    facts = [item.facts for item in plan.items] + [item.facts for item in plan.budgets]
    facts += [limit.facts for limit in plan.limits]
    if doubt := unproven(fact for some in facts for fact in some):
        words.append(doubt)
    return words


def _weights(plan: Plan) -> str:
    if all(weight.value == 1 for weight in plan.weights):
        return "A CPU second and a transaction second count alike (--weight)."
    return f"Weights: {', '.join(f'{weight.of} {weight.value:g}' for weight in plan.weights)} (--weight)."


def _saves_in_all(plan: Plan) -> str:
    """What all of it saves; processor time that growth costs is not called a saving."""
    cpu, wait, fewer = plan.cpu_saved, estimate(plan.wait_saved, "s of waiting"), ""
    if plan.reads_avoided:
        fewer = f", {estimate(plan.reads_avoided, 'reads/s')}"
    if cpu.value < 0:
        more = replace(cpu, value=-cpu.value, low=-cpu.high, high=-cpu.low)
        return f"Saves per hour: {wait}{fewer}; costs {estimate(more, 'CPU s')}."
    return f"Saves per hour: {estimate(cpu, 'CPU s')}, {wait}{fewer}."


def _settings(changes: list[Change]) -> str:
    named = [str(change.knob or f"{change.subsystem} {change.setting}") for change in changes[:4]]
    more = len(changes) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _names(items: Sequence[Item]) -> str:
    named = [str(item.knob) for item in items[:4]]
    more = len(items) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _beside_budget(plan: Plan, budget: Budget) -> str:
    """What the table of real storage leaves out: that the dump reserve comes first, storage that later steps
    give back, and growth where nobody knows what is free. Empty where it leaves nothing out.
    """
    words = []
    if budget.available < 0 and budget.added < 0:
        words.append(f"{units.storage(-budget.available)} of what leaves it have to be given back first")
    elif budget.available < 0:
        words.append(f"{units.storage(-budget.available)} short of what stays free, so nothing can be given")
    mine = [step.change for step in plan.steps if step.change.subsystem.image == budget.image]
    uncounted = -sum(item.real_bytes for item in mine if item.real_bytes < 0) - budget.given_back
    if uncounted > 0:
        words.append(f"{units.storage(uncounted)} given back count once they are free")
    items = [item for item in plan.items if item.image == budget.image and item.storage == REAL_STORAGE]
    requested = sum(item.storage_bytes for item in items if item.storage_bytes > 0 and not item.counted_bytes)
    if requested:
        words.append(
            f"{units.storage(requested)} that checks ask for are not included: make sure that they are free"
        )
    if budget.note:
        words.append(budget.note)
    return (
        f"Real storage{f' on {budget.image}' if budget.image else ''}: {wording.sentences(words)}"
        if words
        else ""
    )
