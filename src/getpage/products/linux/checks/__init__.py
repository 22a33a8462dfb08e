"""The rules of Linux guests: one file a rule. A module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import rules_in

RULES: Final = rules_in(__name__)
