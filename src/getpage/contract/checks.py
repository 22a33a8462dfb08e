"""Rules as modules: what a module of a product's `checks` offers, and the checks that such modules make."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from getpage.core.source import folder_of, head_of, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Finding, Kind

Subsystem = TypeVar("Subsystem", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule. Its module's docstring is what `getpage explain` prints and what the docs show.

    The docstring has these headings: What it does, Why it matters, Evidence, What to do, How to verify,
    References.
    """

    id: str
    title: str
    product: str
    explanation: str


class Rule(Protocol[Subsystem]):
    """A module with an identifier, a title, a docstring that `getpage explain` prints, and `find`."""

    @property
    def ID(self) -> str:
        """Identifier, as findings carry it."""

    @property
    def TITLE(self) -> str:
        """A few words."""

    @property
    def NO_COMMAND(self) -> str:
        """Why no command answers a finding that is critical or a warning, where none does; empty where the
        sizes that were decided say why.
        """

    @property
    def FINDS(self) -> tuple[Kind, ...]:
        """Of which kinds its findings are."""

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """What `getpage explain` prints."""

    def find(self, subsystem: Subsystem, /) -> Iterator[Finding]:
        """What the rule says of one subsystem."""


def checks_of(package: str) -> tuple[Check, ...]:
    """The checks of a product's package, in the order of its rules; nothing is imported.

    `checks/__init__.py` has its rules in tuples of modules, and each module is a rule.
    """
    folder = folder_of(package) / "checks"
    return tuple(
        _check(head_of(folder / f"{module}.py"), package.rpartition(".")[2])
        for module in _rules(source_of(folder / "__init__.py"))
    )


def _rules(module: ast.Module) -> Iterator[str]:
    """The names in the tuples of rules, in the order in which they stand."""
    for one in module.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.value, ast.Tuple):
            yield from (name.id for name in one.value.elts if isinstance(name, ast.Name))


def _check(module: ast.Module, product: str) -> Check:
    constants = {
        target.id: one.value.value
        for one in module.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    return Check(
        id=str(constants["ID"]),
        title=str(constants["TITLE"]),
        product=product,
        explanation=ast.get_docstring(module) or "",
    )
