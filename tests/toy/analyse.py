"""Everything that the toy says of the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.checks import checked
from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.contract.work import ClassTime, Work
from getpage.core.names import Image, Subsystem
from getpage.products.common.analysis import apply_rules
from getpage.result import Account, Change, Line, Place

from .checks import RULES
from .server import KIB, TABLE, Server

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence

LARGEST = 4 << 20


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every server."""
    servers = _servers(evidence)
    return Observation(
        findings=apply_rules(servers, RULES).findings,
        looked=tuple(checked("toy", RULES, servers)),
        accounts=tuple(_account(server) for server in servers),
        knobs=tuple(_knob(server) for server in servers),
        work=tuple(_work(server, row) for server in servers for row in server.intervals),
        class_times=tuple(_class_time(server, row) for server in servers for row in server.intervals),
    )


def _servers(evidence: Evidence) -> list[Server]:
    rows = evidence.scan(TABLE).sort("written", "file", "record").collect().to_dicts()
    collected = []
    for system, name in sorted({(row["system"] or "", row["server"]) for row in rows}):
        mine = [row for row in rows if row["server"] == name and (row["system"] or "") == system]
        intervals = tuple(row for row in mine if row["interval_us"])
        collected.append(Server(evidence, Subsystem("toy", Image(system), name), intervals, mine[-1]))
    return collected


def _set(server: Server, size: int) -> tuple[Change, ...]:
    now = server.last["area_kb"]
    return (
        Change(
            subsystem=server.id,
            setting="AREA",
            knob=server.knob,
            step=1,
            command=f"SET AREA={size}K",
            undo=f"SET AREA={now}K",
            verify="TOY001I says the new size",
            verify_after="an hour",
            storage_bytes=(size - now) * KIB,
            because=(),
            effect=f"The work area goes from {now:,} to {size:,} KB.",
        ),
    )


def _account(server: Server) -> Account:
    size = server.last["area_kb"] * KIB
    line = Line(holder="work area", bytes=size, place=Place.ABOVE_BAR, fixed=True, fact=server.facts[0])
    return Account(of=server.id, lines=(line,))


def _knob(server: Server) -> Knob:
    return Knob(
        id=server.knob,
        object=server.object,
        unit="KB",
        unit_bytes=KIB,
        size=server.last["area_kb"],
        smallest=64,
        largest=LARGEST,
        fixed=True,
        change=lambda size: _set(server, size),
        curve=server.curve,
        supply="a second size of the area",
        facts=server.facts,
    )


def _work(server: Server, row: dict) -> Work:
    return Work(
        subsystem=server.id,
        start=row["interval_start"],
        seconds=row["interval_us"] / 1e6,
        unit="request",
        units=float(row["requests"]),
        cpu_seconds=row["cpu_us"] / 1e6,
        elapsed_seconds=(row["cpu_us"] + row["wait_us"]) / 1e6,
        facts=(server.evidence.fact(TABLE, "requests", row, label="requests"),),
    )


def _class_time(server: Server, row: dict) -> ClassTime:
    cpu, wait = row["cpu_us"] / 1e6, row["wait_us"] / 1e6
    return ClassTime(
        subsystem=server.id,
        kind="request",
        name="",
        units=float(row["requests"]),
        elapsed=cpu + wait,
        parts={"CPU": cpu, "folding wait": wait},
        start=row["interval_start"],
    )
