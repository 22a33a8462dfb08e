"""The first answers: what is short, what is wasted and what to do, over all products at once.

What: the findings of all products become a few sentences, worst first, and the one list of commands, which is
decided in `getpage.plan`, a sentence each in its order.
Why: products know nothing of each other, and the same gigabyte cannot be given twice. A pool that is short is
no reason to grow it where the system pages.
Limits: the minimum is that of the window. Where only averages are known, or nothing, a change says so.
"""

from __future__ import annotations

from .answer import Answers, answers
from .totals import totals

__all__ = ["Answers", "answers", "totals"]
