"""getpage: what would more memory do for this z/OS system, where should the next gigabyte go, and did the
change work?

import getpage

store = getpage.load("smf/*.dump", into="store")    # a Store; loading again adds nothing
pools = store.table("mq_buffer_pool").collect()     # a Polars frame
store.sql("select count(*) from mq_page_set")       # a DuckDB relation
result = getpage.check("store")                     # a Result: findings, changes, ledger, pictures
page = getpage.report.render(result, "html", title="Prod")
curves = getpage.curve(references, current=20_000)  # what every size would have read: curves.rows is a frame
then = getpage.forecast("store", "db2.DB1A.BP1=x2")  # reads, CPU, response, throughput, with intervals
plan = getpage.plan("store", add="64G")             # a Plan: who gets what, the commands, and why not more
proof = getpage.prove("runs.csv", base="V1R12")     # what differs between runs, and what rounding covers
"""

from getpage import report
from getpage._native import VERSION as __version__
from getpage.app.api import (
    check,
    curve,
    curve_part,
    fields,
    forecast,
    inspect,
    load,
    merge_curve_parts,
    plan,
    prove,
)
from getpage.core.errors import GetpageError
from getpage.evidence.store import Store
from getpage.result import Result

__all__ = [
    "GetpageError",
    "Result",
    "Store",
    "__version__",
    "check",
    "curve",
    "curve_part",
    "fields",
    "forecast",
    "inspect",
    "load",
    "merge_curve_parts",
    "plan",
    "prove",
    "report",
]
