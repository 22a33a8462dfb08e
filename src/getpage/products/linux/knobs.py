"""The memory of a guest as a knob: its cost at every other size, and the commands that set it and huge pages.

Cost is the time that programs wait for pages from swap space. None is left once all that is in swap space
fits. Between that and the present size it may be anything from all to none: the best guess is in proportion.
A smaller size costs no swapping as far as what is available at all times reaches; beyond that nothing is
known.

References: z/VM CP Commands and Utilities Reference, DEFINE STORAGE; z/VM CP Planning and Administration,
USER directory statement; virsh(1), setmem; Linux kernel, Documentation/admin-guide/mm/hugetlbpage.rst;
chmem(8).
"""

from __future__ import annotations

import shlex
from functools import partial
from typing import Final

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob
from getpage.core import wording
from getpage.core.names import FindingId, LimitId
from getpage.core.storage_kinds import HYPERVISOR
from getpage.core.units import KIB, MIB
from getpage.result import Advise, Change, Fact

from .constants import PIECE, SWAP_READ_SECONDS
from .evidence import PAGING as PAGING_NEED
from .guest import MEMORY, PAGING, Guest, HugePages, to_give_back

BASIS: Final = "swapping"
#: The curve ends at so many times the size that holds everything: more saves nothing there.
FARTHEST: Final = 4
_STEPS: Final = 8
#: How much storage a hypervisor has, no evidence of a guest tells.
_ROOM: Final = "storage of its hypervisor"

_AFTER: Final = "a day with the same work, the busiest of the month among them"
_VERIFY: Final = (
    "MemTotal of /proc/meminfo shows it, less what the kernel keeps. MemAvailable stays above what the guest "
    "keeps, and si of vmstat at 0."
)
_ASK_VM: Final = "CP INDICATE LOAD and CP QUERY FRAMES on z/VM show that this much is available"
_ASK_KVM: Final = "virsh nodememstats on the KVM host shows that this much is free"


def knob(guest: Guest) -> Knob | None:
    """Its memory in MiB, from the size that it is defined with; None without a snapshot."""
    if guest.defined is None:
        return None
    now = guest.defined // MIB
    return Knob(
        id=guest.knob,
        object=guest.all_memory,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=now - guest.spare // MIB,
        largest=FARTHEST * enough(guest),
        fixed=False,
        storage=HYPERVISOR,
        limits=(LimitId(guest.id.image, _ROOM),),
        backed=False,  # how much of it is real storage only the hypervisor knows
        change=lambda size: (_resize(guest, size),),
        curve=curve(guest),
        supply=PAGING_NEED.supply,
        facts=facts(guest),
    )


def enough(guest: Guest) -> int:
    """MiB that hold all that was in swap space, beside what huge pages give back; whole pieces more."""
    lacking = max(0, guest.swapped - to_give_back(guest))
    return ((guest.defined or 0) + -int(-lacking // PIECE) * PIECE) // MIB


def curve(guest: Guest) -> SizeCurve | None:
    """The wait at each size; None where nothing tells how much it swaps."""
    waiting = guest.waiting
    if waiting is None or guest.defined is None:
        return None
    if 0 < guest.swapped <= to_give_back(guest):  # it fits without more: what more saves is not known
        return None
    now, most = guest.defined // MIB, enough(guest)
    piece = PIECE // MIB
    between = {now + ((most - now) * step // _STEPS) // piece * piece for step in range(1, _STEPS)}
    sizes = sorted({now - guest.spare // MIB, now, *between, most, FARTHEST * most})
    shares = [0.0 if size >= most else 1.0 if size <= now else (most - size) / (most - now) for size in sizes]
    if not any(waiting):
        shares = [0.0] * len(sizes)
    value, low, high = waiting
    if most == now:  # it swaps, and nothing was in swap space: more may save something, or nothing
        shares = [0.0 if size > now else 1.0 for size in sizes]
    best, least, worst = SWAP_READ_SECONDS
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=Rates(
            tuple(value * share for share in shares),
            tuple(low if share == 1 else 0.0 for share in shares),
            tuple(high if share > 0 or (most == now and any(waiting)) else 0.0 for share in shares),
        ),
        note=f"{best * 1e3:g} ms assumed for each page swapped in ({least * 1e3:g} to "
        f"{worst * 1e3:g}): no waits once memory holds what is in swap space, in proportion "
        "before that, from all to none. File reads that the page cache avoids are not included",
        facts=facts(guest),
    )


def facts(guest: Guest) -> tuple[Fact, ...]:
    """What it swaps most, and the least that it has available."""
    return (
        *guest.facts(PAGING, guest.most_swapping, swapped_in_rate="swapped in a second, at most"),
        *guest.facts(MEMORY, guest.swapped_row, swap_free="swap space free, at least"),
        *guest.defined_facts,
        *guest.facts(MEMORY, guest.least, total="MemTotal", available="MemAvailable, at least"),
    )


def _resize(guest: Guest, size: int) -> Change:
    """The change to `size` MiB from the size that it is defined with, or taken to be."""
    now = (guest.defined or 0) // MIB
    command, undo, lasting, lasting_undo = (_kvm if guest.is_kvm else _zvm)(guest, size, now)
    place = (
        "the KVM host, as root"
        if guest.is_kvm
        else f"the console of {guest.guest} with Linux shut down (CP resets the guest; IPL it afterwards)"
    )
    sizes = f"{wording.size(size * MIB)} instead of {wording.size(now * MIB)}"
    return Change(
        subsystem=guest.id,
        setting="memory",
        knob=guest.knob,
        step=1,
        command=command,
        undo=undo,
        lasting=lasting,
        lasting_undo=lasting_undo,
        place=place,
        verify=_VERIFY,
        verify_after=_AFTER,
        storage_bytes=(size - now) * MIB,
        because=(),
        effect=f"{sizes}." if size > now else f"{sizes}: the hypervisor has the rest for others.",
        caution=_caution(guest, size, now),
        only_after=(_ASK_KVM if guest.is_kvm else _ASK_VM) if size > now else "",
    )


def _zvm(guest: Guest, size: int, now: int) -> tuple[str, str, str, str]:
    """Command, undo, and the statement of the user directory that makes it last, with what it replaces."""
    name = guest.guest
    return (
        f"CP DEFINE STORAGE {size}M",
        f"CP DEFINE STORAGE {now}M",
        f"USER {name} ... {size}M, its maximum no less, in the user directory, then DIRECTXA",
        f"USER {name} ... {now}M, with its former maximum",
    )


def _kvm(guest: Guest, size: int, now: int) -> tuple[str, str, str, str]:
    """Command, undo, and what makes it last, with what it replaces; virsh counts in KiB."""
    new, old = (f"virsh setmem {_quoted(guest)} {mib * MIB // KIB}" for mib in (size, now))
    return f"{new} --live", f"{old} --live", f"{new} --config", f"{old} --config"


def _quoted(guest: Guest) -> str:
    """Its name as one word of a shell: it is from evidence, and the command is entered as root."""
    return shlex.quote(guest.guest)


def _caution(guest: Guest, size: int, now: int) -> str:
    sentences = []
    if guest.host_row is None:
        sentences.append(
            f"Its defined size, {wording.size(now * MIB)}, is inferred by MemTotal: look first (CP QUERY "
            "VIRTUAL STORAGE, virsh dominfo)."
        )
    if size > now:
        sentences.append(
            "Free storage of the hypervisor is not in this evidence: if it has none, it pages instead."
        )
        if guest.is_kvm and (guest.most_defined is None or size * MIB > guest.most_defined):
            most = f"virsh setmaxmem {_quoted(guest)} {size * MIB // KIB} --config"
            sentences.append(f"Beyond its maximum: {most}, and a stop.")
    else:
        sentences.append(
            "Files that no longer fit in the page cache are read again. Month end, a load of all cubes or a "
            "restart may need more than this evidence shows."
        )
    if not guest.is_kvm:
        sentences.append(_without_a_stop(guest, size, now))
    if not guest.control_program:
        sentences.append(
            f"Nothing shows that z/VM runs it. On KVM it is virsh setmem {_quoted(guest)} "
            f"{size * MIB // KIB} --live, and --config."
        )
    return " ".join(sentences)


def _without_a_stop(guest: Guest, size: int, now: int) -> str:
    pieces = abs(size - now)
    if size > now and guest.standby is not None and guest.standby < pieces * MIB:
        return "It has no standby storage of that size (lsmem): not without a stop."
    verb = "--enable" if size > now else "--disable"
    where = "where it has standby storage (lsmem): " if guest.standby is None else ""
    return f"Without a stop only {where}by chmem {verb} {pieces}M in the guest."


def fewer_huge_pages(guest: Guest, pages: HugePages) -> Advise:
    """Advice to make the pool of huge pages as large as what was ever used of it."""
    spell = partial(_fewer_huge_pages, guest, pages)
    return Advise(subsystem=guest.id, setting="vm.nr_hugepages", spell=spell)


def _fewer_huge_pages(guest: Guest, pages: HugePages, because: tuple[FindingId, ...]) -> Change:
    return Change(
        subsystem=guest.id,
        setting="vm.nr_hugepages",
        step=1,
        command=f"sysctl -w vm.nr_hugepages={pages.used}",
        undo=f"sysctl -w vm.nr_hugepages={pages.total}",
        lasting=f"vm.nr_hugepages={pages.used} in /etc/sysctl.d",
        lasting_undo=f"vm.nr_hugepages={pages.total} in /etc/sysctl.d",
        place=f"the guest {guest.guest}, as root",
        verify="HugePages_Total of /proc/meminfo shows it, and MemFree is higher by the difference.",
        verify_after="the next start of what uses them",
        storage_bytes=0,  # it stays with the guest
        because=because,
        effect=f"{wording.size(pages.unused)} of huge pages become ordinary memory of the guest.",
        caution="A program that starts later may ask for them (Java's -Xlp, databases). Where the boot "
        "parameter hugepages= sets them, change it too. Getting them back needs contiguous memory, "
        "which only a restart guarantees.",
        evidence=huge_page_facts(guest, pages),
    )


def huge_page_facts(guest: Guest, pages: HugePages) -> tuple[Fact, ...]:
    """What the snapshot with most of them in use shows."""
    return guest.facts(
        MEMORY,
        pages.row,
        huge_total="huge pages",
        huge_free="free of them",
        huge_reserved="promised of those",
        huge_page_bytes="size of one",
    )
