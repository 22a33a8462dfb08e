"""IBM MQ for z/OS as a consumer of memory: buffer pools, their page sets, and the queue manager's storage."""

from __future__ import annotations

from getpage.systems.interface import System

from .analyse import analyse
from .checks import CHECKS
from .frames import TABLES
from .needs import NEEDS

SYSTEM = System(
    name="mq", title="IBM MQ for z/OS", tables=TABLES, checks=CHECKS, analyse=analyse, needs=NEEDS
)

__all__ = ["SYSTEM"]
