"""The findings, commands, ledger and daily measures of a store for other tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, DaysRequest, Watch, opened
from getpage.core.errors import NotEnoughEvidenceError, UnknownNameError
from getpage.core.option import option

if TYPE_CHECKING:
    from getpage.evidence.view import StoreEvidence
    from getpage.result.day import StoredDay


class ExportTarget(StrEnum):
    """What an export is for."""

    XLSX = "xlsx"
    OPENMETRICS = "openmetrics"
    GRAFANA = "grafana"
    PARQUET = "parquet"

    @property
    def is_text(self) -> bool:
        """Whether it can be printed."""
        return self in (ExportTarget.OPENMETRICS, ExportTarget.GRAFANA)


@dataclass(frozen=True, kw_only=True)
class ExportRequest(DaysRequest):
    """The evidence, and what it is exported for."""

    to: ExportTarget = field(
        metadata=option(
            "xlsx: a workbook. openmetrics: daily measures as history for Prometheus. grafana: a dashboard "
            "of these. parquet: a file for each table."
        )
    )

    def __post_init__(self) -> None:
        """UnknownNameError for a target that there is not."""
        if self.to not in [*ExportTarget]:
            problem = f"--to {self.to}: no such export."
            raise UnknownNameError(problem, str(self.to), [*ExportTarget])
        object.__setattr__(self, "to", ExportTarget(self.to))


def export(request: ExportRequest, watch: Watch = NOBODY) -> dict[str, bytes]:
    """The bytes of each file by its name: one file, or of parquet one for each table. NotEnoughEvidenceError
    for metrics of evidence without a date.
    """
    from getpage.app.days import days_of, in_brief

    with opened(request, watch) as evidence:
        if request.to.is_text:
            days = [*in_brief(evidence, days_of(evidence), watch.progress)]
            return {f"getpage.{_ENDINGS[request.to]}": _of_days(request.to, days)}
        return _of_all(request.to, evidence, watch)


#: The ending of a file of each target that is one file.
_ENDINGS = {ExportTarget.XLSX: "xlsx", ExportTarget.OPENMETRICS: "om", ExportTarget.GRAFANA: "json"}


def _of_days(target: ExportTarget, days: list[StoredDay]) -> bytes:
    if target is ExportTarget.OPENMETRICS:
        from getpage.export.metrics import openmetrics

        return openmetrics(days)
    from getpage.export.grafana import dashboard
    from getpage.export.metrics import families

    return dashboard(families(days)).encode()


def _of_all(target: ExportTarget, evidence: StoreEvidence, watch: Watch) -> dict[str, bytes]:
    from getpage.app.analysis import analyse
    from getpage.app.check import refuse_nothing
    from getpage.app.days import days_of, in_brief
    from getpage.app.ledger import ledger_of
    from getpage.export.tables import export_tables

    refuse_nothing(evidence.store)
    try:
        days = [*in_brief(evidence, days_of(evidence), watch.progress)]
    except NotEnoughEvidenceError:  # nothing has a date: findings and the ledger need none
        days = []
    result = analyse(evidence)
    tables = export_tables(result, ledger_of(result), days)
    if target is ExportTarget.XLSX:
        from getpage.export.workbook import workbook

        return {f"getpage.{_ENDINGS[target]}": workbook(tables)}
    from getpage.export.parquet import parquet_files

    return parquet_files(tables)
