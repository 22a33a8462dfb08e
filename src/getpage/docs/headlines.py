"""The forms of each rule's headlines, read from its source: its words, and `…` for a number or a name."""

from __future__ import annotations

import ast
import re
from typing import Final

from getpage.core.source import folder_of
from getpage.products.registry import PRODUCTS

#: What stands for a number or a name.
BLANK: Final = "…"
#: Around the source of what stands there.
OPENS, CLOSES = "\u27e6", "\u27e7"
_BLANKS: Final = re.compile(f"(?:{OPENS}[^{CLOSES}]*{CLOSES})+")
#: A helper may call a helper; deeper than this is a circle.
_DEEPEST: Final = 5
_FIELD: Final = re.compile(r"\{[^}]*\}")

#: An expression, the function that it is in, and which element of the tuple that it is, if of one.
_Source = tuple[ast.expr, ast.FunctionDef, int | None]


def headline_forms() -> dict[str, tuple[str, ...]]:
    """The forms by the identifier of the rule; none where the source does not spell a headline."""
    return {
        name: tuple(sorted({_BLANKS.sub(BLANK, form) for form in forms}))
        for name, forms in headline_templates().items()
    }


def headline_templates() -> dict[str, tuple[str, ...]]:
    """The forms with the source of each number and name in its place, between `OPENS` and `CLOSES`."""
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


def _forms(
    value: ast.expr, function: ast.FunctionDef, module: ast.Module, depth: int, place: int | None = None
) -> set[str]:
    """What an expression may spell; with `place`, that element of the tuple that it is."""
    match value:
        case ast.Constant(value=None):
            return set()
        case ast.Tuple(elts=elements) if place is not None and place < len(elements):
            return _forms(elements[place], function, module, depth)
        case ast.IfExp(body=body, orelse=orelse):
            return _forms(body, function, module, depth, place) | _forms(
                orelse, function, module, depth, place
            )
        case ast.Constant(value=str(words)):
            return {words}
        case ast.JoinedStr(values=parts):
            spelled = {""}
            for part in parts:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                ends = _forms(inner, function, module, depth)
                if isinstance(part, ast.FormattedValue) and part.format_spec:
                    ends = {_blank(part)}
                spelled = {start + end for start in spelled for end in ends}
            return spelled
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            ends = _forms(right, function, module, depth)
            return {start + end for start in _forms(left, function, module, depth) for end in ends}
        case ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Name(id=name)), attr="format")):
            return {_FIELD.sub(_blank(value), form) for form in _values_of(name, module)} or {_blank(value)}
        case ast.Call(
            func=ast.Attribute(attr="plural" | "counted") | ast.Name(id="counted"),
            args=[count, ast.Constant(value=str(word)), *many],
        ):
            plural = str(many[0].value) if many and isinstance(many[0], ast.Constant) else f"{word}s"
            return {f"{OPENS}{{{ast.unparse(count)}:,}}{CLOSES} {plural}"}
        case ast.Name(id=name) if depth:
            sources = _assigned(name, function, place) or _passed(name, function, module)
            spelled = {
                form for each, caller, at in sources for form in _forms(each, caller, module, depth - 1, at)
            }
            return spelled or {_blank(value)}
        case ast.Call(func=ast.Name(id=name)) if depth:
            called = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name]
            spelled = {
                form
                for each in called
                for node in ast.walk(each)
                if isinstance(node, ast.Return) and node.value is not None
                for form in _forms(node.value, each, module, depth - 1, place)
            }
            return spelled or {_blank(value)}
    return {_blank(value)}


def _blank(value: ast.expr) -> str:
    return f"{OPENS}{ast.unparse(value)}{CLOSES}"


def _assigned(name: str, function: ast.FunctionDef, place: int | None) -> list[_Source]:
    """What a function assigns to a name; where to several at once, which of them it is."""
    sources: list[_Source] = []
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if _is(target, name):
                sources.append((node.value, function, place))
            elif isinstance(target, ast.Tuple):
                sources += [
                    (node.value, function, at) for at, each in enumerate(target.elts) if _is(each, name)
                ]
    return sources


def _passed(name: str, function: ast.FunctionDef, module: ast.Module) -> list[_Source]:
    """What the module passes to a function as the parameter of that name."""
    parameters = [parameter.arg for parameter in function.args.args]
    if name not in parameters:
        return []
    at = parameters.index(name)
    return [
        (call.args[at], caller, None)
        for caller in ast.walk(module)
        if isinstance(caller, ast.FunctionDef)
        for call in ast.walk(caller)
        if isinstance(call, ast.Call) and _is(call.func, function.name) and at < len(call.args)
    ]


def _values_of(name: str, module: ast.Module) -> set[str]:
    """The texts of a dictionary of the module."""
    return {
        each.value
        for node in module.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict)
        if any(
            _is(target, name)
            for target in ([node.target] if isinstance(node, ast.AnnAssign) else node.targets)
        )
        for each in node.value.values
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def _is(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name
