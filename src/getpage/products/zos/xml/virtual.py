"""Page data sets and common storage from the Postprocessor's PAGESP and VSTOR in XML.

How sure: the names of segments and parts and the order of the columns are those that a public reader
takes them by (zowe/zebra); no real one was seen. A row of another shape is left to `rmf_report_value`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from getpage.products.common.text import figures

from .report import ReportPart

Row = dict[str, Any]
_TYPES: Final = ("PLPA", "COMMON", "LOCAL", "SCM")
_PAGE_SETS: Final = {
    **{"type": 0, "volume": 1, "device": 2, "slots": 4, "slots_used_minimum": 5, "slots_used_maximum": 6},
    **{"slots_bad": 8, "transfer_seconds": 10, "pages_transferred": 12, "data_set": 14},
}
_TEXTS: Final = ("type", "volume", "device", "data_set")
_WIDE: Final = 15
_SIDES: Final = (("", 1), ("e", 6))
_AREAS: Final = ("csa", "ecsa", "sqa", "esqa")


def page_sets(figure: ReportPart) -> Iterator[Row]:
    """A row a page data set."""
    for entry in figure.rows:
        cells = entry.cells
        if len(cells) < _WIDE or cells[0] not in _TYPES:
            continue
        row: Row = {}
        for name, at in _PAGE_SETS.items():
            text = cells[at]
            if name in _TEXTS:
                row[name] = None if text in (None, "N/A") else text
            elif name == "transfer_seconds":
                row[name] = figures.cell(text)
            else:
                row[name] = figures.count((text or "").replace(",", ""))
        if row["slots"] is not None and row["slots_used_maximum"] is not None:
            yield row


def common_storage(figure: ReportPart) -> Row:
    """What a part tells of common storage; parts of one interval are put together by the rules."""
    row: Row = {}
    for entry in figure.rows:
        cells = [cell or "" for cell in entry.cells]
        label = cells[0].upper() if cells else ""
        if figure.part == "Static Storage Map" and len(cells) == 3:
            name = "extended_private_size" if label == "EPVT" else f"{label.lower()}_size"
            if label == "EPVT" or label.lower() in _AREAS:
                row[name] = figures.size(cells[2])
        elif len(cells) == 11:
            row |= _use(label, cells)
    return {name: value for name, value in row.items() if value is not None}


def _use(label: str, cells: list[str]) -> Row:
    row: Row = {}
    for side, at in _SIDES:
        least, most, average = (figures.size(cells[at + offset]) for offset in (0, 2, 4))
        if label[:3] in ("CSA", "SQA"):
            name = f"{side}{label[:3].lower()}_used"
            row |= {f"{name}_minimum": least, f"{name}_maximum": most, f"{name}_average": average}
        elif label[:1].isdigit() and label[:1] <= "8":
            row[f"{side}csa_key_{label[0]}"] = most
    return row
