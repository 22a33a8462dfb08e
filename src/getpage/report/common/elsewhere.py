"""What a terminal leaves to the forms that are kept, and which these are."""

from __future__ import annotations

from typing import Final

from getpage.report.common.blocks import Words

#: Where all of a result stands.
KEPT: Final = "--format md, csv or json"


def elsewhere(what: str, *, page: bool = False) -> Words:
    """That `what` stands in other forms, of which one is a `page` where there is one."""
    return Words([f"{what}: {KEPT}{', or a page (-o FILE.html)' if page else ''}."])
