"""What is loaded: nothing before it is needed.

Processor time is spent on imports, and is not to be measured in a test; which modules are loaded is.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from inspect import getdoc
from typing import TYPE_CHECKING, Any

import pytest

import sample_site
from getpage.cli import app
from getpage.evidence.opened import open_evidence
from getpage.products import registry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl

    from getpage.evidence.view import StoreEvidence

#: What computes, stores and draws. Help and explanations need none of it.
HEAVY = {"polars", "duckdb", "numpy", "scipy", "highspy", "statsmodels", "pandas", "jinja2"}
HEAVY |= {"starlette", "uvicorn", "obstore", "pyspark"}
#: A parser of markdown and what colours code: as slow to load as the command line itself.
RENDERERS = {"markdown_it", "pygments"}
#: What takes longer to load than a small site to answer, and no answer from a store needs.
UNWANTED = {"scipy", "highspy", "duckdb", "statsmodels", "pandas", *RENDERERS}

#: What writes rows for people, whatever they are of.
TABLES = {"getpage.report", "getpage.report.dispatch", "getpage.report.forms", "getpage.report.common"}
TABLES |= {"getpage.report.common.ways", "getpage.report.explain"}
TABLES |= {f"getpage.report.common.{name}" for name in ("blocks", "grid", "rows", "screen", "terminal")}

PROGRAM = """
import json, sys
sys.argv[0] = "getpage"
from getpage.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded(*arguments: str | Path, program: str = PROGRAM) -> set[str]:
    """The modules that are loaded when a command ends well."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=True)
    return set(json.loads(done.stderr.decode().splitlines()[-1]))


def packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "store"
    modules = loaded("load", sample_site.site(), "--into", path)
    assert not packages(modules) & {"numpy", "scipy", "highspy", "statsmodels", "pandas", "jinja2"}
    assert "getpage.products.mq.text.messages" in modules  # there is a job log in it
    assert not {module for module in modules if ".checks." in module}
    return path


def test_a_load_of_records_is_done_without_frames(tmp_path: Path) -> None:
    for _ in range(2):  # the second finds records that are there
        modules = loaded("load", sample_site.site() / "smf-dump.bin", "--into", tmp_path / "store")
        assert not packages(modules) & HEAVY
        assert not {module for module in modules if module.startswith("getpage.evidence.text")}


def after_each(*commands: tuple[str, ...]) -> list[set[str]]:
    """The modules that are loaded after each of several commands, which one process runs in turn."""
    program = (
        "import json, sys\n"
        "from getpage.cli.app import run_command\n"
        f"for command in {commands!r}:\n"
        "    assert run_command(list(command)) == 0, command\n"
        "    print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    lines = done.stderr.decode().splitlines()  # among what the commands say
    modules = [set(json.loads(line)) for line in lines if line.startswith("[")]
    assert len(modules) == len(commands)
    return modules


def test_help_and_explanations_load_nothing_that_computes_or_draws() -> None:
    answers = [("explain",), ("explain", "mq-pool-undersized"), ("fields",)]
    answers.append(("fields", "--table", "mq_buffer_pool"))
    cyclopts = [("--help",), ("--version",)]  # it writes its own answers with rich, so they come last
    commands = [*answers, *cyclopts]
    for command, modules in zip(commands, after_each(*commands), strict=True):
        assert not packages(modules) & (HEAVY | RENDERERS), command
        assert command in cyclopts or not {"rich.console", "rich.table", "rich.text"} & modules, command
        parts = ("getpage.products.mq", "getpage.report", "getpage.result")
        assert {name for name in modules if name.startswith(parts)} <= TABLES, command


def test_the_help_of_a_verb_waits_for_no_engine() -> None:
    verbs = [*((name,) for name in app if not name.startswith("-")), ("layout", "import")]
    commands = [(*verb, "--help") for verb in verbs]
    for command, modules in zip(commands, after_each(*commands), strict=True):
        assert not packages(modules) & HEAVY, command


def test_importing_getpage_loads_nothing_but_the_native_module() -> None:
    program = (
        "import json, sys, getpage; getpage.__version__; print(json.dumps([*sys.modules]), file=sys.stderr)"
    )
    modules = loaded(program=program)
    assert not packages(modules) & (HEAVY | {"rich", "cyclopts"})
    assert "getpage.app.api" not in modules


def test_the_command_minds_an_interrupt_before_it_loads_what_takes_time() -> None:
    """Until then Ctrl-C is a traceback."""
    program = "import sys, getpage.__main__; known = [*sys.modules]; "
    program += "import json; print(json.dumps(known), file=sys.stderr)"
    modules = loaded(program=program)
    own = {"getpage", "getpage.__main__", "getpage.core", "getpage.core.lazy"}
    assert {module for module in modules if module.startswith("getpage")} == own
    assert not modules & {"typing", "dataclasses", "json"}


def test_a_package_that_is_loaded_does_not_take_the_place_of_the_function_of_its_name() -> None:
    program = (
        "import json, sys, getpage\n"
        "import getpage.plan.worth, getpage.curve.marks, getpage.forecast, getpage.prove\n"
        "names = [one.__name__ for one in (getpage.plan, getpage.curve, getpage.forecast, getpage.prove)]\n"
        "from getpage.report import charts\n"
        "names.append(getpage.report.__name__)\n"
        "print(json.dumps(names), file=sys.stderr)"
    )
    assert loaded(program=program) == {"plan", "curve", "forecast", "prove", "getpage.report"}


@pytest.fixture(scope="module")
def answering(store: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The modules that are loaded after each of several answers from a store by one process, in this order:
    what one of them loads the next ones are said to have loaded too.
    """
    pages = tmp_path_factory.mktemp("pages")
    commands = {
        "plan": ("plan", str(store)),
        "page of a plan": ("plan", str(store), "-o", str(pages / "plan.html")),
        "report": ("report", str(store), "-o", str(pages / "report.html")),
    }
    program = (
        "import json, sys, getpage\n"
        "loaded = {}\n"
        "result = getpage.check(sys.argv[1])\n"
        "for form in ('table', 'json', 'md', 'csv'):\n"
        "    assert getpage.report.render(result, form)\n"
        "loaded['check'] = [*sys.modules]\n"
        "from getpage.cli.app import run_command\n"
        f"for name, command in {commands!r}.items():\n"
        "    assert run_command(list(command)) == 0, command\n"
        "    loaded[name] = [*sys.modules]\n"
        "print(json.dumps(loaded), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, store], capture_output=True, check=True)
    after = json.loads(done.stderr.decode().splitlines()[-1])
    return {name: set(modules) for name, modules in after.items()}


def test_a_check_lays_out_no_page_in_any_form(answering: dict[str, set[str]]) -> None:
    assert not packages(answering["check"]) & {"jinja2", *UNWANTED}


def test_a_query_loads_no_rules_and_no_numerics(store: Path) -> None:
    modules = loaded("sql", store, "select 1")
    assert not packages(modules) & {"numpy", "scipy", "highspy", "statsmodels", "jinja2"}
    assert not {module for module in modules if module.startswith("getpage.products")}


def test_a_plan_draws_nothing_unless_it_is_a_page(answering: dict[str, set[str]]) -> None:
    assert "jinja2" not in packages(answering["plan"])
    assert "jinja2" in packages(answering["page of a plan"])
    assert not packages(answering["page of a plan"]) & UNWANTED


def test_a_page_with_a_plan_and_a_forecast_is_drawn_without_what_is_slow_to_load(
    answering: dict[str, set[str]],
) -> None:
    assert not packages(answering["report"]) & UNWANTED


def test_the_list_of_verbs_says_of_each_what_its_own_help_says() -> None:
    verbs = [app[name] for name in app if not name.startswith("-")]
    verbs += [app["layout"]["import"]]
    functions = [verb for verb in verbs if verb.default_command]
    assert len(functions) == len(verbs) - 1  # layout has verbs of its own
    for verb in functions:
        assert verb.help == getdoc(verb.default_command), verb.name


def _of_products(modules: set[str], part: str) -> set[str]:
    """The products of which a part is loaded."""
    names = {tuple(module.split(".")[2:4]) for module in modules if module.startswith("getpage.products.")}
    return {package for package, *rest in names if rest == [part]}


def test_a_store_is_answered_from_by_the_products_that_it_has_rows_of(answering: dict[str, set[str]]) -> None:
    report = answering["report"]
    assert _of_products(report, "analyse") == {product.name for product in registry.PRODUCTS}
    assert not _of_products(report, "text") | _of_products(report, "xml") | {"getpage.evidence.load"} & report
    some = loaded("check", sample_site.site() / "db2-syslog.txt")
    assert _of_products(some, "analyse") == {"db2"}
    assert "db2" in _of_products(some, "text")


def test_a_product_says_nothing_without_a_row_of_the_tables_that_it_is_seen_in(store: Path) -> None:
    with open_evidence([str(store)]) as (evidence, _):
        for product in registry.PRODUCTS:
            observation = product.analyse(Without(evidence, product.seen_in))
            for field in fields(observation):
                value = getattr(observation, field.name)
                assert not (value if value is None else list(value)), (product.name, field.name)


class Without:
    """Evidence that has no rows of some tables."""

    def __init__(self, evidence: StoreEvidence, tables: tuple[str, ...]) -> None:
        self._evidence, self._tables = evidence, tables

    def __getattr__(self, name: str) -> Any:
        return getattr(self._evidence, name)

    def frame(self, table: str) -> pl.DataFrame:
        return self.scan(table).collect()

    def scan(self, table: str) -> pl.LazyFrame:
        rows = self._evidence.scan(table)
        return rows.clear() if table in self._tables else rows

    def schema(self, table: str) -> pl.Schema:
        return self._evidence.schema(table)

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        return [self.scan(table)] if table in self._tables else self._evidence.parts(table)

    def days(self, _: object) -> tuple[()]:
        return ()

    def most_rows(self, table: str) -> int:
        return 0 if table in self._tables else self._evidence.most_rows(table)
