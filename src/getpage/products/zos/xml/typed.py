"""Memory figures of the reports that have some, as typed rows.

Monitor III names columns and captions by identifiers, which are mapped here one by one: CPC (seen in a real
report), STORF and STORM (identifiers as public tools list them). Of the Postprocessor's reports PAGING is
taken by the words of its rows and heads, as no real one was seen: what does not fit is left to
`rmf_report_value`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from getpage.core.units import MIB, PAGE

from . import paging, values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .report import Figure, Report

Row = dict[str, Any]

_MOST_BYTES: Final = 1 << 60

_STORF: Final = {
    "STFPASI": "asid",
    "STFPTOTL": "frames",
    "STFPWSET": "working_set",
    "STFPACTV": "active_frames",
    "STFPIDLE": "idle_frames",
    "STFPFIXD": "fixed_frames",
    "STFPDIV": "div_frames",
    "STFPAUXS": "auxiliary_slots",
    "STFPLPR": "frames_1m_fixed",
    "STFPGPR": "frames_2g_fixed",
}
_STORM: Final = {
    "STMHLFF": "frames_1m_limit",
    "STMHLFR": "frames_1m_used",
    "STMHLF4K": "frames_1m_as_4k",
    "STMHLPFR": "frames_1m_failed",
    "STMHLPFC": "frames_1m_converted",
    "STMHGFF": "frames_2g_limit",
    "STMHGFR": "frames_2g_used",
}
_STORM_SHARES: Final = {"STMHLSIZ": "used_1m_percent", "STMHGSIZ": "used_2g_percent"}


def typed(report: Report, figure: Figure) -> Iterator[tuple[str, Row]]:
    """The typed rows of a figure, by table; none for most reports."""
    name = report.metric.upper()
    if name == "CPC" and figure.kind == "cell":
        yield from _partitions(report, figure)
    elif name == "STORF" and figure.kind == "cell":
        yield from _address_spaces(figure)
    elif name == "STORM" and figure.kind == "caption":
        yield from _large_frames(figure)
    elif name == "PAGING":
        yield from paging.rows(figure)


def _partitions(report: Report, figure: Figure) -> Iterator[tuple[str, Row]]:
    """Central storage of each partition; that of the report's own system is also its storage online."""
    for cells in _by_head(figure):
        partition, size = cells.get("CPCPPNAM"), values.number(cells.get("CPCPCSMB"))
        if not partition or not size or not 0 < size * MIB <= _MOST_BYTES:
            continue
        runs, online = cells.get("CPCPOSNM"), round(size * MIB)
        row = {"partition": partition, "operating_system": runs, "online_bytes": online}
        yield "zos_partition", row
        if runs and runs == report.system:
            yield "zos_storage", {"online_frames": online // PAGE}


def _address_spaces(figure: Figure) -> Iterator[tuple[str, Row]]:
    for cells in _by_head(figure):
        job = cells.get("STFPJOB")
        row: Row = {column: values.whole(cells.get(head)) for head, column in _STORF.items()}
        if not job or row["frames"] is None or (row["asid"] or 0) > 0xFFFF:
            continue
        row |= {"job": job, "job_id": cells.get("STFPJID"), "service_class": cells.get("STFPSVCL")}
        yield "zos_address_space", row | {"page_in_rate": values.number(cells.get("STFPPGIN"))}


def _large_frames(figure: Figure) -> Iterator[tuple[str, Row]]:
    said = {entry.label: entry.cells[0] for entry in figure.rows if entry.cells}
    row: Row = {column: values.whole(said.get(name)) for name, column in _STORM.items()}
    row |= {column: values.number(said.get(name)) for name, column in _STORM_SHARES.items()}
    if any(value is not None for value in row.values()):
        yield "zos_large_frames", row


def _by_head(figure: Figure) -> Iterator[dict[str, str | None]]:
    for entry in figure.rows:
        yield dict(zip(figure.heads, entry.cells, strict=False))
