"""IBM MQ for z/OS, as a user of memory: buffer pools, their page sets, and the queue manager's storage."""

from __future__ import annotations

from getpage.contract.product import Product

from .analyse import analyse
from .frames import TABLES
from .needs import NEEDS

PRODUCT = Product(name="mq", title="IBM MQ for z/OS", tables=TABLES, analyse=analyse, needs=NEEDS)

__all__ = ["PRODUCT"]
