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


def named(product: str) -> Product:
    """The product of this name, as identities have it; KeyError where there is none."""
    return {one.name: one for one in PRODUCTS}[product]


def checks() -> dict[str, Check]:
    """All checks by identifier."""
    return {check.id: check for system in PRODUCTS for check in system.checks}


def what_gives_sizes() -> str:
    """What to load so that there is something whose size can be changed, of any product."""
    return ", or ".join(one.supply.sizes for one in PRODUCTS if one.supply.sizes)


def what_gives_sides() -> str:
    """What to load of two sides so that they can be compared, of all products."""
    return ", ".join(one.supply.sides for one in PRODUCTS if one.supply.sides)
