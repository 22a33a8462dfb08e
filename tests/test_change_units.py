"""A size with a unit means the same setting on every knob of every product."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sample_site
from forecast_site import knob
from getpage.app.observe import observe
from getpage.core.errors import GetpageError
from getpage.core.units import GIB, KIB, MIB
from getpage.evidence.opened import open_evidence
from getpage.forecast.change import size_requests
from getpage.products import registry

STORAGE = {"KiB": KIB, "kb": KIB, "MiB": MIB, "MB": MIB, "gib": GIB, "GB": GIB}
LETTERS = {"k": KIB, "M": MIB, "g": GIB}


@pytest.fixture(scope="module")
def knobs():
    with open_evidence([str(sample_site.store())]) as (evidence, _):
        return observe(evidence).knobs


def asked(knob, text):
    """The size in units of the knob, also where the product does not allow it."""
    (request,) = size_requests([f"{knob.id}={text}"], [replace(knob, smallest=0, largest=1 << 60)])
    return request.size


def test_the_sample_site_has_knobs_of_every_product_that_states_sizes(knobs):
    assert {knob.product for knob in knobs} == {
        product.name for product in registry.PRODUCTS if product.name != "zos"
    }


def test_a_setting_written_in_storage_says_what_one_unit_of_it_is(knobs):
    for item in knobs:
        if item.unit in {"KB", "KiB", "MiB"} or item.unit.endswith("KiB"):
            assert item.setting_bytes, item.id


def test_storage_is_that_much_of_the_setting_on_every_knob_of_every_product(knobs):
    for item in knobs:
        each = item.setting_bytes or item.unit_bytes
        for number in (1, 3, 768):
            for unit, size in STORAGE.items():
                assert asked(item, f"{number}{unit}") == round(number * size / each), item.id


def test_a_bare_letter_is_storage_where_the_setting_is_and_a_count_where_it_is_not(knobs):
    for item in knobs:
        for power, (letter, size) in enumerate(LETTERS.items(), 1):
            expected = round(2 * size / item.setting_bytes) if item.setting_bytes else 2 * 1000**power
            assert asked(item, f"2{letter}") == expected, item.id


def test_a_number_alone_is_units_of_the_setting_and_a_sign_adds_to_what_there_is(knobs):
    for item in knobs:
        assert asked(item, "4096") == 4096
        each = item.setting_bytes or item.unit_bytes
        assert asked(item, "+1GiB") == item.size + round(GIB / each)


@given(st.integers(1, 9_999), st.sampled_from([KIB, 4 * KIB, 256 * KIB, MIB]), st.integers(1, 200))
def test_a_buffer_of_every_connection_is_written_once_and_takes_storage_for_each(number, each, many):
    buffer = knob(unit="KiB", unit_bytes=each * many, setting_bytes=each, smallest=0, largest=1 << 60)
    (request,) = size_requests([f"BP1={number}MiB"], [buffer])
    assert request.size == round(number * MIB / each)
    assert request.storage_bytes == (request.size - buffer.size) * each * many


@pytest.mark.parametrize("text", ["2 parsecs", "2gg", "x2GiB", "GiB", "2t"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(GetpageError, match="is not a size"):
        size_requests([f"BP1={text}"], [knob()])
