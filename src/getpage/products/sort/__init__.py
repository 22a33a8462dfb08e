"""DFSORT as a user of memory: the sorts of a system, and the storage that keeps their work off disk."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .constants import GAINS
from .evidence import NEEDS

PRODUCT = Product(
    name="sort",
    title="DFSORT",
    called="DFSORT",
    tables=("sort_run", "sort_utility"),
    seen_in=(
        "sort_run",
        "sort_utility",
        "rmf_report_value",
    ),  # an overview report says what its class waits for
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=None,
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=None,
    records=None,
    reports_by="ICE",
    supply=Supply(
        sizes="SMF 16 of DFSORT (SMF=FULL) with SMF 30 of its steps",
        work="SMF 16 of DFSORT (SMF=FULL) with SMF 30 of its steps",
        sides="SMF 16 and SMF 30 of the sorts",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("* "),
    names=SYSTEM_NAMES,
    members=(
        MemberForm(
            holds=Holds.SETTINGS,
            suffix="ICE",
            undo="ICU",
            title="Options of DFSORT: put each where its comment says, in the place of the one there. Not a "
            "member to be used by itself.",
        ),
    ),
    pools_live_in=(),
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,
    outage=None,
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
