"""Thresholds of the rules of Linux guests; all ours unless a source is given."""

from __future__ import annotations

from typing import Final

from getpage.core.units import MIB

#: Seconds that a program waits for a page from swap space: best guess, least, most. Nothing in a guest's
#: evidence tells it. A read of disk takes about half a millisecond; one of a virtual disk in storage, or of a
#: page that was read along with another (vm.page-cluster), some hundredth of that; one of a busy disk ten
#: times as long. z/VM performance tips, "Should Linux swap to a virtual disk in storage", has what differs.
SWAP_READ_SECONDS: Final = (0.5e-3, 0.02e-3, 5e-3)
#: Memory is given and taken in such pieces: memory increments of z/VM guests are 1 MB to 256 MB and more.
PIECE: Final = 256 * MIB
#: Available memory that a guest keeps at least.
LEAST_KEPT: Final = 512 * MIB
#: Evidence of less does not show a working day.
WHOLE_DAY: Final = 86_400.0
#: Seconds between two snapshots beyond which nothing is known of what was between: an hour, some for cron.
LONGEST_GAP: Final = 3_660.0
#: Huge pages that nobody uses, from which on they are worth a word.
LEAST_HUGE: Final = 64 * MIB
#: Share of the pool that may be free: what programs hold rises; ours.
SPARE_HUGE: Final = 0.10
#: Of the memory that a guest is defined with the kernel keeps a 64th: struct page, 64 bytes for 4096.
OF_PAGES: Final = 64
#: vmstat's memory columns against those of meminfo: less than that share of it are no KiB (-S M).
SAME_UNIT: Final = 0.02
