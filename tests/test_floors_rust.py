"""Imports between the modules of a crate go downward only: what a module stands on does not stand on it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

CRATES = Path(__file__).parent.parent / "crates"

#: What a path in a `use`, a type or a call begins with: the crate, or modules above this one.
_PATH = re.compile(r"(?<![\w:])(crate|super(?:\s*::\s*super)*)\s*::\s*(\{|\w+)")
_COMMENT = re.compile(r"//[^\n]*")
_INLINE = re.compile(r"^(\s*)(?:pub(?:\([^)]*\))? )?mod \w+ \{$")


def imports(source):
    """For each top-level module of a crate, the others that it names, with the file that does; the crate's
    root is the module ''.
    """
    files = sorted(source.rglob("*.rs"))
    known = {_place(source, file)[0] for file in files if _place(source, file)}
    found = {module: {} for module in known}
    for file in files:
        place = _place(source, file)
        if not place:  # the root only says which modules there are, and what is seen of them outside
            continue
        for name in _names(file.read_text(), len(place)):
            other = name if name in known else ""
            if other != place[0]:
                found[place[0]].setdefault(other, f"{file.relative_to(source)}: {name}")
    return found


def _place(source, file):
    """The modules that lead to a file, as in `lru/bytes.rs` to lru, bytes."""
    parts = [*file.relative_to(source).with_suffix("").parts]
    return [] if parts == ["lib"] else parts[:-1] if parts[-1] == "mod" else parts


def _names(text, depth):
    """What a file names directly below the root of its crate, standing `depth` modules below that."""
    text = _COMMENT.sub("", text)
    inside = _depths(text)
    for path in _PATH.finditer(text):
        start, name = path.groups()
        up = start.count("super")
        if up and up < depth + inside[text.count("\n", 0, path.start())]:
            continue  # within its own top-level module
        yield from _members(text, path.end()) if name == "{" else [name]


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


def _members(text, start):
    """The first names of a list in braces that begins at `start`."""
    level, member = 1, ""
    for at in range(start, len(text)):
        character = text[at]
        level += {"{": 1, "}": -1}.get(character, 0)
        if level == 0 or (level == 1 and character == ","):
            if name := re.match(r"\s*(\w+)", member):
                yield name[1]
            if level == 0:
                return
            member = ""
        else:
            member += character


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
    found = imports(CRATES / crate / "src")
    way = circle(found)
    steps = [f"{one} -> {other} ({found[one][other]})" for one, other in pairwise(way)]
    assert not way, f"a circle in crates/{crate}: {'; '.join(steps)}"


@pytest.mark.parametrize("crate", sorted(path.parent.name for path in CRATES.glob("*/Cargo.toml")))
def test_a_name_comes_from_the_module_that_has_it_and_not_from_the_root(crate):
    found = imports(CRATES / crate / "src")
    from_root = [others[""] for others in found.values() if "" in others]
    assert not from_root, f"crates/{crate}: {'; '.join(from_root)}"


def test_there_is_something_to_look_at():
    found = imports(CRATES / "smf" / "src")
    assert {"frame", "gtf", "layout"} <= set(found)
    assert "layout" in found["frame"]


@pytest.fixture
def made(tmp_path):
    def make(**files):
        for name, text in files.items():
            path = tmp_path / f"{name.replace('__', '/')}.rs"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return imports(tmp_path)

    return make


def test_a_circle_through_a_list_in_braces_is_found(made):
    found = made(
        lib="mod a; mod b; mod c;",
        a="use crate::{\n    c,\n    b::{One, Two},\n};\n",
        b="fn two() { crate::c::three() }\n",
        c="use super::a;\n",
    )
    assert circle(found) == ["a", "b", "c", "a"]


def test_modules_of_one_folder_are_one_and_comments_are_none(made):
    found = made(
        a__mod="mod one;\nmod two;\n",
        a__one="use super::two::Two;\n// use crate::b;\n",
        a__two="use super::one::One;\n//! [`crate::b`]\nmod tests {\n    use super::super::one;\n}\n",
        b="use crate::a;\n",
    )
    assert found == {"a": {}, "b": {"a": "b.rs: a"}}
    assert circle(found) == []


def test_super_leads_out_of_a_folder_and_out_of_a_module_in_a_file(made):
    found = made(
        a__mod="mod one;\n",
        a__one="mod tests {\n    use super::super::super::b;\n}\nuse super::super::c;\n",
        b="",
        c="mod tests {\n    use super::Own;\n}\n",
    )
    assert set(found["a"]) == {"b", "c"}
    assert found["c"] == {}


def test_a_name_of_the_root_is_found(made):
    assert made(a="use crate::Thing;\n")["a"] == {"": "a.rs: Thing"}
