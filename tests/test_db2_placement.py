"""Page sets in buffer pools: who scans a pool that others need, and the statements that move them."""

import polars as pl
import pytest

from db2_evidence import HOUR, START, changes, commands, display, findings, logged
from getpage.evidence.text import read_text
from getpage.products.db2.placement.page_sets import page_sets
from mq_evidence import empty, from_text, schema

CHECK = "db2-object-scans"
#: A page set with its pages in the pool, changed pages, and pages of synchronous and asynchronous I/O.
PAGE_SET = """\
DSNB467I  -DB1A STATISTICS FOR {kind} SPACE {name} INSTANCE 1 - DATA SET #: 1 USE COUNT: 3
DSNB453I  -DB1A VP CACHED PAGES -
             CURRENT = {cached} MAX = {cached}
             CHANGED = {changed} MAX = {changed}
DSNB455I  -DB1A SYNCHRONOUS I/O DELAYS -
             AVERAGE DELAY = 1 MAXIMUM DELAY = 22
             TOTAL PAGES   = {sync}
DSNB456I  -DB1A ASYNCHRONOUS I/O DELAYS -
             AVERAGE DELAY = 1 MAXIMUM DELAY = 33
             TOTAL PAGES   = {ahead} TOTAL I/O COUNT = {requests}
"""
#: 400,000 of 2,000,000 reads are avoided by 100,000 buffers more.
SIMULATED = """\
DSNB431I  -DB1A SIMULATED BUFFER POOL SIZE = 100000 BUFFERS -
             ALLOCATED = 100000
             IN-USE = 100000 HIGH IN-USE = 100000
DSNB432I  -DB1A SIMULATED BUFFER POOL ACTIVITY -
             SYNC READ I/O (R) = {avoided}
             SYNC READ I/O (S) = 0
             TOTAL AVOIDABLE SYNC I/O DELAY = 400000 MILLISECONDS
"""
CATALOG = """\
TYPE  DBNAME    DBID  SPACE     OBID  BPOOL   PAGES  CREATOR  NAME
TS    PAY        301  HIST         2  BP1   5000000  -        -
IX    PAY        301  IXHIST       3  BP1    900000  PAYOWN   IX_HISTORY
TS    SITE       302  ELSE         9  BP2     40000  -        -
"""
POOL = {"size": 500_000, "sync_random": 2_000_000, "sequential": 1_000_000, "prefetch_pages": 900_000}


def page_set(name: str, cached: int, *, sync: int = 0, ahead: int = 0, changed: int = 0, kind: str = "TABLE"):
    return PAGE_SET.format(
        kind=kind, name=name, cached=cached, changed=changed, sync=sync, ahead=ahead, requests=ahead // 32
    )


SCANNED = page_set("PAY.HIST", 50_000, ahead=900_000)
RANDOM = page_set("PAY.CARD", 400_000, sync=2_000_000, ahead=7_000, changed=90)


def site(*sets: str, avoided: int | None = 400_000, times: int = 3, catalog: str = CATALOG, **pool) -> str:
    """Displays of one pool an hour apart, with these page sets."""
    simulated = "" if avoided is None else SIMULATED.format(avoided=avoided)
    text = ""
    for hour in range(times):
        shown = display(hour=hour - 1, simulated=simulated, **POOL | pool).replace(
            "DSN9022I", "".join(sets) + "DSN9022I"
        )
        text += logged(shown, START + hour * HOUR)
    return text + catalog


def moves(text: str) -> list[tuple[str, str]]:
    return [(change.command, change.undo) for change in changes(text) if "BUFFERPOOL BP" in change.command]


def test_a_scanned_page_set_is_moved_to_a_pool_of_its_own_that_the_catalog_shows_free():
    text = site(SCANNED, RANDOM)
    (finding,) = findings(text, CHECK)
    assert str(finding.object) == "SY1.DB1A PAY.HIST"
    assert finding.headline == "Scans BP1: holds 10 % of it, others read 556/s"
    # A fifth of 556 reads/s is avoided by 100,000 buffers; half as many save at least half of that.
    facts = {fact.label: fact.value for fact in finding.evidence}
    assert facts["reads that others save at least"] == pytest.approx(555.6 / 10, abs=0.1)
    assert facts["pages in the catalog"] == 5_000_000
    assert "save 55.6 to 111 reads/s" in finding.claim
    order = [change for change in changes(text) if change.setting in ("BP3 VPSIZE", "PAY.HIST BUFFERPOOL")]
    defines, moved = order
    assert defines.command == "-ALTER BUFFERPOOL(BP3) VPSIZE(3000) VPSEQT(99) PGFIX(YES)"
    assert (defines.undo, defines.storage_bytes) == ("-ALTER BUFFERPOOL(BP3) VPSIZE(0)", 3000 * 4096)
    assert moved.command == "ALTER TABLESPACE PAY.HIST BUFFERPOOL BP3"
    assert moved.undo == "ALTER TABLESPACE PAY.HIST BUFFERPOOL BP1"
    assert moved.only_after == f"BP3 is defined ({defines.command})"
    assert "when its data sets are next opened" in moved.caution


def test_an_index_is_altered_by_the_name_that_only_the_catalog_has():
    index = page_set("PAY.IXHIST", 60_000, ahead=900_000, kind="INDEX")
    assert moves(site(index, RANDOM)) == [
        ("ALTER INDEX PAYOWN.IX_HISTORY BUFFERPOOL BP3", "ALTER INDEX PAYOWN.IX_HISTORY BUFFERPOOL BP1")
    ]
    assert moves(site(index, RANDOM, catalog="")) == []
    assert "catalog extract" in findings(site(index, RANDOM, catalog=""), CHECK)[0].no_command


def test_without_the_catalog_the_pool_has_to_be_shown_free_first():
    first = next(change for change in changes(site(SCANNED, RANDOM, catalog="")) if "BP2" in change.command)
    assert first.only_after == "-DISPLAY BUFFERPOOL(BP2) LIST(*) shows no page set in it"


def test_without_a_simulation_nothing_is_moved_and_one_of_just_these_buffers_is_offered():
    text = site(SCANNED, RANDOM, avoided=None)
    assert moves(text) == []
    assert [change for change in commands(text) if "SPSIZE" in change] == [
        "-ALTER BUFFERPOOL(BP1) SPSIZE(50000) SPSEQT(80)"
    ]


@pytest.mark.parametrize(
    "text",
    [
        site(SCANNED, RANDOM, times=1),
        site(SCANNED, page_set("PAY.CARD", 400_000, sync=300_000, changed=9)),
        site(page_set("PAY.HIST", 20_000, ahead=900_000), RANDOM),
        site(page_set("PAY.HIST", 50_000, ahead=900_000, changed=1), RANDOM),
        site(page_set("PAY.HIST", 50_000, ahead=900_000, sync=300_000), RANDOM),
        site(page_set("DSNDB06.HIST", 50_000, ahead=900_000), RANDOM),
        site(SCANNED, RANDOM, avoided=40_000),
        site(SCANNED, RANDOM, sequential=20_000_000),
    ],
    ids=[
        "one sample",
        "the others read little",
        "it holds little",
        "it may have written",
        "it is read at random too",
        "it is of Db2 itself",
        "its buffers would save little",
        "prefetch would read most of it again",
    ],
)
def test_a_page_set_stays_without_a_word_where_its_move_is_not_worth_it(text):
    assert findings(text, CHECK) == []
    assert moves(text) == []


def test_once_it_was_moved_there_is_nothing_more_to_do():
    alone = display(hour=0, pool="BP3", id=3, size=3_000, random=0, sequential=900_000, sync_random=0)
    moved = logged(alone.replace("DSN9022I", SCANNED + "DSN9022I"), START + 2 * HOUR)
    before = logged(alone.replace("DSN9022I", SCANNED + "DSN9022I"), START + HOUR)
    assert moves(site(RANDOM) + before + moved) == []
    # Another one that is scanned joins it there: no further pool is defined.
    other = page_set("PAY.OLD", 50_000, ahead=90_000)
    assert moves(site(other, RANDOM, catalog="") + before + moved)[0][0].endswith("PAY.OLD BUFFERPOOL BP3")


@pytest.mark.parametrize("name", ["PAY.HIST;DROP", "PAY.HI)ST", "PAY.H'IST"])
def test_a_name_that_would_end_a_statement_is_damage_and_its_figures_are_nobody_elses(name):
    evidence = read_text(enumerate(site(RANDOM, page_set(name, 50_000, ahead=900_000)).split("\n")))
    assert len(evidence.damage) == 3
    assert {row["pages_cached"] for row in evidence.rows["db2_page_set"] if "space" in row} == {400_000}


def test_a_name_that_is_no_identifier_gets_no_statement():
    assert moves(site(page_set("PAY.-STOP", 50_000, ahead=900_000), RANDOM)) == []


FITS = "db2-object-fits"
#: 1,000 of its 10,000 pages are there when they are wanted: each is read 36 times in an hour.
RATES = page_set("PAY.RATES", 1_000, sync=360_000, changed=1)
WITH_RATES = CATALOG + "TS    PAY        301  RATES        5  BP1     10000  -        -\n"


def test_a_page_set_that_is_read_again_and_again_is_kept_as_a_whole_in_a_pool_defined_at_once():
    text = site(RATES, RANDOM, catalog=WITH_RATES)
    (finding,) = findings(text, FITS)
    assert finding.headline == "Reads its 10,000 pages 36 times per hour in BP1"
    defines, moved = [change for change in changes(text) if finding.id in change.because]
    # 11,000 buffers for its pages with room to grow, and a tenth of all as overflow area.
    assert defines.command == "-ALTER BUFFERPOOL(BP3) VPSIZE(12222) PGSTEAL(NONE) PGFIX(YES) FRAMESIZE(1M)"
    assert moved.command == "ALTER TABLESPACE PAY.RATES BUFFERPOOL BP3"
    assert "Saves its 100 synchronous reads per second" in moved.effect


@pytest.mark.parametrize(
    "text",
    [
        site(RATES, RANDOM),
        site(RATES, RANDOM, times=1, catalog=WITH_RATES),
        site(page_set("PAY.RATES", 1_000, sync=19_000), RANDOM, catalog=WITH_RATES),
        site(RATES, RANDOM, catalog=WITH_RATES.replace("   10000 ", "  600000 ")),
        site(RATES, RANDOM, catalog=WITH_RATES, pgsteal="NONE"),
    ],
    ids=["no catalog", "one sample", "read once", "more than its pool", "kept already"],
)
def test_a_page_set_stays_where_no_pool_of_its_own_is_known_to_help(text):
    assert findings(text, FITS) == []


def test_the_pool_for_scans_and_that_for_what_stays_are_two():
    defined = {
        c.command.split("(")[1][:3]
        for c in changes(site(SCANNED, RATES, RANDOM, catalog=WITH_RATES))
        if "VPSIZE" in c.command
    }
    assert {"BP3", "BP4"} <= defined


#: As IBM's documentation of OMEGAMON for Db2 5.5 prints it.
PUBLISHED = """\
INTERVAL STATIME COMPLETED: 02/09/19 08:51:48.206479
-------------------------------------------------------------------------------------------------------------
DBID:             452          DBNAME     : 452           GBP DEPENDENT  :    NO   LAST IN SEQUENCE       NO
OBID:               2          OBNAME     : 2             TYPE OF DATASET:    DATA
BPID:             BP0          SHADOW COPY: NO            PARTITION      :        1
                                                          LAST STATISTICS: 02/09/19 08:14:50.720136

SYNC.I/O FOR WRITE AND READ                 ASYNC.I/O FOR WRITE, READ, CASTOUT     BUFFER POOL CACHED PAGES
AVG. DELAY I/O (USEC)              40       AVG. DELAY I/O (USEC)           17     VPOOL CACHE CURR.      1759
MAX. DELAY I/O (USEC)             979       MAX. DELAY I/O (USEC)         1575     VPOOL CACHE CHANGED       0
TOTAL I/O PAGES                  7727       TOTAL I/O PAGES           28765645
                                            TOTAL I/O COUNT            1798520
ZHYPERLINK READ
AVG. DELAY I/O (USEC)              39
MAX. DELAY I/O (USEC)             393
TOTAL I/O PAGES                  7706
CURRENT GETPAGES             60177764
"""


def traced(text: str) -> pl.DataFrame:
    rows = read_text(enumerate(text.split("\n"))).rows.get("db2_object", [])
    return pl.DataFrame(rows, schema=schema("db2_object"))


def test_the_published_ifcid_199_is_a_scan_whose_pages_are_found_less_than_half_of_the_time():
    ((key, (one,)),) = page_sets(empty("db2_page_set"), traced(PUBLISHED), empty("db2_space")).items()
    assert key == (None, None, 0)
    seconds = 36 * 60 + 58  # from 08:14:50 to 08:51:48
    assert (one.name, one.cached, one.seconds, one.group_dependent) == ("452.2", 1759, seconds, False)
    assert one.sync_rate == pytest.approx(7727 / seconds)
    assert one.read_ahead == pytest.approx(28_765_645 / seconds)
    assert one.hits == pytest.approx((60_177_764 - 28_765_645 - 7727) / seconds)
    assert not one.is_sampled  # one interval is no pattern


def test_a_trace_names_page_sets_by_the_catalog_and_adds_up_its_partitions():
    second = PUBLISHED.replace("PARTITION      :        1", "PARTITION      :        2")
    later = (PUBLISHED + second).replace("08:51", "09:51").replace("08:14", "08:51")
    catalog = from_text(CATALOG.replace("301  HIST", "452  HIST")).frames["db2_space"]
    ((_, (one,)),) = page_sets(
        empty("db2_page_set"), traced(PUBLISHED + second + later), catalog.cast(schema("db2_space"))
    ).items()
    assert (one.name, len(one.samples), one.cached) == ("PAY.HIST", 2, 2 * 1759)
    assert one.catalog is not None
    assert one.catalog.pages == 5_000_000
    assert one.scans(0.8)


@pytest.mark.parametrize(
    ("old", "new"),
    [("28765645", "2876X645"), ("BP0 ", "BP99"), ("02/09/19 08:51", "02/31/19 08:51"), ("60177764", "-1")],
)
def test_a_damaged_figure_of_a_trace_is_counted_as_damage(old, new):
    assert read_text(enumerate(PUBLISHED.replace(old, new).split("\n"))).damage


@pytest.mark.parametrize(
    "row", ["TS PAY 301 HIST 2 BP1 5E6 - -", "TS PAY 301 HIST 2 BPX 5 - -", "TS P;Y 3 H 2 BP1 5 - -"]
)
def test_a_damaged_row_of_the_catalog_is_counted_as_damage(row):
    evidence = read_text(enumerate([*CATALOG.split("\n")[:1], row]))
    assert (len(evidence.damage), evidence.rows) == (1, {})


def test_sql_of_dsntep2_is_read_like_that_of_spufi():
    heads, *rows = CATALOG.strip().split("\n")
    framed = [f"       |  {'  |  '.join(heads.split())}  |"]
    framed += [f"     {n}_|  {'  |  '.join(row.split())}  |" for n, row in enumerate(rows, 1)]
    plain, framed = (read_text(enumerate(lines)).rows["db2_space"] for lines in ([heads, *rows], framed))
    assert [row | {"record": 0} for row in plain] == [row | {"record": 0} for row in framed]
