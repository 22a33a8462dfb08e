"""getpage.switches in Python: the fields of its request as keywords."""

from __future__ import annotations

from getpage.core.option import by_keyword

from . import table

switches = by_keyword(table.SwitchesRequest, table.switches)
