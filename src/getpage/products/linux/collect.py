"""How a site comes by evidence of its Linux guests.

References: Linux kernel, Documentation/filesystems/proc.rst; procps-ng, vmstat(8); smem(8).
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

_EVERY = "the guest, as any user: crontab -e"

COLLECT = Collect(
    steps=(
        Step(
            name="linux.memory",
            gives="what a Linux guest holds, and what it has available at its minimum",
            entered=f"{_EVERY}. Name each file as its guest and its machine are named: nothing in it does",
            fetched=("*/5 * * * * (LC_ALL=C date; cat /proc/meminfo) >> /var/tmp/LNX1@CEC1.meminfo",),
            interval="a snapshot every five minutes, for a day at least and better a month's end",
            cost="some 1.5 KB a snapshot, half a MB a day",
            source="Linux kernel, Documentation/filesystems/proc.rst, meminfo",
        ),
        Step(
            name="linux.paging",
            gives="how much a Linux guest swaps, a second",
            entered="the guest, as any user",
            fetched=("(echo vmstat -n -w -t 60; vmstat -n -w -t 60 1440) >> /var/tmp/LNX1@CEC1.vmstat &",),
            interval="a line a minute, for a day",
            cost="some 200 KB a day",
            source="procps-ng, vmstat(8)",
        ),
        Step(
            name="linux.processes",
            gives="which programs and users hold the memory of a Linux guest",
            entered="the guest, as root, so that all processes are seen",
            fetched=("(LC_ALL=C date; smem -k) >> /var/tmp/LNX1@CEC1.smem",),
            interval="once at the busiest hour",
            cost="seconds of processor time in a guest with many processes: it reads the maps of each",
            source="smem(8)",
        ),
        Step(
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
