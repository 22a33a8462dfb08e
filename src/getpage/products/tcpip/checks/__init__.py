"""The rules of TCP/IP, one file each; a module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.checks import rules_in

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.tcpip.stack import Stack

RULES: Final[tuple[Rule[Stack], ...]] = rules_in(__name__)
