"""The binding: what goes in and comes out has the types that its stub says, and every error its own name."""

import ast
import struct
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import getpage
from curve_traces import as_smf, smf_specification
from getpage import _native

STUB = ast.parse((Path(getpage.__file__).parent / "_native.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def fields(name):
    return [node.target.id for node in CLASSES[name].body if isinstance(node, ast.AnnAssign)]


def typed(name):
    return {b.id for b in CLASSES[name].bases if isinstance(b, ast.Name)} == {"TypedDict"}


@pytest.fixture
def file(tmp_path):
    def make(name, contents):
        path = tmp_path / name
        path.write_bytes(contents)
        return path

    return make


@pytest.fixture
def dump(file):
    class At:
        object, page, pool, access = "0", 7, "BP1", "random"

    return file("dump", as_smf([smf_specification(At, number) for number in range(40)]))


def test_the_stub_names_what_there_is_and_no_more():
    functions = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef)}
    classes = {name for name in CLASSES if not typed(name)}
    there = {name for name in dir(_native) if not name.startswith("_")}
    assert functions | classes | {"VERSION"} == there


def test_errors_stand_below_each_other_as_the_stub_says():
    for name, node in CLASSES.items():
        if name.endswith("Error"):
            [base] = [ast.unparse(b) for b in node.bases]
            assert getattr(_native, name).__bases__[0].__name__ == base, name


def test_rows_have_the_properties_of_the_stub():
    for name in ("PoolSummary", "CurveRow", "SimulatedRow", "CurveRun"):
        methods = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
        there = {each for each in dir(getattr(_native, name)) if not each.startswith("_")}
        assert methods - {"__init__"} == there, name


def test_a_summary_has_the_fields_of_the_stub_in_their_order(dump, tmp_path):
    inspected = _native.inspect_file(dump, [])
    [loaded] = _native.load_files([(dump, 3)], tmp_path, 1, [])
    for summary in (inspected, loaded):
        assert list(summary) == fields("Summary")
        assert list(summary["counts"][0]) == fields("Count")
        assert list(summary["coverage"][0]) == fields("Coverage")
        assert list(summary["damage"]) == fields("DamageLog")
        assert (summary["framing"], summary["compression"], summary["gtf"]) == ("RDW", None, None)
    assert (inspected["file"], loaded["file"]) == (0, 3)
    assert inspected["duplicates"] == (0, 40)


def test_what_a_file_of_gtf_holds_has_the_fields_of_the_stub(dump, file):
    size = struct.unpack(">H", dump.read_bytes()[:2])[0]
    records = [dump.read_bytes()[at : at + size] for at in range(0, 40 * size, size)]
    trace = b"".join(_native.gtf_records(records, 0, 256, 0))
    summary = _native.inspect_file(file("gtf", trace + bytes([0, 12]) + bytes(10)), [])
    assert list(summary["gtf"]) == fields("Gtf")
    assert list(summary["gtf"]["subsystems"][0]) == fields("GtfSubsystem")
    assert list(summary["damage"]["listed"][0]) == fields("Damage")


def test_entries_of_the_dictionary_have_the_fields_of_the_stub():
    assert {tuple(entry) for entry in _native.dictionary([])} == {tuple(fields("DictionaryEntry"))}


def sniff(path, layouts):
    return _native.Unpacked(path).framing(layouts)


def test_a_file_without_records_says_why_with_its_name_and_without(file):
    path = file("empty", b"")
    with pytest.raises(_native.NotSmfError) as raises:
        sniff(path, [])
    assert str(raises.value) == f"{path}: the file is empty"
    assert raises.value.why == "the file is empty"
    assert not isinstance(raises.value, _native.NoSmfRecordError)


@pytest.mark.parametrize("contents", [b"a text about nothing at all, long enough", b"QWHS in a text " * 4])
def test_what_a_text_may_be_has_a_name_of_its_own(file, contents):
    with pytest.raises(_native.NoSmfRecordError):
        sniff(file("text", contents), [])


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    missing = tmp_path / "missing"
    for call in (sniff, _native.inspect_file, _native.detect_trace):
        with pytest.raises(_native.ReadError, match="No such file"):
            call(missing, [])
    for opened in (lambda: _native.Unpacked(missing), lambda: _native.unpack(missing, tmp_path / "out")):
        with pytest.raises(_native.ReadError) as raises:
            opened()
        assert raises.value.why == str(raises.value).removeprefix(f"{missing}: ")


def test_rows_that_cannot_be_written_are_no_fault_of_the_evidence(dump, tmp_path):
    with pytest.raises(_native.WriteError, match=r"writing .*(db2_getpage|evidence_record)"):
        _native.load_files([(dump, 0)], tmp_path / "no" / "directory", 1, [])


def test_a_layout_that_cannot_be_used_is_named(dump, file):
    directory = file("wrong.toml", b"section = 1").parent
    for call in (sniff, _native.inspect_file, _native.detect_trace):
        with pytest.raises(_native.LayoutError, match=r"wrong\.toml"):
            call(dump, [directory])


def test_what_a_progress_function_raises_comes_through(dump):
    def stop(*read):
        raise KeyError(*read)

    with pytest.raises(KeyError) as raises:
        _native.inspect_file(dump, [], stop)
    assert raises.value.args[1] == dump.stat().st_size


def test_formats_are_names_and_what_has_none_may_be_given_one(file):
    assert _native.detect_trace(file("a.csv", b"x"), []) == "csv"
    with pytest.raises(_native.UnknownTraceError, match="--trace-format"):
        _native.detect_trace(file("a", b"\xee" * 64), [])
    for contents in (b"", b"%PDF-1.7", b"GPPART\0\1"):
        with pytest.raises(_native.NotATraceError) as raises:
            _native.detect_trace(file("b", contents), [])
        assert not isinstance(raises.value, _native.UnknownTraceError)


def words(*pages):
    return struct.pack(f"<{len(pages)}Q", *pages)


def run_of(file, *pages, **settings):
    run = _native.CurveRun(**settings)
    run.read(file("trace", words(*pages)), "trace", "u64", [])
    return run


def test_counts_come_out_by_access_type(file):
    run = run_of(file, 1, 2, 1, 1 << 63 | 2, opt=True)
    [pool] = run.pools()
    assert (pool.pool, pool.getpages, pool.pages, pool.first_touches, pool.sample) == (
        "trace",
        (3, 1, 0, 0),
        2,
        (2, 0, 0, 0),
        None,
    )
    assert [(row.size, row.reads, row.band) for row in run.rows("trace", [1, 2])] == [
        (1, (3, 1, 0, 0), None),
        (2, (2, 0, 0, 0), None),
    ]
    assert [row.reads for row in run.opt_rows("trace", [2])] == [(2, 0, 0, 0)]
    assert run.grid_rows("trace") == []
    assert run.finish() == []


def test_simulated_pools_come_out_as_they_were_asked_for(file):
    grid = {"pgsteal": "lru", "pools": {"other": [(9, 9)]}, "others": [(2, 80), (1, 50)], "watch": (0, 1)}
    rows = run_of(file, 1, 2, 1, lru=False, grid=grid).grid_rows("trace")
    assert [(row.size, row.vpseqt, row.sync_random, row.highest) for row in rows] == [
        (2, 80, 2, (0, 0)),
        (1, 50, 3, (0, 0)),
    ]


@pytest.mark.parametrize(
    ("grid", "problem"),
    [
        ({"pgsteal": "mru", "pools": {}, "others": [], "watch": None}, "pgsteal"),
        ({"pgsteal": "lru", "pools": {}, "others": [(1, 101)], "watch": None}, "percentage"),
        ({"pgsteal": "lru", "pools": {}, "others": [(0, 80)], "watch": None}, "a pool of 1 to"),
        ({"pgsteal": "lru", "pools": {}, "others": [(1, 80)], "watch": (0, 1)}, "a pool of the grid"),
    ],
)
def test_pools_that_cannot_be_are_refused(file, grid, problem):
    with pytest.raises(_native.SettingsError, match=problem):
        run_of(file, 1, grid=grid)


def test_a_trace_that_is_refused_says_how_by_its_name(file):
    with pytest.raises(_native.EmptyTraceError):
        _native.CurveRun().finish()
    with pytest.raises(_native.DamagedTraceError, match="offset 8"):
        _native.CurveRun().read(file("cut", words(1, 2)[:13]), "cut", "u64", [])
    with pytest.raises(_native.MixedTraceError, match="one format"):
        run_of(file, 1).read(file("b", b"1 1 0 0\n"), "b", "arc", [])
    with pytest.raises(_native.UnorderedTraceError):
        _native.CurveRun().read(file("b", b"1 1 0 2\n1 1 0 1\n"), "b", "arc", [])
    with pytest.raises(_native.TraceTooLongError, match="more than 2 references"):
        run_of(file, 1, 2, 3, exact_limit=2)
    with pytest.raises(_native.SampleTooSmallError, match="8192"):
        run_of(file, 1, 2, 3, sample=0.5).rows("trace", [1])
    with pytest.raises(_native.SettingsError, match="no pool BP1"):
        run_of(file, 1).rows("BP1", [1])
    with pytest.raises(_native.NotATraceError, match="no format that is read here"):
        _native.CurveRun().read(file("b", b""), "b", "parquet", [])


def test_too_many_lost_records_are_an_incomplete_trace(dump):
    records = dump.read_bytes()
    size = struct.unpack(">H", records[:2])[0]
    dump.write_bytes(records[:size] + records[10 * size :])
    run = _native.CurveRun(lost_limit=0.1)
    assert run.read(dump, "dump", "smf", [])
    with pytest.raises(_native.IncompleteTraceError, match="9 of 40 records"):
        run.finish()


def test_parts_have_errors_of_their_own(file):
    part = bytes(run_of(file, 1, 2, mergeable=True).partial())
    run = _native.CurveRun(mergeable=True)
    run.append(part, "part")
    with pytest.raises(_native.PartError, match="offset 0"):
        run.append(b"no part", "other")
    with pytest.raises(_native.PartError, match="trace"):
        run.append(part[:-1] + bytes([part[-1] ^ 1]), "other")
    with pytest.raises(_native.SettingsError, match="not set to be merged"):
        run_of(file, 1).partial()


def test_values_that_no_record_has_are_refused():
    with pytest.raises(_native.EncodeError, match="no layout of that record type"):
        _native.encode_records([{"record_type": 250, "subtype": 1}])
    with pytest.raises(TypeError, match="common"):
        _native.encode_records([{"record_type": 102, "subtype": 198, "common": {"written": {1}}}])
    with pytest.raises(_native.EncodeError, match="expected spanned, blocked or no rdw"):
        _native.reframe([], "bound", 0)
    assert issubclass(_native.EncodeError, ValueError)


def test_hulls_are_a_view_of_places():
    owner, taken = np.array([0, 0, 0]), np.array([0, 1, 2])
    hull = _native.upper_hulls(owner, taken, np.array([0.0, 0.0, 5.0]))
    assert (hull.format, hull.tolist()) == ("q", [0, 2])
    assert _native.upper_hulls(owner[:0], taken[:0], np.array([])).tolist() == []
    with pytest.raises(_native.PointsError, match="of one length, found 3, 3 and 1"):
        _native.upper_hulls(owner, taken, np.array([0.0]))


def test_the_mark_of_no_value_is_null_and_a_null_is_written_as_the_mark(tmp_path):
    rows = [{"channel": "A", "exit_elapsed_min": 7}, {"channel": "B"}]
    common = {"system": "SYS1", "subsystem": "MQ1A", "written": 1_780_000_000_000_000}
    specification = {"record_type": 116, "subtype": 10, "common": common, "sections": {"QCST": rows}}
    [record] = _native.encode_records([specification])
    assert record.count(bytes.fromhex("8FFFFFFF")) == 3
    (tmp_path / "dump").write_bytes(record)
    _native.load_files([(tmp_path / "dump", 0)], tmp_path, 1, [], None)
    [table] = tmp_path.glob("mq_channel-*.parquet")
    shown = pl.read_parquet(table).select("channel", "exit_elapsed_min", "network_elapsed_min")
    assert shown.rows() == [("A", 7, None), ("B", None, None)]


def test_what_cannot_be_measured_is_said_with_the_name_of_its_column():
    objects = pl.Series("object", [0, 0], dtype=pl.UInt32)
    with pytest.raises(_native.ColumnsError, match="column 0 is of type Utf8View, expected a number"):
        _native.Fold([_native.Ask.LARGEST]).add(pl.DataFrame({"object": objects, "0": ["a", "b"]}))
    with pytest.raises(_native.ColumnsError, match="column share is of type Float64"):
        _native.Numbers().of(pl.DataFrame({"share": [0.5]}))
    with pytest.raises(_native.ColumnsError, match="column object is of type Int64, expected UInt32"):
        _native.Fold([_native.Ask.LAST]).add(pl.DataFrame({"object": [0]}))
    with pytest.raises(TypeError):
        _native.Fold(["median"])


def test_objects_are_numbered_by_text_and_numbers_with_what_has_neither():
    names = pl.DataFrame(
        {"member": ["DB1A", "DB1A", None, "a name of more than twelve"], "pool": [7, 8, 7, None]}
    )
    numbers = _native.Numbers()
    for new in ([0, 1, 2, 3], []):
        actual, first = numbers.of(names)
        assert pl.DataFrame(actual)["number"].to_list() == [0, 1, 2, 3]
        assert np.frombuffer(first, dtype=np.uint32).tolist() == new
    assert pl.DataFrame(numbers.of(names[::-1])[0])["number"].to_list() == [3, 2, 1, 0]
