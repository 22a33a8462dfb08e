"""The rules for CICS: one file a rule. A module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.checks import rules_in

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.cics.region import Region

RULES: Final[tuple[Rule[Region], ...]] = rules_in(__name__)
