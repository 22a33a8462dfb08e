"""Heaps whose size can be changed, with what each size costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract import limits as named
from getpage.contract.knob import Knob
from getpage.core.units import GIB, MIB, PAGE

from . import needs
from .changes import resize
from .curve import FARTHEST, curve
from .jvm import COLLECTIONS, megabytes
from .room import memlimit_of
from .thresholds import COMPRESSED_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.core.names import LimitId

    from .jvm import Jvm


def knob(jvm: Jvm) -> Knob | None:
    """The size of its heap, in MiB that it holds; None where nothing tells that."""
    if not jvm.committed:
        return None
    now = megabytes(jvm.committed)
    most, why = FARTHEST * now, ""
    limit = COMPRESSED_LIMIT // MIB
    if jvm.setting("compressed_references") and now <= limit < most:
        most, why = limit, "references of 4 bytes reach no farther"
    model = jvm.model
    smallest = now if model is None else max(1, megabytes(model.smallest))
    row = jvm.held
    fact = (
        jvm.facts(COLLECTIONS, row, heap_committed="heap held")
        if row is not None
        else jvm.settings(heap_initial="heap at start")
    )
    return Knob(
        id=jvm.knob,
        object=jvm.heap,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=min(smallest, now),
        largest=max(most, now),
        largest_because=why,
        fixed=is_fixed(jvm),
        frame_bytes=int(jvm.setting("page_bytes") or PAGE),
        backed=is_fixed(jvm),
        limits=tuple(_limits(jvm)),
        change=lambda size: (resize(jvm, size),),
        curve=curve(jvm),
        supply=needs.COLLECTIONS.supply if model is None else needs.LIVE.supply,
        facts=fact,
    )


def is_fixed(jvm: Jvm) -> bool:
    """Whether its heap is in pages that are never paged out."""
    return jvm.setting("page_type") == "nonpageable" and jvm.setting_row("page_type") is not None


def _limits(jvm: Jvm) -> Iterator[LimitId]:
    """What it shares beside real storage: its address space's limit, and frames of the size that it is in."""
    if jvm.space is not None and jvm.space.limit is not None:
        yield memlimit_of(jvm)
    if jvm.setting("page_bytes") == 2 * GIB and jvm.large_frames is not None:
        yield named.frames_2g(jvm.id.image)
