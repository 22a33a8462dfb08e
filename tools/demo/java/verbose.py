"""The verbose GC log of one Java virtual machine, as J9 R28 writes it, from 8 to 16.

A scavenge comes when the nursery is full, a global collection when the tenure area is, or when the program
asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from getpage.core.units import MIB

from ..clock import DAY, at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .machines import Machine

_FROM, _TO = at(8), at(16)
#: Milliseconds: of any scavenge, of copying a MB, and of marking one.
_SCAVENGE, _COPY, _MARK = 4.0, 2.5, 2.4
#: MB in use in the nursery when it is collected that are not tenured.
_IN_FLIGHT = 3.0
_THREADS = 3


@dataclass(slots=True)
class _State:
    second: float
    before: float
    dead: float = 0.0
    number: int = 2


def write(machine: Machine, path: Path) -> None:
    """Write the log."""
    path.write_text("".join(_lines(machine)), encoding="ascii", newline="\n")


def _lines(machine: Machine) -> Iterator[str]:
    yield '<?xml version="1.0" ?>\n\n<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" '
    yield 'version="R28_Java8_SR5_CMPRSS">\n\n' + _initialized(machine)
    state = _State(second=float(_FROM), before=float(_FROM))
    every = machine.nursery * 0.75 / machine.allocated
    asked = float(_FROM)
    while state.second + every < _TO:
        state.second += every
        live = machine.live + machine.growth * (state.second - _FROM) / 3600
        state.dead += machine.tenured
        yield _stop(machine, state, "scavenge", live, _SCAVENGE + _COPY * (_IN_FLIGHT + machine.tenured))
        full = live + state.dead > (machine.heap - machine.nursery) - machine.tenured
        if full or state.second - asked >= machine.asks_every:
            asked = asked if full else state.second
            state.second += 1.0
            state.dead = 0.0
            yield _stop(machine, state, "global", live, _MARK * live, explicit=not full)


def _initialized(machine: Machine) -> str:
    heap, page = hex(machine.heap * MIB), hex(machine.page)
    said = {
        "gcPolicy": "-Xgcpolicy:gencon", "maxHeapSize": heap, "initialHeapSize": heap,
        "compressedRefs": "true", "compressedRefsShift": "0x0", "pageSize": page,
        "requestedPageSize": hex(machine.page_asked),
        "gcthreads": str(_THREADS),
    }  # fmt: skip
    attributes = "".join(f'  <attribute name="{name}" value="{value}" />\n' for name, value in said.items())
    return (
        f'<initialized id="1" timestamp="{_time(_FROM)}">\n{attributes}  <system>\n'
        '    <attribute name="numCPUs" value="4" />\n    <attribute name="architecture" value="s390x" />\n'
        '    <attribute name="os" value="z/OS" />\n  </system>\n  <vmargs>\n'
        f'    <vmarg name="-Xms{machine.heap}m" />\n    <vmarg name="-Xmx{machine.heap}m" />\n'
        f'    <vmarg name="-Xmn{machine.nursery}m" />\n  </vmargs>\n</initialized>\n\n'
    )


def _stop(
    machine: Machine, state: _State, kind: str, live: float, pause: float, *, explicit: bool = False
) -> str:
    when, interval = _time(state.second), (state.second - state.before) * 1000
    state.before = state.second
    first, state.number = state.number, state.number + 10
    old = live + state.dead
    full = machine.nursery * 0.75 if kind == "scavenge" else machine.nursery * 0.1
    allocated = full - _IN_FLIGHT if kind == "scavenge" else full
    cause = (
        f'<sys-start reason="explicit" id="{first + 1}" timestamp="{when}" />'
        if explicit
        else f'<af-start id="{first + 1}" type="{"nursery" if kind == "scavenge" else "tenure"}" '
        f'timestamp="{when}" />'
    )
    done = (
        f'<memory-copied type="nursery" objects="40000" bytes="{round(_IN_FLIGHT * MIB)}" />'
        f'<memory-copied type="tenure" objects="9000" bytes="{round(machine.tenured * MIB)}" />'
        if kind == "scavenge"
        else f'<trace-info objectcount="{round(live * 9000)}" scanbytes="{round(live * MIB)}" />'
    )
    return (
        f'<exclusive-start id="{first}" timestamp="{when}" intervalms="{interval:.3f}">\n</exclusive-start>\n'
        f'{cause}\n<cycle-start id="{first + 2}" type="{kind}" contextid="0" timestamp="{when}" />\n'
        f'<gc-start id="{first + 3}" type="{kind}" contextid="{first + 2}" timestamp="{when}">\n'
        f"{_memory(machine, full, old)}</gc-start>\n"
        f'<allocation-stats totalBytes="{round(allocated * MIB)}">\n</allocation-stats>\n'
        f'<gc-op id="{first + 5}" type="{kind}" timems="{pause - 0.5:.3f}" timestamp="{when}">\n'
        f"  {done}\n</gc-op>\n"
        f'<gc-end id="{first + 6}" type="{kind}" contextid="{first + 2}" durationms="{pause - 0.3:.3f}" '
        f'usertimems="{pause * _THREADS * 0.9:.3f}" systemtimems="0.310" timestamp="{when}">\n'
        f"{_memory(machine, _IN_FLIGHT, old)}</gc-end>\n"
        f'<exclusive-end id="{first + 9}" timestamp="{when}" durationms="{pause:.3f}" />\n\n'
    )


def _memory(machine: Machine, young: float, old: float) -> str:
    room, tenure = machine.nursery * 0.75, machine.heap - machine.nursery
    free = [round(part * MIB) for part in (room - young, tenure - old)]
    sizes = [round(part * MIB) for part in (room, machine.nursery - room, machine.nursery, tenure)]
    return (
        f'  <mem-info id="0" free="{sum(free)}" total="{machine.heap * MIB}">\n'
        f'    <mem type="nursery" free="{free[0]}" total="{sizes[2]}">\n'
        f'      <mem type="allocate" free="{free[0]}" total="{sizes[0]}" />\n'
        f'      <mem type="survivor" free="0" total="{sizes[1]}" />\n    </mem>\n'
        f'    <mem type="tenure" free="{free[1]}" total="{sizes[3]}" />\n  </mem-info>\n'
    )


def _time(second: float) -> str:
    moment = datetime.combine(DAY, datetime.min.time()) + timedelta(seconds=second)
    return moment.isoformat(timespec="milliseconds")
