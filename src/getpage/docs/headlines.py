"""The forms of each rule's headlines, read from its source: its words, and `…` for a number or a name."""

from __future__ import annotations

import ast
from typing import Final

from getpage.core.source import folder_of
from getpage.products.registry import PRODUCTS

#: What stands for a number or a name.
BLANK: Final = "…"
#: A helper may call a helper; deeper than this is a circle.
_DEEPEST: Final = 4


def headline_forms() -> dict[str, tuple[str, ...]]:
    """The forms by the identifier of the rule; none where the source does not spell a headline."""
    forms: dict[str, tuple[str, ...]] = {}
    for product in PRODUCTS:
        folder = folder_of(f"getpage.products.{product.name}") / "checks"
        for path in sorted(folder.glob("*.py")):
            module = ast.parse(path.read_text(encoding="utf-8"))
            if (name := _identifier(module)) and not path.stem.startswith("_"):
                forms[name] = tuple(sorted(_of_module(module)))
    return forms


def _identifier(module: ast.Module) -> str:
    for node in module.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "ID"
            and isinstance(node.value, ast.Constant)
        ):
            return str(node.value.value)
    return ""


def _of_module(module: ast.Module) -> set[str]:
    values = [
        (keyword.value, function)
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        for keyword in call.keywords
        if keyword.arg == "headline"
    ]
    return {form for value, function in values for form in _forms(value, function, module, _DEEPEST) if form}


def _forms(value: ast.expr, function: ast.FunctionDef, module: ast.Module, depth: int) -> set[str]:
    """What an expression may spell."""
    match value:
        case ast.Constant(value=str(words)):
            return {words}
        case ast.IfExp(body=body, orelse=orelse):
            return _forms(body, function, module, depth) | _forms(orelse, function, module, depth)
        case ast.JoinedStr(values=parts):
            spelled = {""}
            for part in parts:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                ends = _forms(inner, function, module, depth)
                spelled = {start + end for start in spelled for end in ends}
            return spelled
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            ends = _forms(right, function, module, depth)
            return {start + end for start in _forms(left, function, module, depth) for end in ends}
        case ast.Name(id=name) if depth:
            assigned = [
                node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and any(_is(target, name) for target in node.targets)
            ]
            spelled = {form for each in assigned for form in _forms(each, function, module, depth - 1)}
            return spelled or {BLANK}
        case ast.Call(func=ast.Name(id=name)) if depth:
            called = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name]
            spelled = {
                form
                for each in called
                for node in ast.walk(each)
                if isinstance(node, ast.Return) and node.value is not None
                for form in _forms(node.value, each, module, depth - 1)
            }
            return spelled or {BLANK}
    return {BLANK}


def _is(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name
