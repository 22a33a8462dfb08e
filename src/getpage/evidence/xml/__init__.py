"""Read reports in XML that the products know (`Product.xml`).

Limits: a document type, an entity of its own, or absurd depth or size is refused where it stands; nothing
outside the file is ever read. What comes before damage is kept.
"""

from __future__ import annotations

from .known import looks_like_xml, other_xml, root_words, why_not

__all__ = ["looks_like_xml", "other_xml", "root_words", "why_not"]
