"""Commands for MQ: one change for each pool at most, with undo, verification and what speaks for it."""

from __future__ import annotations

from .reconcile import reconcile

__all__ = ["reconcile"]
