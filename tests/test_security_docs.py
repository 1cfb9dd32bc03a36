"""Security's documents: every requirement once, one of four answers, and tests that are there."""

import re
from collections import Counter

from tests.conftest import ROOT

ASVS = ROOT / "docs" / "asvs.md"
SECURITY = ROOT / "docs" / "security.md"
ROW = re.compile(r"^\| v5\.0\.0-(\d+)\.(\d+)\.(\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`((?:tests|kiosk_ui/tests)/[\w/.]+?\.(?:py|ts|tsx))(?:::(\w+))?`")
IN_A_CHAPTER = (27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7)  # requirements of levels 1 and 2
ANSWERS = ("does not apply: ", "hospital: ", "**not met**: ", "`tests/", "`kiosk_ui/tests/")
LISTS = {"LLM": 10, "ASI": 10}


def test_every_requirement_stands_once_with_one_of_four_answers() -> None:
    rows = ROW.findall(ASVS.read_text(encoding="utf-8"))
    assert len(rows) == sum(IN_A_CHAPTER) == 253
    assert len({row[:3] for row in rows}) == 253
    chapters = Counter(int(row[0]) for row in rows)
    assert tuple(chapters[chapter] for chapter in range(1, 18)) == IN_A_CHAPTER
    assert [row for row in rows if not row[4].startswith(ANSWERS)] == []


def test_the_counts_at_the_top_are_those_of_the_rows() -> None:
    text = ASVS.read_text(encoding="utf-8")
    counted = Counter(next(kind for kind in ANSWERS if row[4].startswith(kind)) for row in ROW.findall(text))
    shown = counted["`tests/"] + counted["`kiosk_ui/tests/"]
    head = text.partition("## ")[0]
    told = [int(number) for number in re.findall(r"\((\d+)(?: are not met)?\)", head.replace("\n", " "))]
    assert told == [shown, *(counted[kind] for kind in ANSWERS[:3])]


def test_each_of_owasps_lists_for_models_and_agents_has_its_rows() -> None:
    text = SECURITY.read_text(encoding="utf-8")
    for name, many in LISTS.items():
        assert re.findall(rf"^\| {name}(\d\d) ", text, re.MULTILINE) == [f"{n:02}" for n in range(1, many + 1)]


def test_the_tests_that_are_named_are_there() -> None:
    named = {found for file in (ASVS, SECURITY) for found in TEST.findall(file.read_text(encoding="utf-8"))}
    assert {path for path, _ in named if not (ROOT / path).is_file()} == set()
    for path, name in named:
        assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"
