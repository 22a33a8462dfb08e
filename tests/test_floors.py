"""Imports go downward only, by the floors of the project's shape, and nowhere in a circle."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from sources import PACKAGE, imports, modules

#: Bottom up. A package imports from its own floor and from floors below it; what is listed together knows
#: nothing of each other.
FLOORS = (
    {"_native"},
    {"core"},
    {"result"},
    {"contract"},
    {"products.common"},
    {
        *("products.mq", "products.db2", "products.cics", "products.java", "products.sort", "products.ims"),
        *("products.tcpip", "products.linux", "products.dumps", "products.zos"),
    },
    {"products.registry"},
    {"evidence"},
    {"layouts", "runs", "scale"},
    {"ledger"},
    {"curve", "answers", "days"},
    {"forecast", "trend"},
    {"plan", "prove", "collect"},
    {"report", "export"},
    {"app"},
    {"demo", "serve"},
    {"cli"},
    {"docs", "__main__"},
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}


def floor_of(name: str) -> str:
    """Which floor a module is on: the longest listed name that it begins with."""
    parts = name.split(".")
    return next((".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in LEVEL), name)


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """A circle of each part of a graph in which there are some; each module is in one of them at most."""
    left, collected = dict(graph), []
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle = error.args[1][1:]
            collected.append(circle)
            left = {name: others - {*circle} for name, others in left.items() if name not in circle}
        else:
            return collected


def test_every_package_has_its_floor():
    unplaced = {floor_of(name) for name in modules()} - LEVEL.keys()
    assert unplaced <= {"", "products"}, "say in FLOORS where it stands"


def test_modules_import_from_their_own_floor_and_those_below():
    upward = [
        f"{name} imports {other}"
        for name in modules()
        if (mine := floor_of(name)) in LEVEL
        for other in sorted(imports(name) - {"", "_native"})
        if floor_of(other) != mine and LEVEL.get(floor_of(other), 99) >= LEVEL[mine]
    ]
    assert not upward


def test_no_modules_import_each_other_in_a_circle_neither_in_functions_nor_for_types():
    graph = {name: {*imports(name)} & modules().keys() - {""} for name in modules() if name}
    assert not [" -> ".join(circle) for circle in circles(graph)]


def test_imports_at_the_top_in_functions_and_for_types_are_found():
    assert {"core.errors", "evidence.texts", "evidence.input_files"} <= imports("evidence.sources")
    assert "products.registry" in imports("evidence.load")


def test_circles_are_found_one_by_one():
    graph = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"c"}, "f": {"a"}}
    assert sorted(sorted(circle) for circle in circles(graph)) == [["a", "b"], ["c", "d", "e"]]


def test_what_is_only_a_package_of_products_is_listed_once():
    there = {path.parent.name for path in (PACKAGE / "products").glob("*/__init__.py")} - {"common"}
    listed = {name.removeprefix("products.") for names in FLOORS for name in names}
    assert there <= listed
