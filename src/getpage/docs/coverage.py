"""Results of a study of intervals: how often they held the truth, kept in a file, and the table of it.

A study takes minutes and is not run again for each page. `benches/` runs it and keeps counts, command and
machine in `benches/results/`; pages have their tables from there, so that none is typed.
"""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class CoverageCount:
    """How many of `tried` intervals held the truth; `of` says of what, by heads of columns. `width` is the
    median width of the intervals, as a share of the truth; `wide` that to what the truth itself varies by.
    """

    of: dict[str, str]
    held: int
    tried: int
    width: float | None = None
    wide: float | None = None

    @property
    def share(self) -> str:
        """How many held, in %, with the median width where it is known."""
        held = f"{100 * self.held / self.tried:.0f} %"
        if self.width is None:
            return held
        times = "" if self.wide is None else f"; {self.wide:.1f} times"
        return f"{held} ({100 * self.width:.1f}{times})"


@dataclass(frozen=True, slots=True)
class CoverageStudy:
    """What came of a study, and of which command, in how many seconds, on which machine.

    With `across` a table has a column for each value under that head, and no row of all.
    """

    command: str
    level: float  # how sure the intervals were to be: 0.9
    tried: str  # what one is: sites, tables
    counts: tuple[CoverageCount, ...]
    seconds: float
    machine: str
    across: str = ""

    def as_table(self) -> str:
        """The share that held, a row a count and one of all, in Markdown; then what it is of."""
        if self.across:
            return self._across()
        heads = list(self.counts[0].of)
        whole = CoverageCount(
            dict.fromkeys(heads, "") | {heads[0]: "all"},
            sum(count.held for count in self.counts),
            sum(count.tried for count in self.counts),
        )
        lines = [_row(*heads, self.tried, f"truth inside the {100 * self.level:g} % interval")]
        lines.append("|" + "---|" * (len(heads) + 2))
        lines += [
            _row(*count.of.values(), f"{count.tried:,}", f"{100 * count.held / count.tried:.1f} %")
            for count in (*self.counts, whole)
        ]
        return self._with_command(lines)

    def _across(self) -> str:
        heads = [head for head in self.counts[0].of if head != self.across]
        values = list(dict.fromkeys(count.of[self.across] for count in self.counts))
        by_row = {
            (tuple(count.of[head] for head in heads), count.of[self.across]): count for count in self.counts
        }
        lines = [_row(*heads, *values), "|" + "---|" * (len(heads) + len(values))]
        for row in dict.fromkeys(row for row, _ in by_row):
            cells = (by_row.get((row, value)) for value in values)
            lines.append(_row(*row, *(count.share if count else "" for count in cells)))
        return self._with_command(lines)

    def _with_command(self, lines: list[str]) -> str:
        spent = f"`{self.command}`; {self.seconds:.0f} s, {self.machine}."
        return "".join(f"{line}\n" for line in (*lines, "", spent))

    def write(self, path: Path) -> None:
        """Keep it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")


def read_coverage(path: Path) -> CoverageStudy:
    """What `Coverage.write` kept; FileNotFoundError where there is no such file."""
    study: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return CoverageStudy(**study | {"counts": tuple(CoverageCount(**count) for count in study["counts"])})


def machine() -> str:
    """What a study runs on."""
    return f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
