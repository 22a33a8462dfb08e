"""Questions that evidence of SVC dumps answers, and what supplies it."""

from __future__ import annotations

from getpage.contract.evidence import Need

MESSAGES = Need(
    question="How long did captures of dumps take, and which dumps were partial or waited?",
    tables=(("svc_dump",),),
    how="the system log of the day: IEA045I, IEA794I, IEA611I, IEA793A",
    step="dumps.log",
)
SIZES = Need(
    question="How large were the dumps, and what of the dumped was not in real storage?",
    tables=(("zos_address_space", "smf30_storage"),),
    how="D DUMP,STATUS while a dump is captured, or frames and slots of its address spaces",
    step="dumps.status",
)

NEEDS = (MESSAGES,)
