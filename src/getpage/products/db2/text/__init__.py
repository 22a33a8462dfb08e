"""Printed Db2 evidence: replies to DISPLAY BUFFERPOOL and DISPLAY GROUPBUFFERPOOL, and report fragments.

A reply is many messages (DSNB401I, DSNB402I ...) that together say one thing of one pool: `reply` joins
them, `forms` says what each message holds. The fragments are the termination, plan, package and storage
sections of accounting and statistics reports.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import display, fragments

PRINTED = Printed(messages=(display,), reports=(fragments,))

__all__ = ["PRINTED"]
