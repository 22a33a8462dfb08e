"""Stores, saved files, tables and layouts, damaged or another's: one sentence that names the place."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import getpage
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.core.own_output import MARK
from getpage.core.saved import UnlikeError, read_json
from getpage.core.text import is_whole
from getpage.curve.settings import CurveSettings
from getpage.curve.sizes import parse_size
from getpage.runs.read import read_points
from test_rmf_xml import PAGING

if TYPE_CHECKING:
    from collections.abc import Callable

VERBS = (
    ("check", "{}"),
    ("ledger", "{}"),
    ("plan", "{}"),
    ("report", "{}", "-o", "-"),
    ("sql", "{}", "select * from zos_storage"),
    ("prove", "{}", "--before", "..2026-05-21T10:10", "--after", "2026-05-21T10:10.."),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("site")
    (directory / "paging.xml").write_text(PAGING)
    getpage.load(directory / "paging.xml", into=directory / "store")
    return directory / "store"


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "store"))


def damaged_part(store: Path) -> Path:
    return next(store.rglob("zos_storage-*.parquet"))


def refused(store: Path, verb: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    """What a verb says of a store that it refuses."""
    code = run_command([word.format(store) for word in verb])
    err = capsys.readouterr().err
    assert code == 2, err
    assert "defect" not in err
    _, step = err.splitlines()
    assert step.startswith("Next: ")
    return err


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_a_part_of_random_bytes_is_named(
    store: Path, verb: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    damaged_part(store).write_bytes(b"PAR1" + bytes(range(256)) + b"PAR1")
    assert "zos_storage" in refused(store, verb, capsys)


@pytest.mark.parametrize("verb", VERBS[:3], ids=lambda verb: verb[0])
def test_a_column_of_another_type_is_named(
    store: Path, verb: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    part = damaged_part(store)
    pl.read_parquet(part).with_columns(pl.col("system").cast(pl.Categorical)).write_parquet(part)
    shown = refused(store, verb, capsys)
    assert str(part) in shown or "zos_storage" in shown


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"files": 1}', '{"files": [{}], "rows": {}}', "\0"])
def test_a_manifest_that_is_none_is_named(store: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = [path for path in store.rglob("*.json") if path.name != "getpage-store.json"]
    assert own
    for path in own:
        before = path.read_bytes()
        path.write_text(text)
        assert str(store) in refused(store, VERBS[0], capsys)
        path.write_bytes(before)


def signed(store: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the manifest of a day, and make the digests right again."""
    [path] = store.glob("days/2*/*.json")
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    catalog = store / "catalog.json"
    document = json.loads(catalog.read_text().partition("\n")[0])
    for named in document["days"].values():
        named["digest"] = hashlib.sha256((store / named["path"]).read_bytes()).hexdigest()
    body = json.dumps(document)
    catalog.write_text(f"{body}\n{json.dumps({'sha256': hashlib.sha256(body.encode()).hexdigest()})}\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest.clear(),
        lambda manifest: manifest.update(parts={}),
        lambda manifest: manifest["parts"].append(None),
        lambda manifest: manifest["parts"][0].update(rows="many"),
        lambda manifest: manifest["parts"][0].update(path="../elsewhere"),
        lambda manifest: manifest["parts"][0].update(path="/etc/passwd"),
    ],
)
def test_a_manifest_with_a_right_digest_and_wrong_members_is_named(
    store: Path, change: Callable[[dict[str, Any]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    signed(store, change)
    assert "is damaged" in refused(store, VERBS[0], capsys)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "{}", '{"format": 99}', "[" * 100_000])
def test_a_mark_that_is_none_is_named(store: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (store / "getpage-store.json").write_text(text)
    assert str(store) in refused(store, VERBS[0], capsys)


def test_a_share_of_a_processor_next_to_nothing_is_no_number_of_processors(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("Run,ETR,CICS %,LPAR %,ms/tran\n1,5000,232%,1e-320,0.582\n2,6000,293%,22.7%,0.568\n")
    assert [point.label for point in read_points(path).points] == ["1", "2"]


@pytest.mark.parametrize("text", ["1e200", "9" * 160, "-1e25"])
def test_a_figure_that_nothing_measures_is_refused_where_a_table_has_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(f"Run,ETR,CPU %\n1,5000,23\n2,{text},24\n")
    with pytest.raises(GetpageError, match="line 3: column 2 'ETR': expected a number"):
        read_points(path)


# saved files


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "-Infinity", "1e308", "1e999", "1" + "0" * 400, "9" * 300]
)
def test_a_number_that_nothing_measures_is_refused_where_it_is_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "saved.json"
    path.write_text(f'{{"share": {text}}}')
    with pytest.raises(UnlikeError, match="no number that can be measured"):
        read_json(path)


def test_deep_nesting_is_no_json(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    path.write_text("[" * 100_000)
    with pytest.raises(UnlikeError, match="not JSON"):
        read_json(path)


# numbers


@pytest.mark.parametrize("text", ["²", "5²", "٣", "१२", "", "-1", "1.0", "½"])
def test_only_the_ten_digits_are_digits(text: str) -> None:
    assert not is_whole(text)


@pytest.mark.parametrize("size", ["9" * 300, "1" + "0" * 400, "1e308", "٣", "²", "0." + "0" * 300 + "1"])
def test_a_size_of_more_digits_than_a_pool_has_is_no_size(size: str) -> None:
    with pytest.raises(GetpageError, match="expected buffers"):
        parse_size(size)


def test_threads_beyond_any_machine_are_refused_before_any_is_started(tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match="expected 1 to 256"):
        CurveSettings(threads=999_999_999)
    with pytest.raises(GetpageError, match="expected 1 to 256"):
        getpage.load(tmp_path, into=tmp_path / "s", threads=999_999_999)


RUNS = "label,processors,CPU %,ETR,response s,sync reads/s,pool GB\n" + "\n".join(
    f"{name},12,{cpu},{etr},0.01,{reads},{pool}"
    for name, cpu, etr, reads, pool in (
        ("a", 80, 1000, 500, 160),
        ("b", 81, 1100, 300, 320),
        ("c", 82, 1200, 200, 480),
    )
)


@pytest.mark.parametrize("value", ["0", "-5GB", "1" + "0" * 320])
def test_no_pool_of_nothing_is_forecast(tmp_path: Path, value: str) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(RUNS)
    with pytest.raises(GetpageError, match="above 0"):
        getpage.forecast(path, calibrate=["a", "b", "c"], predict=f"pool_bytes={value}")


def test_a_column_that_goes_from_bare_numbers_to_a_unit_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("label,etr,elapsed\na,1000,5\nb,1100,6 ms\n")
    with pytest.raises(GetpageError, match="line 3: 'elapsed': expected a figure in no unit"):
        getpage.prove(path)


# layouts


def test_a_layout_that_makes_another_type_of_a_column_of_a_store_is_answered(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = next(Path(__file__).parent.parent.glob("layouts/smf/71/*.toml"))
    text = layout.read_text().replace('type = "u32"', 'type = "text:4"')
    (tmp_path / "site.toml").write_text(text)
    code = run_command(["check", str(made), "--layouts", str(tmp_path)])
    assert code in {0, 2, 3}
    assert "defect" not in capsys.readouterr().err


# what is printed


def test_json_of_a_query_has_no_nan(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select 'nan'::double as x, 1e308::double * 10 as y, ['inf'::double] as z, 1.5 as d"
    assert run_command(["sql", str(made), query, "--format", "json"]) == 0
    [row] = json.loads(capsys.readouterr().out, parse_constant=lambda text: pytest.fail(text))
    assert (row["x"], row["y"], row["z"]) == (None, None, [None])


def test_a_bar_in_markdown_is_part_of_its_cell(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["sql", str(made), "select 'a|b' as \"c|d\", '\\' as e", "--format", "md"]) == 0
    marked, empty, *lines = capsys.readouterr().out.splitlines()
    assert (marked, empty) == (f"<!-- {MARK} -->", "")
    assert lines == ["| c\\|d | e |", "|---|---|", "| a\\|b | \\\\ |"]
