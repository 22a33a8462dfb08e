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
        self._messages = tuple(reader for one in known for reader in one.messages)
        self._reports = tuple(reader for one in known for reader in one.reports)
        self.stems = tuple(stem for reader in self._messages for stem in reader.STEMS)
        of_messages = (mark for reader in self._messages for mark in reader.MARKS)
        of_reports = (mark for reader in self._reports for mark in reader.MARKS)
        self._marks = tuple(dict.fromkeys((*of_messages, *of_reports, *joblog.MARKS)))

    def may_begin(self, text: str) -> bool:
        """Whether a line holds a mark without which no reader, nor the job log itself, begins.

        This runs for every line of a log, of which few do. The loop takes two thirds of the time of `any()`.
        """
        upper = text.upper()
        for mark in self._marks:  # noqa: SIM110
            if mark in upper:
                return True
        return False

    def begin(self, line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
        """Give a line that may begin something to its reader, and say which multi-line id its others carry.

        The reader says True when the line is all there is, False when it is not known.
        """
        for messages in self._messages:
            opened, key = messages.begin(line, sink)
            if opened is not False:
                return opened, key
        for report in self._reports:
            opened = report.begin(line, sink)
            if opened is not False:
                return opened, None
        return False, None
