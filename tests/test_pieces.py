"""A load that many share, piece by piece, makes the store that a load by one makes."""

from __future__ import annotations

import gzip
import json
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

import sample_site
from getpage import _native
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.evidence.store import Store
from getpage.scale import pieces
from getpage.scale.work import done, here, task_of
from in_pieces import Workers, assert_no_strays, assert_same, in_pieces, plain
from store_records import pool_records
from test_cics_records import monitoring, statistics, task
from test_ranges import framed, records_of
from tools.demo.site import DUMP

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

MB = 1_000_000
#: Bytes of a range.
SIZES = (300_000, MB, 8 * MB, 64 * MB)


@pytest.mark.parametrize("framing", ["rdw", "blocked", "spanned", "no rdw"])
def test_ranges_of_a_dump_make_the_same_store(framing: str, tmp_path: Path) -> None:
    path = tmp_path / "dump"
    records = [*records_of((sample_site.site() / DUMP).read_bytes())]
    path.write_bytes(framed(records, framing)[: 3 * MB])
    expected = plain([path], tmp_path / "plain")
    for size in SIZES:
        store, loaded = in_pieces([path], tmp_path / str(size), size, workers := Workers())
        assert workers.rounds[0] >= path.stat().st_size / (size + 200_000)
        assert loaded.duplicates == sum(file["duplicates"] for file in expected.files())
        assert_same(store, expected)


@pytest.mark.parametrize(("framing", "nth"), [("rdw", 1), ("blocked", 2), ("spanned", 3), ("no rdw", 0)])
def test_ranges_of_all_of_a_dump_make_the_same_store(framing: str, nth: int, tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_bytes(framed([*records_of((sample_site.site() / DUMP).read_bytes())], framing))
    expected = plain([path], tmp_path / "plain")
    store, _ = in_pieces([path], tmp_path / "pieces", SIZES[nth])
    assert_same(store, expected)


def test_a_trace_and_packed_files_are_pieces_of_their_own(tmp_path: Path) -> None:
    records = [*records_of((sample_site.site() / DUMP).read_bytes())]
    trace, packed, small = tmp_path / "trace", tmp_path / "b.gz", tmp_path / "c"
    trace.write_bytes(framed(records, "GTF"))
    packed.write_bytes(gzip.compress(framed(records[::7], "rdw")))
    small.write_bytes(b"".join(records[:2_000:3]))
    store, _ = in_pieces([trace, packed, small], tmp_path / "pieces", MB)
    assert_same(store, plain([trace, packed, small], tmp_path / "plain"))


def unlike(records: int) -> list[dict[str, Any]]:
    """Records of monitoring, and of statistics between them."""
    tasks = [
        monitoring("CICSA", {"CICS tasks": [task(n, 1_000 * n, f"P{n % 5:03}")]}) for n in range(1, records)
    ]
    return [*tasks, statistics()]


def cut_task(part: int, kind: str) -> dict[str, Any]:
    """One of several records of a task."""
    ran = task(7_777, 1_000_000 * (part + 1), "LONG")
    return monitoring(
        "CICSA", {"CICS tasks": [ran | {"record_type_code": kind, "performance_records": part}]}
    )


def written(path: Path, specs: Sequence[dict[str, Any]]) -> Path:
    path.write_bytes(b"".join(_native.encode_records(list(specs))))
    return path


DICTIONARY = monitoring("CICSA", {"CICS dictionary": []})


@pytest.mark.parametrize("place", [0, 150, 299])
def test_tasks_are_read_by_a_dictionary_wherever_it_stands_and_cut_ones_count_once(
    place: int, tmp_path: Path
) -> None:
    """At 0 the dictionary is before all tasks, at 299 behind them; the parts of a task are far apart, and one
    has no end.
    """
    specs = unlike(300)
    specs[20:20] = [cut_task(1, "   C")]
    specs[160:160] = [cut_task(2, "   C")]
    specs[280:280] = [cut_task(3, "   T"), cut_task(9, "   C")]
    specs.insert(place, DICTIONARY)
    path = written(tmp_path / "dump", [*specs, *unlike(40)])
    expected = plain([path], tmp_path / "plain")
    [transaction] = [
        row for row in expected.table("cics_transaction").collect().to_dicts() if row["transaction"] == "LONG"
    ]
    assert (transaction["tasks"], transaction["unfinished"]) == (1, 1)
    for size in (20_000, 60_000):
        store, _ = in_pieces([path], tmp_path / str(size), size, workers := Workers())
        assert len(workers.rounds) > 1
        assert_same(store, expected)


@pytest.mark.parametrize("place", [0, 150, 339])
def test_pieces_that_are_loaded_in_turn_are_read_again_only_where_no_dictionary_is_before_their_tasks(
    place: int, tmp_path: Path
) -> None:
    specs = unlike(340)
    before = len(written(tmp_path / "before", specs[:place]).read_bytes())
    specs.insert(place, DICTIONARY)
    path = written(tmp_path / "dump", specs)
    starts: list[int] = []

    def in_turn(tasks: Iterable[str]) -> Iterable[str]:
        for piece in tasks:
            starts.append(task_of(piece).ranges[0].start)
            yield done(piece)

    store, _ = in_pieces([path], tmp_path / "pieces", 20_000, in_turn)
    assert_same(store, plain([path], tmp_path / "plain"))
    assert len(set(starts)) > 5
    assert sorted(starts) == sorted([*set(starts), *(start for start in set(starts) if start < before)])


def test_the_dictionary_of_a_piece_that_is_read_anew_with_the_next_one_is_that_of_one_reading(
    tmp_path: Path,
) -> None:
    """A cut within a record: what both pieces noted of dictionaries by then does not count."""
    specs = unlike(290)
    specs[60:60] = specs[250:250] = [DICTIONARY]
    path = written(tmp_path / "dump", specs)
    size = path.stat().st_size
    for wrong in (3, 5_000):
        cuts = [0, *(size * n // 7 + wrong for n in range(1, 7))]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pieces, "_cuts", lambda *_, cuts=cuts: cuts)
            store, _ = in_pieces([path], tmp_path / str(wrong), 20_000, here)
        assert_same(store, plain([path], tmp_path / f"plain-{wrong}"))


def test_dictionaries_of_other_files_and_of_the_user_serve_all_pieces(tmp_path: Path) -> None:
    tasks, own = written(tmp_path / "a", unlike(200)), written(tmp_path / "b", [DICTIONARY])
    both = plain([tasks, own], tmp_path / "plain")
    store, _ = in_pieces([tasks, own], tmp_path / "both", 30_000)
    assert_same(store, both)
    given = plain([tasks], tmp_path / "plain given", dictionaries=[own], tasks=True)
    store, _ = in_pieces([tasks], tmp_path / "given", 30_000, dictionaries=[own], tasks=True)
    assert_same(store, given)
    none = plain([tasks], tmp_path / "plain none")
    assert none.catalog().files()[0].partly
    store, _ = in_pieces([tasks], tmp_path / "none", 30_000)
    assert_same(store, none)


def test_records_that_stand_in_several_pieces_or_in_the_store_are_loaded_once(tmp_path: Path) -> None:
    first = pool_records(range(400))
    again = [*pool_records(range(500, 700)), *first[-50:], *first[:50], *first[:9]]
    paths = [tmp_path / "a", tmp_path / "b"]
    for path, records in zip(paths, (first, again), strict=True):
        path.write_bytes(b"".join(records))
    expected = plain(paths, tmp_path / "plain")
    store, loaded = in_pieces(paths, tmp_path / "pieces", 20_000)
    assert loaded.duplicates == 109
    assert_same(store, expected)
    later = tmp_path / "c"
    later.write_bytes(b"".join([*pool_records(range(390, 410)), *again[-20:]]))
    store, loaded = in_pieces([later], store.path, 4_000)
    assert loaded.duplicates == 30
    assert_same(store, plain([later], expected.path))


def test_a_task_that_stands_twice_is_counted_where_one_load_counts_it(tmp_path: Path) -> None:
    """One copy is read by the dictionary before it, the earlier one when all dictionaries are known."""
    some = unlike(60)
    path = written(tmp_path / "dump", [*some, DICTIONARY, *some[10:30], *unlike(30)])
    store, loaded = in_pieces([path], tmp_path / "pieces", 10_000)
    assert loaded.duplicates > 20
    assert_same(store, plain([path], tmp_path / "plain"))


def test_damage_across_a_cut_is_told_as_one_load_tells_it(tmp_path: Path) -> None:
    dump = bytearray((sample_site.site() / DUMP).read_bytes()[: 3 * MB])
    path = tmp_path / "dump"
    path.write_bytes(dump)
    cuts = _native.cuts(path, 300_000, [])
    for cut in cuts[1::3]:
        dump[cut - 9_000 : cut + 9_000] = b"\xe7" * 18_000
    for cut in cuts[2::3]:
        dump[cut - 40 : cut] = b"\xe7" * 40
    path.write_bytes(dump)
    expected = plain([path], tmp_path / "plain")
    assert expected.files()[0]["damage"]["count"] >= len(cuts) // 3
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_cuts", lambda *_: cuts)
        store, _ = in_pieces([path], tmp_path / "pieces", 300_000, workers := Workers())
    assert len(workers.rounds) > 2
    assert_same(store, expected)


def test_wrong_cuts_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_bytes((sample_site.site() / DUMP).read_bytes()[:200_000])
    expected = plain([path], tmp_path / "plain")
    chance = random.Random(32)
    for n in range(6):
        cuts = [0, *sorted(chance.sample(range(1, 200_000), 4))]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pieces, "_cuts", lambda *_, cuts=cuts: cuts)
            store, _ = in_pieces([path], tmp_path / str(n), 40_000)
        assert_same(store, expected)


def test_processes_that_share_nothing_make_a_store_of_which_check_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def result_of(store: Store) -> str:
        monkeypatch.chdir(store.path.parent)
        run_command(["check", store.path.name, "--format", "json"])
        return capsys.readouterr().out

    site, whole = sample_site.site(), Store(sample_site.store())
    size = (site / DUMP).stat().st_size
    expected = result_of(whole)
    assert json.loads(expected)["findings"]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:

        def run(tasks: Iterable[str]) -> Iterable[str]:
            return pool.map(done, tasks)

        for count in (3, 50):
            store, _ = in_pieces([site], tmp_path / str(count) / "store", size // count + 1, run)
            assert_same(store, whole)
            assert result_of(store) == expected


def test_a_task_that_is_attempted_twice_leaves_one_of_both(tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_bytes((sample_site.site() / DUMP).read_bytes()[:MB])
    store, _ = in_pieces(
        [path],
        tmp_path / "pieces",
        200_000,
        lambda tasks: [[done(piece), done(piece)][n % 2] for n, piece in enumerate(tasks)],
    )
    assert_same(store, plain([path], tmp_path / "plain"))


def test_a_driver_that_is_lost_before_the_commit_leaves_the_store_as_before(tmp_path: Path) -> None:
    """What is killed clears nothing; the next load does."""
    path = tmp_path / "dump"
    path.write_bytes(b"".join(pool_records(range(300))))
    before = plain([path], tmp_path / "store")
    rows_before = before.rows("mq_buffer_pool")
    more = tmp_path / "more"
    more.write_bytes(b"".join(pool_records(range(300, 900))))

    class Lost(BaseException):
        """The process ends here."""

    def killed(tasks: Iterable[str]) -> Iterable[str]:
        for piece in tasks:
            done(piece)
        raise Lost

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("getpage.evidence.commit._clear", lambda *_: None)
        with pytest.raises(Lost):
            in_pieces([more], before.path, 9_000, killed)
    assert Store(before.path).rows("mq_buffer_pool") == rows_before
    assert (before.path / ".scratch").exists()
    store, _ = in_pieces([more], before.path, 9_000)
    assert store.rows("mq_buffer_pool") == 3 * 900
    assert_no_strays(store)


def test_workers_that_do_not_see_evidence_or_store_say_so(tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_bytes(b"".join(pool_records(range(300))))

    def elsewhere(of: str) -> Any:
        def run(tasks: Iterable[str]) -> Iterable[str]:
            return [done(piece.replace(json.dumps(str(of))[1:-1], "/nowhere/x")) for piece in tasks]

        return run

    with pytest.raises(GetpageError, match=r"does not see it .*on a file system that all workers share"):
        in_pieces([path], tmp_path / "one", 9_000, elsewhere(str(path)))
    with pytest.raises(GetpageError, match="does not see this store"):
        in_pieces([path], tmp_path / "two", 9_000, elsewhere(str(tmp_path / "two")))
    with pytest.raises(GetpageError, match=r"has getpage .*, this is 0\.0\.1"):
        in_pieces(
            [path],
            tmp_path / "three",
            9_000,
            lambda tasks: [done(piece.replace(f'"{task_of(piece).version}"', '"0.0.1"')) for piece in tasks],
        )


def test_a_file_without_dictionaries_that_was_given_for_them_is_told(tmp_path: Path) -> None:
    path, other = tmp_path / "dump", tmp_path / "other"
    path.write_bytes(b"".join(pool_records(range(300))))
    other.write_text("no records")
    with pytest.raises(GetpageError, match="other"):
        in_pieces([path], tmp_path / "pieces", 9_000, dictionaries=[other])


def test_evidence_that_only_the_driver_has_is_loaded_by_it(tmp_path: Path) -> None:
    import zipfile

    archive = tmp_path / "day.zip"
    with zipfile.ZipFile(archive, "w") as out:
        out.writestr("dump", b"".join(pool_records(range(300))))
    other = tmp_path / "dump"
    other.write_bytes(b"".join(pool_records(range(300, 400))))
    workers = Workers()
    store, _ = in_pieces([archive, other], tmp_path / "pieces", MB, workers)
    assert workers.rounds[0] == 1
    assert_same(store, plain([archive, other], tmp_path / "plain"))
