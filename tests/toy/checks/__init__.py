"""The rules of the toy."""

from __future__ import annotations

from typing import Any

from . import area_small

RULES: tuple[Any, ...] = (area_small,)
