"""IBM MQ for z/OS, as a user of memory: buffer pools, their page sets, and the queue manager's storage."""

from __future__ import annotations

from getpage.contract.product import Product

from .analyse import analyse
from .checks import CHECKS
from .needs import NEEDS
from .rows import TABLES

PRODUCT = Product(
    name="mq", title="IBM MQ for z/OS", tables=TABLES, checks=CHECKS, analyse=analyse, needs=NEEDS
)

__all__ = ["PRODUCT"]
