"""A command that takes a request: its arguments and options are the fields of the request."""

from __future__ import annotations

from dataclasses import MISSING
from inspect import Parameter as Given
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

from cyclopts import Group, Parameter

from getpage.app.evidence import EVIDENCE
from getpage.core.errors import GetpageError
from getpage.core.option import options_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import Field

    from getpage.core.option import Option

Code = TypeVar("Code")


def takes(request: type, *headings: str) -> Callable[[Callable[..., Code]], Callable[..., Code]]:
    """Make a function of a request, and of options that only the command line has, a command.

    `headings` are those of the request's options, in their order.
    """
    asked, types = options_of(request), get_type_hints(request)
    groups = {name: Group(name, sort_key=place) for place, name in enumerate(headings, 1)}
    groups[EVIDENCE] = Group(EVIDENCE, sort_key=len(headings) + 1)  # which evidence comes last

    def decorate(run: Callable[..., Code]) -> Callable[..., Code]:
        _, *own = signature(run).parameters.values()
        hints = get_type_hints(run, include_extras=True)
        fields = [_given(one, told, types[one.name], groups.get(told.group)) for one, told in asked.values()]
        beside = [one.replace(annotation=hints[one.name]) for one in own]
        form = Signature(sorted([*fields, *beside], key=lambda one: one.kind))

        def command(*arguments: Any, **options: Any) -> Code:
            given = form.bind(*arguments, **options).arguments
            others = {name: given.pop(name) for name in tuple(given) if name not in asked}
            values = {name: _read(asked[name][1], value) for name, value in given.items()}
            return run(request(**values), **others)

        command.__name__, command.__doc__ = run.__name__, run.__doc__
        command.__signature__ = form  # type: ignore[attr-defined]
        command.__annotations__ = {name: one.annotation for name, one in form.parameters.items()}
        return command

    return decorate


def _given(field: Field[Any], told: Option, type_: Any, group: Group | None) -> Given:
    """A field as a parameter."""
    needed = field.default is MISSING
    if told.written is not None:
        type_ = told.written | None if not needed and field.default is None else told.written
    said: dict[str, Any] = {"help": told.help, "negative": None if field.default is True else ""}
    if told.name or told.letter:
        name = f"--{told.name or field.name}"
        said["name"] = (name, f"-{told.letter}") if told.letter else name
    if group:
        said["group"] = group
    if told.signed:
        said["allow_leading_hyphen"] = True
    if told.written == list[str] or (told.positional and told.written is str):  # paths: - is standard input
        said |= {"allow_leading_hyphen": True, "validator": _no_options}
    return Given(
        field.name,
        Given.POSITIONAL_ONLY if told.positional else Given.KEYWORD_ONLY,
        default=Given.empty if needed else field.default,
        annotation=Annotated[type_, Parameter(**said)],
    )


def _no_options(_: object, paths: list[str] | str | None) -> None:
    """A mistyped option is not a file."""
    for path in [paths] if isinstance(paths, str) else paths or ():
        if path.startswith("-") and path != "-" and not Path(path).exists():
            message = f"unknown option {path}; --help lists them (for a file of that name, write ./{path})"
            raise GetpageError(message)


def _read(told: Option, value: Any) -> Any:
    return value if told.read is None or value is None else told.read(value)
