"""The rules of Linux guests, in the order in which a reader wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import commitment, huge_pages, memory_idle, swapping

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.linux.guest import Guest

RULES: Final[tuple[Rule[Guest], ...]] = (swapping, memory_idle, huge_pages, commitment)
