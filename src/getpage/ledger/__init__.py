"""The ledger: one account of real storage per z/OS system, over all that hold some.

What: z/OS says what is installed, free and kept for a dump, and whose address spaces hold frames; each
system says what its subsystems hold. Both are put into one account that adds up to what is installed.
Why: the same gigabyte cannot be given twice. Pools are defined in virtual storage and may promise more than
there is; real storage is what counts.
Limits: an account is of one interval; what z/OS and a subsystem measured at different times may not fit
together, and then it is said and nothing is counted twice.
"""

from __future__ import annotations

from .accounts import by_interval, image_accounts, title_by_interval, without_real_storage
from .known import known

__all__ = ["by_interval", "image_accounts", "known", "title_by_interval", "without_real_storage"]
