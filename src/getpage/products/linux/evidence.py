"""What evidence of Linux guests answers. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.evidence import Need

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


#: What is added to the name of a guest: what the file holds, rotation, time stamps, packing.
_ADDED: Final = re.compile(
    r"(?:[._-](?:[0-9]{1,14}|meminfo|vmstat|smem|sysinfo|memory|log|txt|out|gz|zst|xz|bz2))+$", re.IGNORECASE
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
