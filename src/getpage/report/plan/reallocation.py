"""What a plan says of storage that is taken, moved or bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from getpage.core import numbers
from getpage.core import numbers as units
from getpage.core.names import Image
from getpage.core.wording import listed
from getpage.report.common.blocks import Block, Sheet
from getpage.result import Estimate
from getpage.result.plan import ImageShift, Plan, Reallocation, SizeShift, StorageMove

MOVES = ("from", "to", "storage", "price")
SHIFTS = (
    *("system", "storage", "left before", "left then", "stays free", "reads/s avoided", "CPU s/h saved"),
    *("wait s/h saved", "worth s/h", "command"),
)
SIZES = ("system", "knob", "from", "to", "storage", "reads/s avoided", "worth s/h", "waits", "because")

Row = tuple[str | int, ...]


def reallocation_sentences(plan: Plan) -> Iterator[str]:
    """What is lost, what is gained, and where the commands are; nothing where no storage moves."""
    result = plan.reallocation
    if result is None:
        return
    yield from _headlines(result)
    if result.why_not:
        return
    taken = _taken(result)
    for image, moves in taken.items():
        size = numbers.storage(sum(move.bytes for move in moves))
        shift = next((shift for shift in result.shifts if shift.image == image), None)
        lost = "loses nothing." if shift is None else _changed(shift)
        yield f"Take {size} from {image}{_price(moves, result, ', worth')}: it {lost}"
    for shift in result.shifts:
        if shift.image not in taken:
            yield f"{shift.image} {_changed(shift)}"
    steps = [f"{shift.step} on {shift.image}" for shift in result.shifts if shift.step]
    if steps:
        named = "Command" if len(steps) == 1 else "Commands"
        yield f"{named} that {'moves' if len(steps) == 1 else 'move'} the storage: {listed(steps)}."


def _headlines(result: Reallocation) -> Iterator[str]:
    """What is moved or bought, with what that brings in all."""
    total = f": {_gain(result.worth)}" if result.worth else ""
    for move in result.moves:
        if move.source is None or move.target is None:
            continue
        done = "Do not move" if result.why_not else "Move"
        why = f": {result.why_not}.{_both_sides(result)}" if result.why_not else f"{total}."
        yield f"{done} {numbers.storage(move.bytes)} from {move.source} to {move.target}{why}"
    if bought := [move for move in result.moves if move.source is None]:
        size = numbers.storage(sum(move.bytes for move in bought))
        gets = [f"{numbers.storage(move.bytes)} for {move.target}" for move in bought if move.target]
        whom = listed(gets) if gets else "no system is known to gain from it"
        yield f"Buy {size}{_price(bought, result, ' for')}: {whom}."
        if result.unused and gets:
            yield f"No system is known to gain from the other {numbers.storage(result.unused)}."


def _taken(result: Reallocation) -> dict[Image, list[StorageMove]]:
    """What is taken and goes nowhere, by system."""
    taken: dict[Image, list[StorageMove]] = {}
    for move in result.moves:
        if move.source is not None and move.target is None:
            taken.setdefault(move.source, []).append(move)
    return taken


def _both_sides(result: Reallocation) -> str:
    sides = [f"{shift.image} {_gain(shift.worth)}" for shift in result.shifts if shift.worth]
    return f" {listed(sides)}." if sides else ""


def _gain(worth: Estimate) -> str:
    """A worth in words."""
    if worth.value < 0:
        less = Estimate(label="", unit="", value=-worth.value, low=-worth.high, high=-worth.low)
        return f"loses {estimate(less, 's/h')}"
    return f"saves {estimate(worth, 's/h')}"


def _price(moves: Sequence[StorageMove], result: Reallocation, verb: str) -> str:
    prices = [move.price for move in moves if move.price is not None]
    return f"{verb} {sum(prices):,.0f} {result.currency}" if prices else ""


def _changed(shift: ImageShift) -> str:
    """What one image loses or gains, behind its name."""
    before, left = (numbers.storage(max(0, size)) for size in (shift.left_before, shift.left_after))
    if shift.bytes > 0 and shift.left_after < 0:
        lacks, lacked = (numbers.storage(-size) for size in (shift.left_after, shift.left_before))
        return f"{_gained(shift)}; {lacks} less than has to stay free are left, {lacked} without it."
    if shift.bytes > 0:
        short = f"; {numbers.storage(-shift.left_before)} make up what has to stay free"
        return f"{_gained(shift)}{short if shift.left_before < 0 else ''}; {left} more are left."
    less = [size for size in shift.sizes if size.storage_bytes < 0]
    spare = f"at the worst interval {left} more than has to stay free are left"
    if not less:
        return f"loses nothing; {spare}, {before} without it."
    lost = _gain(shift.worth) if shift.worth and shift.worth.value < 0 else "loses what no curve shows"
    storage = numbers.storage(-sum(size.storage_bytes for size in less))
    named = listed([str(size.knob) for size in less])
    waiting = [str(size.knob) for size in less if size.waits]
    waits = f" {listed(waiting)} {'waits' if len(waiting) == 1 else 'wait'} for room." if waiting else ""
    return f"{lost} against the plan without it: {storage} less for {named}; {spare}.{waits}"


def _gained(shift: ImageShift) -> str:
    """What it gains in sizes."""
    grow = listed([str(size.knob) for size in shift.sizes if size.storage_bytes > 0])
    if not grow:
        return "enlarges no size"
    if shift.worth is None:
        return f"enlarges {grow}, and no curve shows what that saves"
    return f"{_gain(shift.worth)} by {grow}"


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
    sizes = [_size_row(shift, size) for shift in result.shifts for size in shift.sizes]
    if sizes:
        yield "Sizes that differ from the plan without it", SIZES, sizes


def reallocation_estimates(plan: Plan) -> Iterator[tuple[str, Any]]:
    """What has estimates, each with its name."""
    if plan.reallocation is None:
        return
    yield "all systems with that storage", plan.reallocation
    for shift in plan.reallocation.shifts:
        yield f"{shift.image} with that storage", shift
        yield from ((f"{size.knob} with that storage", size) for size in shift.sizes)


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


def _size_row(shift: ImageShift, size: SizeShift) -> Row:
    return (
        str(shift.image),
        str(size.knob),
        numbers.number(size.size_before),
        f"{numbers.number(size.size_after)} {size.unit}",
        f"{'+' if size.storage_bytes > 0 else ''}{numbers.storage(size.storage_bytes)}",
        "" if size.reads_avoided is None else estimate(size.reads_avoided),
        "not known" if size.worth is None else estimate(size.worth),
        "waits for room" if size.waits else "",
        size.because,
    )


def estimate(value: Estimate, unit: str = "") -> str:
    """A figure with its interval: 412 reads/s (350 to 500)."""
    figure = f"{units.estimated(value.value)} {unit}".rstrip()
    if value.low == value.high:
        return figure
    return f"{figure} ({units.estimated(value.low)} to {units.estimated(value.high)})"
