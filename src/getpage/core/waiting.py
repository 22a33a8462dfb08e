"""Ctrl-C while something is waited for: a pipe that nobody writes to, a terminal.

Polars has a handler of its own for it, after which the system goes on waiting. What a stop is to Python stays
as it is.
"""

from __future__ import annotations

import signal
import threading


def may_wait() -> None:
    """Let Ctrl-C end what is waited for next."""
    if threading.current_thread() is threading.main_thread():
        signal.siginterrupt(signal.SIGINT, True)
