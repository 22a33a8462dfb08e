"""A product: what uses memory and has a folder of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.checks import Check
    from getpage.contract.evidence import Evidence, Need
    from getpage.contract.observation import Observation
    from getpage.contract.printed import Printed
    from getpage.contract.xml import XmlReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """One product: its name, its rules, and how it looks at evidence."""

    name: str
    title: str
    tables: tuple[str, ...]
    checks: tuple[Check, ...]
    analyse: Callable[[Evidence], Observation]
    needs: tuple[Need, ...]
    #: Messages and reports of it that a site has printed.
    printed: Printed
    #: Reports of it in XML.
    xml: tuple[XmlReader, ...]
