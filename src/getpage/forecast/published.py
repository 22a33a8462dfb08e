"""Published ranges of the price of a read, where the site's own intervals do not show it.

A product states its own (`Product.read_price`). REDP-5238, 2.3.1: a page from the cache
of the storage controller takes 600 µs, from disk 7 ms; a page from a group buffer pool 3.6 µs, from the local
pool 1 µs.
"""

from __future__ import annotations

from getpage.contract.price import SYNCHRONOUS_READ, Machine, Range
from getpage.core.errors import NotEnoughEvidenceError
from getpage.products import registry

__all__ = ["WAIT_PER_GROUP_READ_S", "WAIT_PER_READ", "Machine", "Range", "cpu_per_read", "cpu_per_read_of"]

WAIT_PER_READ = Range(600e-6, 7e-3, "s", "REDP-5238, 2.3.1: 600 µs from the storage cache, 7 ms from disk")
WAIT_PER_GROUP_READ_S = 3.6e-6


def cpu_per_read(machine: Machine | None) -> Range:
    """The published range of CPU seconds per read where the product is not known: a table of runs."""
    return SYNCHRONOUS_READ.on(machine)


def cpu_per_read_of(product: str, machine: Machine | None) -> Range:
    """The published range of CPU seconds per read of a product. NotEnoughEvidenceError where it has none."""
    stated = registry.named(product)
    if stated.read_price is None:
        message = f"not enough evidence: no price of a read by {stated.called} was ever published"
        raise NotEnoughEvidenceError(message)
    return stated.read_price.on(machine)
