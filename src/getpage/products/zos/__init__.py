"""z/OS itself: real storage, paging, auxiliary storage, large frames and the reserve for dumps."""

from __future__ import annotations

from getpage.contract.product import Product
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
    tables=(*TABLES, PARTITIONS, *RECORDS, *coupling.TABLES, *io.TABLES, *counters.TABLES),
    checks=CHECKS,
    analyse=analyse,
    needs=NEEDS,
    printed=PRINTED,
    xml=(RMF,),
)

__all__ = ["PRODUCT"]
