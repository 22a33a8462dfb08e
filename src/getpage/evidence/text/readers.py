"""The readers of all products, and which lines they are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import joblog

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.printed import Line, Open, Printed, Sink


class Readers:
    """What the products know of printed evidence, put together."""

    def __init__(self, printed: Iterable[Printed]) -> None:
        """Ask in the order given."""
        known = tuple(printed)
        self._messages = tuple((reader, tuple(reader.MARKS)) for one in known for reader in one.messages)
        self._reports = tuple((reader, tuple(reader.MARKS)) for one in known for reader in one.reports)
        self.stems = tuple(stem for reader, _ in self._messages for stem in reader.STEMS)
        of_messages = (mark for _, marks in self._messages for mark in marks)
        of_reports = (mark for _, marks in self._reports for mark in marks)
        self._marks = tuple(dict.fromkeys((*of_messages, *of_reports, *joblog.MARKS)))

    def may_begin(self, text: str) -> bool:
        """Whether a line holds a mark without which no reader, nor the job log itself, begins.

        This runs for every line of a log, of which few do.
        """
        return _has(text.upper(), self._marks)

    def begin(self, line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
        """Give a line that may begin something to its reader, and say which multi-line id its others carry.
        Readers of whose marks it has none are not asked: that is most of what a line of a table costs.

        The reader says True when the line is all there is, False when it is not known.
        """
        upper = line.text.upper()
        for messages, marks in self._messages:
            if _has(upper, marks):
                opened, key = messages.begin(line, sink)
                if opened is not False:
                    return opened, key
        for report, marks in self._reports:
            if _has(upper, marks):
                opened = report.begin(line, sink)
                if opened is not False:
                    return opened, None
        return False, None


def _has(upper: str, marks: tuple[str, ...]) -> bool:
    """Whether a line holds one of some marks; the loop takes two thirds of the time of `any()`."""
    for mark in marks:  # noqa: SIM110
        if mark in upper:
            return True
    return False
