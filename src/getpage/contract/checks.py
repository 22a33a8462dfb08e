"""Rules as modules: what a module of a product's `checks` offers, and how rules are found.

Every module of the folder `checks` is a rule, in the order of the file names; a module whose name begins with
an underscore is shared by rules. Adding a check is adding one file.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast

from getpage.core.source import folder_of, head_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from getpage.contract.measures import Aggregate
    from getpage.result import Finding, Kind, Looked

#: What a module has to state to be a rule.
_REQUIRED: Final = ("ID", "TITLE", "LOOKS_AT", "NO_COMMAND", "FINDS", "find")
#: What it may leave out, and what holds then.
_OPTIONAL: Final[Mapping[str, object]] = {"SHOWS": "", "OFFERS": False, "MEASURES": ()}

S = TypeVar("S")
Subsystem = TypeVar("Subsystem", contravariant=True)


@dataclass(frozen=True, slots=True)
class Scope(Generic[Subsystem]):
    """What rules look at: `what` in the singular ("buffer pool"), how many of it a subsystem has enough
    evidence of, and its plural where that is not `what` and an s. Rules that look at the same thing share one
    scope.
    """

    what: str
    count: Callable[[Subsystem], int]
    plural: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule as people see it. Its module's docstring is what `getpage explain` prints and the docs show.

    The docstring has these headings: What it does, Why it matters, Evidence, What to do, How to verify,
    References.
    """

    id: str
    title: str
    product: str
    explanation: str


class Rule(Protocol[Subsystem]):
    """A module with an identifier, a title, a docstring that `getpage explain` prints, and `find`.

    It may leave out `SHOWS`, `OFFERS` and `MEASURES`.
    """

    @property
    def ID(self) -> str:
        """Identifier, as findings carry it."""

    @property
    def TITLE(self) -> str:
        """A few words."""

    @property
    def LOOKS_AT(self) -> Scope[Subsystem]:
        """What it looks at."""

    @property
    def NO_COMMAND(self) -> str:
        """Why no command answers a finding that is critical or a warning, where none does; empty where the
        sizes that were decided give the reason.
        """

    @property
    def FINDS(self) -> tuple[Kind, ...]:
        """Of which kinds its findings are."""

    @property
    def SHOWS(self) -> str:
        """What its findings with `in_brief` are symptoms of (`Shows.what`), where they show a shortage that
        other rules show too; empty where they stand for themselves.
        """

    @property
    def OFFERS(self) -> bool:
        """Whether its findings hold only where real storage is free at its minimum (`contract/offers.py`)."""

    @property
    def MEASURES(self) -> tuple[Aggregate[Any], ...]:
        """Aggregates that the rule alone asks of the rows of its scope."""

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """What `getpage explain` prints."""

    def find(self, subsystem: Subsystem, /) -> Iterator[Finding]:
        """The findings on one subsystem."""


def rules_in(package: str) -> tuple[Rule[Any], ...]:
    """The rules of a package `checks`, imported, in the order of their file names."""
    return tuple(_rule(f"{package}.{path.stem}") for path in _files(folder_of(package)))


def _rule(name: str) -> Rule[Any]:
    module = import_module(name)
    missing = [required for required in _REQUIRED if not hasattr(module, required)]
    if missing:
        message = f"{name} is in a folder of checks, and has no {', '.join(missing)}"
        raise TypeError(message)
    vars(module).update({**_OPTIONAL, **vars(module)})
    return cast("Rule[Any]", module)


def measures_of(rules: Iterable[Rule[Any]], *scopes: Scope[Any]) -> tuple[Aggregate[Any], ...]:
    """The aggregates that single rules ask of the rows of these scopes."""
    measures = (measure for rule in rules if rule.LOOKS_AT in scopes for measure in rule.MEASURES)
    return tuple(dict.fromkeys(measures))


def checked(product: str, rules: Sequence[Rule[S]], subsystems: Iterable[S]) -> Iterator[Looked]:
    """What the rules of a product looked at in all subsystems; scopes without evidence are left out.

    Nothing is reported as healthy that no rule has seen.
    """
    from getpage.result import Kind, Looked  # explanations are made without the model

    subsystems = tuple(subsystems)
    by_scope: dict[Scope[S], list[Rule[S]]] = {}
    for rule in rules:
        if rule.OFFERS:
            continue
        by_scope.setdefault(rule.LOOKS_AT, []).append(rule)
    for scope, of_scope in by_scope.items():
        objects = sum(map(scope.count, subsystems))
        if objects:
            kinds = {kind for rule in of_scope for kind in rule.FINDS}
            finds = tuple(kind for kind in Kind if kind in kinds)
            yield Looked(
                product=product,
                rules=len(of_scope),
                objects=objects,
                what=scope.what,
                finds=finds,
                plural=scope.plural,
            )


def checks_of(package: str) -> tuple[Check, ...]:
    """The checks of a product's package, in the order of their file names; nothing is imported."""
    product = package.rpartition(".")[2]
    return tuple(_check(head_of(path), product) for path in _files(folder_of(package) / "checks"))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py") if not path.stem.startswith("_"))


def _check(module: ast.Module, product: str) -> Check:
    constants = {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return Check(
        id=str(constants["ID"]),
        title=str(constants["TITLE"]),
        product=product,
        explanation=ast.get_docstring(module) or "",
    )
