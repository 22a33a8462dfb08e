"""What records are called whose type and subtype do not say enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTypes:
    """SMF record types of a product that writes more kinds of records than layouts are published for.

    `subtype` is what it calls their subtypes, `release` puts the release that wrote one into words, and
    `no_layout` says how to come by a layout. `notes` are what is to be said of a file of a manifest that
    has its records in another form than SMF.
    """

    types: tuple[int, ...]
    subtype: str
    release: Callable[[str], str]
    no_layout: str
    notes: Callable[[Mapping[str, Any]], tuple[str, ...]]
