"""Names of the limits of a z/OS system that the knobs of others count against.

z/OS says how much room there is; a pool only says that it is fixed, or in large frames. Both name the limit
alike, and know nothing else of each other.
"""

from __future__ import annotations

#: Stands for a system that the evidence of a knob does not name.
UNKNOWN = "?"


def fixed_frames(zos: str | None) -> str:
    """Storage that may still be page-fixed."""
    return f"zos.{zos or UNKNOWN}.fixed"


def frames_1m(zos: str | None) -> str:
    """1 MB frames for fixed pages."""
    return f"zos.{zos or UNKNOWN}.1m"


def frames_2g(zos: str | None) -> str:
    """2 GB frames."""
    return f"zos.{zos or UNKNOWN}.2g"


def coupling_facility(sysplex: str, name: str) -> str:
    """Storage of a coupling facility that is free."""
    return f"cf.{sysplex}.{name}"
