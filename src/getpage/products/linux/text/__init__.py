"""Read what Linux guests print of their memory: /proc/meminfo, vmstat, smem, /proc/sysinfo, lsmem,
and what its hypervisor defines for it.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import clock, host, meminfo, smem, vmstat

PRINTED = Printed(messages=(), reports=(clock, meminfo, vmstat, smem, host))

__all__ = ["PRINTED"]
