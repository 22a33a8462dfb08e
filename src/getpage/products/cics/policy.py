"""The policy rule that tells of MXT before it is reached, as the file of a CICS bundle.

CICS writes DFHMP3009 when user tasks go above that share of MXT. The file is one line, which XML allows.

Reference: cicsdev/cics-policy-samples (CICS bundle CICSDEV_system_rule), by which it is written; CICS TS
documentation, "Policy system rules" (User tasks). Of transaction classes no public sample of a rule is known:
theirs is named, and its file is not written.
"""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import quoteattr

#: Where IBM's sample warns: time is left to act.
PERCENT: Final = 90
_SPACE: Final = "http://www.ibm.com/xmlns/prod/cics/managedplatform/policy"


def above_max_tasks(percent: int = PERCENT) -> str:
    """The file of a policy whose one rule writes a message when user tasks go above `percent` of MXT."""
    any_task = "".join(
        f'<{name} filterOperator="OFF" filterValue=""/>' for name in ("TRANSACTION_ID", "USER_ID")
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<policy:policy xmlns:policy={quoteattr(_SPACE)} policySchemaRelease="0" policySchemaVersion="4">'
        f'<rule group="SYSTEM" type="taskThreshold"><name>tasks_above_{percent}_percent_of_MXT</name>'
        f"<taskThresholdCondition><contextFilter>{any_task}</contextFilter><taskThresholdFilter>"
        f'<PERCENT_MAXTASKS filterFieldLength="4" filterOperator="GHT" filterValue="{percent}" '
        'keyword="PERCENT_MAXTASKS"/></taskThresholdFilter></taskThresholdCondition>'
        "<action><message/></action></rule></policy:policy>"
    )
