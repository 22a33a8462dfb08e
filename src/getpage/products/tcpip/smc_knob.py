"""Fixed storage for SMC-R: FIXEDMEMORY of GLOBALCONFIG SMCR, with what each size brings connections that
might go over it. Of a stack without SMC-R the present size is 0.

Link groups take storage as their first connections come; one that finds none goes over TCP/IP. Which partner
comes first nobody knows: those that moved most are taken to, so that a size between what all take has the
best guess of the first, and bounds that hold none.

Of a stack with SMC-R a larger size brings nothing as long as there is storage left: other connections have
another reason not to use it (no adapter, another VLAN, a partner without it).

Reference: IBM z/OS Communications Server: IP Configuration Reference, GLOBALCONFIG SMCR; IP Configuration
Guide, TCP/IP variable SMC-R storage allocations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract import limits
from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob
from getpage.core.names import FindingId, Object
from getpage.core.units import MIB, PAGE

from .changes import resize_smc
from .checks import smc_gain
from .constants import LEAST_FIXED, MOST_FIXED
from .evidence import SMC
from .flows import IN
from .smc import STAGING, group_blocks
from .smc_gain import cpu_saved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .smc import Candidates
    from .stack import Stack

BASIS: Final = "published gains of SMC-R"
#: Partners that have a place of their own in the curve.
_MOST_PARTNERS: Final = 32
_NOTE: Final = (
    "connections of which both ends are in the evidence, that live 10 s or more near by: their time in the "
    "network at most, by segments and round trips, less what IBM measured with links of 32 KB, as far as "
    "their segments are as full; nothing tells the waits of single messages, and at worst nothing is gained"
)


def knob(stack: Stack) -> Knob | None:
    """The knob; None where nothing tells whether SMC-R is on, or how large its storage may be."""
    now = stack.smcr_megabytes
    if now is None:
        return None
    made = _curve(stack, now)
    if not now and made is None:
        return None
    why = (FindingId(smc_gain.ID, Object(stack.id, smc_gain.OBJECT)),) if stack.smc_kinds else ()
    return Knob(
        id=stack.smc_knob,
        object=Object(stack.id, "SMCR"),
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=now,  # it gives nothing back: storage is taken as connections need it
        largest=max(now, MOST_FIXED) if made is None or now else made.sizes[-1],
        largest_because="" if made is None or now else "all connections that might go over SMC have room",
        fixed=True,
        frame_bytes=PAGE,
        backed=False,
        limits=(limits.fixed_frames(stack.id.image),),
        change=lambda size: (resize_smc(stack, size, why),),
        curve=made,
        only_asked=True,  # what it would gain was measured elsewhere, and may be nothing
        supply=SMC.supply,
        facts=stack.settings.of("smcr", "smcr_memory", "receive_buffer"),
    )


def _curve(stack: Stack, now: int) -> SizeCurve | None:
    partners, buffer = stack.smc_kinds, stack.buffer(IN)
    if not partners or buffer is None or (now and not stack.smc_is_full):
        return None
    first, *blocks = _takes(partners, buffer, now)
    used = {job: one.seconds for job, one in stack.smc_cpu.items()}
    share = _shares(stack, used)
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
    waits, cpus = ([one[n] for one in costs] for n in (0, 1))
    facts = stack.of_smc(partners[0])
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=_rates(waits),
        cpu=_rates(cpus) if used else None,
        note=_NOTE,
        facts=facts,
    )


def _rates(costs: Sequence[tuple[float, float, float]]) -> Rates:
    value, low, high = ([one[n] for one in costs] for n in range(3))
    return Rates(value, low, high)


def _takes(partners: Sequence[Candidates], buffer: int, now: int) -> list[int]:
    """FIXEDMEMORY from which on the first, the first two and so on have room, in MiB."""
    blocks = 0 if now else STAGING // MIB
    made = []
    for one in partners[:_MOST_PARTNERS]:
        blocks += group_blocks(one.most, buffer)
        made.append(min(MOST_FIXED, max(LEAST_FIXED, now + blocks)))
    return made


def _shares(stack: Stack, used: dict[str, float]) -> list[float]:
    """Processor seconds of jobs, as far as their bytes go to each partner."""
    every = {job: sum(float(one.moved) for one in stack.kinds if one.job == job) for job in used}
    made = []
    for one in stack.smc_kinds:
        parts = (
            used[job] * min(1.0, moved / 2 / every[job])  # both ways count here, the larger one there
            for job, moved in one.gain.moved.items()
            if every.get(job)
        )
        made.append(sum(parts))
    return made


def _cost(
    partners: Sequence[Candidates], cpu: Sequence[float], room: int, span: float
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Waited and processor seconds a second where the first so many partners have room: best guess, least and
    most of each.
    """
    whole, spent = sum(one.gain.seconds for one in partners), sum(cpu)
    inside = list(zip(partners[:room], cpu, strict=False))
    saved = sum(one.gain.saved for one, _ in inside)
    most = sum(one.gain.most_saved for one, _ in inside)
    less = [cpu_saved(seconds, one.gain.full) for one, seconds in inside]
    best_cpu, most_cpu = (sum(each[n] for each in less) for n in (0, 1))
    return (
        ((whole - saved) / span, (whole - most) / span, whole / span),
        ((spent - best_cpu) / span, (spent - most_cpu) / span, spent / span),
    )
