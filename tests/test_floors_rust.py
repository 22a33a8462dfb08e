"""Imports between the modules of a crate go downward only: what a module stands on does not stand on it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

CRATES = Path(__file__).parent.parent / "crates"

#: What a path in a `use`, a type or a call begins with: the crate, or modules above this one.
_PATH = re.compile(r"(?<![\w:])(crate|super(?:\s*::\s*super)*)\s*::\s*(?=[\w{])")
_COMMENT = re.compile(r"//[^\n]*")
_INLINE = re.compile(r"^(\s*)(?:pub(?:\([^)]*\))? )?mod \w+ \{$")


def imports(source):
    """For each top-level module of a crate, the others that it names, with the file that does; the crate's
    root is the module ''.
    """
    places = _places(source)
    known = {place[0] for place in places}
    by_name = {module: {} for module in known}
    for place, file in places.items():
        for path, _ in _paths(file.read_text(), place):
            other = path[0] if path[0] in known else ""
            if other != place[0]:
                by_name[place[0]].setdefault(other, f"{file.relative_to(source)}: {path[0]}")
    return by_name


def file_imports(source):
    """For each file of a crate, the other files that its code names, tests in it left out.

    What a folder's `mod.rs` passes on is that file's.
    """
    places = _places(source)
    by_name = {"/".join(place): {} for place in places}
    for place, file in places.items():
        for path, inside in _paths(file.read_text(), place):
            known = [path[:n] for n in range(len(path), 0, -1) if path[:n] in places]
            if not inside and known and known[0] != place:
                by_name["/".join(place)].setdefault("/".join(known[0]), path[-1])
    return by_name


def _places(source):
    """The file of each module, by the modules that lead to it, as in `lru/bytes.rs` to lru, bytes.

    The root has none: it only says which modules there are, and what is seen of them outside.
    """
    places = {}
    for file in sorted(source.rglob("*.rs")):
        parts = file.relative_to(source).with_suffix("").parts
        if parts != ("lib",):
            places[parts[:-1] if parts[-1] == "mod" else parts] = file
    return places


def _paths(text, place):
    """What a file names by paths from the root of its crate, and in how many modules within the file."""
    text = _COMMENT.sub("", text)
    depths = _depths(text)
    for start in _PATH.finditer(text):
        inside = depths[text.count("\n", 0, start.start())]
        up = start[1].count("super") - inside
        if start[1] != "crate" and up <= 0:
            continue  # within its own file
        above = () if start[1] == "crate" else place[: len(place) - up]
        for path in _named(text, start.end()):
            yield (*above, *path), inside


def _depths(text):
    """In how many modules within the file each line stands (rustfmt has indented them)."""
    depths, ends = [], []
    for line in text.splitlines():
        if ends and line == f"{ends[-1]}}}":
            ends.pop()
        depths.append(len(ends))
        if match := _INLINE.match(line):
            ends.append(match[1])
    return [*depths, 0]


def _named(text, start):
    """The paths that begin at `start`: one, or each of a list in braces."""
    if name := re.compile(r"\s*(\w+)").match(text, start):
        below = _named(text, name.end() + 2) if text.startswith("::", name.end()) else []
        return [(name[1], *path) for path in below] or [(name[1],)]
    if not text.startswith("{", start):
        return []
    paths, level, begin = [], 1, start + 1
    for at in range(start + 1, len(text)):
        level += {"{": 1, "}": -1}.get(text[at], 0)
        if level == 0 or (level == 1 and text[at] == ","):
            paths += _named(text[begin:at].strip(), 0)
            begin = at + 1
        if level == 0:
            break
    return paths


def circle(found):
    """One way from a module back to itself, as a list of modules; empty where there is none."""
    done = set()

    def visit(module, path):
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return []
        for other in sorted(found.get(module, {})):
            if way := visit(other, [*path, module]):
                return way
        done.add(module)
        return []

    return next((way for module in sorted(found) if (way := visit(module, []))), [])


@pytest.mark.parametrize("crate", sorted(path.parent.name for path in CRATES.glob("*/Cargo.toml")))
def test_no_module_stands_on_one_that_stands_on_it(crate):
    actual = imports(CRATES / crate / "src")
    way = circle(actual)
    steps = [f"{item} -> {other} ({actual[item][other]})" for item, other in pairwise(way)]
    assert not way, f"a circle in crates/{crate}: {'; '.join(steps)}"


@pytest.mark.parametrize("crate", sorted(path.parent.name for path in CRATES.glob("*/Cargo.toml")))
def test_no_file_stands_on_one_that_stands_on_it(crate):
    actual = file_imports(CRATES / crate / "src")
    way = circle(actual)
    steps = [f"{item} -> {other} ({actual[item][other]})" for item, other in pairwise(way)]
    assert not way, f"a circle in crates/{crate}: {'; '.join(steps)}"


@pytest.mark.parametrize("crate", sorted(path.parent.name for path in CRATES.glob("*/Cargo.toml")))
def test_a_name_comes_from_the_module_that_has_it_and_not_from_the_root(crate):
    actual = imports(CRATES / crate / "src")
    from_root = [others[""] for others in actual.values() if "" in others]
    assert not from_root, f"crates/{crate}: {'; '.join(from_root)}"


def test_there_is_something_to_look_at():
    actual = imports(CRATES / "smf" / "src")
    assert {"frame", "gtf", "layout"} <= set(actual)
    assert "layout" in actual["frame"]


@pytest.fixture
def made(tmp_path):
    def make(**files):
        for name, text in files.items():
            path = tmp_path / f"{name.replace('__', '/')}.rs"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return tmp_path

    return make


def test_a_circle_through_a_list_in_braces_is_found(made):
    actual = imports(
        made(
            lib="mod a; mod b; mod c;",
            a="use crate::{\n    c,\n    b::{One, Two},\n};\n",
            b="fn two() { crate::c::three() }\n",
            c="use super::a;\n",
        )
    )
    assert circle(actual) == ["a", "b", "c", "a"]


def test_modules_of_one_folder_are_one_and_comments_are_none(made):
    actual = imports(
        made(
            a__mod="mod one;\nmod two;\n",
            a__one="use super::two::Two;\n// use crate::b;\n",
            a__two="use super::one::One;\n//! [`crate::b`]\nmod tests {\n    use super::super::one;\n}\n",
            b="use crate::a;\n",
        )
    )
    assert actual == {"a": {}, "b": {"a": "b.rs: a"}}
    assert circle(actual) == []


def test_super_leads_out_of_a_folder_and_out_of_a_module_in_a_file(made):
    actual = imports(
        made(
            a__mod="mod one;\n",
            a__one="mod tests {\n    use super::super::super::b;\n}\nuse super::super::c;\n",
            b="",
            c="mod tests {\n    use super::Own;\n}\n",
        )
    )
    assert set(actual["a"]) == {"b", "c"}
    assert actual["c"] == {}


def test_a_name_of_the_root_is_found(made):
    assert imports(made(a="use crate::Thing;\n"))["a"] == {"": "a.rs: Thing"}


def test_a_circle_of_two_files_in_one_folder_is_found(made):
    source = made(
        a__mod="mod one;\nmod two;\npub struct Own;\n",
        a__one="use super::{Own, two::{Two, More}};\n",
        a__two="use super::super::a::one;\nmod tests {\n    use crate::b;\n}\n",
        b="",
    )
    assert file_imports(source) == {
        "a": {},
        "b": {},
        "a/one": {"a": "Own", "a/two": "Two"},
        "a/two": {"a/one": "one"},
    }
    assert circle(file_imports(source)) == ["a/one", "a/two", "a/one"]
