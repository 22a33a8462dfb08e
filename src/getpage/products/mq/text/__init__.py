"""Printed evidence of MQ: console messages, replies to `DISPLAY USAGE`, and the reports of the SupportPac
MP1B.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import messages, mp1b, usage

PRINTED = Printed(messages=(messages,), reports=(mp1b, usage))

__all__ = ["PRINTED"]
