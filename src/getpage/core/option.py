"""Options: what a verb can be asked, each declared once, as a field of a frozen dataclass.

A field says what it means and in which unit, what it is called where a user writes it, and how what was
written is read. The command line has its options from that, the Python API its keywords (`by_keyword`), the
web its forms; none of them declares one again.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, fields
from inspect import Parameter, get_annotations, signature
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from getpage.core.text import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


_KEY = "option"
#: More than any machine has processors for; each thread costs memory before it does any work.
MOST_THREADS: Final = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Description of a request's field.

    `name` is what a user calls it where that is not the field's own name (busy for busy_percent), `group` a
    heading over options of a kind. `written` is the type of what a user writes where it is not the field's
    own, and `read` makes the field's value of it. What is `positional` has no name on the command line; what
    is `signed` may begin with a minus, `letter` is short for the name, and `also` another name.
    """

    help: str
    name: str = ""
    group: str = ""
    written: Any = None
    read: Callable[[Any], Any] | None = None
    positional: bool = False
    signed: bool = False
    letter: str = ""
    also: str = ""


def option(help: str, **details: Any) -> Mapping[str, Option]:
    """The metadata of a field that a user can give; see `Option`."""
    return {_KEY: Option(help=help, **details)}


def options_of(request: type) -> dict[str, tuple[Field[Any], Option]]:
    """The fields of a request that a user can give, by name: its own first, then those of what it is made of,
    each in the order in which they are declared.
    """
    known = {field.name: field for field in fields(request)}
    order = dict.fromkeys(name for part in request.__mro__ for name in get_annotations(part))
    own = (known[name] for name in order if name in known)
    return {field.name: (field, field.metadata[_KEY]) for field in own if _KEY in field.metadata}


def threads_problem(threads: int | None) -> str:
    """Why a number of threads is not accepted; empty if it is."""
    if threads is None or 1 <= threads <= MOST_THREADS:
        return ""
    return f"--threads {shorten(str(threads), 20)}: expected 1 to {MOST_THREADS}"


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


P = ParamSpec("P")
Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


def by_keyword(request: Callable[P, Asked], answer: Callable[[Asked], Answered]) -> Callable[P, Answered]:
    """A use case as a function of the fields of its request, documented by their help texts. What is given as
    text is read as on the command line; a store that is open is its path or URL.
    """
    form = signature(request)
    read = {name: option.read for name, (_, option) in options_of(request).items() if option.read}  # type: ignore[arg-type]

    def verb(*arguments: P.args, **named: P.kwargs) -> Answered:
        bound = form.bind(*arguments, **named)
        for name, value in bound.arguments.items():
            if isinstance(value, PathLike) and not isinstance(value, Path):
                bound.arguments[name] = fspath(value)
            elif isinstance(value, str) and name in read:
                bound.arguments[name] = read[name](value)
        return answer(request(*bound.args, **bound.kwargs))

    helps = {name: option.help for name, (_, option) in options_of(request).items()}  # type: ignore[arg-type]
    described = [f"    {name}: {helps[name]}" for name in form.parameters if name in helps]
    paragraphs = [text for text in (answer.__doc__, request.__doc__) if text]
    verb.__doc__ = "\n\n".join([*paragraphs, "\n".join(["Options:", *described])])
    verb.__name__ = verb.__qualname__ = answer.__name__
    verb.__signature__ = form.replace(return_annotation=Parameter.empty)  # type: ignore[attr-defined]
    return verb
