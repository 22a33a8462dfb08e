"""Read RMF reports in XML (ddsml): every value of every report, and the memory figures as typed rows.

What: the RMF Postprocessor's reports (`XPRPTS`, `rmfpp.xml`) and Monitor III reports (`rmfm3.xml`). Every
table cell, variable, caption and message becomes a row of `rmf_report_value`; reports in which memory
stands also fill the tables that the rules read.
Why: XML is IBM's preferred form of these reports, names its columns, and needs no record layout.
Limits: what comes before damage is kept.
Reference: RMF reports in XML of z/OS V2R4 and V2R5, as public tools have them; IBM z/OS RMF Programmer's
Guide, "Distributed Data Server".
"""

from __future__ import annotations

from getpage.contract.xml import Reported, Taker, XmlReader

from .report import ROOT, Builder, ReportPart, XmlReport
from .rows import VALUES, rows, values


class _Rows:
    """Hands on what is complete as rows."""

    def __init__(self, taker: Taker) -> None:
        self._taker = taker

    def figure(self, report: XmlReport, figure: ReportPart) -> None:
        self._taker.alike(VALUES, values(report, figure))
        for table, row in rows(report, figure):
            self._taker.row(table, row)

    def report(self, report: XmlReport) -> None:
        self._taker.report(
            Reported(
                at=report.at,
                name=report.metric,
                subject=report.system or report.resource,
                start=report.start,
                end=report.end,
            )
        )

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        self._taker.refuse(offset, expected, actual)


READERS = (XmlReader(root=ROOT, title=f"XML of RMF ({ROOT})", reading=lambda taker: Builder(_Rows(taker))),)

__all__ = ["READERS"]
