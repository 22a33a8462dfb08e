"""The rules of TCP/IP, one file each; a module's docstring is what `getpage explain` prints."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import rules_in

RULES: Final = rules_in(__name__)
