"""z/OS itself: real storage, paging, auxiliary storage, large frames and the reserve for dumps."""

from __future__ import annotations

from getpage.contract.product import Product
from getpage.contract.supply import Supply
from getpage.core.text import CommentMarks
from getpage.products.common import coupling

from . import counters, io
from .analyse import analyse
from .checks import CHECKS
from .frames import PARTITIONS, TABLES
from .needs import NEEDS
from .records import TABLES as RECORDS
from .text import PRINTED
from .xml import RMF

PRODUCT = Product(
    name="zos",
    title="z/OS",
    called="z/OS",
    tables=(*TABLES, PARTITIONS, *RECORDS, *coupling.TABLES, *io.TABLES, *counters.TABLES),
    checks=CHECKS,
    analyse=analyse,
    needs=NEEDS,
    printed=PRINTED,
    xml=(RMF,),
    records=None,
    supply=Supply(
        sizes=None,
        work="workload activity of RMF (SMF 72 subtype 3)",
        sides=None,  # that of its subsystems, which do the work
    ),
    terms=(),
    comments=CommentMarks("/* ", " */"),
    pools_live_in=(),
    page_bytes=None,
    read_price=None,  # nobody has published what a page-in takes
    gains=(),
)

__all__ = ["PRODUCT"]
