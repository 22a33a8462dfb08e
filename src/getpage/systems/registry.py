"""All systems that getpage knows. Adding one is adding its folder and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.systems.db2 import SYSTEM as DB2
from getpage.systems.mq import SYSTEM as MQ
from getpage.systems.zos import SYSTEM as ZOS

if TYPE_CHECKING:
    from getpage.systems.interface import Check, System

SYSTEMS: tuple[System, ...] = (MQ, DB2, ZOS)


def checks() -> dict[str, Check]:
    """All checks by identifier."""
    return {check.id: check for system in SYSTEMS for check in system.checks}
