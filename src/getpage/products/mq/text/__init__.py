"""Printed evidence of MQ: console messages, replies to DISPLAY commands, and the reports of the SupportPac
MP1B.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import displays, messages, mp1b, usage

PRINTED = Printed(messages=(messages,), reports=(mp1b, usage, displays))

__all__ = ["PRINTED"]
