"""What z/OS evidence answers. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

from getpage.contract.evidence import Need

FREE = Need(
    question="How much real storage is online, and how much of it is free at the minimum?",
    tables=(("zos_storage", "rmf_paging"),),
    how="SMF 71, or RMF Postprocessor REPORTS(PAGING) in XML (XPRPTS) made of it; an RMF overview of "
    "available frames gives averages only",
    step="zos.rmf",
)
CLASSES = Need(
    question="Which service classes have page-ins?",
    tables=(("zos_service_class", "rmf_class_period"),),
    how="SMF 72 subtype 3, or RMF Postprocessor SYSRPTS(WLMGL(SCPER,RCPER)) made of it",
    step="zos.rmf",
)
SPACES = Need(
    question="Which address spaces hold the frames, and which of them page?",
    tables=(("zos_address_space", "smf30_storage"),),
    how="RMF Monitor III STORF in XML (rmfm3.xml?report=STORF), SDSF DA printed at the peak, or SMF 30 "
    "by interval",
    step="zos.spaces",
)
LARGE = Need(
    question="How many 1 MB and 2 GB frames are there, and how many are in use?",
    tables=(("zos_large_frames", "rmf_paging"),),
    how="SMF 71, RMF Monitor III STORM in XML (rmfm3.xml?report=STORM), or the reply to D VIRTSTOR,LFAREA",
    step="zos.replies",
)
DUMP = Need(
    question="How much real storage is to stay free for a dump?",
    tables=(("zos_dump_option",),),
    how="MAXSPACE: the reply to D DUMP,OPTIONS",
    step="zos.replies",
)

PAGE_SETS = Need(
    question="How full are page data sets and storage class memory, and how fast do they fill?",
    tables=(("zos_page_data_set", "rmf_page_data_set", "rmf_paging"),),
    how="SMF 75 or 71, RMF Postprocessor REPORTS(PAGESP) made of it, or the reply to D ASM",
    step="zos.rmf",
)
COMMON = Need(
    question="How full are CSA and SQA, and do they leak?",
    tables=(("zos_common_storage", "rmf_common_storage"),),
    how="SMF 78 subtype 2, or RMF Postprocessor REPORTS(VSTOR) made of it",
    step="zos.rmf",
)

NEEDS = (FREE, CLASSES, SPACES, LARGE, DUMP, PAGE_SETS, COMMON)
