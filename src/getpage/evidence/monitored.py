"""Records of monitoring that nothing decodes: which they are, and what would decode them.

Apart from `kinds`: a load asks for it, and needs no product.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

#: Why records of a class of monitoring are not decoded.
_WHY_NOT: Final = {
    "performance": "no dictionary describes them; load one of the same region with --dictionary"
}


def undecoded(file: Mapping[str, Any]) -> list[str]:
    """One sentence for each CICS region and monitoring class in a file that is not decoded."""
    return [_sentence(group) for group in _left_out(file)]


def without_dictionary(file: Mapping[str, Any]) -> list[str]:
    """One sentence for each region whose tasks no dictionary describes."""
    return [_sentence(group) for group in _left_out(file) if group["class"] in _WHY_NOT]


def _left_out(file: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (group for group in file.get("monitored", ()) if not group["decoded"])


def _sentence(group: Mapping[str, Any]) -> str:
    return (
        f"{group['records']:,} monitoring record{'' if group['records'] == 1 else 's'} of region "
        f"{group['region']}, class {group['class']}: {_WHY_NOT.get(group['class'], 'not decoded')}"
    )
