"""What changes the memory of a guest, and its huge pages, with what takes it back: one change a setting.

References: z/VM CP Commands and Utilities Reference, DEFINE STORAGE; z/VM CP Planning and Administration,
USER directory statement; virsh(1), setmem; Linux kernel, Documentation/admin-guide/mm/hugetlbpage.rst;
chmem(8).
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.contract.facts import value_of
from getpage.core import wording
from getpage.core.units import KIB, MIB
from getpage.result import Change, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.core.names import FindingId
    from getpage.result import Finding

    from .guest import Guest

#: The number of a finding that says what size it asks for, in MiB.
TARGET: Final = "memory to have"
#: The number of a finding that says how many huge pages are in use.
HUGE: Final = "huge pages in use or promised, at most"
_AFTER: Final = "a day with the same work, the busiest of the month among them"
_VERIFY: Final = (
    "MemTotal of /proc/meminfo shows it, less what the kernel keeps; MemAvailable stays above what it keeps, "
    "and si of vmstat at 0."
)
_ROOM: Final = "What the hypervisor has free is not in this evidence, and nothing here has room for it: "
_ASK_VM: Final = "CP INDICATE LOAD and CP QUERY FRAMES on z/VM show that it has so much to give"
_ASK_KVM: Final = "virsh nodememstats on the KVM host shows that it has so much free"


def resize(guest: Guest, size: int, because: tuple[FindingId, ...] = ()) -> Change:
    """Memory of `size` MiB; what it is taken to be defined with is what it is now."""
    now = (guest.defined or 0) // MIB
    more = size > now
    command, undo, lasting, lasting_undo = (_kvm if guest.is_kvm else _zvm)(guest, size, now)
    place = (
        "the KVM host, as root"
        if guest.is_kvm
        else f"the console of {guest.guest} with Linux shut down (CP resets the guest; IPL it afterwards)"
    )
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
        because=because,
        effect=f"{guest.label} has {wording.size(size * MIB)} instead of {wording.size(now * MIB)}"
        + ("." if more else ": its hypervisor has the rest for others."),
        caution=_caution(guest, size, now),
        only_after=(_ASK_KVM if guest.is_kvm else _ASK_VM) if more else "",
    )


def _zvm(guest: Guest, size: int, now: int) -> tuple[str, str, str, str]:
    """Command, undo, and the statement of the user directory that makes it last, with what it replaces."""
    name = guest.guest
    return (
        f"CP DEFINE STORAGE {size}M",
        f"CP DEFINE STORAGE {now}M",
        f"USER {name} ... {size}M, its maximum no less, in the user directory, then DIRECTXA",
        f"USER {name} ... {now}M, with the maximum that it had",
    )


def _kvm(guest: Guest, size: int, now: int) -> tuple[str, str, str, str]:
    """Command, undo, and what makes it last, with what it replaces; virsh counts in KiB."""
    new, old = (f"virsh setmem {_quoted(guest)} {one * MIB // KIB}" for one in (size, now))
    return f"{new} --live", f"{old} --live", f"{new} --config", f"{old} --config"


def _quoted(guest: Guest) -> str:
    """Its name as one word of a shell: it is from evidence, and the command is entered as root."""
    return shlex.quote(guest.guest)


def _caution(guest: Guest, size: int, now: int) -> str:
    said = []
    if guest.told is None:
        said.append(
            f"It is taken to be defined with {wording.size(now * MIB)}, by MemTotal: look first (CP QUERY "
            "VIRTUAL STORAGE, virsh dominfo)."
        )
    if size > now:
        said.append(f"{_ROOM}it may page instead.")
        if guest.is_kvm and (guest.most_defined is None or size * MIB > guest.most_defined):
            most = f"virsh setmaxmem {_quoted(guest)} {size * MIB // KIB} --config"
            said.append(f"Beyond its maximum: {most}, and a stop.")
    else:
        said.append(
            "Files that the page cache no longer holds are read again. A day that the evidence does not have "
            "may need more: month end, a load of all cubes, a restart."
        )
    if not guest.is_kvm:
        pieces = abs(size - now)
        verb = "--enable" if size > now else "--disable"
        has_standby = size < now or guest.standby is None or guest.standby >= pieces * MIB
        where = "where it has standby storage (lsmem): " if guest.standby is None else ""
        said.append(
            f"Without a stop only {where}by chmem {verb} {pieces}M in the guest."
            if has_standby
            else "It has no standby storage of that size (lsmem): not without a stop."
        )
    if not guest.control_program:
        said.append(
            f"Nothing tells whether z/VM runs it; on KVM it is virsh setmem {_quoted(guest)} "
            f"{size * MIB // KIB} --live, and --config."
        )
    return " ".join(said)


def reconcile(guest: Guest, findings: Sequence[Finding]) -> tuple[Change, ...]:
    """One change a setting that answers what was found."""
    asking = [one for one in findings if one.severity is not Severity.INFO]
    made = [*_sizes(guest, asking), *_huge(guest, asking)]
    return tuple(replace(one, step=step) for step, one in enumerate(made, start=1))


def _sizes(guest: Guest, findings: Sequence[Finding]) -> Iterator[Change]:
    wanted = {one.id: int(value) for one in findings if (value := value_of(one, TARGET)) is not None}
    if wanted:
        yield resize(guest, max(wanted.values()), tuple(wanted))


def _huge(guest: Guest, findings: Sequence[Finding]) -> Iterator[Change]:
    for one in findings:
        used = value_of(one, HUGE)
        if used is None or guest.last is None:
            continue
        yield Change(
            subsystem=guest.id,
            setting="vm.nr_hugepages",
            step=1,
            command=f"sysctl -w vm.nr_hugepages={used}",
            undo=f"sysctl -w vm.nr_hugepages={guest.last['huge_total']}",
            lasting=f"vm.nr_hugepages={used} in /etc/sysctl.d",
            lasting_undo=f"vm.nr_hugepages={guest.last['huge_total']} in /etc/sysctl.d",
            place=f"the guest {guest.guest}, as root",
            verify="HugePages_Total of /proc/meminfo shows it, and MemFree is higher by the rest.",
            verify_after="the next start of what uses them",
            storage_bytes=0,  # it stays with the guest
            because=(one.id,),
            effect="Pages that no program uses are memory for all of the guest again.",
            caution="A program that starts later than the evidence may ask for them (Java's -Xlp, "
            "databases); where the boot parameter hugepages= sets them, change it too. To get them back "
            "takes memory that is in one piece: surely only after a restart.",
            evidence=one.evidence,
        )
