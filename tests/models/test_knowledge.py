"""The knowledge files: complete, consistent, and refused as a whole with file, line and reason when they are not."""

import re
import shutil
from pathlib import Path

import pytest

from models.embedded.understanding.lexicon import lexicon
from models.facts import Language, Topic
from models.knowledge.load import FOLDER, KnowledgeError, knowledge, load, wordings

FILE = "findings/added.yaml"
SOUND = """\
- code: added_finding
  zh: 某种新的不适
  en: a made-up complaint
  says:
    zh: [新的不适说法]
    en: [another made-up wording]
  specialties: {neurology: 5}
  question_zh: 您有这种不适吗？
  question_en: Do you have it?
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "knowledge", ignore=shutil.ignore_patterns("*.py", "__pycache__")))


def faults(folder: Path, text: str, name: str = FILE) -> list[str]:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeError) as refused:
        load(folder)
    return [str(fault) for fault in refused.value.faults]


def test_there_are_enough_findings_conditions_and_requests() -> None:
    known = knowledge()
    assert len(known.findings) >= 350
    assert len(known.conditions) >= 150
    assert len(known.specialties) == 48
    assert sum(finding.topic is Topic.REQUEST for finding in known.findings.values()) >= 25


def test_findings_are_worded_richly_in_both_languages() -> None:
    for language in Language:
        counts = sorted(len(wordings(finding, language)) for finding in knowledge().findings.values())
        assert counts[0] >= 3
        assert counts[len(counts) // 2] >= 7


def test_every_specialty_but_those_decided_by_age_is_pointed_to() -> None:
    known = knowledge()
    entries = [*known.findings.values(), *known.conditions.values()]
    named = {code for entry in entries for code in entry.specialties}
    assert named == set(known.specialties)


def test_questions_are_short_enough_to_be_read_at_a_glance() -> None:
    for finding in knowledge().findings.values():
        assert len(finding.question_zh or "") <= 25, finding.code
        assert len((finding.question_en or "").split()) <= 15, finding.code


def test_what_shines_through_as_dangerous_can_be_asked() -> None:
    known = knowledge().findings
    assert {"sweating", "breathlessness", "pain_to_arm_jaw", "exertion_trigger"} <= set(known["chest_pain"].danger)
    assert all(code in known for finding in known.values() for code in (*finding.danger, *finding.asks))


def test_a_sound_addition_is_taken(folder: Path) -> None:
    (folder / FILE).write_text(SOUND, encoding="utf-8")
    assert load(folder).findings["added_finding"].specialties == {"neurology": 5}


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("neurology: 5", "neurolgy: 5"), 7, "added_finding: unknown specialty: neurolgy"),
        (("neurology: 5", "neurology: 0"), 7, "added_finding: the weight of neurology is not positive"),
        (
            ("neurology: 5", "neurology: much"),
            7,
            "added_finding: specialties.neurology: Input should be a valid number",
        ),
        (
            ("  specialties", "  danger: [no_such_code]\n  specialties"),
            7,
            "danger names an unknown finding: no_such_code",
        ),
        (("  specialties", "  asks: [no_such_code]\n  specialties"), 7, "asks names an unknown finding: no_such_code"),
        (
            ("  question_zh", "  shifts: [{when: {beside: [nothing]}, specialties: {ent: 1}}]\n  question_zh"),
            8,
            "beside names an unknown finding: nothing",
        ),
        (("  specialties", "  asks: [added_finding]\n  specialties"), 7, "asks names the finding itself"),
        (("  specialties", "  site: tail\n  specialties"), 7, "unknown site: tail"),
        (("  specialties", "  details: [colour]\n  specialties"), 7, "unknown detail: colour"),
        (("  specialties", "  shade: blue\n  specialties"), 7, "shade: Extra inputs are not permitted"),
        (("    en: [another made-up wording]\n", ""), 4, "no further wording in en"),
        (("  en: a made-up complaint\n", ""), 1, "added_finding: en: Field required"),
        (("  question_en: Do you have it?\n", ""), 1, "question_en is missing"),
        (("新的不适说法", "嗓子疼"), 4, "“嗓子疼” belongs to"),
        (("- code: added_finding", "- code: Added Finding"), 1, "code: String should match pattern"),
    ],
)
def test_a_fault_is_reported_with_file_line_and_reason(
    folder: Path, change: tuple[str, str], line: int, reason: str
) -> None:
    found = faults(folder, SOUND.replace(*change))
    assert any(fault.startswith(f"{FILE}:{line}: ") and reason in fault for fault in found) or (
        "belongs to" in reason and any("嗓子疼" in fault and FILE in fault for fault in found)
    )


def test_a_code_given_twice_names_both_places(folder: Path) -> None:
    found = faults(folder, SOUND + SOUND)
    assert f"{FILE}:10: added_finding: code was given before, at {FILE}:1" in found


def test_a_file_that_is_not_yaml_or_not_a_list_is_named(folder: Path) -> None:
    assert any(fault.startswith(f"{FILE}:") and "is not YAML" in fault for fault in faults(folder, "- code: [\n"))
    assert f"{FILE}:1: must be a list of entries" in faults(folder, "code: alone\n")


def test_all_faults_of_all_files_come_at_once(folder: Path) -> None:
    (folder / "conditions/added.yaml").write_text("- {code: half, zh: 半个}\n", encoding="utf-8")
    found = faults(folder, SOUND.replace("neurology", "neurolgy"))
    assert {fault.split(":")[0] for fault in found} == {FILE, "conditions/added.yaml"}


def test_a_missing_folder_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match=re.escape("findings/*.yaml:1: is missing")):
        load(tmp_path)


# What a name tells an illness by: a wording that has one of these stands under a name that has it too, or one as good.
ORGANS = {
    Language.ZH: "胆囊 胆管 胰 肝 肾 膀胱 肺 胃 食管 肠 卵巢 前列腺 甲状腺 睾丸 阴茎 脾 阑尾 宫 乳腺 脑 眼 鼻 喉",
    Language.EN: "gallbladder bile pancrea liver kidney bladder lung stomach gullet bowel ovar prostate thyroid testic "
    "penis spleen appendix womb breast brain eye ear nose throat",
}
KINDS = {
    Language.ZH: {"癌": "癌|瘤|白血病|转移", "结石": "结石", "息肉": "息肉", "移植": "移植"},
    Language.EN: {
        "cancer": "cancer|tumour|oma|leukaemia",
        "polyp": "polyp",
        "hernia": "hernia",
        "transplant": "transplant",
    },
}
SAME = {"盲肠炎", "割过盲肠", "原发性胆汁性肝硬化", "胆汁性肝硬化"}


def test_no_illness_is_recorded_as_one_of_another_organ_or_kind() -> None:
    assert not [
        (condition.code, words)
        for condition in knowledge().conditions.values()
        for language in Language
        for words in wordings(condition, language)
        if words not in SAME and not _true(words, wordings(condition, language)[0], language)
    ]


def _true(words: str, name: str, language: Language) -> bool:
    start, end = (r"\b", r"s?\b") if language is Language.EN else ("", "")
    words, name = (text.lower().replace("gall bladder", "gallbladder") for text in (words, name))
    said, held = ({organ for organ in ORGANS[language].split() if re.search(start + organ, t)} for t in (words, name))
    kinds = [as_good for kind, as_good in KINDS[language].items() if re.search(start + kind + end, words)]
    return (not said or not held or bool(said & held)) and all(re.search(kind, name) for kind in kinds)


def test_no_name_of_an_illness_is_read_as_something_else() -> None:
    assert not [
        (condition.code, words)
        for condition in knowledge().conditions.values()
        for language in Language
        for words in wordings(condition, language)
        if condition.code not in _read(words, language)
    ]


def _read(words: str, language: Language) -> list[str]:
    found = lexicon().mentions(words.lower(), chinese=language is Language.ZH, english=language is Language.EN)
    return [mention.code for mention in found]


def test_no_wording_holds_a_word_of_no_letters() -> None:
    assert "" not in lexicon().english
