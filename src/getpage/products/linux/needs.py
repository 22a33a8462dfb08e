"""Questions that evidence of Linux guests answers, and what supplies it."""

from __future__ import annotations

from getpage.contract.evidence import Need

MEMORY = Need(
    question="What does each Linux guest hold, and what has it available at its minimum?",
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
    question="How much of what each Linux guest holds does its hypervisor back with real storage, and what "
    "has it free? Overcommitment is not modelled.",
    tables=(("linux_host",),),
    how="CP INDICATE LOAD and CP INDICATE USER of z/VM, or virsh dommemstat and virsh nodememstats of KVM, "
    "to look at beside this",
    step="linux.host",
)

NEEDS = (MEMORY,)
