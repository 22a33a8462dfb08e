"""What a person reads first: three things to act on, what was checked, and a few numbers over the site."""

from __future__ import annotations

from .first import first_things
from .totals import totals
from .verdict import verdict

__all__ = ["first_things", "totals", "verdict"]
