"""RMF reports in XML: nothing is lost of real ones, and hostile ones are refused where they go wrong."""

from __future__ import annotations

import gzip
import random
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.core.names import Image
from getpage.evidence.input_files import EvidenceFile
from getpage.evidence.xml import looks_like_xml, other_xml
from getpage.evidence.xml.document import parse
from getpage.evidence.xml.load import inspect_file
from getpage.products.zos.xml.report import Builder, ReportPart, XmlReport

SAMPLES = Path(__file__).parent.parent.parent / "shared" / "samples" / "rmf"
CPU, CPC = SAMPLES / "postprocessor-cpu-v2r4.xml", SAMPLES / "monitor3-cpc.xml"
real = pytest.mark.skipif(not CPU.exists(), reason="real reports are not here")

REPORT = """<?xml version="1.0" encoding="UTF-8"?>
<ddsml><postprocessor><metric id="PAGING"><description>Paging Activity</description></metric>
<resource><resname>SYSA</resname><restype>SYSTEM</restype></resource>
<time-data><display-start locale="en-us">05/21/2026-{hour:02}.00.00</display-start>
<display-end locale="en-us">05/21/2026-{hour:02}.30.00</display-end></time-data>
<segment id="1"><name>Central Storage</name><part id="2"><name>Frame Counts</name><table id="3">
<column-headers><col type="T">Type</col><col type="N">MIN</col><col type="N">MAX</col><col type="N">AVG</col>
</column-headers>
<row refno="1"><col>AVAILABLE</col><col>{least}</col><col>900000</col><col>800000</col></row>
<row refno="2"><col>TOTAL FRAMES</col><col>4194304</col><col>4194304</col><col>4194304</col></row>
</table></part></segment></postprocessor></ddsml>
"""
PAGING = REPORT.format(hour=10, least=100_000)
#: What makes a report anything but plain, or nearly does.
SNAGS = (
    "&amp;",
    "&#65;",
    "&x;",
    "\r\n",
    "<!-- <report> -->",
    "<![CDATA[x]]>",
    "]]>",
    "\u00e9",
    "\x01",
    "</row>",
)
SNAGS += (
    "<report></report>",
    "<row><col>",
    "</postprocessor>",
    "<message><a>x</a></message>",
    "<message/>",
    "<",
)
SNAGS += (
    "<var><name>v</name><value>1</value></var>",
    "</ddsml>",
    "<description>x</description>",
    "'",
    "<ddsml>",
)
SNAGS += ("<metric id='A'/>", "<?x y?>", ' a="1"')
STORF = """<ddsml><report><metric id="STORF"/><resource><reslabel>,SYSA,MVS_IMAGE</reslabel>
<restype>MVS_IMAGE</restype></resource><time-data><local-start>20260521100000</local-start>
<local-end>20260521100140</local-end></time-data>
<row refno="1"><col>CICSPROD</col><col>61</col><col>262144</col><col>1,024</col><col>140.5</col></row>
<column-headers><col type="T">STFPJOB</col><col type="N">STFPASI</col><col type="N">STFPTOTL</col>
<col type="N">STFPFIXD</col><col type="N">STFPPGIN</col></column-headers></report></ddsml>
"""


def load(tmp_path: Path, **files: str | bytes):
    for name, text in files.items():
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / f"{name}.xml").write_bytes(data)
    return getpage.load([str(tmp_path / f"{name}.xml") for name in files], into=tmp_path / "store")


def said(tmp_path: Path, data: bytes | str) -> dict:
    path = tmp_path / "one.xml"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return inspect_file(EvidenceFile(path=path, name="one.xml", kind="xml"))


@real
def test_every_interval_row_and_value_of_the_real_postprocessor_report_is_loaded(tmp_path):
    store = getpage.load(CPU, into=tmp_path / "s")
    frame = store.table("rmf_report_value").collect()
    reports = ET.parse(CPU).getroot().findall("postprocessor")
    cells = [
        c.text.strip() if c.text else None for r in reports for c in r.iterfind("segment/part/table/row/col")
    ]
    variables = [(v.findtext("name"), v.findtext("value") or None) for r in reports for v in r.iter("var")]
    assert len(reports) == frame["interval"].max() == 34
    assert frame["interval_start"].n_unique() == 34
    assert frame.filter(kind="cell")["text"].to_list() == cells
    assert list(frame.filter(kind="var").select("field", "text").iter_rows()) == variables
    assert (
        frame.filter(kind="cell").select("interval", "segment", "part", "row", "at").unique().height == 1836
    )
    heads = [c.text for c in reports[0].iterfind("segment/part/table/column-headers/col")]
    assert set(frame.filter(kind="cell")["field"].unique()) == set(heads)
    assert set(frame["system"]) == {"RPRT"}
    printed = [r.findtext("time-data/report-interval").split(":") for r in reports]
    lengths = [(60_000 * int(m) + 1000 * int(s) + int(t)) * 1e3 for m, s, t in printed]
    shown = frame.select("interval", "interval_us").unique().sort("interval")["interval_us"].to_list()
    assert shown == lengths
    assert min(lengths) == 1_799_996_000.0


@real
def test_the_real_monitor_iii_report_is_loaded_with_the_storage_of_each_partition(tmp_path):
    store = getpage.load(CPC, into=tmp_path / "s")
    report = ET.parse(CPC).getroot().find("report")
    cells = [c.text for c in report.iterfind("row/col")]
    frame = store.table("rmf_report_value").collect()
    assert frame.filter(kind="cell")["text"].to_list() == cells
    assert frame.filter(kind="caption").height == 58
    partitions = store.table("zos_partition").collect()
    gib = dict(partitions.select("operating_system", pl.col("online_bytes") // 2**30).iter_rows())
    assert gib == {"CPAC": 8, "CBT": 8, "DVLP": 8, "RPRT": 32}


@real
def test_the_memory_figures_of_the_real_report_reach_the_ledger():
    accounts = getpage.check(CPC).accounts
    [account] = [a for a in accounts if isinstance(a.of, Image)]
    assert account.of == Image("RPRT")
    assert [line.bytes for line in account.lines if line.holder == "installed"] == [32 * 2**30]


def test_a_paging_report_gives_frames_at_minimum_average_and_maximum(tmp_path):
    [row] = load(tmp_path, a=PAGING).table("zos_storage").collect().to_dicts()
    assert (row["available_minimum"], row["available_average"], row["available_maximum"]) == (
        100_000,
        800_000,
        900_000,
    )
    assert (row["system"], row["online_frames"]) == ("SYSA", 4_194_304)


def test_a_storf_report_gives_address_spaces_though_its_heads_come_last(tmp_path):
    [row] = load(tmp_path, a=STORF).table("zos_address_space").collect().to_dicts()
    assert (row["job"], row["asid"], row["frames"], row["fixed_frames"]) == ("CICSPROD", 61, 262_144, 1024)
    assert row["page_in_rate"] == 140.5


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [("CICSPROD", "X) -STOP", "job to be a name"), ("<col>61<", "<col>70000<", "asid from 0 to 65535")],
)
def test_a_row_that_breaks_what_its_layout_states_is_damage_and_its_values_are_kept(
    tmp_path, old, new, expected
):
    store = load(tmp_path, a=STORF.replace(old, new))
    assert "zos_address_space" not in store.tables()
    assert store.table("rmf_report_value").collect().height == 5
    [damage] = store.files()[0]["damage"]["listed"]
    assert damage["expected"] == expected


def test_several_documents_in_one_spool_file_are_all_read(tmp_path):
    second = REPORT.format(hour=11, least=50_000)
    spool = f"1JES2 JOB LOG\n{PAGING}\n1 NEXT DATA SET\n{second}\n"
    assert load(tmp_path, a=spool).table("zos_storage").collect()["available_minimum"].to_list() == [
        100_000,
        50_000,
    ]


def test_the_same_report_in_two_files_counts_once(tmp_path):
    store = load(tmp_path, a=PAGING, b="\n" + PAGING.replace("\n<", "\n  <"))
    assert store.table("zos_storage").collect().height == 1
    assert store.table("rmf_report_value").collect().height == 8


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_a_report_in_another_encoding_is_read(tmp_path, encoding):
    text = PAGING.replace("UTF-8", encoding)
    assert load(tmp_path, a=text.encode(encoding)).table("zos_storage").collect().height == 1


def test_a_packed_report_is_read(tmp_path):
    assert load(tmp_path, a=gzip.compress(PAGING.encode())).table("zos_storage").collect().height == 1


def test_an_entity_is_never_expanded_and_the_document_type_is_where_the_damage_is(tmp_path):
    bomb = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    types = f'<!DOCTYPE d [<!ENTITY l0 "lol">{bomb}]>'
    text = f'<?xml version="1.0"?>\n{types}\n<ddsml><report>&l9;</report></ddsml>'
    started = time.monotonic()
    summary = said(tmp_path, text)
    assert summary["damage"]["listed"][0]["expected"] == "a report without a document type"
    assert text.index("<!DOCTYPE") <= summary["damage"]["listed"][0]["offset"] < text.index("<ddsml>")
    assert not summary["counts"]
    assert time.monotonic() - started < 2


def test_no_file_is_fetched_for_an_external_entity(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("SECRET")
    text = PAGING.replace("<ddsml>", f'<!DOCTYPE d [<!ENTITY x SYSTEM "file://{secret}">]><ddsml>')
    assert "SECRET" not in str(said(tmp_path, text.replace("AVAILABLE", "&x;")))


def test_deep_nesting_is_damage(tmp_path):
    summary = said(tmp_path, "<ddsml><report>" + "<a>" * 100_000)
    assert "deep" in summary["damage"]["listed"][0]["expected"]


def test_a_tag_without_end_is_damage_in_bounded_memory(tmp_path):
    summary = said(tmp_path, "<ddsml><report x='" + "y" * 5_000_000)
    assert summary["damage"]["count"] == 1


@pytest.mark.parametrize(("cut", "values"), [("</segment>", 8), ('<row refno="2"', 12), ("</table>", 16)])
def test_a_report_that_is_cut_off_keeps_what_came_before(tmp_path, cut, values):
    text = PAGING.replace("</ddsml>", "") + PAGING[PAGING.index("<postprocessor>") :]
    summary = said(tmp_path, text[: text.index(cut) if values == 8 else text.rindex(cut)])
    assert said(tmp_path, text)["damage"]["count"] == 0
    assert summary["damage"]["count"] == 1
    assert {c["title"]: c["records"] for c in summary["counts"]}["rmf_report_value"] == values


def test_a_table_wider_than_any_report_is_damage(tmp_path):
    wide = "<col>1</col>" * 3000
    summary = said(tmp_path, PAGING.replace("<col>AVAILABLE</col>", wide))
    assert "columns" in summary["damage"]["listed"][0]["expected"]


@settings(
    deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_any_change_of_a_report_is_read_without_an_error_or_it_is_no_report_any_more(tmp_path, data):
    raw = bytearray((PAGING + STORF).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=20))
    if looks_like_xml(bytes(raw)):
        said(tmp_path, bytes(raw))
    else:
        with pytest.raises(GetpageError, match="root element"):
            said(tmp_path, bytes(raw))


@pytest.mark.parametrize(
    "text",
    [
        "<ddsml><!-- nothing -->",
        "<!DOCTYPE d [<!ENTITY a 'b'>]><ddsml><report>&a;</report></ddsml>",
        "<ddsml><report>" + "<a>" * 1000,
        "<ddsml></ddsml>",
    ],
)
def test_a_report_without_a_readable_value_is_refused_with_the_place(tmp_path, text):
    (tmp_path / "x.xml").write_text(text)
    with pytest.raises(getpage.GetpageError, match=r"x\.xml: XML (?:that goes wrong at byte \d|of RMF)"):
        getpage.check(tmp_path / "x.xml")


def test_xml_that_is_no_report_is_no_evidence(tmp_path):
    (tmp_path / "x.xml").write_text("<html><body/></html>")
    assert not looks_like_xml(b"<html><body/></html>")
    with pytest.raises(getpage.GetpageError):
        getpage.load(tmp_path / "x.xml", into=tmp_path / "s")


def test_xml_of_another_root_is_refused_by_its_root_without_a_search_of_all_lines(tmp_path, capsys):
    message = "2026-05-21 10:01:07 CSQP014E +QM07 CSQPEXPC EXPANSION FAILED FOR PAGE SET 9\n"
    filler = "".join(f"<line no='{n}'/>\n" for n in range(30_000))
    heads = {
        "<orders>": "<?xml version='1.0'?>\n<!-- of <ours> -- today -->\n<orders>\n",
        "<x:list>": "<?xml version='1.0'?><?style a?><!DOCTYPE x:list><x:list>",
        "<bills>": "<!-- of May -->\n<bills of='May' to = \"<nobody>\">\n".replace("<nobody>", "all"),
        "<Sheet>": "<Sheet><!-- without a declaration, too -->",
    }
    path = tmp_path / "orders.xml"
    for root, head in heads.items():
        path.write_text(head + filler + message)
        assert path.stat().st_size > 1 << 18
        assert run_command(["inspect", str(path)]) == 2
        err = capsys.readouterr().err
        assert f"XML with the root element {root}, which getpage does not know; it knows <" in err
    path.write_text(heads["<orders>"] + message + filler)  # where its head has a message, it is a log
    assert run_command(["inspect", str(path)]) == 0
    for text in (filler.replace("<", " "), "<html><pre>" + filler, "<9>" + filler, "<A LOG> OF\n" + filler):
        path.write_text(text + message)  # a log, saved as a page, or with brackets of its own
        assert run_command(["inspect", str(path)]) == 0, text[:20]


@pytest.mark.parametrize(
    "part", ["<? aaaaaaaaaaaaaaaaaa", "<!A aaaaaaaaaaaaaaaa", "<!-- a - b ->", "<!----a"]
)
def test_text_that_is_nearly_xml_is_not_tried_in_all_ways(part):
    for head in ("<?xml ", "", "<a "):
        assert other_xml(head + part * 2_000 + "<1") is None  # it would not end


def test_an_encoding_that_nobody_knows_is_refused_and_located(tmp_path):
    summary = said(tmp_path, '<?xml version="1.0" encoding="TF-8"?>\n<ddsml><postprocessor/></ddsml>\n')
    assert summary["damage"]["listed"][0]["expected"] == "an encoding that is known, such as UTF-8"


class Told:
    """Writes down what a reader of reports hands on."""

    def __init__(self) -> None:
        self.events: list[object] = []

    def figure(self, report: XmlReport, figure: ReportPart) -> None:
        self.events.append(repr((report, figure)))

    def report(self, report: XmlReport) -> None:
        self.events.append(repr(report))

    def refuse(self, offset: int, expected: str, actual: str) -> None:  # noqa: ARG002 - pieces may cut it
        self.events.append((offset, expected))


def told(data: bytes, size: int, *, whole: bool) -> list[object]:
    """What is handed on of a document in pieces of so many bytes, by reports or by elements."""
    sink = Told()
    builder = Builder(sink)
    by_element = SimpleNamespace(start=builder.start, end=builder.end, refuse=builder.refuse)
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    parse(pieces, builder if whole else by_element, "ddsml")
    return sink.events


def test_reports_that_are_taken_whole_are_what_their_elements_say() -> None:
    draw = random.Random(28)
    reports = [REPORT.format(hour=hour, least=hour)[46:-9] for hour in range(4)] + [STORF[7:-9]]
    handed = 0
    for case in range(300):
        text = f'<?xml version="1.0"?>\n<ddsml>{" ".join(draw.choices(reports, k=4))}</ddsml>\n'
        for _ in range(case % 4):
            tags = [place + 1 for place, character in enumerate(text) if character == ">" and place > 28]
            at = draw.randrange(28, len(text)) if draw.random() < 0.3 else draw.choice(tags)
            text = text[:at] + draw.choice(SNAGS) + text[at:]
        size = draw.choice((50, 700, 4000))
        by_report = told(text.encode(), size, whole=True)
        assert by_report == told(text.encode(), size, whole=False), text
        handed += len(by_report)
    assert handed > 1000
