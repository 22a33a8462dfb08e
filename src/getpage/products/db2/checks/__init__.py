"""The rules for Db2, one file each; a module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.checks import rules_in

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.db2.member import Member

RULES: Final[tuple[Rule[Member], ...]] = rules_in(__name__)
