"""What evidence of Linux guests answers, how a site comes by it, and the terms that a report explains.

References: Linux kernel, Documentation/filesystems/proc.rst; procps-ng, vmstat(8); smem(8).
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

MEMORY = Need(
    question="What does each Linux guest hold, and how much is available at the minimum?",
    tables=(("linux_memory",),),
    how="snapshots of /proc/meminfo over a day or more",
    step="linux.memory",
)
PAGING = Need(
    question="How much does each Linux guest swap?",
    tables=(("linux_paging",),),
    how="vmstat -w -t 60 in the guest, in KiB",
    step="linux.paging",
)
PROCESSES = Need(
    question="Which programs and users hold the memory of each Linux guest?",
    tables=(("linux_process",),),
    how="smem -k in the guest",
    step="linux.processes",
)
HOST = Need(
    question="Is the hypervisor of each Linux guest z/VM or KVM?",
    tables=(("linux_host",),),
    how="grep VM00 /proc/sysinfo in the guest",
    step="linux.host",
)
#: Never met: a guest's evidence does not have it.
BACKING = Need(
    question="How much real storage of the hypervisor does each Linux guest hold, and how much is free there?"
    " Overcommitment is not modeled.",
    tables=(("linux_host",),),
    how="CP INDICATE LOAD and CP INDICATE USER of z/VM, or virsh dommemstat and virsh nodememstats of KVM, "
    "to look at beside this",
    step="linux.host",
)

NEEDS = (MEMORY,)

_EVERY = "the guest, as any user: crontab -e"

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="linux.memory",
            gives="what a Linux guest holds, and what it has available at its minimum",
            entered=f"{_EVERY}. Name each file after its guest and machine: nothing in it names them",
            fetched=("*/5 * * * * (LC_ALL=C date; cat /proc/meminfo) >> /var/tmp/LNX1@CEC1.meminfo",),
            interval="a snapshot every five minutes, for at least a day, if possible including month-end",
            cost="some 1.5 KB per snapshot, 0.5 MB per day",
            source="Linux kernel, Documentation/filesystems/proc.rst, meminfo",
        ),
        EvidenceStep(
            name="linux.paging",
            gives="how many pages per second a Linux guest swaps",
            entered="the guest, as any user",
            fetched=("(echo vmstat -n -w -t 60; vmstat -n -w -t 60 1440) >> /var/tmp/LNX1@CEC1.vmstat &",),
            interval="a line per minute, for a day",
            cost="some 200 KB per day",
            source="procps-ng, vmstat(8)",
        ),
        EvidenceStep(
            name="linux.processes",
            gives="which programs and users hold the memory of a Linux guest",
            entered="the guest, as root, so that all processes are seen",
            fetched=("(LC_ALL=C date; smem -k) >> /var/tmp/LNX1@CEC1.smem",),
            interval="once at the busiest hour",
            cost="seconds of processor time in a guest with many processes: it reads the maps of each",
            source="smem(8)",
        ),
        EvidenceStep(
            name="linux.host",
            gives="whether z/VM or KVM runs a Linux guest, what it is called there, and how large it is "
            "defined",
            entered="the guest, as any user; on z/VM CP's reply, on KVM virsh dominfo of the host besides",
            fetched=(
                "(grep VM00 /proc/sysinfo; lsmem --summary=only) >> /var/tmp/LNX1@CEC1.sysinfo",
                "vmcp query virtual storage >> /var/tmp/LNX1@CEC1.sysinfo",
            ),
            interval="once",
            cost="nothing",
            source="Linux kernel, arch/s390/kernel/sysinfo.c; lsmem(1); virsh(1)",
        ),
    ),
)

TERMS = (
    Term(
        "anonymous memory",
        r"anonymous memory",
        "Pages of programs without a file behind them, such as heaps and stacks: they can only go"
        " to swap space.",
    ),
    Term(
        "MemAvailable",
        r"MemAvailable|available without swapping",
        "What programs can have without swapping, as the kernel of Linux estimates it: what is free, and "
        "most of the page cache.",
    ),
    Term(
        "page cache",
        r"page cache",
        "Pages of files in memory that nothing else needs; Linux gives them up when programs ask.",
    ),
    Term(
        "PSS",
        r"PSS",
        "Proportional set size: the memory of a process with its part of what it shares with "
        "others, so that all "
        "processes add up.",
    ),
    Term("swap space", r"swap space", "Disk of a Linux guest for pages that memory has no room for."),
)


#: What is added to the name of a guest: what the file holds, rotation, time stamps, packing.
_ADDED: Final = re.compile(
    r"(?:[._-](?:[0-9]{1,14}|meminfo|vmstat|smem|sysinfo|memory|log|txt|out|gz|zst))+$", re.IGNORECASE
)
#: Names that say what a file holds and nothing else.
_NO_GUEST: Final = frozenset(
    {"", "MEMINFO", "VMSTAT", "SMEM", "SYSINFO", "PROC", "MEMORY", "STANDARD-INPUT", "PIPE", "LINUX"}
)
_ODD: Final = re.compile(r"[^A-Za-z0-9@#$-]+")
_LONGEST: Final = 40


def name_of(file: str) -> str | None:
    """`logs/LNX1@CEC1.meminfo.003` is LNX1@CEC1, guest and machine; None where the name says neither."""
    last = _ADDED.sub("", re.split(r"[/\\!:]", file)[-1])
    name = _ODD.sub("-", last).strip("-").upper()[:_LONGEST]
    return None if name in _NO_GUEST else name


def of_file(file: str) -> str:
    """What the rows in files of this name are of; empty where `--system` says it."""
    return name_of(file) or ""
