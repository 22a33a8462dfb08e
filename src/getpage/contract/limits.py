"""Limits of a z/OS image that the knobs of products count against.

z/OS says how much room there is; a pool only says that it is fixed, or in large frames. Both name the limit
alike, and know nothing else of each other.
"""

from __future__ import annotations

from typing import Final

from getpage.core.names import Facility, Image, LimitId

_FIXED: Final = "fixed frames"


def fixed_frames(image: Image) -> LimitId:
    """Storage that may still be page-fixed."""
    return LimitId(image, _FIXED)


def frames_1m(image: Image) -> LimitId:
    """1 MB frames for fixed pages."""
    return LimitId(image, "1 MB frames")


def frames_2g(image: Image) -> LimitId:
    """2 GB frames."""
    return LimitId(image, "2 GB frames")


def coupling_facility(sysplex: str, name: str) -> LimitId:
    """Storage of a coupling facility that is free."""
    return LimitId(Facility(sysplex, name), "storage")
