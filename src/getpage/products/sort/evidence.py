"""What evidence of sorts answers. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

from getpage.contract.evidence import Need

RUNS = Need(
    question="What do sorts keep in storage, and what in work data sets?",
    tables=(("sort_run",),),
    how="SMF 16 (SMF=FULL in ICEPRMxx)",
    step="sort.records",
)
STEPS = Need(
    question="How long do sorts take, and how much of that is work I/O?",
    tables=(("sort_run",), ("smf30_storage",)),
    how="SMF 30 subtype 4 of the steps that sort",
    step="sort.steps",
)
STORAGE = Need(
    question="How much hiperspace, data space and memory object did each sort have?",
    tables=(("sort_run",),),
    how="messages ICE180I, ICE188I and ICE249I in the output of the sorting steps",
    step="sort.messages",
)

NEEDS = (RUNS,)
