"""The published cases MQ-1 to MQ-5 (IBM REDP-5238, section 4.2.1), out of one job's output."""

import tomllib
from pathlib import Path

import pytest

from getpage.evidence.text import TextEvidence, read_text

MB = 1 << 20
LAYOUTS = Path(__file__).parent.parent / "layouts"

OUTPUT = """\
Weekly storage review, queue managers VTS1, MQ51 and MQ21
10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
299 local storage: used 992MB, free 527MB: above bar: used 197MB, free
299 >10GB
10.52.10 STC30242 CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small

Statistics of VTS1
> 01 Buffs  200000 Low   9664 Now    10004 Getp 4604118 Getn  776616
   01 Rio      5034 STW 795724 TPW   554594 WIO  164024 IMW   33834
   01 DWT        17 DMC    229 STL  1226479 STLA     12 SOS       0
   01 Location - below bar

Pools of MQ51
CSQI065I !MQ51 Buffer pool attributes ...
  Buffer  Available  Stealable  Stealable  Page  Location
   pool   buffers   buffers   percentage class
-    0      2001      1976           98 4KB    BELOW
-    1      2001      1999           99 4KB    BELOW
-    2      1051      1050           99 4KB    BELOW
-    3      1051      1050           99 4KB    BELOW
-    4     25000         0            0 4KB    BELOW
End of buffer pool attributes

Page sets and pools of MQ21
Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
set   pool   pages  pages  data pages  data pages  count
-    0     0    5038    4980         58         0 USER    0
-    1     1    1078    1061         17         0 USER    0
-    2     2    1078    1074          4         0 USER    0
-    3     3    1078    1075          0         3 USER    0
-    4     4   71634   71621         13         0 USER    0
-    5     5    1078    1078          0         0 USER    0
End of page set report

CSQP001I !MQ21 Buffer pool 0 has 1000 buffers, 991 (99%) stealable
CSQP001I !MQ21 Buffer pool 1 has 1000 buffers, 995 (99%) stealable
CSQP001I !MQ21 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable
CSQP001I !MQ21 Buffer pool 3 has 5000 buffers, 4995 (99%) stealable
CSQP001I !MQ21 Buffer pool 4 has 5000 buffers, 4994 (99%) stealable
CSQP001I !MQ21 Buffer pool 5 has 1000 buffers, 999 (99%) stealable

Before the change
-MQ call-\tN\tET\tCT\tSusp\tLOGW\tPSET
Get\t: 949070\t39\t9\t30\t0\t29
Put\t: 949070\t14\t8\t5 0\t\t
Maximum depth encountered 10000
After the change
-MQ call-\tN\tET\tCT\tSusp\tLOGW\tPSET
Get\t: 1063808\t10\t9\t0\t0\t0
Put\t: 1063808\t10\t9\t0\t0\t
Maximum depth encountered 10000
"""


@pytest.fixture(scope="module")
def evidence() -> TextEvidence:
    return read_text(enumerate(OUTPUT.split("\n")))


def pools(evidence: TextEvidence, queue_manager: str | None) -> list[dict]:
    return [row for row in evidence.rows["mq_buffer_pool"] if row["queue_manager"] == queue_manager]


def test_nothing_in_the_output_is_damage(evidence):
    assert evidence.damage == []


def test_mq_1_page_sets_and_pools_of_mq21_give_the_spare_buffers(evidence):
    limit = {row["buffer_pool"]: row["total_pages"] * 12 // 10 for row in evidence.rows["mq_page_set"]}
    assert {row["queue_manager"] for row in evidence.rows["mq_page_set"]} == {"MQ21"}
    spare = {
        row["buffer_pool"]: row["buffers"] - limit[row["buffer_pool"]] for row in pools(evidence, "MQ21")
    }
    assert limit[2] == 1293  # 1293.6; the paper rounds up to 1294
    assert {pool for pool, buffers in spare.items() if buffers > 0} == {2, 3}
    assert spare[2] == spare[3] == 3707


def test_mq_2_pool_1_has_the_figures_of_an_undersized_pool(evidence):
    (pool,) = pools(evidence, None)
    assert pool["lowest_stealable"] / pool["buffers"] == pytest.approx(0.048, abs=0.0005)
    assert (pool["immediate_writes"] + pool["reads"]) * 500e-6 == pytest.approx(19.4, abs=0.05)


def test_mq_3_the_pools_of_mq51_take_31104_buffers_and_pool_4_has_none_left(evidence):
    actual = pools(evidence, "MQ51")
    assert sum(row["buffers"] for row in actual) == 31104
    assert sum(row["buffers"] for row in actual) * 4096 / MB == 121.5
    assert [row["buffer_pool"] for row in actual if row["stealable"] == 0] == [4]


def test_mq_4_the_room_below_the_bar_is_527_mb_and_above_it_more_than_10_gb(evidence):
    (usage,) = evidence.rows["mq_storage_usage"]
    assert (usage["local_used"] // MB, usage["local_free"] // MB) == (992, 527)
    assert (usage["above_bar_used"] // MB, usage["above_bar_free"] // MB) == (197, 10240)
    assert usage["above_bar_free_is_lower_bound"]
    assert evidence.rows["mq_storage_region"][0]["available_31"] == 527 * MB


def test_mq_5_the_average_get_and_put_before_and_after(evidence):
    before, put, after, put_after = evidence.rows["mq_call_average"]
    assert round(100 * (after["elapsed"] / before["elapsed"] - 1)) == -74
    assert before["elapsed"] - after["elapsed"] == before["page_set_wait"] - after["page_set_wait"] == 29
    assert before["cpu"] == after["cpu"] == 9
    assert (put["elapsed"], put_after["elapsed"]) == (14, 10)


def test_the_warning_names_the_pool_that_is_too_small(evidence):
    (warning,) = evidence.rows["mq_message"]
    assert (warning["queue_manager"], warning["buffer_pool"]) == ("VTS1", 1)


def test_every_column_is_a_field_of_a_layout_of_its_table(evidence):
    header = {"record"}
    tables: dict[str, set[str]] = {}
    for path in LAYOUTS.rglob("*.toml"):
        layout = tomllib.loads(path.read_text(encoding="utf-8"))
        if layout.get("type") == 115:
            header |= {field["name"] for field in layout["header"]}
        if layout.get("table"):
            tables.setdefault(layout["table"], set()).update(field["name"] for field in layout["fields"])
    for table, rows in evidence.rows.items():
        for row in rows:
            assert row.keys() <= tables[table] | header


def test_every_label_is_one_that_the_layout_knows(evidence):
    layouts = [tomllib.loads(path.read_text(encoding="utf-8")) for path in LAYOUTS.rglob("*.toml")]
    labels = {
        (layout["table"], field["name"]): set(field["values"].values())
        for layout in layouts
        if layout.get("table")
        for field in layout["fields"]
        if "values" in field
    }
    checked = 0
    for table, rows in evidence.rows.items():
        for row in rows:
            for column, value in row.items():
                if (table, column) in labels:
                    assert value in labels[table, column]
                    checked += 1
    assert checked > 20
