"""RULES.md and the tests of the rules name the same rules, and every link of RULES.md leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from builders import BOXES

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "RULES.md").read_text(encoding="utf-8")
RULE: Final = re.compile(r"R-[A-Z]+-\d+")
LINK: Final = re.compile(r"\[[^\]]+\]\(([^)#]+)\)")
SECTIONS: Final = {section.splitlines()[0]: section for section in TEXT.split("\n## ")[1:] if "- **R-" in section}


def stated(text: str) -> list[str]:
    """The rules that a text states, in order; a mere mention of another rule is not one."""
    return re.findall(r"^- \*\*(R-[A-Z]+-\d+)\*\* ", text, flags=re.MULTILINE)


def cited(path: Path) -> set[str]:
    """The rules that the docstrings of a file's tests begin with."""
    return set(re.findall(r'"""(R-[A-Z]+-\d+): ', path.read_text(encoding="utf-8")))


TESTED: Final = {rule for path in (ROOT / "tests" / "rules").glob("test_*.py") for rule in cited(path)}


def test_number_of_rules() -> None:
    """No rule is stated twice, and none gets lost."""
    assert len(stated(TEXT)) == len(set(stated(TEXT))) == 43
    assert set(RULE.findall(TEXT)) == set(stated(TEXT))


def test_every_rule_is_tested() -> None:
    assert set(stated(TEXT)) == TESTED


@pytest.mark.parametrize("section", SECTIONS)
def test_sections_link_their_tests(section: str) -> None:
    """Every rule of a section is tested in a file that the section links, and its code is linked beside."""
    links = LINK.findall(SECTIONS[section])
    tests = [ROOT / link for link in links if link.startswith("tests/rules/")]
    assert [link for link in links if link.startswith("src/")]
    assert set(stated(SECTIONS[section])) <= set().union(*(cited(path) for path in tests))


@pytest.mark.parametrize("link", sorted(set(LINK.findall(TEXT))))
def test_links(link: str) -> None:
    assert (ROOT / link).is_file()


def test_rules_cited_in_the_code_exist() -> None:
    """Neither code nor edition files cite a rule that is not in RULES.md."""
    sources = [path for pattern in ("*.py", "*.toml") for path in (ROOT / "src").rglob(pattern)]
    mentioned = {rule for path in sources for rule in RULE.findall(path.read_text(encoding="utf-8"))}
    assert mentioned <= set(stated(TEXT))


def test_edition_table() -> None:
    """The table has a column for each edition, in the order of the tests' own table."""
    header = next(line for line in TEXT.splitlines() if line.startswith("| |"))
    assert [cell.strip() for cell in header.strip("|").split("|")][1:] == list(BOXES)
