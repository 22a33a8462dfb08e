"""The name of the program, as results carry it."""

from typing import Final

from getpage import _native

TOOL: Final = f"getpage {_native.VERSION}"
