"""Which field a macro's comment lines speak of.

A remark on the field's own line is its meaning. A comment line whose text begins where remarks stand
continues it; one that begins at the left speaks of the field after it, if that has no remark of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.layouts.source import remark

if TYPE_CHECKING:
    from getpage.layouts.dsect import DsectField

#: Remarks of IBM's macros begin right of this column.
_REMARKS = 20
#: Lines kept of one comment: what is longer is a prologue, not the meaning of a field.
_LINES = 6


class Comments:
    """Comment lines that wait for their field."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._waiting: list[str] = []

    def line(self, text: str, last: DsectField | None) -> None:
        """One comment line, after the field `last`."""
        bare = text[1:]
        said = remark(bare)
        if not any(c.isalnum() for c in said):
            self._waiting.clear()  # a frame or an empty line ends a comment
            return
        indented = len(bare) - len(bare.lstrip(" */")) >= _REMARKS
        if indented and last is not None and last.remarks and not last.bits:
            if len(last.remarks) < _LINES:
                last.remarks.append(said)
        elif len(self._waiting) < _LINES:
            self._waiting.append(said)

    def field(self, new: DsectField, own: str) -> None:
        """A field, with the remark on its own line."""
        new.remarks = [own] if own else list(self._waiting)
        self._waiting.clear()
