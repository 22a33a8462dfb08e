"""What a rule says is wasted: given back before anything is chosen, so that what is left is planned like
the rest.

A rule that calls storage wasted (a pool that is larger than its page sets can fill, a pool that is idle) says
that it saves nothing. So giving it back is no choice; only what the knob offers at the size that is left is
one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import LimitId


def is_wasted(knob: Knob, least: int = 1) -> bool:
    """Whether it is larger than product and evidence have use for, by `least` bytes."""
    return (knob.size - knob.largest) * knob.unit_bytes >= least


def without(knob: Knob) -> Knob:
    """The knob at the size that is of use."""
    return rebased(knob, knob.largest)


def rebased(knob: Knob, size: int) -> Knob:
    """The knob at another size, with what it takes of limits counted from there."""
    takes = knob.takes

    def from_there(new: int) -> Mapping[LimitId, int]:
        assert takes is not None
        before, after = takes(size), takes(new)
        return {name: after.get(name, 0) - before.get(name, 0) for name in {*before, *after}}

    return replace(knob, size=size, takes=from_there if takes else None)
