"""`getpage` alone: what it is in ten lines, and the next step for what lies in the current directory."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from getpage._native import VERSION

_LINES: Final = f"""getpage {VERSION}: where is memory of z/OS short or wasted, and what would more do?

  getpage inspect FILES            what is in them, and is it whole?
  getpage check FILES              where memory is short or wasted, and the commands
  getpage report FILES -o r.html   the same on a page, with pictures
  getpage load FILES --into prod   keep evidence; every verb reads the store
  getpage --help                   all verbs; --help after a verb has its options
"""
#: How evidence is usually called.
_EVIDENCE: Final = frozenset(
    {".smf", ".dump", ".bin", ".log", ".txt", ".xml"}
    | {".trs", ".xmit", ".gz", ".zst", ".xz", ".bz2", ".zip", ".tar"}
)
#: Files of a directory that are looked at.
_MOST: Final = 2000


def welcome() -> str:
    """The text for the current directory."""
    return f"{_LINES}\nNext: {_next_step(Path.cwd())}\n"


def _next_step(here: Path) -> str:
    from getpage.evidence.store import Store

    if Store.is_store(here):
        return "getpage check ."
    evidence = ""
    for _, path in zip(range(_MOST), sorted(here.iterdir()), strict=False):
        if path.is_dir() and Store.is_store(path):
            return f"getpage check {path.name}"
        if path.is_file() and path.suffix.lower() in _EVIDENCE:
            evidence = evidence or "getpage inspect ."
    return evidence or "getpage demo demo, then getpage check demo: a sample site"
