"""The rules of z/OS: one file a rule. A module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from getpage.contract.checks import rules_in

if TYPE_CHECKING:
    from getpage.contract.checks import Rule

#: Of systems, or, by what they look at, of all coupling facilities.
RULES: Final[tuple[Rule[Any], ...]] = rules_in(__name__)
