"""The commands that take storage from a system and give it to another, in their place in the list."""

from __future__ import annotations

from collections.abc import Sequence

from getpage.core import wording
from getpage.ledger import takes
from getpage.ledger.fit import Proposal
from getpage.plan.inputs import PlanInput
from getpage.result.plan import Item


def gate(given: PlanInput, items: Sequence[Item]) -> str:
    """What storage that leaves an image waits for, in words: the later steps of those that give it back."""
    knobs = {knob.id: knob for knob in given.knobs}
    stepped = [
        str(item.knob)
        for item in items
        if given.shifts.get(item.image, 0) < 0
        and given.budgets[item.image].available < 0
        and takes.now(knobs[item.knob], item.size_after) != item.size_after
    ]
    return f"the other steps of {wording.listed(stepped)} are made" if stepped else ""


def is_gated(item: Item, given: PlanInput) -> bool:
    """Whether an item grows by storage that enters its image."""
    without = given.without.get(item.knob, item.size_before)
    return given.shifts.get(item.image, 0) > 0 and item.storage_bytes > 0 and item.size_after != without


def with_storage(proposals: Sequence[Proposal], given: PlanInput, after: str) -> list[Proposal]:
    """The proposals with those that move storage: behind what gives it back, before all others."""
    if not given.reconfigured:
        return list(proposals)
    needed = {image for image, count in given.shifts.items() if count < 0 > given.budgets[image].available}

    def gives(proposal: Proposal) -> bool:
        change = proposal.change
        is_now = change.total_bytes < 0 and not (change.place or proposal.waits)
        return is_now and change.subsystem.image in needed

    leaves = [change for image, change in given.reconfigured.items() if given.shifts[image] < 0]
    enters = [change for image, change in given.reconfigured.items() if given.shifts[image] > 0]
    storage = [Proposal(change, waits=bool(after), after=after) for change in (*leaves, *enters)]
    first = [proposal for proposal in proposals if gives(proposal)]
    rest = [proposal for proposal in proposals if not gives(proposal)]
    return [*first, *storage, *rest]
