"""Printed Db2 evidence: replies to DISPLAY BUFFERPOOL and DISPLAY GROUPBUFFERPOOL, and report fragments.

A reply is many messages (DSNB401I, DSNB402I ...) that together say one thing of one pool: `reply` joins
them, `forms` says what each message holds. The fragments are the termination, plan, package and storage
sections of accounting and statistics reports. `record_trace` reads statistics of data sets (IFCID 199),
`catalog` the pages of table spaces and index spaces, `parameters` the job DSNTIJUZ, `statistics` blocks of a
statistics report.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import catalog, display, fragments, parameters, record_trace, statistics

PRINTED = Printed(messages=(display,), reports=(fragments, record_trace, catalog, parameters, statistics))

__all__ = ["PRINTED"]
