"""A command that takes a request: its arguments and options are the fields of the request."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

from cyclopts import Group, Parameter

from getpage.app.evidence import EVIDENCE
from getpage.core.errors import UnknownNameError
from getpage.core.option import Option, options_of

Code = TypeVar("Code")


def request_command(request: type, *headings: str) -> Callable[[Callable[..., Code]], Callable[..., Code]]:
    """Make a function of a request, and of options that only the command line has, a command.

    `headings` are those of the request's options, in their order.
    """
    options, types = options_of(request), get_type_hints(request)
    groups = {name: Group(name, sort_key=place) for place, name in enumerate(headings, 1)}
    groups[EVIDENCE] = Group(EVIDENCE, sort_key=len(headings) + 1)  # which evidence comes last

    def decorate(run: Callable[..., Code]) -> Callable[..., Code]:
        _, *own = inspect.signature(run).parameters.values()
        hints = get_type_hints(run, include_extras=True)
        known = [f"--{option.name or field.name}".replace("_", "-") for field, option in options.values()]
        known += [f"--{name}".replace("_", "-") for name in hints]
        fields = [
            _parameter(field, option, types[field.name], groups.get(option.group), known)
            for field, option in options.values()
        ]
        beside = [parameter.replace(annotation=hints[parameter.name]) for parameter in own]
        form = inspect.Signature(sorted([*fields, *beside], key=lambda parameter: parameter.kind))

        def command(*positional: Any, **named: Any) -> Code:
            arguments = form.bind(*positional, **named).arguments
            others = {name: arguments.pop(name) for name in tuple(arguments) if name not in options}
            values = {name: _read(options[name][1], value) for name, value in arguments.items()}
            return run(request(**values), **others)

        command.__name__, command.__doc__ = run.__name__, run.__doc__
        command.__signature__ = form  # type: ignore[attr-defined]
        command.__annotations__ = {name: parameter.annotation for name, parameter in form.parameters.items()}
        return command

    return decorate


def _parameter(
    field: Field[Any], option: Option, type_: Any, group: Group | None, known: Sequence[str]
) -> inspect.Parameter:
    """A field as a parameter of the command."""
    needed = field.default is MISSING
    if option.written is not None:
        type_ = option.written | None if not needed and field.default is None else option.written
    keywords: dict[str, Any] = {"help": option.help, "negative": None if field.default is True else ""}
    if option.name or option.letter or option.also:
        others = (f"--{option.also}", f"-{option.letter}")
        keywords["name"] = (f"--{option.name or field.name}", *(name for name in others if name.strip("-")))
    if group:
        keywords["group"] = group
    if option.signed:
        keywords["allow_leading_hyphen"] = True
    if option.written == list[str] or (option.positional and option.written is str):  # - is standard input
        keywords |= {"allow_leading_hyphen": True, "validator": _no_options(known)}
    return inspect.Parameter(
        field.name,
        inspect.Parameter.POSITIONAL_ONLY if option.positional else inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if needed else field.default,
        annotation=Annotated[type_, Parameter(**keywords)],
    )


def _no_options(known: Sequence[str]) -> Callable[[object, list[str] | str | None], None]:
    """A check that a mistyped option, which is near one of the `known`, is not taken for a file."""

    def validate(_: object, paths: list[str] | str | None) -> None:
        for path in [paths] if isinstance(paths, str) else paths or ():
            if path.startswith("-") and path != "-" and not Path(path).exists():
                message = f"there is no option {path} (for a file of that name, write ./{path})"
                raise UnknownNameError(message, path, known)

    return validate


def _read(option: Option, value: Any) -> Any:
    return value if option.read is None or value is None else option.read(value)
