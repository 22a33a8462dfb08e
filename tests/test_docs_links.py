"""Every link of a page leads to a file of the project, and to a heading of it."""

from __future__ import annotations

import re

import pytest

from sources import ROOT

PAGES = [path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if path.is_file()]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """As GitHub names headings."""
    plain = (re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading) for heading in HEADING.findall(text))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in plain}


@pytest.mark.parametrize("page", PAGES, ids=[str(path.relative_to(ROOT)) for path in PAGES])
def test_every_link_of_a_page_leads_somewhere(page):
    broken = []
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        place, _, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        target = (page.parent / place).resolve() if place else page
        if not target.exists() or (
            anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8"))
        ):
            broken.append(link)
    assert not broken


def test_the_readme_fits_two_screens_and_the_changelog_a_line_a_change():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 80
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert len(changes) <= 80
    assert not [line for line in changes if len(line) > 120]


def section(text: str, heading: str) -> list[str]:
    """The indented lines, which are commands, of a section of a page."""
    [body] = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return [line.strip() for line in body.splitlines() if line.startswith("    ")]


def test_the_readme_has_two_commands_ten_uses_and_its_pictures():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(section(text, "Try it")) == 2
    assert len([line for line in section(text, "What to ask") if line.startswith("getpage ")]) == 10
    assert re.findall(r"!\[[^]]*\]\(([^)]*)\)", text) == [
        "docs/pictures/check.svg",
        "docs/pictures/report.png",
        "docs/pictures/serve.png",
    ]


def test_the_guide_takes_one_site_through_five_pages_and_each_leads_to_the_next():
    pages = sorted((ROOT / "docs/guide").glob("*.md"))
    assert [page.name for page in pages] == [
        "1-inspect.md",
        "2-store.md",
        "3-check.md",
        "4-plan.md",
        "5-proof.md",
    ]
    for page, following in zip(pages, [*pages[1:], None], strict=True):
        text = page.read_text(encoding="utf-8")
        commands = re.findall(r"^\$ getpage .*", text, re.MULTILINE)
        assert commands  # real output
        assert not [each for each in commands if not re.search(r"\b(demo|prod|collect|fields)\b", each)]
        assert following is None or f"({following.name})" in text.rsplit("Next: ", 1)[-1]


def test_each_page_of_the_manual_is_in_the_map_and_in_the_site():
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")} - {"README.md"}
    assert pages == set(
        re.findall(r"\]\(([\w/-]+\.md)\)", (ROOT / "docs/README.md").read_text(encoding="utf-8"))
    )
    assert pages == set(re.findall(r"- ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)) - {
        "README.md"
    }


@pytest.mark.parametrize("page", sorted((ROOT / "docs/models").glob("*.md")), ids=lambda page: page.stem)
def test_each_model_begins_with_its_question_and_states_evidence_model_and_limits(page):
    title, question, *_ = (line for line in page.read_text(encoding="utf-8").splitlines() if line)
    assert title.startswith("# ")
    assert question.startswith("*")
    assert "?" in question
    headings = re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    places = [
        next(i for i, h in enumerate(headings) if h.startswith(n))
        for n in ("Evidence", "The model", "Limits")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("page", sorted((ROOT / "docs/lab").glob("*.md")), ids=lambda page: page.stem)
def test_each_table_of_the_laboratory_says_by_which_command_it_was_made_and_when_and_where(page):
    text = page.read_text(encoding="utf-8")
    assert (
        re.search(r"`(python benches/|python -m benches\.|make bench-)", text)
        or "(benchmarks.md) has dates" in text
    )
    assert re.search(r"20\d\d-\d\d-\d\d|on any machine|has dates", text)
    assert re.search("processors|cores|on any machine", text)


def test_the_changelog_is_of_the_release_that_is_built():
    [release] = re.findall(r"^## (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[
        :1
    ]
    assert f'version = "{release}"' in (ROOT / "Cargo.toml").read_text(encoding="utf-8")
