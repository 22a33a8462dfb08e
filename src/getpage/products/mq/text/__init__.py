"""Printed evidence of MQ: console messages, and the reports of the SupportPac MP1B.

What: `CSQI010I`, `CSQI065I`, `CSQP001I`, `CSQI005I` (replies to `DISPLAY USAGE`), `CSQY220I` and its
warnings, `CSQP020E`; MP1B's region, buffer pool and average call reports.
Reference: IBM REDP-5238, section 4.2.1, and the message's own page; each reader says how sure its form is.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import csqi010i, csqi065i, messages, mp1b_buffer_pool, mp1b_calls, mp1b_storage

PRINTED = Printed(
    messages=(messages,),
    reports=(mp1b_buffer_pool, mp1b_storage, mp1b_calls, csqi010i, csqi065i),
)

__all__ = ["PRINTED"]
