"""Db2 for z/OS, as a user of memory: buffer pools, group buffer pools, threads, other storage."""

from __future__ import annotations

from getpage.contract.product import Product

from .analyse import analyse
from .checks import CHECKS
from .frames import READ
from .needs import NEEDS
from .text import PRINTED

PRODUCT = Product(
    name="db2",
    title="Db2 for z/OS",
    tables=READ,
    checks=CHECKS,
    analyse=analyse,
    needs=NEEDS,
    printed=PRINTED,
    xml=(),
)

__all__ = ["PRODUCT"]
