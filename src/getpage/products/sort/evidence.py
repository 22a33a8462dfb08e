"""What evidence of sorts answers, how a site comes by it, and the terms that a report explains.

References: IBM z/OS DFSORT Installation and Customization, SMF, MSGPRT, ICEPRMxx; IBM z/OS DFSORT Tuning
Guide, SMF type 16 record; z/OS MVS Initialization and Tuning Reference, SMFPRMxx.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

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

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="sort.records",
            gives="bytes, processor time and work data sets of every sort, merge and copy",
            entered="ICEPRMxx: SMF=FULL under JCL, INV, TSO and TSOINV, and type 16 in SMFPRMxx; for one job "
            "OPTION SMF=FULL in DFSPARM",
            records=("16",),
            start=("START ICEOPT,ICEPRM=xx",),
            interval="a record per sort",
            cost="some hundred bytes per sort",
            source="IBM z/OS DFSORT Installation and Customization, SMF",
        ),
        EvidenceStep(
            name="sort.steps",
            gives="how long sorts took, I/O to their work data sets, and their service classes",
            entered="SMFPRMxx, where type 30 with subtype 4 is not among the types that are written already",
            records=("30(4)",),
            start=("SET SMF=xx",),
            interval="a record per step",
            cost="a few kilobytes per step; most sites have it on all the time",
            source="z/OS MVS System Management Facilities, record type 30",
        ),
        EvidenceStep(
            name="sort.messages",
            gives="hiperspace, data space and memory objects that each sort had, its options and its exits",
            entered="nothing to enter: SYSOUT of the step, with MSGPRT=ALL (the default) and LIST",
            fetched=("the output of the sorting steps (SDSF, XDC): ICE133I, ICE180I, ICE188I, ICE236I",),
            cost="some forty lines per sort",
            source="IBM z/OS DFSORT Messages, Codes and Diagnosis Guide",
        ),
    ),
    also=("zos.rmf", "zos.spaces"),
)

TERMS = (
    Term(
        "work data set",
        r"work data sets?|work space",
        "Disk space (SORTWKnn) that holds what a sort has read and not yet merged; what storage holds of it "
        "is neither written nor read again.",
    ),
    Term(
        "hiperspace",
        r"[Hh]iperspaces?",
        "Storage beside an address space that DFSORT moves pages to and from, instead of a work data set.",
    ),
    Term(
        "memory object",
        r"memory objects?",
        "Storage above the bar of an address space; DFSORT uses it as work space or as main storage.",
    ),
    Term(
        "EXPMAX",
        r"EXPMAX",
        "Most storage, in MB, that all sorts of a system together may have in memory objects, hiperspaces "
        "and data spaces (ICEPRMxx).",
    ),
)
