"""getpage: what would more memory do for this z/OS system, where should the next gigabyte go, and did the
change work?

import getpage

store = getpage.load("smf/*.dump", into="store")    # a Store; loading again adds nothing
pools = store.table("mq_buffer_pool").collect()     # a Polars frame
store.sql("select count(*) from mq_page_set")       # a DuckDB relation
result = getpage.check(store)                       # a Result: findings, changes, ledger, pictures
page = getpage.report.render(result, "html", title="Prod")
curves = getpage.curve(references, current=20_000)  # what every size would have read: curves.rows is a frame
then = getpage.forecast(store, "DB1A.BP1=x2")       # reads, CPU, response, throughput, with intervals
plan = getpage.plan(store, add="SYSA=64G")          # a Plan: who gets what, the commands, and why not more
days = getpage.trend(store)                         # Trends: what grows, and when it is full
book = getpage.export(store, to="xlsx")             # the bytes of each file by its name
proof = getpage.prove("runs.csv", base="V1R12")     # what differs between runs, and what rounding covers
found = getpage.switches("150*(db2, td), send")     # TCB switches of a CICS task by its definitions
"""

from __future__ import annotations

import sys
from types import ModuleType

from getpage.core.lazy import at_first_use

# Not of `typing`, nor anything else that takes long: until `__main__` runs, Ctrl-C is a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from getpage import report
    from getpage._native import VERSION as __version__
    from getpage.app.api import (
        changes,
        check,
        collect,
        consolidate,
        curve,
        curve_part,
        drop,
        export,
        fields,
        forecast,
        inspect,
        load,
        merge_curve_parts,
        outage,
        plan,
        prove,
        trend,
        unpack,
        verify,
    )
    from getpage.core.errors import GetpageError
    from getpage.evidence.store import Store
    from getpage.products.cics.switches.verb import switches
    from getpage.result import Result

__all__ = [
    "GetpageError",
    "Result",
    "Store",
    "__version__",
    "changes",
    "check",
    "collect",
    "consolidate",
    "curve",
    "curve_part",
    "drop",
    "export",
    "fields",
    "forecast",
    "inspect",
    "load",
    "merge_curve_parts",
    "outage",
    "plan",
    "prove",
    "report",
    "switches",
    "trend",
    "unpack",
    "verify",
]

_HOMES = dict.fromkeys(__all__, "getpage.app.api") | {
    "GetpageError": "getpage.core.errors",
    "Result": "getpage.result",
    "Store": "getpage.evidence.store",
    "report": "getpage.report",
    "switches": "getpage.products.cics.switches.verb",
}

_at_first_use = at_first_use(__name__, _HOMES)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from getpage._native import VERSION

        return VERSION
    return _at_first_use(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """A package whose functions keep their names: Python binds a module that it loads to its package, and
    there are engines called curve, forecast, plan, prove and trend.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and _HOMES.get(name) == "getpage.app.api"):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
