"""Knobs, storage and limits of a made-up site, and its plan."""

from __future__ import annotations

from dataclasses import replace

from getpage.contract.curve import SizePoint, reads_curve
from getpage.contract.knob import Knob, Limit, fixed_frames
from getpage.contract.observation import Observation
from getpage.contract.storage import RealStorage
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.plan import PlanSettings, plan_of
from getpage.result import Change

PAGE = 4096
GIB = 1 << 30
SYSA = Image("SYSA")
DB1A = Subsystem("db2", SYSA, "DB1A")


def spelled(name: str, size: int):
    def change(new: int) -> tuple[Change, ...]:
        result = Change(
            subsystem=DB1A,
            setting=f"{name} VPSIZE",
            knob=KnobId(DB1A, name),
            step=1,
            command=f"-ALTER BUFFERPOOL({name}) VPSIZE({new})",
            undo=f"-ALTER BUFFERPOOL({name}) VPSIZE({size})",
            verify="DSNB402I",
            verify_after="an hour",
            storage_bytes=(new - size) * PAGE,
            because=(),
            effect="",
        )
        return (result,)

    return change


def knob(name: str, size: int, reads: dict[int, float] | None, **columns) -> Knob:
    points = tuple(SizePoint(size=at, reads=r, low=r, high=r) for at, r in sorted((reads or {}).items()))
    values = {
        "id": KnobId(DB1A, name),
        "object": Object(DB1A, name),
        "unit": "buffers",
        "unit_bytes": PAGE,
        "size": size,
        "smallest": 1,
        "largest": 1 << 30,
        "fixed": False,
        "change": spelled(name, size),
        "curve": reads_curve(basis="trace", points=points) if points else None,
        "supply": "SPSIZE",
        "read_seconds": 0.001,
    }
    return Knob(**values | columns)


def storage(free: int, reserve: int | None = 0, **columns) -> RealStorage:
    """How much there is in all is not told, so that a dump alone says what stays free."""
    kept = None if reserve is None else reserve * PAGE
    return RealStorage(image=SYSA, free=free * PAGE, reserve=kept, facts={}, **columns)


def plan(*knobs, free=0, reserve=0, limits=(), asked=None, **columns):
    real = (storage(free, reserve, **columns),) if free is not None else ()
    observation = Observation(knobs=knobs, limits=tuple(limits), real_storage=real)
    asked = asked or PlanSettings()
    # Nothing is added, but every knob may grow: without that only those that a finding asks for.
    return plan_of(observation, replace(asked, add=0 if asked.add is None else asked.add, least_waste="0"))


def sizes(made) -> dict[str, int]:
    return {item.knob.name: item.size_after for item in made.items}


FALLING = {1000: 500.0, 2000: 200.0, 3000: 100.0, 4000: 90.0}


def page_fixed(name: str):
    def fix(size: int) -> Change:
        [change] = spelled(name, size)(size)
        return replace(change, command=f"-ALTER BUFFERPOOL({name}) PGFIX(YES)", fixes_bytes=size * PAGE)

    return fix


def grown_and_fixed(name: str, old: int):
    """Page-fixing that sets the size in the same command, as a product may spell it."""

    def fix(size: int) -> Change:
        if size == old:
            return page_fixed(name)(size)
        [change] = spelled(name, old)(size)
        return replace(change, command=f"{change.command} PGFIX(YES)", fixes_bytes=size * PAGE)

    return fix


def commands(made) -> list[str]:
    return [step.change.command.removeprefix("-ALTER BUFFERPOOL") for step in made.steps]


FIXED_FRAMES = Limit(id=fixed_frames(SYSA), label="fixed frames of SYSA", room=5000 * PAGE)
