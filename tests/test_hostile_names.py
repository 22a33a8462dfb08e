"""Names of the evidence never end a command and begin another: in commands, members, report and page."""

from __future__ import annotations

import re

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.contract import one_command
from getpage.core.errors import GetpageError
from getpage.products.registry import PRODUCTS
from plan_site import FALLING, knob, plan
from sample_site import only_read
from test_cics_limits import QUARTERS, site
from test_cics_smf import SECOND, statistics

#: Each would make two commands of one, or another one: eight characters, as a field of a record holds.
HOSTILE = ("A) -STOP", "A) X(1", "A;-STOP", "A'B", 'A"B', "A\n-STOP", "A\x1b[2J", "A)B")


def waiting_for_class(name: str) -> list[dict[str, object]]:
    """Two transaction classes at their limit: one has any name, as a record may hold it."""
    row = {"limit": 10, "peak_active": 10, "attaches": 900, "times_at_limit": 40, "peak_queued": 5}
    row |= {"queue_us": 90.0 * SECOND, "queued_total": 60}
    rows = [row | {"transaction_class": item} for item in (name, "DFHTCL05")]
    return [statistics(n, DFHXMCDS=rows) for n in range(QUARTERS)]


@pytest.mark.parametrize("product", [product.name for product in PRODUCTS])
def test_every_product_says_which_names_its_subsystems_can_have(product):
    pattern = next(item for item in PRODUCTS if item.name == product).names
    for name in ("A\n-STOP", "A\x1b[2J", ""):
        assert not re.fullmatch(pattern, name)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_class_whose_name_ends_the_command_gets_none_and_is_shown_as_text(tmp_path, capsys, name):
    (tmp_path / "site").mkdir()
    with only_read(site(tmp_path / "site", *waiting_for_class(name))) as place:
        commands = [step.change.command for step in getpage.plan(place).steps]
        assert commands == ["CEMT SET TCLASS(DFHTCL05) MAXIM(15)"]
        of_limits = [item for item in getpage.check(place).findings if item.check == "cics-class-limit"]
        [finding] = [item for item in of_limits if "DFHTCL05" not in item.object.name]
        assert finding.changes == ()
        assert finding.no_command
        for words in (["check", "--all"], ["plan", "--all"]):
            assert run_command([words[0], str(place), *words[1:]]) in (0, 1, 2, 3)
        assert run_command(["plan", str(place), "--members", str(tmp_path / "members")]) in (0, 1, 2, 3)
        for ending in ("md", "html"):
            assert run_command(["report", str(place), "-o", str(tmp_path / f"r.{ending}")]) == 0
    printed = capsys.readouterr().out
    pages = [(tmp_path / f"r.{ending}").read_text() for ending in ("md", "html")]
    written = [path.read_text() for path in (tmp_path / "members").glob("*")]
    for text in (printed, *pages, *written):
        assert f"TCLASS({name}" not in text
        assert "\x1b[2J" not in text
    for text in (printed, pages[0], *written):  # on a page a line break is a space
        assert not re.search(r"^-STOP", text, re.MULTILINE)


def test_a_name_of_markup_is_shown_as_text_on_the_page(tmp_path):
    place, page = site(tmp_path, *waiting_for_class("<b>&A")), tmp_path / "r.html"
    assert run_command(["report", str(place), "-o", str(page)]) == 0
    assert "&lt;b&gt;&amp;A" in page.read_text()
    assert "<b>&A" not in page.read_text()


def test_a_class_with_a_name_of_cics_keeps_its_command(tmp_path):
    commands = [
        step.change.command for step in getpage.plan(site(tmp_path, *waiting_for_class("#A$@1"))).steps
    ]
    assert "CEMT SET TCLASS(#A$@1) MAXIM(15)" in commands


def test_commands_of_a_region_of_no_name_of_zos_wait_until_it_is_known_which_it_is(tmp_path):
    specs = waiting_for_class("DFHTCL05")
    for spec in specs:
        spec["common"] |= dict.fromkeys(("region", "generic_applid"), "IYC.A001")
    place = site(tmp_path, *specs)
    changes = [*getpage.check(place).changes, *(step.change for step in getpage.plan(place).steps)]
    assert len(changes) == 2
    for change in changes:
        assert "which subsystem IYC.A001 is: that is no name of z/OS" in change.only_after
    with pytest.raises(GetpageError, match="no name of z/OS"):
        getpage.forecast(place, "TCLASS-DFHTCL05=20", processors=4, busy_percent=50)


@pytest.mark.parametrize("name", ["BP1) -STOP DB2", "BP1) VPSIZE(1", "BP1;X", "BP1'", "BP1\n-STOP DB2"])
def test_a_pool_whose_name_ends_the_command_keeps_its_size_in_every_verb(name):
    hostile = knob(name, 1000, FALLING)
    result = plan(hostile, knob("BP2", 1000, FALLING), free=9000)
    assert {step.change.setting for step in result.steps} == {"BP2 VPSIZE"}
    assert one_command.refusal_of_knob(hostile)
    assert not one_command.refusal_of_knob(knob("BP2", 1000, FALLING))


def test_a_forecast_of_such_a_name_is_refused_with_the_reason(tmp_path):
    place = site(tmp_path, *waiting_for_class("A) X(1"))
    with pytest.raises(GetpageError, match="its name cannot stand in a command"):
        getpage.forecast(place, "TCLASS-A) X(1=20", processors=4, busy_percent=50)
