"""The rules of the toy."""

from getpage.contract.checks import rules_in

RULES = rules_in(__name__)
