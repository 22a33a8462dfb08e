"""The rules of Java, in the order in which a reader wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import (
    explicit_collections,
    heap_growth,
    heap_large,
    heap_pages,
    heap_resizing,
    heap_small,
    log_short,
    long_pauses,
    nursery_small,
    references,
)

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.java.jvm import Jvm

RULES: Final[tuple[Rule[Jvm], ...]] = (
    heap_small,
    nursery_small,
    heap_growth,
    long_pauses,
    explicit_collections,
    heap_pages,
    references,
    heap_resizing,
    heap_large,
    log_short,
)
