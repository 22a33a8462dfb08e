"""Read printed evidence of SVC dumps: messages and commands of a system log, and replies about options."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import messages, options

PRINTED = Printed(messages=(messages, options), reports=())

__all__ = ["PRINTED"]
