"""Results of a study of intervals: how often they held the truth, kept in a file, and the table of it.

A study takes minutes and is not run again for each page. `benches/` runs it and keeps counts, command and
machine in `benches/results/`; pages have their tables from there, so that none is typed.
"""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """How many of `tried` intervals held the truth; `of` says of what, by heads of columns."""

    of: dict[str, str]
    held: int
    tried: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """What came of a study, and of which command, in how many seconds, on which machine."""

    command: str
    level: float  # how sure the intervals were to be: 0.9
    tried: str  # what one is: sites, tables
    counts: tuple[Held, ...]
    seconds: float
    machine: str

    def as_table(self) -> str:
        """The share that held, a row a count and one of all, in Markdown; then what it is of."""
        heads = list(self.counts[0].of)
        whole = Held(
            dict.fromkeys(heads, "") | {heads[0]: "all"},
            sum(one.held for one in self.counts),
            sum(one.tried for one in self.counts),
        )
        lines = [_row(*heads, self.tried, f"truth inside the {100 * self.level:g} % interval")]
        lines.append("|" + "---|" * (len(heads) + 2))
        lines += [
            _row(*one.of.values(), f"{one.tried:,}", f"{100 * one.held / one.tried:.1f} %")
            for one in (*self.counts, whole)
        ]
        spent = f"`{self.command}`; {self.seconds:.0f} s, {self.machine}."
        return "".join(f"{line}\n" for line in (*lines, "", spent))

    def write(self, path: Path) -> None:
        """Keep it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")


def read_coverage(path: Path) -> Coverage:
    """What `Coverage.write` kept; FileNotFoundError where there is no such file."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Coverage(**found | {"counts": tuple(Held(**one) for one in found["counts"])})


def machine() -> str:
    """What a study runs on."""
    return f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
