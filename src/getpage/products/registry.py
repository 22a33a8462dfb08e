"""All products that getpage knows. Adding one is adding its folder and a line here."""

from __future__ import annotations

import re
from functools import cache, cached_property
from importlib import import_module
from itertools import chain
from runpy import run_path
from typing import TYPE_CHECKING

from getpage.contract.checks import checks_of
from getpage.core.source import folder_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from getpage.contract.checks import Check
    from getpage.contract.product import Product
    from getpage.contract.thresholds import CheckThreshold
    from getpage.core.names import Subsystem

#: The package of each product, in the order of what is said of them; it has a `PRODUCT`.
PACKAGES = (
    "getpage.products.mq",
    "getpage.products.db2",
    "getpage.products.cics",
    "getpage.products.java",
    "getpage.products.sort",
    "getpage.products.ims",
    "getpage.products.tcpip",
    "getpage.products.linux",
    "getpage.products.dumps",
    "getpage.products.zos",
)


class _Products:
    """All products. They are imported when they are gone through, not before: their rules compute with
    frames, which help and explanations need not wait for.
    """

    @cached_property
    def _imported(self) -> tuple[Product, ...]:
        return tuple(import_module(package).PRODUCT for package in PACKAGES)

    def __iter__(self) -> Iterator[Product]:
        return iter(self._imported)


PRODUCTS: Iterable[Product] = _Products()


def named(product: str) -> Product:
    """The product of this name, as identities have it; KeyError where there is none."""
    return {listed.name: listed for listed in PRODUCTS}[product]


def called(product: str) -> str:
    """What a product is called, by its name; the name where it has no folder here. Imports no other one."""
    package = next((package for package in PACKAGES if package.rpartition(".")[2] == product), None)
    return str(import_module(package).PRODUCT.called) if package else product


def refusal(subsystem: Subsystem) -> str:
    """Why no command of a subsystem is given, as a clause; empty where nothing is against it."""
    if not subsystem.name or re.fullmatch(named(subsystem.product).names, subsystem.name):
        return ""
    return (
        f"it is known which subsystem {subsystem.name} is: that is no name of z/OS (one to eight letters, "
        "digits, "
        "#, $ or @), and none is made of it"
    )


def checks() -> dict[str, Check]:
    """All checks by identifier, read and not imported."""
    return {check.id: check for package in PACKAGES for check in checks_of(package)}


def thresholds() -> tuple[CheckThreshold, ...]:
    """All thresholds that a site can move, by check in the order of the products; no product is imported."""
    from getpage.contract.thresholds import WAITING_CRITICAL, WAITING_WARNING

    return (WAITING_CRITICAL, WAITING_WARNING, *chain.from_iterable(map(_declared, PACKAGES)))


def thresholds_of(check: Check) -> tuple[CheckThreshold, ...]:
    """Those of one check; nothing of its product is imported."""
    package = next(package for package in PACKAGES if package.endswith(f".{check.product}"))
    return tuple(threshold for threshold in _declared(package) if threshold.check == check.id)


@cache
def _declared(package: str) -> tuple[CheckThreshold, ...]:
    from getpage.contract.thresholds import CheckThreshold

    path = folder_of(package) / "thresholds.py"
    values = run_path(str(path)).values() if path.exists() else ()
    return tuple(value for value in values if isinstance(value, CheckThreshold))


def what_gives_sizes() -> str:
    """What to load so that there is something whose size can be changed, of any product."""
    return ", or ".join(product.supply.sizes for product in PRODUCTS if product.supply.sizes)


def what_gives_sides(names: Container[str]) -> str:
    """What to load of two sides so that they can be compared, of the products of these names."""
    named = (product for product in PRODUCTS if product.name in names)
    return ", ".join(product.supply.sides for product in named if product.supply.sides)


def of_file(table: str, file: str) -> str:
    """What the rows of a table are of by the name of their file; empty where they say it themselves."""
    name = next((product.of_file for product in PRODUCTS if table in product.tables), None)
    return "" if name is None else name(file)
