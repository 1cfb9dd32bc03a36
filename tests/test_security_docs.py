"""Security's documents: every requirement once, one of four answers, and tests that are there."""

import re
from collections import Counter
from datetime import datetime, timedelta

import yaml

from frontdesk.app.configured import BESIDE
from frontdesk.app.settings import Settings
from tests.conftest import ROOT

ASVS = ROOT / "docs" / "asvs.md"
SECURITY = ROOT / "docs" / "security.md"
ROW = re.compile(r"^\| v5\.0\.0-(\d+)\.(\d+)\.(\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`((?:tests|kiosk_ui/tests)/[\w/.]+?\.(?:py|ts|tsx))(?:::(\w+))?`")
IN_A_CHAPTER = (27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7)  # requirements of levels 1 and 2
ANSWERS = ("does not apply: ", "hospital: ", "**not met**: ", "`tests/", "`kiosk_ui/tests/")
LISTS = {"LLM": 10, "ASI": 10}
FILE = re.compile(r"`(frontdesk/[\w/]+\.py)`")
SETTING = re.compile(r"`FRONTDESK_(\w+)`")
ALGORITHM = re.compile(r"`(\w+)`")
LIBRARIES = "hashlib|hmac|argon2|cryptography|pyotp|joserfc|jwt|ssl"
CRYPTOGRAPHY = re.compile(rf"^\s*(?:from|import) (?:{LIBRARIES})\b", re.MULTILINE)
RUNNING = ("app", "commands", "database", "his_adapter", "models")
LONGEST_EXCEPTION = timedelta(days=180)


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


def section(title: str) -> str:
    return SECURITY.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_list_of_keys_and_algorithms_is_that_of_the_code() -> None:
    told = section("Keys, algorithms and certificates")
    rows = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 12
    for row in rows:
        sources = [(ROOT / file).read_text(encoding="utf-8") for file in FILE.findall(row[-1])]
        for algorithm in ALGORITHM.findall(row[1]) if sources else ():
            assert any(algorithm in source for source in sources), f"{algorithm}: {row[0]}"
    known = {name.upper() for name in Settings.model_fields} | set(BESIDE)
    assert set(SETTING.findall(told)) <= known
    files = (file for part in RUNNING for file in (ROOT / "frontdesk" / part).rglob("*.py"))
    using = {str(file.relative_to(ROOT)) for file in files if CRYPTOGRAPHY.search(file.read_text(encoding="utf-8"))}
    assert using == set(FILE.findall(told))


def test_how_soon_a_weakness_is_mended_is_written_down_and_no_exception_lasts_longer() -> None:
    told = section("How soon a weakness is mended")
    for grade in ("critical", "high", "medium", "low"):
        assert re.search(rf"^\| {grade}\b.*\| \d+ days \|", told, re.MULTILINE), grade
    excepted = yaml.safe_load((ROOT / "scripts" / "scan.yaml").read_text(encoding="utf-8"))["vulnerabilities"]
    late = datetime.now().date() + LONGEST_EXCEPTION
    assert [one["id"] for one in excepted if one["until"] > late] == []


def test_the_tests_that_are_named_are_there() -> None:
    named = {found for file in (ASVS, SECURITY) for found in TEST.findall(file.read_text(encoding="utf-8"))}
    assert {path for path, _ in named if not (ROOT / path).is_file()} == set()
    for path, name in named:
        assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"
