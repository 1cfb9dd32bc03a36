"""The knowledge files: complete, consistent, and refused as a whole with file, line and reason when they are not."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from frontdesk.models.facts import Course, Language, Person, Relation, Sex, Topic
from frontdesk.models.knowledge.load import FOLDER, KnowledgeError, knowledge, load, wordings
from frontdesk.models.knowledge.schema import Condition, Finding, HowDetails, Qualifier, Sign, SignWhen
from frontdesk.models.knowledge.tiles import READERS
from frontdesk.models.mentions import mentions
from frontdesk.models.red_flags.rules import BY_SIGN, RULES

FILE = "findings/added.yaml"
SOUND = """\
- code: added_finding
  zh: 某种新的不适
  en: a made-up complaint
  says:
    zh: [新的不适说法]
    en: [another made-up wording]
  specialties: {neurology: 5}
  site: head
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
    entries: list[Finding | Condition] = [*known.findings.values(), *known.conditions.values()]
    named = {code for entry in entries for code in entry.specialties}
    assert named == set(known.specialties)


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
            ("  site", "  shifts: [{when: {beside: [nothing]}, specialties: {ent: 1}}]\n  site"),
            8,
            "beside names an unknown finding: nothing",
        ),
        (("  specialties", "  asks: [added_finding]\n  specialties"), 7, "asks names the finding itself"),
        (("  specialties", "  signs: [no_such_code]\n  specialties"), 7, "signs names an unknown tile: no_such_code"),
        (
            ("  specialties", "  qualifiers: [no_such_code]\n  specialties"),
            7,
            "qualifiers names an unknown tile: no_such_code",
        ),
        (("  specialties", "  also: [no_such_code]\n  specialties"), 7, "also names an unknown finding: no_such_code"),
        (
            ("  specialties", "  signs: [chest_pain]\n  also: [chest_pain]\n  specialties"),
            8,
            "also offers a danger sign again: chest_pain",
        ),
        (
            ("  specialties", "  also: [cough, fever, rash, nausea, headache, fatigue, vomiting]\n  specialties"),
            7,
            "also offers more than 6 tiles",
        ),
        (
            (
                "  specialties",
                "  signs: [choking, faint, blue_lips, fit_now, drooling, rigid_belly, noisy_breathing]\n  specialties",
            ),
            7,
            "signs offers more than 6 tiles to one person",
        ),
        (("  site: head", "  site: tail"), 8, "unknown site: tail"),
        (("  specialties", "  details: [colour]\n  specialties"), 7, "unknown detail: colour"),
        (("  specialties", "  shade: blue\n  specialties"), 7, "shade: Extra inputs are not permitted"),
        (("    en: [another made-up wording]\n", ""), 4, "no further wording in en"),
        (("  en: a made-up complaint\n", ""), 1, "added_finding: en: Field required"),
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
    assert f"{FILE}:9: added_finding: code was given before, at {FILE}:1" in found


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


@pytest.mark.parametrize(
    ("file", "line", "reason"),
    [
        ("signs.yaml", "{code: added, zh: 疼, ask: {zh: 疼？, en: Pain?}}", "en: Field required"),
        (
            "signs.yaml",
            "{code: added, zh: 疼, en: a b c d e f g h i, ask: {zh: 疼？, en: Pain?}, denied: {zh: 不疼, en: no pain}}",
            "too long for a tile",
        ),
        (
            "signs.yaml",
            "{code: added, zh: 一二三四五六七八九十一二三四五, en: Pain, "
            "ask: {zh: 疼？, en: Pain?}, denied: {zh: 不疼, en: no pain}}",
            "too long for a tile: 15",
        ),
        (
            "signs.yaml",
            "{code: added, zh: 疼, en: Pain, ask: {zh: 疼？, en: Pain?}, denied: {zh: 不疼}}",
            "is not in both languages",
        ),
        ("qualifiers.yaml", "{code: added, zh: 疼, en: Pain, details: {character: {zh: 疼}}}", "not in both languages"),
        ("histories.yaml", "{code: tail, conditions: [asthma]}", "is not a site"),
        ("histories.yaml", "{code: ear, conditions: [no_such_illness]}", "unknown condition: no_such_illness"),
        (
            "histories.yaml",
            "{code: head, conditions: [asthma, gout, copd, stroke, epilepsy, migraine]}",
            "more than 5 are offered",
        ),
        ("histories.yaml", "{code: head, conditions: [asthma]}", "children is missing"),
    ],
)
def test_a_faulty_tile_is_refused(folder: Path, file: str, line: str, reason: str) -> None:
    assert any(reason in fault for fault in faults(folder, f"- {line}\n", file))


def offered(code: str, person: Person, hours: float | None = None) -> list[Sign]:
    known = knowledge()
    signs = (known.signs[sign] for sign in known.findings[code].signs)
    return [sign for sign in signs if sign.when.may_hold(person, hours)]


def rules_of(code: str, person: Person, hours: float | None = None) -> set[str]:
    return {BY_SIGN[sign.code].slug for sign in offered(code, person, hours)}


def likes(code: str, person: Person) -> list[Qualifier]:
    known = knowledge()
    return [
        how for how in map(known.qualifiers.__getitem__, known.findings[code].qualifiers) if how.when.may_hold(person)
    ]


MAN = Person(relation=Relation.SELF, age_months=70 * 12, sex=Sex.MALE)
WOMAN = Person(relation=Relation.SELF, age_months=30 * 12, sex=Sex.FEMALE)
PREGNANT = WOMAN.updated(Person(pregnant=True))
TODDLER = Person(relation=Relation.CHILD, age_months=24, sex=Sex.FEMALE)
BABY = Person(relation=Relation.CHILD, age_months=1, sex=Sex.MALE)


def test_every_sign_and_every_tile_of_what_it_is_like_is_offered_somewhere() -> None:
    known = knowledge()
    assert {code for finding in known.findings.values() for code in finding.signs} == set(known.signs)
    assert {code for finding in known.findings.values() for code in finding.qualifiers} == set(known.qualifiers)


MEASURED = {"measured_values"}  # a value, not a sign
TOGETHER = {"diabetes_new", "joint_hot_fever", "ectopic_possible"}  # by several statements, none of which is one alone
UNSEEN = {
    "child_unexplained_injury",
    "pregnant_under_14",
}  # who hurt a child may stand there


def test_every_emergency_of_the_table_has_a_sign_that_raises_it() -> None:
    at_once = {rule for rule, row in RULES.items() if row.level in {"A", "B"}}
    assert at_once - {rule.slug for rule in BY_SIGN.values()} == MEASURED | TOGETHER


def test_nothing_on_the_screen_asks_who_hurt_a_child() -> None:
    assert not {rule.slug for rule in BY_SIGN.values()} & UNSEEN


def test_the_first_sign_of_a_rule_needs_no_pregnancy_told_and_no_page_of_its_own() -> None:
    first = [knowledge().signs[rule.signs[0]] for rule in RULES.values() if rule.signs]
    assert not [sign.code for sign in first if sign.when.pregnant is not None]


def test_complaints_that_may_be_an_emergency_have_signs_for_everybody() -> None:
    complaints = (
        *("chest_pain", "chest_tightness", "palpitations", "breathlessness", "cough", "headache", "dizziness"),
        *("abdominal_pain", "stomach_pain", "vomiting", "diarrhea", "fever", "rash", "hives", "head_injury"),
        *("injury_fall", "burn", "eye_pain", "sore_throat", "seizure", "confusion"),
    )
    for code in complaints:
        fits = [person for person in READERS if knowledge().findings[code].may_be_had_by(person)]
        assert all(offered(code, person) for person in fits), code


def test_what_a_nurse_asks_at_once_is_asked() -> None:
    asked = rules_of("chest_pain", MAN)
    assert asked >= {"crushing_chest_pain", "chest_pain_with_sweating", "tearing_pain", "fainted"}
    assert {"on_effort"} <= {how.code for how in likes("chest_pain", MAN)}
    assert {"stroke_signs", "worst_headache", "fever_stiff_neck", "newly_confused", "temporal_arteritis"} <= rules_of(
        "headache", MAN
    )
    assert {sign.code for sign in offered("headache", MAN)} >= {"knock_lately"}
    assert {"cauda_equina"} <= rules_of("back_pain", WOMAN)
    assert {sign.code for sign in offered("leg_swelling", MAN)} >= {"chest_pain", "cannot_finish_sentence"}
    assert {sign.code for sign in offered("heavy_periods", WOMAN)} >= {"pad_an_hour", "faint"}
    assert {"sudden_sight_loss", "chemical_in_eye", "acute_glaucoma"} <= rules_of("eye_pain", MAN)
    assert {"testicle_torsion"} <= rules_of("testicle_pain", MAN)
    assert {"wants_to_die"} <= rules_of("low_mood", WOMAN)
    assert {"pregnant_bleeding", "preeclampsia", "baby_moves_less", "labour_close", "pregnant_chest"} <= rules_of(
        "pregnancy_known", PREGNANT
    )
    asked = rules_of("after_birth", WOMAN)
    assert asked >= {"preeclampsia", "after_birth", "pregnant_chest", "wants_to_harm_others"}


def test_a_child_with_a_fever_is_asked_about_as_a_parent_sees_it() -> None:
    asked = rules_of("fever", TODDLER)
    assert asked >= {"rash_not_fading_fever", "floppy_child", "child_breathing_hard"} | {
        "child_pale_blue",
        "no_wet_nappy",
    }
    assert "young_baby_fever" in rules_of("fever", BABY)
    assert "young_baby_fever" not in rules_of("fever", TODDLER)


GROWN_UP = {
    *("crushing_chest_pain", "chest_pain_with_sweating", "silent_heart_attack", "tearing_pain"),
    *("cannot_finish_sentence", "leg_clot_to_lung", "stroke_signs", "sudden_imbalance", "worst_headache"),
    *("newly_confused", "cauda_equina", "sepsis", "temporal_arteritis", "wants_to_die"),
    *("wants_to_harm_others", "violence_at_home", "leg_swelling_one"),
}


def test_a_toddler_is_asked_nothing_of_grown_up_people() -> None:
    known = knowledge()
    wrong = [
        (code, rules_of(code, TODDLER) & GROWN_UP)
        for code, finding in known.findings.items()
        if finding.may_be_had_by(TODDLER) and rules_of(code, TODDLER) & GROWN_UP
    ]
    assert wrong == [("violence_at_home", {"violence_at_home"})]


def test_a_toddler_is_asked_for_no_scale_of_pain() -> None:
    scales = [how for how in knowledge().qualifiers.values() if how.details.severity and how.when.may_hold(TODDLER)]
    assert not scales
    assert "burning" not in {how.code for how in likes("stomach_pain", TODDLER)}


OF_WOMEN = {
    *("pregnant_bleeding", "ectopic_faint", "preeclampsia", "baby_moves_less", "labour_close"),
    *("after_birth", "pregnant_chest", "pad_an_hour"),
}


def test_no_man_is_asked_about_periods_and_no_one_about_a_pregnancy_that_is_not() -> None:
    known = knowledge()
    his = [code for code, finding in known.findings.items() if finding.may_be_had_by(MAN)]
    assert not [code for code in his if rules_of(code, MAN) & OF_WOMEN]
    for sign in known.signs.values():
        if sign.code.startswith("pregnant_"):
            assert not sign.when.may_hold(WOMAN)
            assert sign.when.may_hold(PREGNANT)


def test_an_old_injury_shows_no_bone_and_no_fresh_burn() -> None:
    for code in knowledge().findings:
        fresh = {"fall_or_crash", "large_burn", "limb_deformed", "chemical_in_eye"}
        assert not rules_of(code, MAN, hours=30 * 24) & fresh, code
    assert {"limb_deformed"} <= rules_of("injury_fall", MAN, hours=2)


def test_a_painful_joint_that_was_not_injured_is_not_asked_whether_the_bone_shows() -> None:
    pains = ("knee_pain", "hip_pain", "shoulder_pain", "hand_pain", "foot_pain", "back_pain", "joint_pain")
    assert not [code for code in pains if "bone_deformed" in knowledge().findings[code].signs]


def test_an_ear_is_not_asked_about_a_stroke() -> None:
    ears = [code for code, finding in knowledge().findings.items() if finding.site == "ear"]
    assert ears
    assert not [code for code in ears if "stroke_signs" in rules_of(code, MAN)]


def test_a_side_is_asked_only_of_what_has_two() -> None:
    two_sided = set(
        ["shoulder", "arm", "hand", "hip", "leg", "knee", "foot", "ear", "eye", "breast", "flank", "groin", "face"]
    )
    others = {  # halves of the body, testicles, ribs, and what may be anywhere
        *("rib_pain", "toothache", "blister_rash", "fracture", "joint_dislocated", "crush_injury"),
        *("testicle_pain", "sudden_testicle_pain", "testicle_lump", "varicocele"),
    }
    sided = [finding for finding in knowledge().findings.values() if "side" in finding.details]
    assert not [finding.code for finding in sided if finding.site not in two_sided and finding.code not in others]


def test_what_is_only_wished_for_is_asked_about_no_danger() -> None:
    harmless = [
        "check_up",
        "read_report",
        "repeat_prescription",
        "vaccination",
        "certificate",
        "dental_work",
        "cosmetic_wish",
        "pre_op",
    ]
    assert not [code for code in harmless if knowledge().findings[code].signs]


def test_what_goes_with_a_complaint_is_offered_to_those_who_can_have_it() -> None:
    known = knowledge().findings
    hers = [known[code] for code in known["abdominal_pain"].also if known[code].may_be_had_by(TODDLER)]
    assert "fever" in {finding.code for finding in hers}
    assert not known["period_pain"].may_be_had_by(TODDLER)
    assert not known["prostate_trouble"].may_be_had_by(WOMAN)
    assert not known["baby_feeding"].may_be_had_by(MAN)


def test_a_sign_is_offered_while_nothing_known_speaks_against_it() -> None:
    grown, small = SignWhen(age_from=60), SignWhen(age_under=3)
    assert grown.may_hold(Person()) and small.may_hold(Person())
    assert not small.may_hold(Person(relation=Relation.SELF))
    assert not grown.may_hold(Person(relation=Relation.CHILD))
    assert grown.may_hold(Person(age_between=(40 * 12, None))) and not grown.may_hold(Person(age_between=(40, 59 * 12)))
    assert SignWhen(sex=Sex.MALE).may_hold(Person()) and not SignWhen(sex=Sex.MALE).may_hold(WOMAN)
    assert SignWhen(within_hours=168).may_hold(MAN) and not SignWhen(within_hours=168).may_hold(MAN, 200)
    assert not SignWhen(pregnant=True).may_hold(Person()) and SignWhen(pregnant=False).may_hold(Person())


def test_what_it_is_like_is_told_in_the_language_of_the_talk() -> None:
    how = HowDetails.model_validate({"course": "worse", "worse_with": {"zh": "爬楼", "en": "stairs"}})
    assert how.in_language(Language.ZH).worse_with == "爬楼"
    assert how.in_language(Language.EN).worse_with == "stairs"
    assert how.in_language(Language.EN).course is Course.WORSE


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
        if not any(map(str.isdigit, words)) and condition.code not in [one.code for one in mentions(words)]
    ]


ONE_THING = {"spots_not_fading", "rash_not_fading"}  # by itself, and beside a complaint


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_two_signs_read_alike_on_a_tile(language: str) -> None:
    labels = Counter(getattr(one, language) for code, one in knowledge().signs.items() if code not in ONE_THING)
    assert [label for label, times in labels.items() if times > 1] == []
