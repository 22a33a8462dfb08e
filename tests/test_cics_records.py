"""Records of CICS go the ordinary way: from a dump to tables, and what cannot be read is told."""

import json

import polars as pl
import pytest

from getpage import _native
from getpage.app.load import LoadRequest, load, load_and_tell
from getpage.cli.app import run_command
from getpage.evidence.coverage import sources
from getpage.evidence.inspect import inspect

START = 1_779_381_000_000_000  # 2026-05-21 16:30:00, microseconds since 1970
HOUR = 3_600_000_000


def statistics(region="CICSA", **common):
    shown = {
        "system": "SYSA",
        "region": region,
        "written": START,
        "statistics_type": "INT",
        "interval_end": START,
        "interval_us": 1_800_000_000,
        "cics_level": "0750",
    }
    sections = {
        "DFHDSGDS": [{"tasks": 12, "peak_tasks": 14}],
        "DSGTCBM": [{"mode": "QR", "state": "open", "dispatched_us": 4.92424e6, "cpu_us": 2.28346e6}],
        "DFHSMSDS": [{"dsa_limit": 6_291_456, "memlimit_mb": 10_240}],
        "SMSBODY": [{"dsa": "EUDSA", "location": "above 16 MB", "size": 5_000, "peak_size": 9_000}],
        "DFHXMGDS": [{"mxt": 100, "active": 5, "peak_active": 60, "times_at_mxt": 0}],
    }
    return {"record_type": 110, "subtype": 2, "common": shown | common, "sections": sections}


def monitoring(region, sections):
    common = {"system": "SYSA", "region": region, "written": START + HOUR, "cics_level": "0750"}
    common |= {"local_us": 2 * HOUR}  # two hours ahead of UTC
    return {"record_type": 110, "subtype": 1, "common": common, "sections": sections}


def task(number, response, transaction="PAY1"):
    return {
        "transaction": transaction,
        "task_number": number,
        "started": START,
        "ended": START + response,
        "record_type_code": "   T",
        "cpu_us": response / 4,
        "cpu_count": 2,
        "change_mode_delay_us": 10.0,
        "change_mode_delay_count": 4,
    }


def dump(path, specs):
    path.write_bytes(b"".join(_native.encode_records(specs)))
    return path


@pytest.fixture
def responses():
    return [100 + 37 * n + n * n for n in range(400)]


@pytest.fixture
def evidence(tmp_path, responses):
    rows = [task(n + 1, response) for n, response in enumerate(responses)]
    some = [monitoring("CICSA", {"CICS tasks": rows[n : n + 20]}) for n in range(0, len(rows), 20)]
    dictionary = monitoring("CICSA", {"CICS dictionary": []})
    return dump(tmp_path / "day.smf", [statistics(), *some[:10], dictionary, *some[10:]])


def table(store, name):
    return pl.concat(
        list(map(pl.read_parquet, sorted(store.path.rglob(f"{name}-*.parquet")))), how="diagonal"
    )


def test_statistics_have_their_interval_and_tell_what_they_are(tmp_path, evidence):
    store = load(LoadRequest([str(evidence)], into=tmp_path / "store"))
    (mode,) = table(store, "cics_tcb_mode").to_dicts()
    assert (mode["region"], mode["statistics_type"], mode["mode"]) == ("CICSA", "INT", "QR")
    assert mode["interval_us"] == 1_800_000_000
    assert mode["cpu_us"] / mode["dispatched_us"] == pytest.approx(0.463, abs=0.001)
    (area,) = table(store, "cics_dsa").to_dicts()
    assert (area["dsa"], area["location"], area["peak_size"]) == ("EUDSA", "above 16 MB", 9_000)


def test_tasks_become_measures_and_only_if_asked_for_rows(tmp_path, evidence, responses):
    store = load(LoadRequest([str(evidence)], into=tmp_path / "store"))
    measures = table(store, "cics_transaction")
    assert measures["tasks"].sum() == len(responses)
    assert measures["response_us"].sum() == sum(responses)
    assert measures["change_mode_delay_count"].sum() == 4 * len(responses)
    assert {t.hour for t in measures["interval_start"]} == {18}  # local time, of 16:30 UTC
    assert not list(store.path.rglob("cics_task-*.parquet"))
    kept = load(LoadRequest([str(evidence)], into=tmp_path / "kept", tasks=True))
    rows = table(kept, "cics_task")
    assert sorted((rows["ended"] - rows["started"]).dt.total_microseconds()) == sorted(responses)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_percentiles_from_the_store_are_within_one_percent(tmp_path, evidence, responses, share):
    store = load(LoadRequest([str(evidence)], into=tmp_path / "store"))
    rows = table(store, "cics_transaction").select("response_buckets", "response_bucket_tasks")
    buckets = (
        rows.explode("response_buckets", "response_bucket_tasks")
        .group_by("response_buckets")
        .sum()
        .sort("response_buckets")
    )
    rank = -(-share * len(responses) // 1)
    bucket = buckets.filter(pl.col("response_bucket_tasks").cum_sum() >= rank)["response_buckets"][0]
    low, high = 2 ** (bucket / 35) / 4096, 2 ** ((bucket + 1) / 35) / 4096
    assert 2 * low * high / (low + high) == pytest.approx(sorted(responses)[int(rank) - 1], rel=0.01)


def test_the_same_dump_again_adds_no_task(tmp_path, evidence, responses):
    store = load(LoadRequest([str(evidence)], into=tmp_path / "store"))
    again = dump(tmp_path / "again.smf", [statistics("CICSB")])
    again.write_bytes(again.read_bytes() + evidence.read_bytes())
    _, loaded = load_and_tell(LoadRequest([str(again)], into=tmp_path / "store"), None)
    assert table(store, "cics_transaction")["tasks"].sum() == len(responses)
    assert loaded.duplicates == 22


def test_what_has_no_dictionary_is_told_and_a_file_with_one_serves(tmp_path):
    alone = dump(tmp_path / "alone.smf", [monitoring("CICSA", {"CICS tasks": [task(1, 500)]})])
    (source,) = sources(inspect([str(alone)]).files)
    assert any("region CICSA" in note and "--dictionary" in note for note in source.notes)
    given = dump(tmp_path / "dictionary.smf", [monitoring("CICSA", {"CICS dictionary": []})])
    store = load(LoadRequest([str(alone)], into=tmp_path / "store", dictionary=(given,)))
    assert table(store, "cics_transaction")["tasks"].to_list() == [1]


def test_tasks_without_a_dictionary_are_told_as_they_are_loaded_and_can_be_loaded_again(tmp_path, capsys):
    """A dump of the day after the region wrote its dictionary, and then with that of the day before."""
    alone = dump(tmp_path / "alone.smf", [monitoring("CICSA", {"CICS tasks": [task(1, 500)]}), statistics()])
    given = dump(tmp_path / "dictionary.smf", [monitoring("CICSA", {"CICS dictionary": []})])
    store = str(tmp_path / "store")
    for words in (["load", str(alone), "--into", store], ["check", str(alone)]):
        assert run_command(words) == 0
        assert "1 monitoring record of region CICSA" in capsys.readouterr().err
    assert run_command(["load", str(alone), "--into", store, "--dictionary", str(given)]) == 0
    assert "loaded before" not in capsys.readouterr().err
    assert run_command(["sql", store, "SELECT sum(tasks) AS n FROM cics_transaction", "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["n", "1"]
    assert run_command(["check", store, "--format", "md"]) == 0
    shown = capsys.readouterr()
    assert "--dictionary" not in shown.out + shown.err
    assert run_command(["load", str(alone), "--into", store]) == 0
    shown = capsys.readouterr()
    assert "loaded before, nothing added" in shown.err
    assert shown.out.startswith("Nothing was added: the store is as it was.\n")


def test_statistics_without_a_layout_are_told_by_name(tmp_path):
    record = bytearray(_native.encode_records([statistics()])[0])
    at = int.from_bytes(record[36:40])
    record[at + 2 : at + 4] = (67).to_bytes(2)  # the first section is one of files
    (tmp_path / "dump.smf").write_bytes(record)
    (source,) = sources(inspect([str(tmp_path / "dump.smf")]).files)
    assert "1 section of files (DFHA17DS) (67): no layout; import that of your release" in source.notes


def test_fields_of_the_user_are_kept_with_the_tasks(tmp_path):
    names = [("DFHTASK", "C", 1, 4, "TRAN"), ("DFHCICS", "T", 5, 8, "START"), ("DFHCICS", "T", 6, 8, "STOP")]
    names += [("ACCT", "A", 1, 4, "ITEMS"), ("ACCT", "S", 2, 12, "PRICING"), ("ACCT", "C", 3, 8, "BRANCH")]
    entries = [dict(zip(("group", "type", "id", "length", "name"), name, strict=True)) for name in names]
    row = {"transaction": "PAY1", "started": START, "ended": START + 500, "ACCT.A001": 7}
    row |= {"ACCT.S002_us": 12.5, "ACCT.S002_count": 3, "ACCT.C003": 'B "17"'}
    records = [
        monitoring("CICSA", {"CICS dictionary": entries}),
        monitoring("CICSA", {"CICS dictionary": entries, "CICS tasks": [row]}),
    ]
    path = dump(tmp_path / "dump.smf", records)
    rows = table(load(LoadRequest([str(path)], into=tmp_path / "store", tasks=True)), "cics_task")
    assert json.loads(rows["user_fields"][0]) == {
        "ACCT.A001": 7,
        "ACCT.S002_us": 12.5,
        "ACCT.S002_count": 3,
        "ACCT.C003": 'B "17"',
    }
