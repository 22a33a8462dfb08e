"""Output of commands on the sample site, as the guide shows it: what the program really prints."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache
from html import escape

from getpage.core.own_output import MARK

#: Of the picture of a terminal: its lines, and how large a character is.
_LINES, _WIDE, _HIGH = 34, 8.0, 18.0


@cache
def _site() -> tempfile.TemporaryDirectory[str]:
    """A directory with the sample site as `demo`, its store as `prod`, and eight weeks as `eight-weeks`."""
    folder = tempfile.TemporaryDirectory(prefix="getpage-docs-")
    _run(folder.name, ["demo", "demo"])
    _run(folder.name, ["load", "demo", "--into", "prod"])
    _run(folder.name, ["demo", "--weeks", "8", "weeks"])
    _run(folder.name, ["load", "weeks", "--into", "eight-weeks"])
    return folder


def _run(folder: str, arguments: list[str]) -> str:
    command = [sys.executable, "-m", "getpage", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path[:1] + sys.path))}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"getpage {' '.join(arguments)}: {done.stderr}")
    return done.stdout.removesuffix(f"{MARK}\n")


@cache
def output_of(command: str) -> str:
    """What `getpage ...` prints there, or its first lines (`getpage ... | head -20`), in a fence."""
    spelled, _, head = command.partition(" | head -")
    words = [word.strip("'") for word in spelled.split()[1:]]
    lines = _run(_site().name, words).strip("\n").splitlines()
    shown = lines[: int(head)] if head else lines
    more = ["..."] if len(shown) < len(lines) else []
    return "\n".join(["```text", f"$ {spelled}", *shown, *more, "```", ""])


def terminal_picture(command: str) -> str:
    """The first lines that a command prints, as an SVG file without any reference to another."""
    lines = [f"$ {command}", *_run(_site().name, command.split()[1:]).splitlines()][:_LINES]
    width, height = 104 * _WIDE, (len(lines) + 2) * _HIGH
    rows = "".join(
        f'<text x="16" y="{(number + 1.5) * _HIGH:g}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    style = "text{font:13px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e5e8eb}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
        f"<title>{escape(command)}</title><style>{style}</style>"
        f'<rect width="100%" height="100%" rx="6" fill="#14171a"/>{rows}</svg>\n'
    )
