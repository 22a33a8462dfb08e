"""What rules that show a shortage of real storage have in common."""

from __future__ import annotations

from typing import Final

NO_COMMAND: Final = (
    "No command adds real storage. Give storage back on this image (getpage ledger), add some to the "
    "partition, or move work away."
)
