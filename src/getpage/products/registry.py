"""All products that getpage knows. Adding one is adding its folder and a line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from getpage.contract.checks import checks_of

if TYPE_CHECKING:
    from getpage.contract.checks import Check
    from getpage.contract.product import Product

    PRODUCTS: tuple[Product, ...]

#: The package of each product, in the order of what is said of them; it has a `PRODUCT`.
PACKAGES = ("getpage.products.mq", "getpage.products.db2", "getpage.products.zos")


def __getattr__(name: str) -> object:
    """`PRODUCTS` when it is asked for: their rules compute with frames, which help and explanations need not
    wait for.
    """
    if name != "PRODUCTS":
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    products = globals()[name] = tuple(import_module(package).PRODUCT for package in PACKAGES)
    return products


def checks() -> dict[str, Check]:
    """All checks by identifier, read and not imported."""
    return {check.id: check for package in PACKAGES for check in checks_of(package)}
