"""A record as a member writes it: the SMF header, and who it is from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import local, utc

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .definitions import MemberSpec

_LATE = 0.004
"""Seconds from the end of an interval until the first record of it is built; SMF keeps hundredths."""


def record(
    member: MemberSpec,
    kind: tuple[int, int],
    second: float,
    sections: dict[str, list[Row]],
    common: Row | None = None,
) -> Spec:
    """Describe a record that a member writes at a second of the day; the kind is record type and IFCID."""
    header: Row = {
        "system": member.system,
        "member": member.name,
        "written": local(second + _LATE) // 10_000 * 10_000,
        "event_time": utc(second + _LATE),
        "release": "D1",
        "function_level": member.level,
    }
    return {
        "record_type": kind[0],
        "subtype": kind[1],
        "common": header | (common or {}),
        "sections": sections,
        "lengths": {},
    }
