"""What a plan says of storage that is taken, moved or bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from getpage.core import numbers
from getpage.core.wording import listed
from getpage.report.common.blocks import Block, Sheet
from getpage.report.plan.estimates import estimate
from getpage.result import Estimate
from getpage.result.plan import ImageShift, Item, Plan, Reallocation, StorageMove

MOVES = ("from", "to", "storage", "price")
SHIFTS = (
    *("system", "storage", "left before", "left then", "stays free", "reads/s avoided", "CPU s/h saved"),
    *("wait s/h saved", "worth s/h", "command"),
)
SIZES = ("system", "knob", "from", "to", "storage", "reads/s avoided", "worth s/h", "because")

Row = tuple[str | int, ...]


def reallocation_sentences(plan: Plan) -> Iterator[str]:
    """What is lost, what is gained, and where the commands are; nothing where no storage moves."""
    result = plan.reallocation
    if result is None:
        return
    yield from _headlines(result)
    if result.why_not:
        return
    for shift in result.shifts:
        yield _on_image(shift)
    steps = [f"{shift.step} on {shift.image}" for shift in result.shifts if shift.step]
    if steps:
        named = "Command" if len(steps) == 1 else "Commands"
        yield f"{named} that {'moves' if len(steps) == 1 else 'move'} the storage: {listed(steps)}."


def _headlines(result: Reallocation) -> Iterator[str]:
    total = f": {_gain(result.worth)}" if len(result.shifts) > 1 else ""
    bought = [move for move in result.moves if move.source is None]
    for move in result.moves:
        size = numbers.storage(move.bytes)
        if move.source is not None and move.target is not None:
            done = "Do not move" if result.why_not else "Move"
            why = f": {result.why_not}. {_both_sides(result)}" if result.why_not else f"{total}."
            yield f"{done} {size} from {move.source} to {move.target}{why}"
        elif move.source is not None and not result.why_not:
            yield f"Take {size} from {move.source}{_priced(move, result, ', worth')}."
    if bought:
        size = numbers.storage(sum(move.bytes for move in bought))
        gets = [f"{numbers.storage(move.bytes)} for {move.target}" for move in bought if move.target]
        whom = listed(gets) if gets else "no system is known to gain from it"
        yield f"Buy {size}{_cost(bought, result)}: {whom}."
        if result.unused and gets:
            yield f"No system is known to gain from the other {numbers.storage(result.unused)}."


def _both_sides(result: Reallocation) -> str:
    sides = (f"{shift.image} {_gain(shift.worth)}" for shift in result.shifts if shift.worth)
    return f"{listed(list(sides))}." if any(shift.worth for shift in result.shifts) else ""


def _gain(worth: Estimate | None) -> str:
    """A worth in words."""
    if worth is None or worth.value == 0 == worth.low == worth.high:
        return "nothing is lost, and no curve shows a gain"
    if worth.value < 0:
        less = Estimate(label="", unit="", value=-worth.value, low=-worth.high, high=-worth.low)
        return f"loses {estimate(less, 's/h')}"
    return f"saves {estimate(worth, 's/h')}"


def _priced(move: StorageMove, result: Reallocation, verb: str) -> str:
    return "" if move.price is None else f"{verb} {move.price:,.0f} {result.currency}"


def _cost(bought: list[StorageMove], result: Reallocation) -> str:
    prices = [move.price for move in bought if move.price is not None]
    return f" for {sum(prices):,.0f} {result.currency}" if prices else ""


def _on_image(shift: ImageShift) -> str:
    """What one image loses or gains, in a sentence or two."""
    left = f"{numbers.storage(max(0, shift.left_after))} are left beyond what stays free"
    if shift.bytes > 0:
        short = numbers.storage(-shift.left_before)
        made_up = f"{short} make up what has to stay free, " if shift.left_before < 0 else ""
        grow = listed([str(item.knob) for item in shift.items if item.storage_bytes > 0])
        gain = f"{shift.image} {_gain(shift.worth)} by {grow}" if grow else f"On {shift.image} no size grows"
        return f"{gain}; {made_up}{left}."
    gives = [item for item in shift.items if item.storage_bytes < 0]
    if not gives:
        before = numbers.storage(max(0, shift.left_before))
        return f"{shift.image} loses nothing: {before} were free at its worst interval; {left}."
    lost = _gain(shift.worth) if shift.worth and shift.worth.value < 0 else "loses what no curve shows"
    less = numbers.storage(-sum(item.storage_bytes for item in gives))
    named = listed([str(item.knob) for item in gives])
    waits = f" {listed(list(map(str, shift.waits)))} {_wait(len(shift.waits))}." if shift.waits else ""
    return f"{shift.image} {lost} against the plan without it: {less} less for {named}; {left}.{waits}"


def _wait(count: int) -> str:
    return "waits for room" if count == 1 else "wait for room"


def reallocation_blocks(plan: Plan) -> Iterator[Block]:
    """The tables; nothing where no storage moves."""
    for title, columns, rows in reallocation_tables(plan):
        yield Sheet(title, columns, rows)


def reallocation_tables(plan: Plan) -> Iterator[tuple[str, tuple[str, ...], list[Row]]]:
    """The tables with their titles and columns; those without rows are left out."""
    result = plan.reallocation
    if result is None:
        return
    yield "Storage that changes its system", MOVES, [_move_row(move, result) for move in result.moves]
    if result.shifts:
        yield "What that changes on each system", SHIFTS, [_shift_row(shift) for shift in result.shifts]
    sizes = [_size_row(shift, item) for shift in result.shifts for item in shift.items]
    if sizes:
        yield "Sizes that differ from the plan without it", SIZES, sizes


def reallocation_estimates(plan: Plan) -> Iterator[tuple[str, Any]]:
    """What has estimates, each with its name."""
    if plan.reallocation is None:
        return
    yield "all systems with that storage", plan.reallocation
    for shift in plan.reallocation.shifts:
        yield f"{shift.image} with that storage", shift
        yield from ((f"{item.knob} with that storage", item) for item in shift.items)


def _move_row(move: StorageMove, result: Reallocation) -> Row:
    source = "bought" if move.source is None else str(move.source)
    target = "nobody" if move.target is None else str(move.target)
    price = "" if move.price is None else f"{numbers.number(move.price)} {result.currency}"
    return source, target, numbers.storage(move.bytes), price


def _shift_row(shift: ImageShift) -> Row:
    figures = (shift.reads_avoided, shift.cpu_saved, shift.wait_saved, shift.worth)
    return (
        str(shift.image),
        f"{'+' if shift.bytes > 0 else ''}{numbers.storage(shift.bytes)}",
        numbers.storage(shift.left_before),
        numbers.storage(shift.left_after),
        "not known" if shift.stays_free is None else numbers.storage(shift.stays_free),
        *("none" if figure is None else estimate(figure) for figure in figures),
        shift.step or "",
    )


def _size_row(shift: ImageShift, item: Item) -> Row:
    return (
        str(shift.image),
        str(item.knob),
        numbers.number(item.size_before),
        f"{numbers.number(item.size_after)} {item.unit}",
        f"{'+' if item.storage_bytes > 0 else ''}{numbers.storage(item.storage_bytes)}",
        "" if item.reads_avoided is None else estimate(item.reads_avoided),
        "not known" if item.worth is None else estimate(item.worth),
        item.because,
    )
