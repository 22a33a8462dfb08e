"""A CSV file as cells that know where they stand.

Separated by commas, semicolons, tabs or bars, as the headings are; UTF-8, plain or packed with gzip or zstd.
Lines before the headings that start with # are remarks. The file is somebody else's: sizes are bounded, and
an error names its line and column.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from getpage.core.errors import GetpageError, command, file_error, wrong_line
from getpage.core.text import shorten
from getpage.core.units import MIB
from getpage.evidence.lines import open_unpacked

LARGEST_FILE: Final = 16 * MIB
MOST_ROWS: Final = 100_000
MOST_COLUMNS: Final = 512


@dataclass(frozen=True, slots=True)
class CsvCell:
    """A cell as it stands: the line counts from 1, `offset` is that of the line in bytes."""

    text: str
    line: int
    offset: int


@dataclass(frozen=True, slots=True)
class CsvGrid:
    """Headings, and rows that all have as many cells; `title` is the remarks before the headings."""

    file: str
    headings: tuple[CsvCell, ...]
    rows: tuple[tuple[CsvCell, ...], ...]
    title: str = ""

    def turned(self) -> CsvGrid:
        """Rows as columns: the first column becomes the headings."""
        lines = list(zip(self.headings, *self.rows, strict=True))
        _check_headings(self.file, lines[0])
        return CsvGrid(self.file, lines[0], tuple(lines[1:]), self.title)

    def without(self, columns: Collection[int]) -> CsvGrid:
        """The grid without some of its columns."""
        kept = [i for i in range(len(self.headings)) if i not in columns]
        rows = tuple(tuple(row[i] for i in kept) for row in self.rows)
        return CsvGrid(self.file, tuple(self.headings[i] for i in kept), rows, self.title)


def wrong(file: str, line: int, problem: str) -> GetpageError:
    """An error at a line of a table."""
    return wrong_line(file, line, problem)


def shown(text: str) -> str:
    """A cell as an error shows it."""
    return f"{shorten(text, 40)!r}"


def read_grid(path: str | Path) -> CsvGrid:
    """Read a table. GetpageError when there is none in the file, or it is damaged."""
    file, text = str(path), _text(Path(path))
    lines = text.split("\n")
    first = 0
    while first < len(lines) and (not lines[first].strip() or lines[first].startswith("#")):
        first += 1
    if first == len(lines):
        message = f"{file}: no table in it: a line of headings and one line for each run, as CSV"
        raise GetpageError(message, command("vi", file))
    offsets = _offsets(lines)
    rows = _rows(file, lines, first, offsets)
    headings = next(rows, ())
    last = max((i for i, cell in enumerate(headings) if cell.text), default=-1)
    headings = headings[: last + 1]
    if len(headings) < 2:
        raise wrong(
            file, first + 1, "expected headings of at least two columns; separate them by , ; | or tabs"
        )
    if len(headings) > MOST_COLUMNS:
        raise wrong(file, first + 1, f"{len(headings)} columns; at most {MOST_COLUMNS} are read")
    body = tuple(_fitted(file, row, len(headings)) for row in rows)
    if not body:
        raise wrong(file, first + 1, "headings only; expected a line a run below them")
    _check_headings(file, headings)
    title = " ".join(line.lstrip("#").strip() for line in lines[:first] if line.startswith("#"))
    return CsvGrid(file, headings, body, shorten(title, 400))


def _text(path: Path) -> str:
    try:
        with open_unpacked(path) as opened:
            data = opened.read(LARGEST_FILE + 1)
    except (OSError, EOFError) as error:
        raise file_error(path, error) from error
    if len(data) > LARGEST_FILE:
        message = f"{path}: more than {LARGEST_FILE >> 20} MiB, which is no table of runs (one line for each)"
        raise GetpageError(message, command("ls -l", path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path}: offset {error.start}: expected UTF-8 text, found byte {data[error.start]:#04x}"
        raise GetpageError(
            message, command("iconv -f WINDOWS-1252 -t UTF-8", path, "-o", f"{path.stem}.utf-8.csv")
        ) from error


def _offsets(lines: list[str]) -> list[int]:
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line.encode()) + 1)
    return offsets


def _rows(file: str, lines: list[str], first: int, offsets: list[int]) -> Iterator[tuple[CsvCell, ...]]:
    """Rows that are not blank, with the line that each starts on."""
    delimiter = max(
        "\t;|,", key=lambda mark: (lines[first].count(mark) > 0, mark != ",", lines[first].count(mark))
    )
    reader = csv.reader((line + "\n" for line in lines[first:]), delimiter=delimiter, strict=True)
    start, count = first + 1, 0
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise wrong(file, start, f"{error}; check the quotation marks of this line") from error
        if any(cell.strip() for cell in row):
            count += 1
            if count > MOST_ROWS:
                raise wrong(
                    file, start, f"more than {MOST_ROWS} lines; a table of measured points is a line a run"
                )
            yield tuple(CsvCell(cell.strip(), start, offsets[start - 1]) for cell in row)
        start = first + reader.line_num + 1


def _fitted(file: str, row: tuple[CsvCell, ...], columns: int) -> tuple[CsvCell, ...]:
    """A row with exactly the cells that there are headings for."""
    if len(row) > columns and not any(cell.text for cell in row[columns:]):
        return row[:columns]
    if len(row) != columns:
        hint = "; a number with thousands separators needs quotation marks" if len(row) > columns else ""
        raise wrong(file, row[0].line, f"expected {columns} cells as in the headings, found {len(row)}{hint}")
    return row


def _check_headings(file: str, headings: tuple[CsvCell, ...]) -> None:
    seen: set[str] = set()
    for number, cell in enumerate(headings, 1):
        if not cell.text and number > 1:
            raise wrong(file, cell.line, "a column (or a row of measures) has no name")
        key = cell.text.lower()
        if key in seen:
            raise wrong(file, cell.line, f"{shown(cell.text)} names two columns (or rows) of measures")
        seen.add(key)
