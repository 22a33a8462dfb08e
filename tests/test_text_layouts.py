"""What readers of printed evidence take from the layouts: labels, units and relations."""

import subprocess
import sys

import pytest

from getpage import _native
from getpage.contract.printed import Sink
from getpage.evidence.text import read_text
from getpage.products.common.text import figures, layout

NONE: frozenset[str] = frozenset()
#: Tables whose columns readers find by labels, and what columns share: a pair of figures, words of a source.
TABLES = {
    **dict.fromkeys(("linux_memory", "linux_paging", "linux_host", "ims_subpool", "ims_log_buffers"), NONE),
    **dict.fromkeys(("tcp_configuration", "tcp_socket", "tcp_statistics", "tcp_storage"), NONE),
    **dict.fromkeys(("zos_address_space", "zos_storage", "zos_large_frames", "zos_partition"), NONE),
    **dict.fromkeys(("cics_transaction_manager", "cics_storage", "cics_temporary_storage"), NONE),
    **dict.fromkeys(
        ("cics_tcb_pool", "cics_loader", "cics_dbctl_session", "cics_lsr_pool", "cics_dsa"), NONE
    ),
    **dict.fromkeys(("mq_buffer_pool", "mq_storage_region", "java_heap", "zos_dump_option"), NONE),
    "db2_buffer_pool": frozenset({"DSNB404I VERTICAL DEFERRED WRT", "DSNB546I"}),
    "db2_group_buffer_pool": frozenset({"DSNB756I CLASS CASTOUT THRESHOLD"}),
    "db2_simulated_pool": NONE,
    "mq_call_average": frozenset({"MP1B"}),
    "sort_run": frozenset({"ICE088I", "ICE143I"}),
    "zos_service_class": frozenset({"R723CAPR R723CACO R723CAXM R723CVIO"}),
}


@pytest.mark.parametrize("table", TABLES)
def test_a_label_is_of_one_column(table):
    columns = [column for column in layout.columns(table) if not column.type.startswith("Timestamp")]
    names: dict[str, set[str]] = {}
    for column in columns:
        for label in column.labels:
            names.setdefault(label, set()).add(column.name)
    assert columns
    assert {label for label, shared in names.items() if len(shared) > 1} == TABLES[table]


def test_labels_are_also_those_that_the_layout_of_a_record_lists():
    assert layout.by_label("mq_buffer_pool")["Rio"].name == "reads"
    assert layout.by_label("cics_transaction_manager", str.lower)["maxtask limit"].name == "mxt"
    assert "QPSTRIO" not in layout.by_label("mq_buffer_pool")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"total": 8, "free": 9}, ("free <= total", "free = 9, total = 8")),
        ({"total": 0}, ("total from 1 to inf", "total = 0")),
        ({"swap_total": 1, "swap_free": 2}, ("swap_free <= swap_total", "swap_free = 2, swap_total = 1")),
        ({"free": 9}, None),
        ({"total": 9, "free": None}, None),
        ({"system": "LNX1 -STOP"}, ("system to be a name", "LNX1 -STOP")),
    ],
)
def test_a_row_that_breaks_a_relation_or_has_no_name_for_a_name_is_told_with_its_values(row, expected):
    assert layout.broken("linux_memory", row) == expected


def test_a_sum_is_the_total_of_its_parts():
    row = {"reads": 700, "steal_writes": 20, "writes": 30, "total_ios": 750}
    assert layout.broken("ims_subpool", row) is None
    assert layout.broken("ims_subpool", row | {"total_ios": 751}) is not None


def test_a_row_that_is_kept_to_the_end_is_checked_too():
    sink = Sink(layout.broken)
    assert not sink.holds("zos_address_space", {"record": 40, "asid": 70_000})
    assert [(item.offset, item.expected) for item in sink.damage] == [(40, "asid from 0 to 65535")]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("64K", 64 << 10),
        ("8,192MB", 8 << 30),
        ("4.5G", 9 << 29),
        ("4194304 KiB", 4 << 30),
        ("00065536", 65_536),
        ("1,78", None),
        ("-5", None),
        ("2000000000G", None),
    ],
)
def test_a_size_is_read_in_whatever_unit_it_is_printed(text, size):
    assert figures.size(text) == size


@pytest.mark.parametrize(
    ("text", "microseconds"),
    [
        ("00:02:40.437340", 160_437_340.0),
        ("00.14.59", 899e6),
        ("1-00:00:01", 86_401e6),
        ("01:00:32.95", 3_632.95e6),
        ("00:60:00", None),
    ],
)
def test_a_duration_is_read_with_colons_with_dots_and_with_days(text, microseconds):
    assert figures.duration(text) == microseconds


def test_help_loads_no_layout():
    script = (
        "import sys; from getpage import _native; _native.printed_layouts = None; "
        "from getpage.cli.app import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "print('getpage.products.common.text.layout' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_a_log_without_evidence_is_read_without_a_layout(monkeypatch):
    layout.columns.cache_clear()
    monkeypatch.setattr(_native, "printed_layouts", None)
    assert read_text([(0, "10.48.00 STC30242  IEF403I NOISE - STARTED")]).matched_lines == 0
