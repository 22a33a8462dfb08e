"""MQSC for one buffer pool: what to enter, what to put into CSQINP1, and how it is taken back.

Reference: IBM MQ documentation, ALTER BUFFPOOL and DEFINE BUFFPOOL. No command prefix: sites differ in it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The attributes of a pool; None leaves an attribute as it is."""

    buffers: int
    location: str | None = None
    page_class: str | None = None


def alter(pool: int, setting: Setting) -> str:
    """The command that changes the pool now."""
    return f"ALTER {_pool(pool, setting)}"


def define(pool: int, setting: Setting, *, replace: bool) -> str:
    """The statement of CSQINP1 that makes it last; REPLACE exists since V8."""
    return f"DEFINE {_pool(pool, setting)}{' REPLACE' if replace else ''}"


def _pool(pool: int, setting: Setting) -> str:
    text = f"BUFFPOOL({pool}) BUFFERS({setting.buffers})"
    if setting.location:
        text += f" LOCATION({setting.location})"
    if setting.page_class:
        text += f" PAGECLAS({setting.page_class})"
    return text
