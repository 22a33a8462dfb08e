"""A layout as the TOML file that docs/reference/layouts.md describes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from getpage.layouts.model import Layout, LayoutField


def as_toml(layout: Layout) -> str:
    """The text of the layout's file."""
    lines = [f"section = {_text(layout.section)}", f"title = {_text(layout.title)}"]
    if layout.table is not None:
        lines += [f"table = {_text(layout.table)}", f"row = {_text(layout.row)}"]
    lines += [f"source = {_text(layout.source)}", 'trust = "ibm"', f"lengths = [{layout.length}]"]
    if layout.place is not None:
        subtypes = ", ".join(str(subtype) for subtype in layout.place.subtypes)
        place = f"type = {layout.place.type}, subtypes = [{subtypes}], triplet = {layout.place.triplet}"
        place += "" if layout.place.id is None else f", id = {layout.place.id}"
        lines.append(f"where = [{{ {place} }}]")
    if layout.around is not None:
        columns = ", ".join(map(_text, layout.around.columns))
        lines.append(f"parent = {{ section = {_text(layout.around.section)}, columns = [{columns}] }}")
    if layout.elements is not None:
        rows = layout.elements
        at, length = rows.present
        marks = f"present = {{ at = {at}, length = {length} }}"
        lines.append(f"rows = {{ at = {rows.at}, stride = {rows.stride}, count = {rows.count}, {marks} }}")
    if layout.holds:
        lines.append(f"holds = [{', '.join(map(_value, layout.holds))}]")
    if layout.eye_catcher is not None:
        at, text = layout.eye_catcher
        lines.append(f"eye_catcher = {{ at = {at}, text = {_text(text)} }}")
    return "\n".join([*lines, "fields = [", *(_field(field) for field in layout.fields), "]", ""])


def _field(field: LayoutField) -> str:
    parts = [f"type = {_text(field.type)}"]
    if field.always is None:
        parts.insert(0, f"at = {field.at}")
    else:
        parts.append(f"always = {_text(field.always)}")
    if field.count > 1:
        parts.append(f"count = {field.count}, stride = {field.width}")
    parts += [f"name = {_text(field.name)}", f"ibm = {_text(field.ibm)}", f"unit = {_text(field.unit)}"]
    parts.append(f"meaning = {_text(field.meaning)}")
    if field.scale is not None:
        parts.append(f"scale = {field.scale}")
    if field.values is not None:
        parts.append(f"values = {_value(field.values)}")
    if field.source is not None:
        parts.append(f"source = {_text(field.source)}")
    if field.trust != "ibm":
        parts.append(f"trust = {_text(field.trust)}")
    return f"  {{ {', '.join(parts)} }},"


def _value(value: Any) -> str:
    """A value of a layout file: text, number, list or inline table."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value)


def _text(text: str) -> str:
    """A TOML basic string: what JSON escapes, TOML reads the same, once surrogates are gone."""
    whole = text.encode("utf-8", errors="replace").decode("utf-8").replace("\x7f", " ")
    return json.dumps(whole, ensure_ascii=False)
