"""A pager as git has it: long text on a terminal goes through `less -FRX`, text that is piped never does.

GETPAGE_PAGER goes before PAGER; `cat` or nothing in them is no pager. With -F a text that fits the screen is
printed as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def page(text: str) -> bool:
    """Show a text in the pager. False where there is none: not on a terminal, or nothing that can be run."""
    command = _pager()
    if not command or text.count("\n") < shutil.get_terminal_size().lines:
        return False
    environment = {**os.environ, "LESS": os.environ.get("LESS", "FRX")}
    sys.stdout.flush()
    try:
        with subprocess.Popen(  # the user's own command, as git runs it
            command, shell=True, stdin=subprocess.PIPE, env=environment
        ) as process:
            try:
                process.communicate(text.encode(sys.stdout.encoding or "utf-8", errors="backslashreplace"))
            except KeyboardInterrupt:  # less minds it itself
                process.wait()
    except OSError:
        return False
    return process.returncode not in (126, 127)


def _pager() -> str:
    if not sys.stdout.isatty() or os.environ.get("TERM") in ("dumb", "unknown"):
        return ""
    command = os.environ.get("GETPAGE_PAGER", os.environ.get("PAGER", "less")).strip()
    return "" if command == "cat" else command
