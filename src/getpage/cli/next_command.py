"""What to enter after an error: the user's own command, with what was wrong in it replaced."""

from __future__ import annotations

import re
import shlex
from enum import Enum
from typing import TYPE_CHECKING, get_args

from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from getpage.core.errors import MANUAL, GetpageError, Instead, UnknownNameError, Without
from getpage.core.text import QUOTED, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cyclopts import App, CycloptsError
    from cyclopts.argument import Argument


def next_step(error: GetpageError, words: Sequence[str]) -> str:
    """The next step of an error; where it is options with values or another spelling of a word, the command
    with them.
    """
    match error.correction:
        case Instead(word=wrong, right=right):
            return _command(_with_word(words, wrong, right))
        case Without(options=options, flags=flags):
            return _command(
                _with_options(words, (), dict.fromkeys(options, True) | dict.fromkeys(flags, False))
            )
    step = error.next_step
    if step == MANUAL:
        return _command([*words[:1], "--help"])
    return _command(_with_options(words, shlex.split(step))) if step.startswith("-") else step


def _with_word(words: Sequence[str], wrong: str, right: str) -> list[str]:
    """The words with one of them replaced, or that part of them; with what asks for help where it is none."""
    if wrong in words:
        return [right if word == wrong else word for word in words]
    part = re.compile(rf"(?<![\w.]){re.escape(wrong)}(?![\w.])")
    replaced = [part.sub(lambda _: right, word) for word in words]
    return [*words[:1], "--help"] if replaced == list(words) else replaced


def _with_options(
    words: Sequence[str], wanted: Sequence[str], left_out: Mapping[str, bool] | None = None
) -> Iterator[str]:
    """The words with options of these names replaced or left out, each with whether a value follows it."""
    followed = {name: value[:1] != "-" for name, value in zip(wanted, [*wanted[1:], "-"], strict=False)}
    takes_value = {name: value for name, value in followed.items() if name[:1] == "-"} | dict(left_out or {})
    skip = False
    for word in words:
        if word.partition("=")[0] in takes_value:
            skip = takes_value.get(word, False)
        elif skip:
            skip = False
        else:
            yield word
    yield from wanted


def _command(words: Sequence[str] | Iterator[str]) -> str:
    return f"getpage {shlex.join(words)}"


def usage_error(error: CycloptsError, words: Sequence[str], app: App) -> GetpageError:
    """A wrong command line as an error of this program."""
    verb = [*words[:1]] if words and words[0] in app else []
    manual = _command([*verb, "--help"])
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        token = error.unused_tokens[0]
        verbs = [name for name in error.app or app if name[:1] != "-"]
        return UnknownNameError(f"there is no verb {shorten(token, QUOTED)}", token, verbs, manual)
    if isinstance(error, UnknownOptionError):
        token = error.token.keyword or error.token.value
        names = [name for argument in error.argument_collection for name in argument.names]
        return UnknownNameError(f"there is no option {shorten(token, QUOTED)}", token, names, manual)
    if isinstance(error, CoercionError) and error.token and error.argument:
        value, choices = error.token.value, list(_choices(error.argument.hint))
        problem = f"{error.argument.name} {shorten(value, QUOTED)}: not understood"
        if choices:
            return UnknownNameError(problem, value, choices, Instead(value, choices[0]))
        return GetpageError(problem, _with_example(app, words, error.argument))
    if isinstance(error, MissingArgumentError) and error.argument:
        name = {"PATHS": "FILES"}.get(error.argument.name, error.argument.name)
        step = _with_example(app, words, error.argument) if name[:1] == "-" else _command([*words, name])
        return GetpageError(f"{name} is missing", step)
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return GetpageError(f"{' '.join(verb)} takes no {shorten(error.unused_tokens[0], QUOTED)}", manual)
    message = str(error)
    for word in words:  # of several words too
        message = message.replace(word, shorten(word, QUOTED)) if len(word) > QUOTED else message
    return GetpageError(" ".join(message.split()), manual)


def _with_example(app: App, words: Sequence[str], argument: Argument) -> str:
    """The user's command with this option as the first example of its verb's help has it, with all options of
    that example where it is required; with its default where no example has it, and help where it has none.
    """
    verb, names = words[0], argument.names
    for line in (app[verb].default_command.__doc__ or "").splitlines():
        example = shlex.split(line) if line.strip().startswith(f"getpage {verb} ") else []
        if not set(example).isdisjoint(names):
            first = next(place for place, word in enumerate(example) if word in names)
            until = next((place for place, word in enumerate(example) if word in {">", ">>", "|"}), None)
            wanted = example[first:until] if argument.required else example[first : first + 2]
            return _command(_with_options(words, wanted))
    default = argument.field_info.default
    if isinstance(default, int | float) and not isinstance(default, bool):
        return _command(_with_options(words, (argument.name, f"{default:g}")))
    return _command([verb, "--help"])


def _choices(hint: object) -> Iterator[str]:
    """The values of a literal type or an enumeration, also within a union."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        yield from (str(member.value) for member in hint)
    for each in get_args(hint):
        if isinstance(each, str):
            yield each
        else:
            yield from _choices(each)
