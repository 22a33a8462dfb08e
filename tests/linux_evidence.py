"""What a Linux guest prints of its memory, made up for tests."""

from __future__ import annotations

from datetime import datetime, timedelta

GIB, MIB, KIB = 1 << 30, 1 << 20, 1 << 10
START = datetime(2026, 3, 12)
MINUTES = timedelta(minutes=1)
#: KiB of a guest of 16 GiB in which nothing is wrong.
SOUND = {
    "MemTotal": 16_388_608,
    "MemFree": 500_000,
    "MemAvailable": 1_700_000,
    "Buffers": 20_000,
    "Cached": 2_400_000,
    "AnonPages": 12_000_000,
    "Shmem": 100_000,
    "SReclaimable": 300_000,
    "SUnreclaim": 100_000,
    "PageTables": 40_000,
    "KernelStack": 8_000,
    "SwapTotal": 2_097_148,
    "SwapFree": 2_097_148,
    "CommitLimit": 10_000_000,
    "Committed_AS": 9_000_000,
}


def dated(moment: datetime) -> str:
    """As `date` prints it."""
    return f"{moment:%a %b} {moment.day:2} {moment:%H:%M:%S} CET {moment:%Y}"


def snapshot(moment: datetime | None = None, huge: tuple[int, int, int] | None = None, **changed: int) -> str:
    """One snapshot of /proc/meminfo, sizes in KiB, its time above it; `huge` is total, free, reserved."""
    lines = [] if moment is None else [dated(moment)]
    lines += [f"{name + ':':<16}{size:>8} kB" for name, size in (SOUND | changed).items()]
    if huge is not None:
        names = ("HugePages_Total:", "HugePages_Free: ", "HugePages_Rsvd: ")
        lines += [f"{name}{count:>8}" for name, count in zip(names, huge, strict=True)]
        lines.append("Hugepagesize:       1024 kB")
    return "\n".join(lines) + "\n"


def day(hours: float = 24, **changed: object) -> str:
    """A snapshot every quarter of an hour."""
    return "".join(
        snapshot(START + n * 15 * MINUTES, **changed)  # type: ignore[arg-type]
        for n in range(round(4 * hours) + 1)
    )


HEADS = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
COLUMNS = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"


def vmstat(
    *swapped_in: int, swapped: int = 0, stamped: bool = True, free: int = 500_000, begun: str = ""
) -> str:
    """The line since boot, and a line a minute with so many KiB swapped in a second."""
    lines = []
    for n, rate in enumerate((777, *swapped_in)):
        stamp = f" {START + n * MINUTES:%Y-%m-%d %H:%M:%S}" if stamped else ""
        lines.append(
            f" 1  0 {swapped} {free}  20000 2400000 {rate}  40   310   120  900 1500 10  5 80  4  1{stamp}"
        )
    return begun + HEADS + COLUMNS + "\n".join(lines) + "\n"


SMEM = (
    "  PID User     Command                         Swap      USS      PSS      RSS \n"
    " 2001 cognos   /opt/cognos/jre/bin/java -Xm   200.0M     4.0G     4.2G     4.3G \n"
    " 2002 cognos   /opt/cognos/jre/bin/java -Xm        0     1.0G     1.2G     1.3G \n"
    "  301 odm      /opt/odm/bin/server               512K   100.0M   120.0M   130.0M \n"
)
SMEM_BY_USER = (
    "User     Count     Swap      USS      PSS      RSS \n"
    "odm          1      512   102400   122880   133120 \n"
    "cognos       2   204800  5242880  5662310  5872026 \n"
)
SYSINFO = "VM00 Name:            LNX1    \nVM00 Control Program: {}     \n"
#: What lsmem, virsh dominfo and CP say of a guest of 16 GiB.
DEFINED = (
    "Memory block size:       256M\nTotal online memory:      16G\nTotal offline memory:      8G\n"
    "Max memory:     25165824 KiB\nUsed memory:    16777216 KiB\nSTORAGE = 16G\n"
)
