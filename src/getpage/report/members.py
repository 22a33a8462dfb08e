"""The one list as members of libraries: the commands, what makes them last, and how each is taken back.

One change at a time: in a member of commands only the first that may be entered now is no comment, and the
next is to be made one when that has held. What waits, what is set at a restart and what belongs on a console
are comments too. A member that takes back has all of it, in the reverse order: what was never entered is as
it was.

Names are those of members of a partitioned data set: one to eight letters, digits and #, $, @, not a digit
first (z/OS MVS JCL Reference, "Data set names"); whatever else stands in the name of a subsystem is left out
of them. A subsystem whose own name cannot be right has no members: its commands might reach another.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from getpage.contract.product import Holds, MemberForm
from getpage.core.names import Subsystem
from getpage.core.own_output import MARK
from getpage.core.text import CommentMarks, one_line
from getpage.products import registry
from getpage.result import Change
from getpage.result.plan import Plan

#: Columns of a line that are read: MQSC and DSN read 72, and sequence numbers may stand behind them.
_COLUMNS = 71
_NO_LETTER = re.compile(r"[^A-Z0-9#$@]")
_BASE = 5

#: What a member holds of a change: the text, and what takes it back.
Entry = tuple[str, str]


def members(plan: Plan) -> dict[str, str]:
    """The text of each member by its name; the same plan gives the same members."""
    texts: dict[str, str] = {}
    bases: dict[str, Subsystem] = {}
    by_subsystem: dict[Subsystem, list[Change]] = {}
    for step in plan.steps:
        by_subsystem.setdefault(step.change.subsystem, []).append(step.change)
    for subsystem, changes in by_subsystem.items():
        if registry.refusal(subsystem):
            continue
        base = _base(subsystem, bases)
        for form in registry.named(subsystem.product).members:
            written = _Member(form, subsystem, changes)
            if written.entries:
                texts[f"{base}{form.suffix}"] = written.forward(f"{base}{form.undo}")
                texts[f"{base}{form.undo}"] = written.back(f"{base}{form.suffix}")
    return texts


def _base(subsystem: Subsystem, taken: dict[str, Subsystem]) -> str:
    """The name of a subsystem as the beginning of names of members, its own among all."""
    name = _NO_LETTER.sub("", (subsystem.name or subsystem.image.name).upper())[:_BASE]
    name = name or "$"
    name = name if not name[0].isdigit() else f"${name}"[:_BASE]
    base, number = name, 1
    while taken.setdefault(base, subsystem) != subsystem:
        number += 1
        base = f"{name[: _BASE - len(str(number))]}{number}"
    return base


class _Member:
    """One member of one subsystem, and the one that takes it back."""

    def __init__(self, form: MemberForm, subsystem: Subsystem, changes: Sequence[Change]) -> None:
        self._form, self._subsystem = form, subsystem
        self._marks = registry.named(subsystem.product).comments
        self._changes = changes
        self.entries = [(change, entry) for change in changes if (entry := _entry(form, change))]

    def forward(self, undo: str) -> str:
        """What is to be done; `undo` is the member that takes it back."""
        form = self._form
        lines = [
            *self._say(MARK),
            *self._say(f"{form.title} For {self._subsystem}, from getpage plan."),
            *self._say(f"Member {undo} takes back what this one does."),
        ]
        if form.holds is Holds.COMMANDS:
            lines += self._say(
                "One change at a time: only the first command is active. Once it is verified, comment it out "
                "and activate the next."
            )
        lines += self._line(form.first)
        is_first = True
        for change, (text, _) in self.entries:
            lines += ["", *self._about(change)]
            now = is_first and not change.only_after and self._fits_here(change, text)
            lines += self._command(text) if now else self._not_now(change, text)
            is_first = is_first and not now
        lines += self._elsewhere()
        return "\n".join([*lines, *self._line(form.last)]) + "\n"

    def back(self, forward: str) -> str:
        """What takes it back, in the reverse order."""
        form = self._form
        lines = [
            *self._say(MARK),
            *self._say(f"Takes back what {forward} did, last change first. For {self._subsystem}."),
            *self._line(form.first),
        ]
        for change, (_, undo) in reversed(self.entries):
            if change.only_after:
                continue
            lines += ["", *self._say(f"{change.setting}: {change.command}")]
            lines += self._command(undo) if self._fits_here(change, undo) else self._say(f"Elsewhere: {undo}")
        return "\n".join([*lines, *self._line(form.last)]) + "\n"

    def _about(self, change: Change) -> Iterator[str]:
        """What it does, why, and how to verify it."""
        yield from self._say(f"What: {change.effect}")
        if change.because:
            yield from self._say(f"Why: {', '.join(dict.fromkeys(map(str, change.because)))}")
        yield from self._say(f"Verify, after {change.verify_after}: {change.verify} If not so, take it back.")
        if change.caution:
            yield from self._say(f"Caution: {change.caution}")
        if change.way and change.way.then:
            yield from self._say(
                f"Next, once this one is verified: {change.way.then[0]}; finally "
                f"{change.way.size_final} {change.way.unit}."
            )

    def _fits_here(self, change: Change, text: str) -> bool:
        return text.startswith(self._form.begins) and (self._form.holds is Holds.SETTINGS or not change.place)

    def _not_now(self, change: Change, text: str) -> list[str]:
        if change.only_after:
            return self._say(f"Not yet, only after {change.only_after}: {text}")
        if not self._fits_here(change, text):
            where = change.place or "a console of z/OS"
            return self._say(f"Not here but in {where}: {text}")
        return self._say(f"Then: {text}")

    def _elsewhere(self) -> list[str]:
        """What is set elsewhere, where no other member of the product has it."""
        if self._form.holds is not Holds.COMMANDS:
            return []
        forms = registry.named(self._subsystem.product).members
        if any(form.holds is Holds.SETTINGS for form in forms):
            return []
        return [
            line
            for change in self._changes
            if change.place
            for line in ("", *self._about(change), *self._not_now(change, change.command))
        ]

    def _say(self, words: str) -> list[str]:
        """Words as comments."""
        return comments(self._marks, words)

    def _line(self, text: str) -> list[str]:
        return [text.format(name=self._subsystem.name)] if text else []

    def _command(self, text: str) -> list[str]:
        """A command on lines that are read whole."""
        text = _plain(text)
        if len(text) <= _COLUMNS or not self._form.continued:
            return [text]
        parts = textwrap.wrap(text, _COLUMNS - 2, break_long_words=False, break_on_hyphens=False)
        return [*(f"{part} {self._form.continued}" for part in parts[:-1]), parts[-1]]


def _entry(form: MemberForm, change: Change) -> Entry | None:
    """What a member of this form holds of a change."""
    if form.holds is Holds.LASTING:
        return (change.lasting, change.lasting_undo) if change.lasting else None
    if (form.holds is Holds.SETTINGS) is bool(change.place):
        return change.command, change.undo
    return None


def comments(marks: CommentMarks, words: str) -> list[str]:
    """Words as comments of a language, within the columns that are read."""
    width = _COLUMNS - len(marks.opening) - len(marks.closing)
    text = _plain(words).replace("*/", "* /").replace("/*", "/ *")
    return [f"{marks.opening}{part}{marks.closing}" for part in textwrap.wrap(text, width)]


def _plain(text: str) -> str:
    """One line of the characters that every EBCDIC code page of a site has in one place or another."""
    text = one_line(text).replace("\u2212", "-").replace("\u00b5", "u")
    return "".join(char if " " <= char <= "~" else "?" for char in text)
