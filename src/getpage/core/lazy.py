"""Names that a package offers and other modules define: imported when they are used, not before."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # that of `typing` takes longer than all else before the command line is loaded
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def at_first_use(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names stand in other modules, or are modules of it."""

    def get(name: str) -> object:
        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        home = import_module(homes[name])
        return home if home.__name__ == f"{package}.{name}" else getattr(home, name)

    return get


def value_at(package: str, place: str) -> Callable[[], Any]:
    """Gives a value of a module of a package, `module.NAME`; the module is imported when it is called."""
    module, _, name = place.rpartition(".")
    return lambda: getattr(import_module(f"{package}.{module}"), name)


def function_at(package: str, place: str) -> Callable[..., Any]:
    """A function of a module of a package, `module.name`; the module is imported when it is called."""
    function = value_at(package, place)
    return lambda *arguments: function()(*arguments)
