"""The readers of all products, and which lines they are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import joblog
from .prefix import Prefixes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.printed import Line, Open, Printed, Sink


class Readers:
    """The readers of all products, in their order."""

    def __init__(self, printed: Iterable[Printed]) -> None:
        """Ask in the order given."""
        known = tuple(printed)
        self._messages = tuple(reader for product in known for reader in product.messages)
        self._reports = tuple(reader for product in known for reader in product.reports)
        self.prefixes = Prefixes([stem for reader in self._messages for stem in reader.STEMS])
        self._places: dict[str, list[int]] = {}
        of_messages = (reader.MARKS for reader in self._messages)
        of_reports = (reader.MARKS for reader in self._reports)
        for place, marks in enumerate((*of_messages, *of_reports)):
            for mark in marks:
                self._places.setdefault(mark, []).append(place)
        self.marks = tuple(dict.fromkeys((*self._places, *joblog.MARKS)))
        self._shortest = min(map(len, self.marks), default=0)

    def may_begin(self, text: str) -> bool:
        """True if a line has a mark of a reader or of the job log; without one, nothing begins there.

        This runs for every line of a log, of which few do, and many of a report are empty.
        """
        return len(text) >= self._shortest and _has(text.upper(), self.marks)

    def begin(self, line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
        """Give a line that may begin something to its reader, and say which multi-line id its others carry.
        Readers of whose marks it has none are not asked: that is most of what a line of a table costs.

        The reader says True when the line is all there is, False when it is not known.
        """
        upper = line.text.upper()
        places_asked = {place for mark, places in self._places.items() if mark in upper for place in places}
        for place in sorted(places_asked):
            if place < len(self._messages):
                opened, key = self._messages[place].begin(line, sink)
            else:
                opened, key = self._reports[place - len(self._messages)].begin(line, sink), None
            if opened is not False:
                return opened, key
        return False, None


def _has(upper: str, marks: tuple[str, ...]) -> bool:
    """True if a line has one of the marks; the loop takes two thirds of the time of `any()`."""
    for mark in marks:  # noqa: SIM110
        if mark in upper:
            return True
    return False
