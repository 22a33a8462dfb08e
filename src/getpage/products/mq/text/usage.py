"""The reports of `DISPLAY USAGE`: page sets and, from V8 on, buffer pools; shared message data sets.

    CSQI010I !MQ21 Page set usage ...
    Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
    set   pool    pages  pages   data pages  data pages  count
    _  2      2   1078    1074           4           0   USER    0
    _  3      3   1078    1078           0           0   SYSTEM  0
    _  4      4   1078    1078           0           0   NONE    0
    End of page set report

    CSQI065I !MQ51 Buffer pool attributes ...
      Buffer  Available  Stealable  Stealable   Page   Location
        pool    buffers    buffers  percentage  class
    _      0       2001       1976          98  4KB       BELOW
    End of buffer pool attributes

    CSQE280I !MQ21 SMDS usage ...
    Application   Offloaded     Total  Total data  Used data  Used
    structure      messages    blocks      blocks     blocks  part
    _APP1               240      2048        2047        510   24%
    End of SMDS report

    CSQE285I !MQ21 SMDS buffer usage ...
    Application   Block  ---------  Buffers  ---------  Reads  Lowest  Wait
    structure      size   Total  In use  Saved   Empty  saved    free  rate
    _APP1          256K     100       4     50      46    73%      12    0%
    End of SMDS buffer report

A lowest free below zero is how many requests waited for a buffer at once. The two shares of the last report
are not kept, nor is "in use", which the others leave.

"Available buffers" are the buffers that the pool has (the paper sums them to the storage used), "stealable"
those that are free to be used again. The expansion count is that since the queue manager started, as in the
SMF field. A report may be printed without its first line. The queue manager of page sets is then the one
that the buffer pool messages of the same reply name right after it. A report that stops before its last
line is damage; its rows are kept.

How sure: rows and headings as printed in IBM REDP-5238, section 4.2.1, and as a public parser reads them;
SYSTEM and NONE, FIXED4KB and ABOVE by the values of `DEFINE PSID` and `DEFINE BUFFPOOL`; that a page set
out of use shows words instead of figures, and the words, from general knowledge of the message. What the
columns of CSQE280I and CSQE285I mean as IBM's OMEGAMON for Messaging documents them ("SMDS Usage
attributes"); how they are arranged from general knowledge of the messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

#: Of the headings, and of the rows that can be no other report's.
MARKS: Final = (
    *("UNUSED", " PAGES", "USER ", "SYSTEM ", "NONE ", "STEALABLE", " BUFFERS", "4KB ", "OFFLOADED"),
    "STRUCTURE ",
)
LARGEST_COUNT: Final = (1 << 32) - 1
#: Page sets and buffer pools are numbered 0 to 99.
_LARGEST_ID: Final = 99
_MOST_EXPANSIONS: Final = 0xFFFF
_ALL_PERCENT: Final = 100
_UNOWNED: Final = "rows without a queue manager"
_MOST_UNOWNED: Final = 100


def count(text: str) -> int | None:
    """A count; None of one that no counter of 32 bits holds."""
    return figures.count(text, LARGEST_COUNT)


def identifier(text: str) -> int | None:
    """The number of a page set or a buffer pool."""
    return figures.count(text, _LARGEST_ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(PrintedTable):
    """One report: how its message begins, and a row that can be nothing else, if there is one, by which it is
    known without it.
    """

    title: str
    complete: re.Pattern[str]


@dataclass(slots=True)
class UsageReport(Rows):
    """A report that is being read."""

    def put(self, line: PrintedLine, row: Row) -> bool:
        """Keep a row: one without a queue manager may get it from the message after the report."""
        system, written = line.system or self.first.system, line.written or self.first.written
        kept = row_of(line._replace(system=system, written=written), self.owner | row)
        self.sink.rows.setdefault(self.table.name, []).append(kept)
        if self.owner.get("queue_manager") is None:
            unowned = [*(self.sink.recall(_UNOWNED, line) or []), kept]
            self.sink.remember(_UNOWNED, unowned[-_MOST_UNOWNED:], line)
        return True


def adopt(queue_manager: str | None, line: PrintedLine, sink: Sink) -> None:
    """Give the rows of a report just above, in the same reply, the queue manager that this line names."""
    if queue_manager is not None:
        for row in sink.recall(_UNOWNED, line) or []:
            row["queue_manager"] = queue_manager
    sink.forget(_UNOWNED)


_PAGE_SET: Final = re.compile(
    r"[_> -]{0,20}([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20})"
    r" +([0-9,]{1,20}) +(USER|SYSTEM|NONE) +([0-9,]{1,20})(?: +(YES|NO))?",
    re.IGNORECASE,
)
_OUT_OF_USE: Final = re.compile(
    r"[_> -]{0,20}([0-9]{1,2}) +(?:([0-9]{1,2}) +)?(?:is +)?([A-Z][A-Z ]{2,40})[.]?", re.IGNORECASE
)
_STATUS: Final = {
    "AVAILABLE": "AVAILABLE",
    "DEFINED": "DEFINED",
    "HAS NEVER BEEN ONLINE": "DEFINED",
    "OFFLINE": "OFFLINE",
    "NOT DEFINED": "NOT DEFINED",
    "SUSPENDED": "SUSPENDED",
}
_PAGES: Final = ("total_pages", "unused_pages", "persistent_pages", "nonpersistent_pages", "expansion_count")


def _page_set(text: str) -> Row | str | None:
    """A row of figures, or the words for a page set out of use."""
    match = _PAGE_SET.fullmatch(text.strip())
    if match is None:
        return _out_of_use(text.strip())
    row: Row = {"page_set": identifier(match[1]), "buffer_pool": identifier(match[2])}
    if None in row.values():
        return f"page set and buffer pool between 0 and {_LARGEST_ID}"
    counts = [count(figure) for figure in match.group(3, 4, 5, 6, 8)]
    total, unused, *_, expansions = counts
    if total is None or unused is None or expansions is None or None in counts:
        return "page counts of 32 bits"
    if unused > total or expansions > _MOST_EXPANSIONS:
        return "no more unused pages than pages, and an expansion count of 16 bits"
    row |= dict(zip(_PAGES, counts, strict=True))
    row |= {"expansion_method": match[7].upper(), "status": "AVAILABLE"}
    return row | ({"encrypted": figures.flag(match[9])} if match[9] else {})


def _out_of_use(text: str) -> Row | None:
    match = _OUT_OF_USE.fullmatch(text)
    status = _STATUS.get(" ".join(match[3].upper().split())) if match else None
    if match is None or status is None:
        return None
    return {"page_set": int(match[1]), "status": status} | (
        {"buffer_pool": int(match[2])} if match[2] else {}
    )


_BUFFER_POOL: Final = re.compile(
    r"[_> -]{0,20}([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9]{1,3})%?"
    r"(?: +(4KB|FIXED4KB|4KBFIXED)(?: +(BELOW|ABOVE))?)?",
    re.IGNORECASE,
)


def _buffer_pool(text: str) -> Row | str | None:
    """A row of a pool."""
    match = _BUFFER_POOL.fullmatch(text.strip())
    if match is None:
        return None
    row: Row = {"buffer_pool": identifier(match[1]), "buffers": count(match[2]), "stealable": count(match[3])}
    if row["buffer_pool"] is None:
        return f"a buffer pool between 0 and {_LARGEST_ID}"
    if None in row.values():
        return "buffer counts of 32 bits"
    if int(match[4]) > _ALL_PERCENT:
        return "a percentage"
    if match[5]:
        row["page_class"] = "4KB" if match[5].upper() == "4KB" else "FIXED4KB"
    if match[6]:
        row["location"] = match[6].upper()
    return row


#: A line that is meant for a row of either report.
_BEGUN: Final = re.compile(r"\s*[_> -]{0,20}[0-9]{1,3} +[0-9].*")

PAGE_SETS: Final = Usage(
    title="Page set usage",
    name="mq_page_set",
    rows="'End of page set report' after the page set report",
    heads=re.compile(r"\s*(?:Page +Buffer +Total +Unused|set +pool +pages +pages)\b.*", re.IGNORECASE),
    read=_page_set,
    begun=_BEGUN,
    damaged="a row of the page set report",
    end=re.compile(r"\s*End of page set report", re.IGNORECASE),
    complete=_PAGE_SET,
)
BUFFER_POOLS: Final = Usage(
    title="Buffer pool attributes",
    name="mq_buffer_pool",
    rows="'End of buffer pool attributes' after the buffer pool attributes",
    heads=re.compile(
        r"\s*(?:Buffer +Available +Stealable|pool +buffers +buffers +percentage)\b.*", re.IGNORECASE
    ),
    read=_buffer_pool,
    begun=_BEGUN,
    damaged="a row of the buffer pool attributes",
    end=re.compile(r"\s*End of buffer pool attributes", re.IGNORECASE),
    complete=re.compile(
        r"[_> -]{0,20}[0-9,]+(?: +[0-9,]+){3}%? +(?:4KB|FIXED4KB) +(?:BELOW|ABOVE)", re.IGNORECASE
    ),
)


#: Rows of data sets could be another report's: they are read below their headings only.
_NONE: Final = re.compile(r"(?!)")
_STRUCTURE: Final = r"[_> -]{0,20}([A-Z][A-Z0-9]{0,11})"
_SMDS: Final = re.compile(rf"{_STRUCTURE}((?: +[0-9,]{{1,20}}){{4}}) +([0-9]{{1,3}}) ?%", re.IGNORECASE)
_SMDS_BUFFERS: Final = re.compile(
    rf"{_STRUCTURE} +([0-9]{{1,5}}[KM])((?: +[0-9,]{{1,20}}){{4}}) +([0-9]{{1,3}}) ?% +(-?[0-9,]{{1,20}})"
    r" +([0-9]{1,3}) ?%",
    re.IGNORECASE,
)
_MOST_BUFFERS: Final = 9_999


def _smds(text: str) -> Row | str | None:
    """A row of the space of a data set."""
    match = _SMDS.fullmatch(text.strip())
    if match is None:
        return None
    messages, total, blocks, used = (count(figure) for figure in match[2].split())
    if messages is None or total is None or blocks is None or used is None:
        return "counts of 32 bits"
    if not used <= blocks <= total or int(match[3]) > _ALL_PERCENT:
        return "no more used blocks than data blocks, and no more of those than blocks"
    return {
        "structure": match[1].upper(),
        **{"messages": messages, "total_blocks": total, "message_blocks": blocks},
        **{"blocks_in_use": used, "blocks_free": blocks - used},
    }


def _smds_buffers(text: str) -> Row | str | None:
    """A row of the buffers of a data set."""
    match = _SMDS_BUFFERS.fullmatch(text.strip())
    if match is None:
        return None
    size = figures.size(match[2], most=LARGEST_COUNT)
    total, used, saved, empty = (count(figure) for figure in match[3].split())
    lowest = count(match[5].lstrip("-"))
    if size is None or total is None or used is None or saved is None or empty is None or lowest is None:
        return "counts of 32 bits"
    if not 0 < total <= _MOST_BUFFERS or used + saved + empty > total:
        return "1 to 9999 buffers, and no more of them in use, saved and empty"
    if int(match[4]) > _ALL_PERCENT or int(match[6]) > _ALL_PERCENT:
        return "two percentages"
    waiting = lowest if match[5].startswith("-") else 0
    free = 0 if waiting else min(lowest, total)
    return {
        "structure": match[1].upper(),
        **{"buffer_size": size, "buffers": total, "buffers_free_saved": saved, "buffers_free_empty": empty},
        **{"buffers_free_low_water": free, "buffers_in_use_high_water": total - free},
        "pool_waiters_high_water": waiting,
    }


_BEGUN_SMDS: Final = re.compile(r"\s*_[A-Z][A-Z0-9]{0,11} +[0-9].*", re.IGNORECASE)
SMDS_SPACE: Final = Usage(
    title="SMDS usage",
    name="mq_shared_message_data_set",
    rows="'End of SMDS report' after the SMDS report",
    heads=re.compile(
        r"\s*(?:Application +)?(?:Offloaded +Total\b|structure +messages +blocks\b).*", re.IGNORECASE
    ),
    read=_smds,
    begun=_BEGUN_SMDS,
    damaged="a row of the SMDS report",
    end=re.compile(r"\s*End of SMDS report", re.IGNORECASE),
    complete=_NONE,
)
SMDS_BUFFERS: Final = Usage(
    title="SMDS buffer usage",
    name="mq_shared_message_data_set",
    rows="'End of SMDS buffer report' after the SMDS buffer report",
    heads=re.compile(
        r"\s*(?:Application +)?(?:Block +-+ *Buffers\b|structure +size +Total\b).*", re.IGNORECASE
    ),
    read=_smds_buffers,
    begun=_BEGUN_SMDS,
    damaged="a row of the SMDS buffer report",
    end=re.compile(r"\s*End of SMDS buffer(?: usage)? report", re.IGNORECASE),
    complete=_NONE,
)


def begin(line: PrintedLine, sink: Sink) -> UsageReport | bool:
    """Open a report whose message was not printed: at its headings, or at a row that can be no other."""
    for report in (PAGE_SETS, BUFFER_POOLS, SMDS_SPACE, SMDS_BUFFERS):
        rows = UsageReport(report, line, sink, {"queue_manager": None})
        if report.heads.fullmatch(line.text):
            return rows
        if report.complete.fullmatch(line.text.strip()):
            rows.feed(line)
            return rows
    return False
