"""What a product states: all of it, and nothing by a default that would be another product's."""

from __future__ import annotations

import ast
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path

import pytest

from getpage.contract.checks import checks_of
from getpage.contract.collect import Supply
from getpage.contract.printed import Printed
from getpage.contract.product import Product, RecordTypes
from getpage.curve.sizes import page_bytes
from getpage.products import registry
from getpage.report.check import glossary
from getpage.result import Kind


@pytest.mark.parametrize("stated", [Product, Printed, RecordTypes, Supply])
def test_a_fact_that_is_left_out_is_an_error(stated):
    for field in fields(stated):
        assert field.default is MISSING, field.name
        assert field.default_factory is MISSING, field.name
    given = {field.name: None for field in fields(stated)}
    for name in given:
        with pytest.raises(TypeError, match=name):
            stated(**{other: value for other, value in given.items() if other != name})


def test_products_are_told_apart_by_name():
    assert len({product.name for product in registry.PRODUCTS}) == len(registry.PACKAGES)
    assert [registry.named(product.name) for product in registry.PRODUCTS] == list(registry.PRODUCTS)


def test_a_term_has_one_meaning_and_the_glossary_has_those_of_products_in_order():
    every = [term for product in registry.PRODUCTS for term in product.terms()]
    names = [term.name for term in (*glossary.TERMS, *every)]
    assert len(set(names)) == len(names)
    text = glossary.used("a page set, its pool, and a getpage that waited for a synchronous write")
    assert [term.name for term in text] == ["buffer pool", "getpage", "page set", "synchronous write"]


def test_what_to_load_is_asked_for_in_the_words_of_all_products_that_have_any():
    sizes, sides = (
        registry.what_gives_sizes(),
        registry.what_gives_sides({product.name for product in registry.PRODUCTS}),
    )
    for product in registry.PRODUCTS:
        assert (product.supply.sizes or "") in sizes
        assert (product.supply.sides or "") in sides
    others = (
        registry.named(name).supply.sizes
        for name in ("db2", "cics", "java", "sort", "ims", "tcpip", "linux", "dumps")
    )
    assert sizes == ", or ".join(("SMF 115 of MQ (START TRACE(STAT) CLASS(*))", *others))


@pytest.mark.parametrize(
    ("pool", "size"), [("BP1", 4096), ("BP8K3", 8192), ("BP16K0", 16384), ("BP32K", 32768), ("4", 4096)]
)
def test_a_pools_page_is_as_large_as_the_product_of_such_names_says(pool, size):
    assert page_bytes(pool) == size


@pytest.mark.parametrize("product", tuple(registry.PRODUCTS), ids=lambda product: product.name)
def test_a_rule_finds_what_it_says_that_it_looks_for_and_nothing_else(product):
    """What nobody looked for is not said to be absent, so that what is looked for has to be told truly."""
    rules = import_module(f"getpage.products.{product.name}.checks")
    modules = [var for var in vars(rules).values() if hasattr(var, "FINDS")]
    assert len(modules) == len(checks_of(f"getpage.products.{product.name}"))
    for rule in modules:
        read = ast.parse(Path(rule.__file__).read_text())
        named = {
            Kind[node.attr]
            for function in read.body
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "Kind"
        }
        assert named <= set(rule.FINDS), rule.ID
        assert rule.FINDS, rule.ID
