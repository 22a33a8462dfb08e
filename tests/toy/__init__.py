"""A product made up for tests: a server whose work area costs processor time and waits, and reads nothing.

It is what CONTRIBUTING says a product is: a folder with layouts, printed evidence, a rule, an account, a knob
with a curve of cost, work, and a line in the registry. Nothing else of getpage knows of it.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, EvidenceStep, Supply
from getpage.contract.evidence import Need
from getpage.contract.printed import Printed
from getpage.contract.product import PRINTED_NAMES, Product
from getpage.core.lazy import function_at
from getpage.core.text import CommentMarks

from . import text

PRODUCT = Product(
    name="toy",
    title="Toy server",
    called="the toy",
    tables=("toy_area",),
    seen_in=("toy_area",),
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=None,
    needs=(
        Need(
            question="How large are work areas?",
            tables=(("toy_area",),),
            how="SMF 201, or TOY001I",
            step="toy.areas",
        ),
    ),
    printed=lambda: Printed(messages=(text,), reports=()),
    xml=None,
    of_file=None,
    records=None,
    reports_by="toy",
    supply=Supply(sizes="SMF 201 of the toy", work="SMF 201 of the toy", sides="SMF 201 of the toy"),
    collect=lambda: Collect(
        steps=(
            EvidenceStep(
                name="toy.areas",
                gives="work areas",
                entered="anywhere",
                records=("201",),
                cost="none",
                source="-",
            ),
        )
    ),
    terms=tuple,
    comments=CommentMarks("# "),
    names=PRINTED_NAMES,
    members=(),
    pools_live_in=("TOY",),
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,
    outage=None,
    consolidation=None,
    gains=(),
)
