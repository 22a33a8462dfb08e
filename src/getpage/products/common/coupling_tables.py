"""Tables of coupling facilities and their structures (SMF 74.4): their names, for whoever loads evidence."""

from __future__ import annotations

from typing import Final

FACILITY: Final = "rmf_coupling_facility"
REQUEST: Final = "rmf_structure_request"
CACHE: Final = "rmf_cache_structure"
TABLES: Final = (FACILITY, REQUEST, CACHE, "rmf_structure", "rmf_structure_scm")
