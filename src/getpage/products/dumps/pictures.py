"""Captures over time, beside what they had taken with all of the dump free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.result import Curve, Picture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .dumps import Dumps

#: One point is no picture.
_FEWEST: Final = 2


def pictures(every: Sequence[Dumps]) -> Iterator[Picture]:
    """One of each system with two captures or more."""
    for dumps in every:
        timed = [one for one in dumps.captured if one.dump.seconds and one.dump.captured]
        if len(timed) < _FEWEST:
            continue
        free = [one.with_free(one.bytes) if one.bytes else None for one in timed]
        curves = [Curve(label="capture", values=tuple(one.dump.seconds for one in timed))]
        if any(one is not None for one in free):
            with_all = tuple(None if one is None else one.all for one in free)
            curves.append(Curve(label="with all of it free", values=with_all))
        yield Picture(
            id=f"dumps-{dumps.label.replace(' ', '-').replace('.', '-').lower()}-capture",
            title=f"Captures of SVC dumps, {dumps.label}",
            object=dumps.object,
            unit="s",
            times=tuple(one.dump.captured for one in timed if one.dump.captured),
            curves=tuple(curves),
            note="From when a dump was asked for to IEA794I.",
        )
