"""The man page, from the same help as the command line: the language of man(7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cyclopts import App


def manual(app: App, *, version: str) -> str:
    """The page of a program with verbs: NAME, DESCRIPTION, a section for each verb with its options."""
    return "\n".join(_page(app, version)) + "\n"


def _page(app: App, version: str) -> Iterator[str]:
    name = app.name[0]
    summary, _, rest = str(app.help).partition("\n\n")
    yield f'.TH {name.upper()} 1 "" "{name} {version}"'
    yield from (".SH NAME", f"{name} \\- {_text(summary)}")
    yield from (".SH SYNOPSIS", f".B {name}", ".I VERB", "[ARGUMENTS] [OPTIONS]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(rest)
    for verb, command in _verbs(app):
        yield f'.SH "{name} {verb}"'
        yield from _paragraphs(str(command.help))
        yield from _options(command)


def _verbs(app: App, above: str = "") -> Iterator[tuple[str, App]]:
    """All verbs by what is written for them, those within others too."""
    for name in app:
        if name.startswith("-"):
            continue
        within = [sub for sub in app[name] if not sub.startswith("-")]
        if within:
            yield from _verbs(app[name], f"{above}{name} ")
        else:
            yield f"{above}{name}", app[name]


def _options(verb: App) -> Iterator[str]:
    """Arguments and options, each with what it means."""
    for argument in verb.assemble_argument_collection():
        if argument.show:
            names = ", ".join(argument.names)
            yield from (".TP", f".B {_text(names)}", _text(argument.parameter.help or ""))


def _paragraphs(words: str) -> Iterator[str]:
    """Paragraphs; what is indented is an example, and stays as it is."""
    for part in re.split(r"\n\s*\n", words.strip("\n")):
        lines = part.split("\n")
        if all(line.startswith("    ") for line in lines):
            yield from (".PP", ".nf", ".RS 4", *(_text(line[4:]) for line in lines), ".RE", ".fi")
        else:
            yield from (".PP", _text(" ".join(line.strip() for line in lines)))


def _text(words: str) -> str:
    """Words without a meaning to roff; markdown's marks of code are dropped."""
    plain = words.replace("`", "").replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in ".'" else plain
