"""The rules of SVC dumps, in the order in which a reader wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import fill_auxiliary, maxspace, no_data_set, partial, slow_capture, standstill

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.dumps.dumps import Dumps

RULES: Final[tuple[Rule[Dumps], ...]] = (partial, slow_capture, no_data_set, fill_auxiliary, standstill)
#: What is said only where others tell what a dump of theirs takes, see `contract/dump_space.py`.
NEEDED: Final[tuple[Rule[Dumps], ...]] = (maxspace,)
