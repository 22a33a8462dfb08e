"""The Java virtual machines of the sample site, on SYSC: what their verbose GC logs say of a working day."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from . import balanced, verbose
from .machines import MACHINES
from .truth import TRUTHS

#: What writes the log of each machine, by its name.
WRITERS: Final[Mapping[str, Callable[[Path], None]]] = {
    **{machine.name: partial(verbose.write, machine) for machine in MACHINES},
    balanced.NAME: balanced.write,
}

__all__ = ["MACHINES", "TRUTHS", "WRITERS"]
