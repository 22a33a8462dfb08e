"""What a person reads first: three things to act on, what was checked, and a few numbers over the site."""

from __future__ import annotations

from getpage.answers.first import verdict

from .first import first_things
from .totals import totals

__all__ = ["first_things", "totals", "verdict"]
