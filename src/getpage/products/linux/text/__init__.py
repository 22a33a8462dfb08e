"""Read what Linux guests print of their memory: /proc/meminfo, vmstat, smem, /proc/sysinfo."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import clock, meminfo, smem, sysinfo, vmstat

PRINTED = Printed(messages=(), reports=(clock, meminfo, vmstat, smem, sysinfo))

__all__ = ["PRINTED"]
