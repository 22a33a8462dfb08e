"""The page: what it shows, that it stays one safe file, and that it degrades instead of growing."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import sample_site
import test_report_data as data
import test_report_extremes as extremes
from getpage import report
from getpage.core import numbers
from getpage.report.common import pages

RESULTS = [data.site, extremes.hostile, extremes.empty, extremes.large]
VOID = {"meta", "br", "hr", "img", "link", "input", "source", "wbr"}


class Page(HTMLParser):
    """Checks that elements nest and collects what the tests ask for."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.stack: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute of {tag} is given twice: {names}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack, f"</{tag}> without a start"
        assert self.stack.pop() == tag

    def handle_data(self, words):
        if "style" not in self.stack:
            self.words.append(words)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag == name]


def render(result):
    return report.render(result, "html", title="Storage of IBM MQ", generated_by="getpage 0.1.0")


@pytest.fixture(scope="module", params=RESULTS, ids=lambda make: make.__name__)
def any_page(request):
    text = render(request.param())
    return text, Page(text)


@pytest.fixture(scope="module")
def site_page():
    return Page(render(data.site()))


@pytest.fixture(scope="module")
def large_text():
    return render(extremes.large())


def test_every_page_is_well_formed_and_its_ids_are_unique(any_page):
    _, page = any_page
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_every_link_leads_to_a_place_in_the_page(any_page):
    _, page = any_page
    ids = {attrs.get("id") for _, attrs in page.tags}
    links = [attrs["href"] for attrs in page.all("a")]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)


def test_every_label_names_an_element_of_the_page(any_page):
    _, page = any_page
    ids = {attrs.get("id") for _, attrs in page.tags}
    labels = [name for _, attrs in page.tags for name in (attrs.get("aria-labelledby") or "").split()]
    assert set(labels) <= ids


def test_no_page_refers_to_anything_outside_of_it(any_page):
    text, page = any_page
    for tag, attrs in page.tags:
        assert tag not in {
            "link",
            "img",
            "iframe",
            "object",
            "embed",
            "base",
            "form",
            "use",
            "image",
        }
        assert not {"src", "srcset", "data", "action", "xlink:href", "style"} & set(attrs)
        assert not [name for name in attrs if name.startswith("on")]
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style


def test_a_page_of_ordinary_names_holds_no_address_at_all():
    text = render(data.site())
    assert "//" not in text
    assert "url(" not in text
    assert "xmlns" not in text


def test_the_content_security_policy_allows_styles_one_script_and_nothing_that_loads(site_page):
    digest = pages.script("report.js").hash
    policies = [
        attrs for attrs in site_page.all("meta") if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    assert [policy["content"] for policy in policies] == [
        f"default-src 'none'; script-src '{digest}'; style-src 'unsafe-inline'; img-src data:"
    ]


def test_the_policy_lets_no_script_run_but_the_one_of_the_page(any_page):
    text, page = any_page
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert scripts in ([], [pages.script("report.js").text])
    allowed = [attrs["content"] for attrs in page.all("meta") if "Content-Security-Policy" in attrs.values()]
    assert all(("script-src" in policy) == bool(scripts) for policy in allowed)


def test_the_same_result_gives_the_same_bytes_in_every_process():
    code = (
        "import sys; import test_report_data as data; from getpage import report;"
        "text = report.render(data.site(), 'html', title='t', generated_by='g');"
        "sys.stdout.buffer.write(text.encode())"
    )
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"  # sets in another order than here
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
    )
    assert there.stdout.decode() == report.render(data.site(), "html", title="t", generated_by="g")


def test_a_hostile_name_is_shown_as_text_and_never_as_markup():
    text = render(extremes.hostile())
    page = Page(text)
    assert "<script" not in text.replace(f"<script>{pages.script('report.js').text}</script>", "")
    assert "<img" not in text
    assert "<script>alert('x')</script>" in page.text
    assert "{{ 7 * 7 }}" in page.text


def test_a_title_is_escaped_too():
    text = report.render(extremes.empty(), "html", title=extremes.EVIL, generated_by=extremes.EVIL)
    assert "<script" not in text.replace(f"<script>{pages.script('report.js').text}</script>", "")
    Page(text)


def test_control_and_direction_characters_do_not_reach_the_page():
    text = render(extremes.hostile())
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\ud800-\udfff]", text)
    text.encode("utf-8")


def test_what_to_act_on_comes_first_then_findings_by_image_then_the_appendix(site_page):
    result = data.site()
    words = site_page.text
    claims = [words.index(finding.claim) for finding in result.findings[:3]]
    board = words.index("Commands for the change board")
    assert board < min(claims) < max(claims) < words.index("Appendix", max(claims))
    places = [words.index(thing.headline) for thing in result.first]
    assert places == sorted(places)
    assert places[-1] < board
    assert max(claims) < words.index("Coverage in numbers")


def test_the_first_page_has_three_things_storage_by_image_the_commands_and_what_could_not_be_judged():
    first = render(sample_site.checked()).partition('<section id="first"')[2].partition("</section>")[0]
    things = [thing.headline for thing in sample_site.checked().first]
    parts = [*things, "Real storage by image", "<svg", "Commands for the change board", "could not be judged"]
    places = [first.index(part) for part in parts]
    assert places == sorted(places)


def test_subsystems_with_nothing_to_report_share_one_line_of_their_image():
    text = render(sample_site.checked())
    quiet = re.findall(r"<p class=\"quiet\">Nothing to report for ([^<]*)\.</p>", text)
    assert len(quiet) == len(set(quiet)) > 0
    busy = {str(found.object.subsystem) for found in sample_site.checked().findings}
    assert not busy & {name for line in quiet for name in line.split(", ")}


def test_an_empty_result_says_what_was_checked():
    words = Page(render(extremes.empty())).text
    assert extremes.empty().verdict[0] in words
    assert "No evidence was found." in words


def test_every_number_of_the_evidence_is_in_the_page(site_page):
    for finding in data.site().findings:
        assert finding.claim in site_page.text
        for fact in finding.evidence:
            assert numbers.value_with_unit(fact.value, fact.unit) in site_page.text


def test_a_finding_shows_its_record_field_file_and_interval(site_page):
    fact = data.site().findings[0].evidence[0]
    row = site_page.text[site_page.text.index("QPSTNBUF") - 40 :][:200]
    assert "mq_buffer_pool. buffers" in row or "mq_buffer_pool.buffers" in row
    assert f"offset {fact.record}" in row
    assert fact.file in row
    assert "2026-03-12 11:00 UTC 15 min" in row


def test_derived_and_computed_numbers_are_marked():
    text = render(data.site())
    assert '<span class="tag derived">derived</span>' in text
    assert '<span class="tag computed">computed</span>' in text


def test_findings_are_ranked_by_severity_and_keep_their_order_within_one():
    result = data.site()
    shuffled = replace(result, findings=tuple(reversed(result.findings)))
    words = Page(render(shuffled)).text
    claims = [result.findings[i].claim for i in (0, 3, 2, 1, 4)]
    places = [words.index(claim) for claim in claims]
    assert places == sorted(places)


def test_a_change_shows_command_effect_storage_undo_verification_and_caution(site_page):
    for change in data.site().changes:
        words = (
            change.command,
            change.effect,
            change.undo,
            change.verify,
            change.verify_after,
            change.caution,
        )
        assert all(" ".join(word.split()) in site_page.text for word in words)
        assert numbers.storage_change(change.storage_bytes) in site_page.text


def test_changes_come_in_the_order_of_the_list():
    result = data.site()
    words = Page(render(replace(result, changes=tuple(reversed(result.changes))))).text
    places = [words.index(change.command) for change in reversed(result.changes)]
    assert places == sorted(places)


def test_a_change_links_the_findings_that_it_answers_and_they_link_back():
    text = render(data.site())
    changes = re.findall(r'<article id="change-(\d)".*?</article>', text, re.DOTALL)
    assert changes == ["1", "2", "3"]
    for number in changes:
        article = re.search(rf'<article id="change-{number}".*?</article>', text, re.DOTALL)[0]
        assert f'<a href="#finding-{number}">' in article
        finding = re.search(rf'<article id="finding-{number}".*?</article>', text, re.DOTALL)[0]
        assert f'<a href="#change-{number}">' in finding


def test_the_commands_of_a_subsystem_are_one_block_with_their_effects_as_comments():
    text = render(data.site())
    block = re.search(r'<pre class="command all".*?<code>(.*?)</code>', text, re.DOTALL)[1].split("\n")
    assert block[0] == "ALTER BUFFPOOL(1) BUFFERS(50000)"
    assert block[1].startswith("* Keeps the busiest hour of pool 1 in storage")
    assert all(len(line) <= 71 for line in block)


def test_a_command_is_selected_whole_by_one_click_where_no_script_runs():
    text = render(data.site())
    assert re.search(r"pre\.command \{[^}]*user-select: all", text)
    assert re.search(r"\.commands code \{[^}]*user-select: all", text)
    board = re.search(r'<table class="commands">(.*?)</table>', text, re.DOTALL)[1]
    assert board.count('<code class="line">') == board.count("<tr>") - 1


def test_gaps_missing_answers_and_damage_are_named(site_page):
    words = site_page.text
    assert "2026-03-12 07:30 to 08:30 UTC" in words
    assert "SMF 71 of the same day." in words
    assert "2 stretches of the evidence were refused" in words
    assert "48112640" in words
    assert "eye-catcher QPST at 132" in words


def test_sources_carry_their_digests(site_page):
    assert all(source.digest in site_page.text for source in data.site().sources)


def test_every_chart_has_a_title_a_description_and_a_table_of_its_numbers():
    page = Page(render(data.site()))
    charts = [attrs for attrs in page.all("svg") if attrs.get("role") == "img"]
    assert len(charts) == 10 + 1 + 2
    assert all(chart["aria-labelledby"] for chart in charts)
    assert page.text.count("Interval ends") == 10


def test_every_table_has_a_caption_and_scoped_heads():
    text = render(data.site())
    tables = re.findall(r"<table>.*?</table>", text, re.DOTALL)
    assert tables
    for table in tables:
        assert table.startswith("<table><caption")
        assert "<th>" not in table
        assert '<th scope="col"' in table


def test_headings_do_not_skip_a_level(any_page):
    _, page = any_page
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_the_glossary_explains_only_the_terms_that_are_used(site_page):
    terms = {attrs["id"] for attrs in site_page.all("div") if (attrs.get("id") or "").startswith("term-")}
    assert {"term-buffer-pool", "term-page-set", "term-short-on-storage", "term-getpage"} <= terms
    assert "term-checkpoint" not in terms


def test_the_foot_names_tool_window_time_zone_and_subsystems(site_page):
    foot = site_page.text[site_page.text.rindex("getpage 0.1.0") :]
    assert "2026-03-12 00:00 to 2026-03-13 00:00 UTC" in foot
    assert "Times are UTC" in foot
    assert "MQ1A, MQ1B, MQ1C" in foot


def test_four_hundred_pools_stay_within_two_megabytes(large_text):
    assert len(large_text.encode()) < 2_000_000


def test_what_is_not_drawn_is_counted_and_listed_and_pools_with_worse_findings_come_first(large_text):
    result, text = extremes.large(), large_text
    page = Page(text)
    drawn = len([attrs for attrs in page.all("svg") if attrs.get("class") == "chart"])
    assert 20 < drawn < len(result.pictures)
    assert f"{len(result.pictures) - drawn} more pictures are not drawn" in page.text
    first = re.search(r'<div class="multiples">.*?<span class="object">(.*?)</span>', text, re.DOTALL)[1]
    assert first == "MQ0A buffer pool 98"


def test_no_finding_is_lost_when_there_are_hundreds(large_text):
    words = Page(large_text).text
    assert all(finding.claim in words for finding in extremes.large().findings)
