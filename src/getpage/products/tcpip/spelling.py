"""Changes of buffers, limits and SMC storage, spelled: statements, undo, verification, what to look out for.

References: IBM z/OS Communications Server: IP Configuration Reference, TCPCONFIG, GLOBALCONFIG; IP System
Administrator's Commands, VARY TCPIP,,OBEYFILE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import KIB, MIB
from getpage.result import Advise, Ask, Change, Fact

from .constants import MOST_BUFFER, RIGHT_SIZED_FROM
from .stack import KNOBS, Stack

_MOST: Final = {"in": "TCPMAXRCVBUFRSIZE", "out": "TCPMAXSENDBUFRSIZE"}
_NEW: Final = (
    "It applies to sockets that are opened afterwards. Restart servers: connections inherit the buffer of "
    "the listening socket. An application that sets SO_RCVBUF or SO_SNDBUF itself is not affected."
)
_AFTER: Final = "a day with the same transfers"


def place(stack: Stack) -> str:
    """Where a statement goes."""
    return (
        f"a data set for V TCPIP,{stack.name or 'procname'},O,dsn; and the same line of PROFILE.TCPIP, so "
        "that it survives a restart"
    )


def resize(stack: Stack, direction: str, size: int, because: tuple[FindingId, ...] = ()) -> Change:
    """A default buffer of `size` KiB, with the largest that goes with it."""
    now, most = stack.buffer(direction) or 0, stack.most_buffer(direction)
    name, wanted = KNOBS[direction], size * KIB
    command, undo = f"TCPCONFIG {name} {wanted}", f"TCPCONFIG {name} {now}"
    window = min(MOST_BUFFER, 2 * wanted) if direction == "in" else wanted
    if most is not None and most < window:
        command += f" {_MOST[direction]} {window}"
        undo += f" {_MOST[direction]} {most}"
    count = 1 if stack.connections is None else stack.connections[0]
    label = "DEFAULTRCVBUFSIZE" if direction == "in" else "DEFAULTSNDBUFSIZE"
    return Change(
        subsystem=stack.id,
        setting=name,
        knob=stack.knob(direction),
        step=1,
        command=command,
        undo=undo,
        place=place(stack),
        verify=f"D TCPIP,{stack.name or 'procname'},N,CONFIG shows {label} {wanted:08}; "
        "N,ALL shows the buffer of a new connection; SMF 119 shows streams that take less time.",
        verify_after=_AFTER,
        storage_bytes=(wanted - now) * count,
        because=because,
        effect=_effect(direction, now, wanted),
        caution=f"{_NEW} A buffer takes storage as it fills: the bytes are for "
        f"{wording.plural(count, 'connection')} with full buffers.",
        evidence=(*stack.buffer_facts(direction), *(stack.connections[1] if stack.connections else ())),
    )


def _effect(direction: str, now: int, wanted: int) -> str:
    end = "receives" if direction == "in" else "sends"
    sentence = (
        f"A connection that {end} may have {wording.size(wanted)} in flight instead of {wording.size(now)}."
    )
    if direction == "in" and now < RIGHT_SIZED_FROM <= wanted:
        sentence += (
            " From 64 KiB on, dynamic right sizing lets streams over a distance grow to 2 MiB by themselves."
        )
    return sentence


def default_buffer(stack: Stack, direction: str, size: int) -> tuple[tuple[Ask, ...], tuple[Advise, ...]]:
    """Asks for a default buffer of `size` KiB; advice where the number of connections is unknown, as the
    buffer is then no knob.
    """
    if stack.connections is not None:
        return (Ask(knob=stack.knob(direction), size=size, reached=True),), ()
    spell = partial(resize, stack, direction, size)
    return (), (Advise(subsystem=stack.id, setting=KNOBS[direction], spell=spell),)


def largest_buffers(stack: Stack) -> Iterator[Advise]:
    """Both largest buffers of 2 MiB, then both defaults, where connections are unknown; those of the sender
    only where no loss holds it.
    """
    for columns, setting, only_after in (
        (("most_receive_buffer", "most_send_buffer"), "TCPMAXRCVBUFRSIZE", ""),
        (
            ("receive_buffer", "send_buffer"),
            "TCPRCVBUFRSIZE",
            "it is known which connections are streams (SMF 119)",
        ),
    ):
        sends = (columns[1],) if stack.network_holds else ()
        now = {_STATEMENT[name]: stack.settings.size(name) for name in columns if name not in sends}
        low = {name: size for name, size in now.items() if size is not None and size < MOST_BUFFER}
        if low:
            spell = partial(_to_largest, stack, setting, low, columns, only_after)
            yield Advise(subsystem=stack.id, setting=setting, spell=spell)


def _to_largest(
    stack: Stack,
    setting: str,
    low: Mapping[str, int],
    columns: tuple[str, ...],
    only_after: str,
    because: tuple[FindingId, ...],
) -> Change:
    count = stack.connections[0] if stack.connections else 1
    more = sum(MOST_BUFFER - size for size in low.values()) * count
    defaults = bool(only_after)
    return Change(
        subsystem=stack.id,
        setting=setting,
        step=1,
        command="TCPCONFIG " + " ".join(f"{name} {MOST_BUFFER}" for name in low),
        undo="TCPCONFIG " + " ".join(f"{name} {size}" for name, size in low.items()),
        place=place(stack),
        verify=f"D TCPIP,{stack.name or 'procname'},N,CONFIG shows {MOST_BUFFER:08} for each.",
        verify_after=_AFTER,
        storage_bytes=more if defaults else 0,
        because=because,
        effect="Every new connection has buffers of 2 MiB."
        if defaults
        else "Applications may ask for buffers of up to 2 MiB, the largest allowed, and windows may be as "
        "large.",
        caution=_NEW
        + (
            f" The bytes are those of {wording.plural(count, 'connection')} that fill both: multiply by all "
            "that there are."
            if defaults
            else " It takes storage only where an application asks for more and fills it."
        ),
        only_after=only_after,
        evidence=stack.settings.of(*columns),
    )


_STATEMENT: Final = {
    "receive_buffer": "TCPRCVBUFRSIZE",
    "send_buffer": "TCPSENDBFRSIZE",
    "most_receive_buffer": "TCPMAXRCVBUFRSIZE",
    "most_send_buffer": "TCPMAXSENDBUFRSIZE",
}


def storage_limit(stack: Stack, name: str, now: int, wanted: int, evidence: tuple[Fact, ...]) -> Advise:
    """ECSALIMIT or POOLLIMIT of `wanted` MB."""

    def spell(because: tuple[FindingId, ...]) -> Change:
        return Change(
            subsystem=stack.id,
            setting=name,
            step=1,
            command=f"GLOBALCONFIG {name} {wanted}M",
            undo=f"GLOBALCONFIG {name} {now}M",
            place=place(stack),
            verify=f"D TCPIP,{stack.name or 'procname'},STOR shows the limit.",
            verify_after="a busy day",
            storage_bytes=0,  # it is taken only as it is needed
            because=because,
            effect=f"The stack may have {wanted} MB of it.",
            caution="All address spaces share ECSA: make sure that this much is free (RMF, D VIRTSTOR)."
            if name == "ECSALIMIT"
            else "Private storage of the stack ends at its REGION.",
            evidence=evidence,
        )

    return Advise(subsystem=stack.id, setting=name, spell=spell)


def resize_smc(stack: Stack, size: int) -> Change:
    """FIXEDMEMORY of `size` MiB for SMC-R; with it SMC-R itself where it is off."""
    now = stack.smcr_megabytes or 0
    more = (size - now) * MIB
    pfids = "" if now else " PFID pfid1 PFID pfid2"
    return Change(
        subsystem=stack.id,
        setting="SMCR FIXEDMEMORY",
        knob=stack.smc_knob,
        step=1,
        command=f"GLOBALCONFIG SMCR{pfids} FIXEDMEMORY {size}",
        undo=f"GLOBALCONFIG SMCR FIXEDMEMORY {now}" if now else "GLOBALCONFIG NOSMCR",
        place=place(stack),
        verify=_smc_seen(stack),
        verify_after="a busy day",
        storage_bytes=more,
        fixes_bytes=max(0, more),
        because=(),
        effect="Connections that found no storage for SMC-R use it instead of TCP/IP."
        if now
        else f"{_ADAPTERS} New connections to partners with SMC-R go over it instead of TCP/IP.",
        caution=_SMC_FIXED if now else f"{_SMC_FIXED} {_SMC_ONE}",
        only_after="" if now else SMC_AFTER,
        evidence=stack.settings.of("smcr", "smcr_memory"),
    )


_ADAPTERS: Final = "pfid1 and pfid2 are the PFIDs of two RoCE adapters of this system."
_SMC_FIXED: Final = "It is page-fixed storage, as much as is used."
_SMC_ONE: Final = (
    "With one adapter only, its failure ends all connections over it; two back each other up. Present "
    "connections stay on TCP/IP. Firewalls and traces between the systems no longer see what goes over "
    "SMC-R."
)
SMC_AFTER: Final = (
    "two RoCE adapters with PFIDs are there on this system and on the partner, in one layer-2 network "
    "(D PCIE), and the partner has SMC-R on"
)


def _smc_seen(stack: Stack) -> str:
    return (
        f"D TCPIP,{stack.name or 'procname'},N,CONFIG shows FIXEDMEMORY; D TCPIP,,STOR what is used; SMF 119 "
        "subtype 2 an SMC status for new connections, and SMF 30 less processor time a GB."
    )


def smc_memory(
    stack: Stack, name: str, wanted: int, evidence: tuple[Fact, ...]
) -> tuple[tuple[Ask, ...], tuple[Advise, ...]]:
    """Asks for FIXEDMEMORY of `wanted` MB: of the knob of SMC-R, or as advice for SMC-D."""
    if name == "SMCR" and stack.smcr_megabytes:
        return (Ask(knob=stack.smc_knob, size=wanted, reached=True),), ()
    now = stack.settings.size("smcr_memory" if name == "SMCR" else "smcd_memory") or 0
    more, setting = max(0, wanted * MIB - now), f"{name} FIXEDMEMORY"

    def spell(because: tuple[FindingId, ...]) -> Change:
        return Change(
            subsystem=stack.id,
            setting=setting,
            step=1,
            command=f"GLOBALCONFIG {name} FIXEDMEMORY {wanted}",
            undo=f"GLOBALCONFIG {name} FIXEDMEMORY {now // MIB}",
            place=place(stack),
            verify=_smc_seen(stack),
            verify_after="a busy day",
            storage_bytes=more,
            fixes_bytes=more,
            because=because,
            effect=f"Connections that found no storage for {name} use it instead of TCP/IP.",
            caution=_SMC_FIXED,
            evidence=evidence,
        )

    return (), (Advise(subsystem=stack.id, setting=setting, spell=spell),)
