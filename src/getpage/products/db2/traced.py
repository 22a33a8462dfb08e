"""The getpages of a performance trace: IFCID 198, a record for each page that a thread asked for."""

from __future__ import annotations

from typing import Final

from getpage.contract.trace_source import TraceSource

from .pools.pool_rows import pool_name

GETPAGES: Final = TraceSource(
    table="db2_getpage",
    records="IFCID 198",
    columns=(
        *("file", "record", "subsystem", "function", "access_type", "event_time", "buffer_pool"),
        *("database_id", "object_id", "page", "partition", "ifcid_sequence", "destination_sequence"),
        "written",
    ),
    read_by=("buffer_pool", "database_id", "object_id", "page", "function", "access_type"),
    pool=pool_name,
)
