"""All systems that getpage knows. Adding one is adding its folder and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.products.db2 import PRODUCT as DB2
from getpage.products.mq import PRODUCT as MQ
from getpage.products.zos import PRODUCT as ZOS

if TYPE_CHECKING:
    from getpage.contract.checks import Check
    from getpage.contract.product import Product

PRODUCTS: tuple[Product, ...] = (MQ, DB2, ZOS)


def checks() -> dict[str, Check]:
    """All checks by identifier."""
    return {check.id: check for system in PRODUCTS for check in system.checks}
