"""A layout as the TOML file that docs/layouts.md describes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
        lines.append(f"where = [{{ {place} }}]")
    if layout.eye_catcher is not None:
        at, text = layout.eye_catcher
        lines.append(f"eye_catcher = {{ at = {at}, text = {_text(text)} }}")
    return "\n".join([*lines, "fields = [", *(_field(field) for field in layout.fields), "]", ""])


def _field(field: LayoutField) -> str:
    parts = [f"at = {field.at}", f"type = {_text(field.type)}"]
    if field.count > 1:
        parts.append(f"count = {field.count}, stride = {field.width}")
    parts += [f"name = {_text(field.name)}", f"ibm = {_text(field.ibm)}", f"unit = {_text(field.unit)}"]
    parts.append(f"meaning = {_text(field.meaning)}")
    if field.trust != "ibm":
        parts.append(f"trust = {_text(field.trust)}")
    return f"  {{ {', '.join(parts)} }},"


def _text(text: str) -> str:
    """A TOML basic string: what JSON escapes, TOML reads the same, once surrogates are gone."""
    whole = text.encode("utf-8", errors="replace").decode("utf-8").replace("\x7f", " ")
    return json.dumps(whole, ensure_ascii=False)
