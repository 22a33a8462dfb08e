"""The address of a view: all that was asked, so that a view can be mailed, kept and opened again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from getpage.core.amounts import local_time
from getpage.core.errors import GetpageError

if TYPE_CHECKING:
    from datetime import datetime

#: Storage that is taken from systems, moved between them or bought, as options of a plan have it.
STORAGE: Final = ("take", "move", "buy")
#: What is tried: sizes, and storage.
TRIED: Final = ("hold", *STORAGE)
#: What goes with every link: the window, whose evidence it is, and what is tried.
KEPT: Final = ("from", "to", "system", *TRIED)
#: Characters of a value: more than any name or query that a person types.
_LONGEST: Final = 20_000


@dataclass(frozen=True, slots=True)
class Address:
    """The path of a view and what it asks, in the order in which it was written."""

    path: str
    query: tuple[tuple[str, str], ...] = ()

    def text(self, name: str) -> str:
        """A value; empty where it is not given. GetpageError for one longer than anybody types."""
        value = next((value for key, value in self.query if key == name), "")
        if len(value) > _LONGEST:
            message = f"{name}: longer than {_LONGEST:,} characters"
            raise GetpageError(message, "getpage serve --help")
        return value

    def every(self, name: str) -> tuple[str, ...]:
        """All values of a name that are not empty."""
        return tuple(value for key, value in self.query if key == name and value)

    def moment(self, name: str) -> datetime | None:
        """A local time; None where it is not given. GetpageError for what is none."""
        text = self.text(name)
        return local_time(text) if text else None

    @property
    def tried(self) -> tuple[str, ...]:
        """All that is tried, in words."""
        storage = (f"{name} {value}" for name in STORAGE for value in self.every(name))
        return (*self.every("hold"), *storage)

    def link(self, path: str, /, **others: str | Sequence[str] | None) -> str:
        """The address of another view of the same window and sizes; None takes a value out."""
        values: dict[str, Iterable[str]] = {name: self.every(name) for name in KEPT}
        for name, value in others.items():
            key = name.rstrip("_")
            values[key] = () if value is None else (value,) if isinstance(value, str) else value
        words = urlencode([(key, value) for key, each in values.items() for value in each])
        return f"{path}?{words}" if words else path

    def without(self, *names: str) -> str:
        """The address of the same view without some of what is asked."""
        words = urlencode([(name, value) for name, value in self.query if name not in names])
        return f"{self.path}?{words}" if words else self.path

    def twin(self, path: str, form: str) -> str:
        """The address of a view's twin, with all that was asked."""
        words = urlencode(self.query)
        return f"{path}.{form}?{words}" if words else f"{path}.{form}"

    @property
    def options(self) -> list[tuple[str, str]]:
        """The window as options of a command."""
        return [(f"--{name}", value) for name in ("from", "to", "system") for value in self.every(name)]
