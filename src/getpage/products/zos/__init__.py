"""z/OS itself: real storage, paging, auxiliary storage, large frames and the reserve for dumps."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.namesakes import NamesakeSearch
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.coupling_tables import TABLES as COUPLING
from getpage.products.common.declared import declared_steps

from .evidence import NEEDS
from .records import TABLES as RECORDS
from .rows import PARTITIONS, SHOWN, TABLES

_TABLES = (*TABLES, PARTITIONS, *RECORDS, *COUPLING, *SHOWN)


PRODUCT = Product(
    name="zos",
    title="z/OS",
    called="z/OS",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=NamesakeSearch(("rmf_paging",), function_at(__name__, "analyse.namesakes")),
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=value_at(__name__, "xml.READERS"),
    of_file=None,
    records=None,
    reports_by="RMF",
    supply=Supply(
        sizes=None,
        work="workload activity of RMF (SMF 72 subtype 3)",
        sides=None,  # that of its subsystems, which do the work
    ),
    collect=declared_steps(__name__),
    terms=tuple,
    comments=CommentMarks("/* ", " */"),
    names=SYSTEM_NAMES,
    members=(
        MemberForm(
            holds=Holds.COMMANDS,
            suffix="CON",
            undo="COU",
            title="Operator commands for a console of the system: they take effect at once, until the next "
            "IPL.",
        ),
        MemberForm(
            holds=Holds.SETTINGS,
            suffix="PRM",
            undo="PRU",
            title="Lines for PARMLIB: put each into the member that its comment names, in the place of the "
            "one there. Not a member to be used by itself.",
        ),
    ),
    pools_live_in=(),
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,  # nobody has published what a page-in takes
    outage=None,
    consolidation=None,
    gains=(),
)

__all__ = ["PRODUCT"]
