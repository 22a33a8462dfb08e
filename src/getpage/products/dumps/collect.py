"""How a site comes by evidence of its SVC dumps.

References: IBM z/OS MVS System Commands, DISPLAY DUMP, CHNGDUMP; z/OS MVS System Messages, IEA611I, IEE854I.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

COLLECT = Collect(
    steps=(
        Step(
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
        Step(
            name="dumps.status",
            gives="how large a dump is that is captured, and what MAXSPACE is",
            entered="a console of the system, between IEA794I and IEA611I",
            replies=("D DUMP,STATUS", "D DUMP,OPTIONS"),
            interval="once a dump",
            cost="none",
            source="IBM z/OS MVS System Commands: DISPLAY DUMP; message IEE854I",
        ),
    ),
)
