"""Read printed z/OS evidence: RMF reports and panels, SDSF, IPCS, and replies of the console.

Only lines in which memory stands are read; every other line of these reports is passed over.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import (
    common_owners,
    memory_objects,
    online_storage,
    overview,
    page_data_sets,
    paging_space,
    parameters,
    replies,
    sdsf_da,
    storj,
    virtual_storage,
    workload,
)

PRINTED = Printed(
    messages=(replies, paging_space, parameters, online_storage),
    reports=(
        overview,
        workload,
        storj,
        sdsf_da,
        page_data_sets,
        virtual_storage,
        common_owners,
        memory_objects,
    ),
)

__all__ = ["PRINTED"]
