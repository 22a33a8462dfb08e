"""Read RMF reports in XML (ddsml): every value of every report, and the memory figures as typed rows.

What: the RMF Postprocessor's reports (`XPRPTS`, `rmfpp.xml`) and Monitor III reports (`rmfm3.xml`). Every
table cell, variable, caption and message becomes a row of `rmf_report_value`; reports in which memory
stands also fill the tables that the rules read.
Why: XML is IBM's preferred form of these reports, names its columns, and needs no record layout.
Limits: a document type, an entity of its own, or absurd depth or size is refused where it stands; nothing
outside the file is ever read. What comes before damage is kept.
Reference: RMF reports in XML of z/OS V2R4 and V2R5, as public tools have them; IBM z/OS RMF Programmer's
Guide, "Distributed Data Server".
"""

from __future__ import annotations

from .document import looks_like_xml
from .load import inspect_file, write_file
from .sniff import why_not

__all__ = ["inspect_file", "looks_like_xml", "why_not", "write_file"]
