"""Queries: each in a process of its own, whose memory is bounded and which ends with who asked."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from getpage.evidence.catalog import Catalog

#: Bytes of an answer that are read; a query with more is to select fewer rows.
_MOST_BYTES: Final = 32 << 20
_SECONDS: Final = 120
#: Rows that a page shows.
MOST_ROWS: Final = 1000


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a query in some form, or the sentence that says why there is none."""

    text: str = ""
    problem: str = ""


def ask(store: str | Path, catalog: Catalog, query: str, form: str) -> Answer:
    """Ask a store as its catalog was, in the way of `getpage sql`; nothing where nothing is asked."""
    if not query.strip():
        return Answer()
    # -P: a file of the working directory, which may be evidence, is no module of it.
    words = [sys.executable, "-P", "-m", "getpage.cli.frozen_sql", form, str(store), query]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, stdin=pipe) as run:
        assert run.stdin is not None
        with suppress(BrokenPipeError), run.stdin as stdin:
            pickle.dump(catalog, stdin)
        assert run.stdout is not None
        assert run.stderr is not None
        late = Timer(_SECONDS, run.kill)
        late.start()
        try:
            text = run.stdout.read(_MOST_BYTES + 1)
            if len(text) > _MOST_BYTES:
                run.kill()
                return Answer(problem="More than 32 MiB: select fewer rows.")
            problem = run.stderr.read().decode(errors="replace").strip()
            code = run.wait()
        finally:
            late.cancel()
    if code:
        return Answer(problem=problem.removeprefix("getpage: ") or f"No answer within {_SECONDS} s.")
    return Answer(text.decode(errors="replace"))


def table(answer: Answer) -> tuple[list[str], list[list[Any]], int]:
    """Columns, the first rows, and how many there are, of an answer as JSON."""
    rows = json.loads(answer.text) if answer.text else []
    columns = list(rows[0]) if rows else []
    return columns, [[row.get(name) for name in columns] for row in rows[:MOST_ROWS]], len(rows)
