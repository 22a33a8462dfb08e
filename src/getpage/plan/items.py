"""Knobs whose size changes, as the result says them: storage to the byte, gains with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from getpage.contract.knob import Knob
from getpage.core import numbers as units
from getpage.core.names import KnobId
from getpage.core.units import GIB
from getpage.ledger import takes
from getpage.plan.offers import Offer, offer
from getpage.plan.worth import Gain, Prices, Weights, gain_of
from getpage.result import Fact
from getpage.result.plan import Action, Item


def wasted(knob: Knob) -> Item:
    """What a rule says is wasted, given back. It costs nothing, so that no gain is claimed and none lost."""
    return _item(knob, knob.largest, Action.GIVE_BACK, knob.largest_because or "too large")


def asked_for(knob: Knob, size: int, prices: Prices, weights: Weights, least: float) -> Item:
    """A knob at the size that a rule asks for, with what that saves where a curve tells; where that is less
    than a byte has to bring at `least`, it says why it is given all the same.
    """
    offered = offer(knob, protected=True)
    if offered is not None and size in offered.sizes:
        item = turned(offered, size, prices, weights)
        if item.worth is not None and item.worth.value > 0:
            little = below_least(item, least)
            return replace(item, because=f"a check asks for it{f'; {little}' if little else ''}")
    return unclaimed(knob, size, Action.GROW, "a check asks for it; no curve shows what it saves")


def unclaimed(knob: Knob, size: int, action: Action, because: str) -> Item:
    """A knob at another size, of which no gain is claimed."""
    return _item(knob, size, action, because)


def below_least(item: Item, least: float) -> str:
    """Why a knob grows that brings less than a byte has to: only a rule that found something critical asks
    for that. Empty where it brings enough, or where no curve tells.
    """
    if item.worth is None or item.storage_bytes <= 0 or item.worth.value >= least * item.storage_bytes:
        return ""
    rate = item.worth.value / item.storage_bytes * GIB
    return (
        f"by its curve it saves {units.estimated(rate)} s/h per GiB, below the minimum of "
        f"{least * GIB:,.3g} (--least); it is given because the finding is critical"
    )


def turned(offered: Offer, size: int, prices: Prices, weights: Weights) -> Item:
    """A knob at the size that the allocation gives it."""
    knob = offered.knob
    curve = knob.curve
    assert curve is not None  # it has an offer
    gain = gain_of(knob, size, prices, weights)
    grows = size > knob.size
    return _item(
        knob,
        size,
        Action.GROW if grows else Action.SHRINK,
        "saves most for its storage" if grows else "its storage saves more elsewhere",
        curve=f"{curve.basis}: {curve.note}" if curve.note else curve.basis,
        gain=gain,
        facts=curve.facts,
    )


def since(item: Item, before: Knob | None, prices: Prices, weights: Weights) -> Item:
    """An item of a knob that was given another size first, `before` that, counted from its present size: what
    a rule asks for saves what the curve tells, what a rule calls wasted saves nothing.
    """
    if before is None:
        return item
    is_wasted = before.size > before.largest
    because = f"{before.largest_because if is_wasted else 'a rule asks for more'}; {item.because}"
    offered = None if is_wasted else offer(before, protected=True)
    if offered is not None and item.size_after in offered.sizes:
        return replace(turned(offered, item.size_after, prices, weights), because=because)
    whole = _item(before, item.size_after, item.action, because)
    return replace(
        item,
        size_before=whole.size_before,
        storage_bytes=whole.storage_bytes,
        counted_bytes=whole.counted_bytes,
        because=whole.because,
    )


def _item(
    knob: Knob,
    size: int,
    action: Action,
    because: str,
    *,
    curve: str = "",
    gain: Gain | None = None,
    facts: tuple[Fact, ...] = (),
) -> Item:
    return Item(
        knob=knob.id,
        image=knob.image,
        object=knob.object,
        action=action,
        unit=knob.unit,
        unit_bytes=knob.unit_bytes,
        size_before=knob.size,
        size_after=size,
        storage_bytes=(size - knob.size) * knob.unit_bytes,
        counted_bytes=takes.real(knob, size),
        storage=knob.storage,
        setting=knob.setting,
        because=because,
        curve=curve,
        reads_avoided=gain.reads if gain else None,
        cpu_saved=gain.cpu if gain else None,
        wait_saved=gain.wait if gain else None,
        worth=gain.worth if gain else None,
        facts=(*knob.facts, *facts),
    )


def in_order(items: Iterable[Item], knobs: Mapping[KnobId, Knob], weights: Weights) -> tuple[Item, ...]:
    """Items as they are carried out."""

    def key(item: Item) -> tuple[int, int, float, float, str]:
        knob = knobs[item.knob]
        if item.storage_bytes < 0:
            return (
                0,
                0 if item.action is Action.GIVE_BACK else 1,
                0.0,
                float(item.storage_bytes),
                str(item.knob),
            )
        frees = knob.takes is not None and min(knob.takes(item.size_after).values(), default=0) < 0
        worth = item.worth.value if item.worth else 0.0
        return (1, 0 if frees else 1, -weights.factor(knob), -worth, str(item.knob))

    return tuple(sorted(items, key=key))
