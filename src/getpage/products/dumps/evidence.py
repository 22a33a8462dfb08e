"""What evidence of SVC dumps answers, how a site collects it, and the terms that a report explains.

References: IBM z/OS MVS System Commands, DISPLAY DUMP, CHNGDUMP; z/OS MVS System Messages, IEA611I, IEE854I.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .dumps import Dumps

MESSAGES = Need(
    question="How long did captures of dumps take, and which dumps were partial or waited?",
    tables=(("svc_dump",),),
    how="the system log of the day: IEA045I, IEA794I, IEA611I, IEA793A",
    step="dumps.log",
)
SIZES = Need(
    question="How large were the dumps, and how much of each was not in real storage?",
    tables=(("zos_address_space", "smf30_storage"),),
    how="D DUMP,STATUS while a dump is captured, or frames and slots of its address spaces",
    step="dumps.status",
)

NEEDS = (MESSAGES,)


def unmet(dumps: Dumps) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield bool(dumps.all) and not any(dump.seconds for dump in dumps.all), MESSAGES
    yield any(captured.bytes is None for captured in dumps.captured), SIZES


COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="dumps.log",
            gives="when dumps were asked for, captured and written, which were partial, which waited",
            entered="nothing to enter: the system log (SYSLOG or OPERLOG) of the days of the dumps, "
            "printed with its time stamps",
            fetched=(
                "SDSF LOG, or the operator log by IEAMDBLG: IEA045I, IEA794I, IEA611I, IEA911E, IEA793A",
            ),
            interval="each day with a dump",
            cost="none; a log of a day is some hundred megabytes, of which few lines are read",
            source="IBM z/OS MVS System Messages, IEA611I",
        ),
        EvidenceStep(
            name="dumps.status",
            gives="how large a dump is that is captured, and what MAXSPACE is",
            entered="a console of the system, between IEA794I and IEA611I",
            replies=("D DUMP,STATUS", "D DUMP,OPTIONS"),
            interval="once per dump",
            cost="none",
            source="IBM z/OS MVS System Commands: DISPLAY DUMP; message IEE854I",
        ),
    ),
)

TERMS = (
    Term(
        "capture",
        r"captures?|captured|capture time",
        "The first phase of an SVC dump, in which what is dumped is copied within storage; its address "
        "spaces do no work meanwhile. Then it is written to a data set.",
    ),
    Term(
        "MAXSPACE",
        r"MAXSPACE",
        "Most virtual storage that captured dumps may take (CHNGDUMP); a dump that needs more is partial.",
    ),
    Term(
        "auxiliary storage",
        r"auxiliary storage",
        "Page data sets and storage-class memory: where pages are that are not in real storage.",
    ),
)
