"""Printed logs of garbage collection: HotSpot's, as lines. Those of J9 and OpenJ9 are XML (`..xml`)."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import print_gc, unified

PRINTED = Printed(messages=(), reports=(unified, print_gc))

__all__ = ["PRINTED"]
