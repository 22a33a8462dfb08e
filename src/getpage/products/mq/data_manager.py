"""Messages put, as the data manager counts them: what the outage model takes pages for each from."""

from __future__ import annotations

from typing import Final

from getpage.contract.measures import Sum
from getpage.products.common.passes import Pass

from .rows import OWNER

PUTS: Final = Sum("message_puts")

DATA_MANAGERS: Final = Pass(table="mq_data_manager", by=OWNER, columns=("message_puts",), asks=(PUTS,))
