"""The rules of Java: one file a rule. A module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.checks import rules_in

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.java.jvm import Jvm

RULES: Final[tuple[Rule[Jvm], ...]] = rules_in(__name__)
