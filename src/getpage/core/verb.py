"""A use case as a function: what Python calls where the command line has a verb."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from getpage.core.option import options_of

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


def by_keyword(request: Callable[P, Asked], answer: Callable[[Asked], Answered]) -> Callable[P, Answered]:
    """A use case as a function of the fields of its request, documented by their help texts."""

    def verb(*arguments: P.args, **named: P.kwargs) -> Answered:
        return answer(request(*arguments, **named))

    form = signature(request)
    helps = {name: option.help for name, (_, option) in options_of(request).items()}  # type: ignore[arg-type]
    described = [f"    {name}: {helps[name]}" for name in form.parameters if name in helps]
    paragraphs = [text for text in (answer.__doc__, request.__doc__) if text]
    verb.__doc__ = "\n\n".join([*paragraphs, "\n".join(["Options:", *described])])
    verb.__name__ = verb.__qualname__ = answer.__name__
    verb.__signature__ = form.replace(return_annotation=Parameter.empty)  # type: ignore[attr-defined]
    return verb
