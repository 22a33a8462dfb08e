"""What of a stack has a size: the default buffers TCPRCVBUFRSIZE and TCPSENDBFRSIZE, and FIXEDMEMORY of
SMC-R.

Each connection may fill its buffer, and on the worst day all do so at once: a KiB of a default is a KiB of
each connection at a time.

FIXEDMEMORY (GLOBALCONFIG SMCR) is 0 for a stack without SMC-R. Link groups take storage as their first
connections come; a connection that finds none goes over TCP/IP. Which partner comes first is unknown: those
that moved most are taken to, so that a size between has the best guess of the first, and bounds that hold
none. For a stack with SMC-R a larger size saves nothing as long as storage is left: other connections have
another reason not to use it (no adapter, another VLAN, a partner without it).

Reference: IBM z/OS Communications Server: IP Configuration Reference, GLOBALCONFIG SMCR; IP Configuration
Guide, TCP/IP variable SMC-R storage allocations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob, fixed_frames
from getpage.core.names import Object
from getpage.core.units import KIB, MIB

from .constants import LEAST_FIXED, MOST_BUFFER, MOST_FIXED
from .evidence import CONNECTIONS, SMC
from .flows import IN, OUT
from .model import curve
from .smc import STAGING, SmcCandidates, cpu_saved, group_blocks
from .spelling import SMC_AFTER, resize, resize_smc
from .stack import KNOBS, Stack

_BASIS: Final = "published gains of SMC-R"
_FASTER: Final = "connections over SMC-R are seen to take less time than those that found no storage for it"
#: Partners that have a place of their own in the curve.
_MOST_PARTNERS: Final = 32
_NOTE: Final = (
    "connections with both ends in the evidence that live 10 s or more, nearby: at most their time "
    "in the network, by segments and round trips, less what IBM measured with links of 32 KB, as far "
    "as their segments are as full; waits of single messages are not recorded, and at worst nothing "
    "is gained"
)


def knobs(stack: Stack) -> Iterator[Knob]:
    """The buffer of each direction whose size, streams and connections at a time are known; and SMC-R."""
    yield from _buffers(stack)
    smc = _smc(stack)
    if smc is not None:
        yield smc


def _buffers(stack: Stack) -> Iterator[Knob]:
    if stack.connections is None:
        return
    count, facts = stack.connections
    for direction in (IN, OUT):
        now = stack.buffer(direction)
        costs = curve(stack, direction)
        if not now or costs is None:
            continue
        yield Knob(
            id=stack.knob(direction),
            object=Object(stack.id, KNOBS[direction]),
            unit="KiB",
            unit_bytes=KIB * count,
            setting_bytes=KIB,
            size=now // KIB,
            smallest=min(16, now // KIB),
            largest=max(MOST_BUFFER, now) // KIB,
            largest_because="z/OS has no larger buffers",
            fixed=False,
            backed=False,  # a buffer takes storage only as it fills
            change=lambda size, direction=direction: (resize(stack, direction, size),),  # type: ignore[misc]
            curve=costs,
            only_asked=True,  # what streams nearby gain was measured elsewhere
            supply=CONNECTIONS.supply,
            facts=(*stack.buffer_facts(direction), *facts),
        )


def _smc(stack: Stack) -> Knob | None:
    """FIXEDMEMORY; None if it is unknown whether SMC-R is on, or how large its storage may be."""
    now = stack.smcr_megabytes
    if now is None:
        return None
    costs = _smc_curve(stack, now)
    if not now and costs is None:
        return None
    return Knob(
        id=stack.smc_knob,
        object=Object(stack.id, "SMCR"),
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=now,  # it gives nothing back: storage is taken as connections need it
        largest=max(now, MOST_FIXED) if costs is None or now else costs.sizes[-1],
        largest_because="" if costs is None or now else "all connections that could use SMC have room",
        fixed=True,
        backed=False,
        limits=(fixed_frames(stack.id.image),),
        change=lambda size: (resize_smc(stack, size),),
        curve=costs,
        only_asked=True,  # what it would gain was measured elsewhere, and may be nothing
        supply=SMC.supply,
        facts=stack.settings.of("smcr", "smcr_memory", "receive_buffer"),
    )


def _smc_curve(stack: Stack, now: int) -> SizeCurve | None:
    partners, buffer = stack.smc_kinds, stack.buffer(IN)
    if not partners or buffer is None or (now and not stack.smc_is_full):
        return None
    first, *blocks = _takes(partners, buffer, now)
    spent = {job: used.seconds for job, used in stack.smc_cpu.items()}
    share = _shares(stack, spent)
    sizes, costs = [now], [_cost(partners, share, 0, stack.smc_span)]
    for number, size in enumerate((first, *blocks), start=1):
        cost = _cost(partners, share, number, stack.smc_span)
        if size - 1 > sizes[-1]:  # up to there it has no room for the next
            sizes.append(size - 1)
            costs.append(costs[-1])
        if size > sizes[-1]:
            sizes.append(size)
            costs.append(cost)
        else:
            costs[-1] = cost
    waits, cpus = ([cost[n] for cost in costs] for n in (0, 1))
    facts = stack.of_smc(partners[0])
    return SizeCurve(
        basis=_BASIS,
        sizes=tuple(sizes),
        wait=_rates(waits),
        cpu=_rates(cpus) if spent else None,
        note=_NOTE,
        facts=facts,
        only_after=_FASTER if now else SMC_AFTER,
    )


def _rates(costs: Sequence[tuple[float, float, float]]) -> Rates:
    value, low, high = ([cost[n] for cost in costs] for n in range(3))
    return Rates(value, low, high)


def _takes(partners: Sequence[SmcCandidates], buffer: int, now: int) -> list[int]:
    """FIXEDMEMORY in MiB from which on the first partner, the first two and so on have room."""
    blocks = 0 if now else STAGING // MIB
    sizes = []
    for partner in partners[:_MOST_PARTNERS]:
        blocks += group_blocks(partner.most, buffer)
        sizes.append(min(MOST_FIXED, max(LEAST_FIXED, now + blocks)))
    return sizes


def _shares(stack: Stack, spent: dict[str, float]) -> list[float]:
    """Processor seconds by partner, in proportion to the bytes of each job."""
    moved = {job: sum(float(kind.moved) for kind in stack.kinds if kind.job == job) for job in spent}
    shares = []
    for partner in stack.smc_kinds:
        parts = (
            spent[job] * min(1.0, both_ways / 2 / moved[job])  # `moved` has the larger direction only
            for job, both_ways in partner.gain.moved.items()
            if moved.get(job)
        )
        shares.append(sum(parts))
    return shares


def _cost(
    partners: Sequence[SmcCandidates], cpu: Sequence[float], room: int, span: float
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Waited and processor seconds per second with room for so many partners: best guess, least, most."""
    whole, spent = sum(partner.gain.seconds for partner in partners), sum(cpu)
    inside = list(zip(partners[:room], cpu, strict=False))
    saved = sum(partner.gain.saved for partner, _ in inside)
    most = sum(partner.gain.most_saved for partner, _ in inside)
    less = [cpu_saved(seconds, partner.gain.full) for partner, seconds in inside]
    best_cpu, most_cpu = (sum(each[n] for each in less) for n in (0, 1))
    return (
        ((whole - saved) / span, (whole - most) / span, whole / span),
        ((spent - best_cpu) / span, (spent - most_cpu) / span, spent / span),
    )
