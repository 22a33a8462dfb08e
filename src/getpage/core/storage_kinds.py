"""What the bytes of a size are of: of a z/OS image, or of what no image has to give."""

from __future__ import annotations

from typing import Final

REAL_STORAGE: Final = "real storage"
#: What an image has free in other hours than that of its minimum.
HOUR_STORAGE: Final = "real storage of an hour"
OF_IMAGES: Final = frozenset({REAL_STORAGE, HOUR_STORAGE})
COUPLING_FACILITY: Final = "coupling facility"
#: Of whoever runs a guest.
HYPERVISOR: Final = "storage of a hypervisor"
