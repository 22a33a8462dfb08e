"""From statements to sections: DSECT by DSECT, each field where the Loc column has it.

The offsets are never computed, only checked: sizes and alignments of the statements tell where the next one
must stand. Where it stands elsewhere, the fields on both sides are doubted and a note says so.
"""

from __future__ import annotations

from getpage.layouts.listing import Listing, SourceStatement, problem
from getpage.layouts.model import Dsect, DsectField
from getpage.layouts.operand import Operand, Symbols, evaluate, read_operands
from getpage.layouts.source import remark

#: Remarks of IBM's macros begin right of this column.
_REMARKS = 20
#: Lines kept of one comment: what is longer is a prologue, not the meaning of a field.
_LINES = 6


class Comments:
    """Assigns comment lines to fields.

    A remark on the field's own line is its meaning. A comment line whose text begins where remarks stand
    continues it; one that begins at the left describes the next field, if that has no remark of its own.
    """

    def __init__(self) -> None:
        """Nothing waits."""
        self._waiting: list[str] = []

    def line(self, text: str, last: DsectField | None) -> None:
        """One comment line, after the field `last`."""
        bare = text[1:]
        words = remark(bare)
        if not any(c.isalnum() for c in words):
            self._waiting.clear()  # a frame or an empty line ends a comment
            return
        indented = len(bare) - len(bare.lstrip(" */")) >= _REMARKS
        if indented and last is not None and last.remarks and not last.bits:
            if len(last.remarks) < _LINES:
                last.remarks.append(words)
        elif len(self._waiting) < _LINES:
            self._waiting.append(words)

    def field(self, new: DsectField, own: str) -> None:
        """A field, with the remark on its own line."""
        new.remarks = [own] if own else list(self._waiting)
        self._waiting.clear()


_ELSEWHERE = ("CSECT", "RSECT", "START", "COM", "LOCTR", "END")
#: Statements that take no storage and leave the location as it is.
_SILENT = ("EQU", "USING", "DROP", "PRINT", "TITLE", "EJECT", "SPACE", "PUSH", "POP", "MNOTE", "ANOP")
_STORAGE = ("DS", "DC")
_BIT_FIELD = 4  # bytes: no flags are wider


def read_sections(listing: Listing) -> list[Dsect]:
    """The DSECTs of a listing, in its order."""
    reader = _Reader(listing.file)
    for statement in listing.statements:
        reader.read(statement)
    return list(reader.sections.values())


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.sections: dict[str, Dsect] = {}
        self.symbols = Symbols()
        self._labels: dict[str, int] = {}
        self._enter(None)

    def _enter(self, section: Dsect | None) -> None:
        self.now = section
        self.comments = Comments()
        self.last: DsectField | None = None
        self.expected: int | None = None

    def read(self, statement: SourceStatement) -> None:
        operation = statement.operation
        if statement.comment is not None:
            self.comments.line(statement.comment, self.last)
        elif operation == "DSECT":
            self._enter(self._section(statement))
        elif operation in _ELSEWHERE:
            self._enter(None)
        elif operation == "EQU":
            self._equ(statement)
        elif self.now is not None and operation in _STORAGE:
            self._storage(self.now, statement)
        elif operation not in _SILENT:
            self.expected = None

    def _section(self, statement: SourceStatement) -> Dsect:
        name = statement.name or "UNNAMED"
        section = self.sections.get(name)
        if section is None:
            section = self.sections[name] = Dsect(name, statement.line, statement.remark)
            if len(statement.addresses) == 2:
                section.length = statement.addresses[1]
        self.symbols.values[name] = 0
        return section

    def _equ(self, statement: SourceStatement) -> None:
        value, _, _ = statement.operands.partition(",")
        here = self.expected if self.now is not None else None
        number = evaluate(value, self.symbols, here)
        if number is None and statement.addresses:
            number = statement.addresses[0]  # the listing prints the value
        if number is not None and statement.name:
            self.symbols.values[statement.name] = number
        flags = self.last
        if flags is not None and value[:2].upper() in ("X'", "B'") and flags.length <= _BIT_FIELD:
            flags.bits.append(f"{value} {statement.name} {statement.remark}".strip())

    def _storage(self, section: Dsect, statement: SourceStatement) -> None:
        at = statement.loc
        if at is None:
            raise problem(self.file, statement.line, "6 or 8 hexadecimal digits in the Loc column", "none")
        operands = read_operands(statement.operands, self.symbols, at)
        if operands is None:
            what = f"{statement.name} {statement.operation} {statement.operands}".strip()
            section.notes.append(f"line {statement.line}: not understood, left out: {what[:60]}")
            self.last, self.expected = None, None
            return
        doubted = self._check(section, statement, operands[0])
        self.expected = at
        for operand in operands:
            self.expected = -(-self.expected // operand.align) * operand.align + operand.size
        section.reached = max(section.reached, self.expected)
        first = operands[0]
        if not statement.name:
            self.last = None
            return
        self.symbols.values[statement.name] = at
        self.symbols.lengths[statement.name] = first.length
        self._field(section, statement, first, at, doubted)

    def _check(self, section: Dsect, statement: SourceStatement, first: Operand) -> bool:
        if self.expected is None or statement.loc is None:
            return False
        expected = -(-self.expected // first.align) * first.align
        if expected == statement.loc:
            return False
        section.notes.append(
            f"line {statement.line}: {statement.name or 'a field without name'} stands at "
            f"{statement.loc} (X'{statement.loc:X}') by its Loc, but at {expected} (X'{expected:X}') "
            "by the sizes before it"
        )
        if section.fields:
            section.fields[-1].doubted = True
        return True

    def _field(
        self, section: Dsect, statement: SourceStatement, operand: Operand, at: int, doubted: bool
    ) -> None:
        if operand.count == 0 and not operand.explicit:
            self.last = None  # DS 0F: alignment, or the name of a place
            return
        key = statement.name
        if key in self._labels:
            problem_ = f"{key}, which line {self._labels[key]} has as well"
            raise problem(self.file, statement.line, "a name that stands once", problem_)
        self._labels[key] = statement.line
        new = DsectField(
            statement.name, statement.line, at, operand.type, operand.length, operand.count,
            operand.count == 0, operand.value, doubted=doubted,
        )  # fmt: skip
        self.comments.field(new, statement.remark)
        section.fields.append(new)
        self.last = new
