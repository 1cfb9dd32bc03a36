"""The medication specialist: plain code for names, doses and rules; look-alike names are never mixed up."""

from pathlib import Path
from typing import Any

import pytest

from frontdesk.evaluation.capabilities.__main__ import FOLDER as CASES
from frontdesk.evaluation.capabilities.__main__ import measure
from frontdesk.models.knowledge.formulary import formulary, load
from frontdesk.models.knowledge.load import FOLDER, KnowledgeError
from frontdesk.models.specialists.case import Checked, Kind, Patient
from frontdesk.models.specialists.medication import check
from frontdesk.models.specialists.medication.daily_maximum import day_milligrams, milligrams
from frontdesk.models.specialists.medication.situation import illnesses_in
from frontdesk.models.specialists.medication.spoken import hear

LISINOPRIL = {"name": "lisinopril", "dose": "10 mg", "frequency": "once daily"}


def verdicts(kind: Kind, say: str, **patient: Any) -> dict[str, str]:
    return {one.subject: one.verdict for one in found(kind, say, **patient)}


def found(kind: Kind, say: str, **patient: Any) -> list[Checked]:
    return [one for one in check(say, Patient.model_validate(patient)) if one.kind == kind]


LOOK_ALIKE = [
    ("hydralazine", "hydroxyzine"),
    ("clonidine", "klonopin"),
    ("celebrex", "celexa"),
    ("lamictal", "lamisil"),
    ("prednisone", "prednisolone"),
    ("metformin", "metronidazole"),
    ("glipizide", "glyburide"),
    ("tramadol", "trazodone"),
    ("zantac", "xanax"),
    ("losec", "lasix"),
    ("泼尼松", "泼尼松龙"),
    ("阿普唑仑", "艾司唑仑"),
    ("氯氮平", "氯硝西泮"),
]


@pytest.mark.parametrize("pair", LOOK_ALIKE)
def test_a_look_alike_name_stays_what_was_said(pair: tuple[str, str]) -> None:
    one, other = (set(verdicts("identity", f"I take {name}" if name.isascii() else f"我在吃{name}")) for name in pair)
    assert one and other and one != other


@pytest.mark.parametrize("said", ["hydroxizine", "metformine", "clonapin", "celebrax", "阿普作仑", "氯单平", "结沙坦"])
def test_a_name_that_is_only_close_is_asked_about(said: str) -> None:
    answers = verdicts("identity", f"I take {said}" if said.isascii() else f"我在吃{said}")
    assert answers and set(answers.values()) == {"confirm"}


def test_a_name_close_to_two_medicines_asks_about_both_and_concludes_nothing() -> None:
    patient = {"medications": [{"name": "prednisone", "dose": "5 mg", "frequency": "daily"}]}
    assert set(verdicts("identity", "I take prednisalone.", **patient)) == {"prednisolone", "prednisone"}
    assert not found("adherence", "I take prednisalone, 5 mg daily.", **patient)


def test_a_look_alike_of_what_is_on_the_list_is_asked_about() -> None:
    patient = {"medications": [{"name": "hydralazine", "dose": "25 mg", "frequency": "three times a day"}]}
    (one,) = found("adherence", "I'm on hydroxyzine", **patient)
    assert (one.subject, one.verdict) == ("hydroxyzine", "not_prescribed") and "which of the two" in one.text


def test_a_name_only_the_patients_list_holds_is_known_for_this_patient() -> None:
    patient = {"medications": [{"name": "Vextoril XR", "dose": "20 mg", "frequency": "once daily"}]}
    assert verdicts("adherence", "I take Vextoril 20 mg twice a day", **patient) == {"vextoril": "more"}
    assert verdicts("identity", "I take Vextoril 20 mg twice a day") == {"vextoril": "unknown"}


def test_all_my_medicines_are_every_one_on_the_list() -> None:
    patient = {"medications": [LISINOPRIL, {"name": "metformin", "dose": "500 mg", "frequency": "twice a day"}]}
    kept = verdicts("adherence", "I take all my pills exactly as prescribed", **patient)
    assert kept == {"lisinopril": "as_prescribed", "metformin": "as_prescribed"}
    assert set(verdicts("adherence", "这些药我都停了", **patient).values()) == {"less"}


def test_each_capability_stays_above_what_polaris_reports() -> None:
    for category in measure(CASES / "medication.yaml"):
        right, of = category.share()
        assert of and right / of >= max(category.table_8.get("polaris", 0) / 100, 0.9), category.name


@pytest.mark.parametrize(
    "say",
    [
        "I take the bus every morning.",
        "My knee hurts when I walk.",
        "我吃完饭肚子疼",
        "我明天再来",
        "Could you give me a seat?",
    ],
)
def test_words_of_every_day_are_no_medicines(say: str) -> None:
    assert not check(say, Patient())


@pytest.mark.parametrize(
    ("words", "dose"),
    [
        ("I take advil, six 200s a day", 1200),
        ("I take two 200 mg tablets of ibuprofen three times a day", 1200),
        ("naproxen 500 mg twice a day", 1000),
        ("布洛芬每次200毫克，一天3次", 600),
        ("对乙酰氨基酚一天三次，每次两片，每片500毫克", 3000),
        ("acetaminophen a few", None),
        ("acetaminophen", None),
    ],
)
def test_milligrams_a_day(words: str, dose: float | None) -> None:
    (one,) = hear(words, Patient()).spoken
    assert day_milligrams(one) == dose


def test_the_same_medicine_in_two_products_is_added_up() -> None:
    over = "I took eight extra strength Tylenol and two doses of NyQuil today."
    assert verdicts("daily_maximum", over, age=40)["acetaminophen"] == "over"
    assert verdicts("daily_maximum", "I took six extra strength Tylenol today.", age=40)["acetaminophen"] == "within"


def test_a_tablet_of_open_strength_is_told_to_be_over_where_the_usual_strength_would_be() -> None:
    (one,) = hear("ten acetaminophen tablets today", Patient()).spoken
    assert milligrams(one)["acetaminophen"] == (3250, 5000, 5000)
    (told,) = found("daily_maximum", "ten acetaminophen tablets today", age=40)
    assert told.verdict == "over"
    assert "may be" in told.text
    assert verdicts("daily_maximum", "eight acetaminophen tablets today", age=40) == {"acetaminophen": "within"}


@pytest.mark.parametrize(
    "say",
    [
        "I took 12 extra strength Tylenol today",
        "I took 10 Advil today",
        "I swallowed 20 Advil today",
        "今天吃了12粒布洛芬",
    ],
)
def test_a_number_before_a_name_counts_tablets_and_is_no_strength(say: str) -> None:
    assert set(verdicts("daily_maximum", say, age=40).values()) == {"over"}


@pytest.mark.parametrize("say", ["吃了头孢能喝酒吗", "头孢可以和酒一起喝吗", "我想吃点头孢，能不能喝酒"])
def test_cephalosporins_and_drink_are_kept_apart_however_it_is_asked(say: str) -> None:
    assert verdicts("interaction", say)["cephalosporin"] == "avoid"
    assert verdicts("identity", say) == {"cephalosporin": "recognised"}


@pytest.mark.parametrize("say", ["感冒灵和泰诺能一起吃吗", "Can I take NyQuil and Tylenol together?"])
def test_the_same_medicine_in_two_products_is_not_taken_together(say: str) -> None:
    assert verdicts("interaction", say)["acetaminophen"] == "avoid"


def test_a_child_is_held_to_its_weight() -> None:
    say = "I gave two teaspoons of children's Tylenol four times today."
    assert verdicts("daily_maximum", say, age=4, weight_kg=16) == {"acetaminophen": "over"}
    assert verdicts("daily_maximum", say, age=9, weight_kg=30) == {"acetaminophen": "within"}


def test_painkillers_and_weak_kidneys_need_a_doctor() -> None:
    (one,) = found("condition", "I take ibuprofen", conditions=["chronic kidney disease stage 3"])
    assert one.verdict == "avoid" and "KDIGO" in one.source


def test_an_allergy_covers_its_family() -> None:
    assert verdicts("condition", "They gave me amoxicillin", allergies=["penicillin"]) == {"amoxicillin": "avoid"}
    assert verdicts("condition", "They gave me azithromycin", allergies=["penicillin"]) == {"azithromycin": "allowed"}


def test_what_is_not_taken_is_not_warned_of() -> None:
    assert not found("condition", "I don't take ibuprofen any more", conditions=["hypertension"])
    assert not found("interaction", "我没吃布洛芬", medications=[{"name": "华法林"}])


def test_nothing_is_said_of_a_list_nobody_knows() -> None:
    assert not found("adherence", "I take gabapentin, 300 mg at night.")
    assert verdicts("adherence", "I take gabapentin at night.", medications=[LISINOPRIL]) == {
        "gabapentin": "not_prescribed"
    }


@pytest.mark.parametrize(
    ("dose", "frequency", "say", "verdict"),
    [
        ("5 mg", "daily", "I take my Norvasc every couple of days.", "less"),
        ("5 mg", "daily", "I take my Norvasc 5 mg twice a day.", "more"),
        ("5 mg", "every day", "I take 5 mg of Norvasc once a day.", "as_prescribed"),
        ("5 mg", "BID", "I take 5 mg of Norvasc in the morning and at night.", "as_prescribed"),
        ("5毫克", "每日一次", "络活喜我早晚各一片", "more"),
        ("1片", "一天三次", "络活喜我早晚各一片", "less"),
    ],
)
def test_a_prescription_is_read_however_it_is_written(dose: str, frequency: str, say: str, verdict: str) -> None:
    patient = {"medications": [{"name": "amlodipine", "dose": dose, "frequency": frequency}]}
    assert verdicts("adherence", say, **patient) == {"amlodipine": verdict}


def test_a_plan_is_no_dose_taken() -> None:
    patient = {"medications": [{"name": "prednisone", "dose": "2 tablets", "frequency": "once a day"}]}
    say = "I'm supposed to take two prednisone tablets but I take one a day."
    assert verdicts("adherence", say, **patient) == {"prednisone": "less"}


def test_what_is_said_comes_in_the_language_of_the_utterance_and_stays_short() -> None:
    for say, most in (("布洛芬我一天吃六次，每次四百毫克", 60), ("I take 800 mg of ibuprofen 6 times a day", 200)):
        (one,) = found("daily_maximum", say, age=40)
        assert any(char >= "\u4e00" for char in one.text) is not say.isascii()
        assert len(one.text) <= most


def test_every_medicine_has_a_chinese_name_and_three_hundred_are_known() -> None:
    named = [one for one in formulary().medicines.values() if not one.group]
    assert len(named) >= 300 and all(one.zh[0] >= "\u4e00" for one in named if one.code != "anisodamine")
    assert len(formulary().interactions) >= 150


def test_a_faulty_file_is_refused_with_file_line_and_reason(tmp_path: Path) -> None:
    for path in FOLDER.rglob("*.yaml"):
        copy = tmp_path / path.relative_to(FOLDER)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    rules = tmp_path / "interactions.yaml"
    lines = rules.read_text(encoding="utf-8").splitlines()
    lines.append("- {a: [aspirin], b: [kryptonite], verdict: avoid, why: {zh: 不行, en: no}, source: nobody}")
    lines.append("- {a: [aspirin], b: [warfarin], verdict: perhaps, why: {zh: 不行, en: no}, source: nobody}")
    rules.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(KnowledgeError) as refused:
        load(tmp_path)
    assert {(fault.file, fault.line) for fault in refused.value.faults} == {
        ("interactions.yaml", len(lines) - 1),
        ("interactions.yaml", len(lines)),
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("amlodipine", "My wife and I share the car, and I take my amlodipine every morning."),
        ("amlodipine", "I sleep right through the night now, and I take the amlodipine every morning as prescribed."),
        ("atorvastatin", "I tossed my old shoes and took my atorvastatin as usual every night."),
        ("氨氯地平", "氨氯地平我天天吃，跟老伴合着吃一锅饭。"),
        ("氨氯地平", "氨氯地平每天一片，两三天才量一次血压。"),
    ],
)
def test_what_is_shared_or_thrown_away_beside_the_medicine_is_not_the_medicine(name: str, said: str) -> None:
    listed = [{"name": name, "dose": "1片", "frequency": "daily"}]
    assert set(verdicts("adherence", said, medications=listed).values()) == {"as_prescribed"}


@pytest.mark.parametrize("words", ["pulmonary hypertension", "portal hypertension", "diabetes insipidus"])
def test_a_word_of_another_illness_is_not_taken_for_it(words: str) -> None:
    assert {"hypertension", "diabetes"}.isdisjoint(illnesses_in(words))


@pytest.mark.parametrize(
    ("words", "illness"),
    [
        ("肺心病", "copd"),
        ("食管静脉曲张", "cirrhosis"),
        ("心脏供血不足", "coronary"),
        ("房扑", "arrhythmia"),
        ("肠套叠", "bowel_obstruction"),
        ("enlarged heart", "heart_failure"),
    ],
)
def test_the_kin_of_an_illness_count_as_it_does(words: str, illness: str) -> None:
    assert illness in illnesses_in(words)


@pytest.mark.parametrize(
    ("say", "kept"),
    [
        ("I do the methotrexate Tuesdays and Fridays.", "more"),
        ("There's still four strips of the methotrexate left over in the pack.", "less"),
        ("甲氨蝶呤十回有六回忘了打。", "less"),
        ("甲氨蝶呤每周二周五都打。", "more"),
        ("甲氨蝶呤雷打不动，周一打。", "as_prescribed"),
        ("I ran out of methotrexate two weeks early again.", "more"),
        ("Methotrexate, quarter of the dose some weeks when I feel rough.", "less"),
        ("Methotrexate should be Fridays only, I have it Tuesday and Friday.", "more"),
        ("The methotrexate's for Sundays, I took it Sunday and again Wednesday.", "more"),
        ("I have the methotrexate of a Friday and that's what I do.", "as_prescribed"),
        ("甲氨蝶呤大夫说只礼拜三吃，我礼拜三礼拜六都吃。", "more"),
        ("甲氨蝶呤一周一片，我礼拜天早上吃。", "as_prescribed"),
    ],
)
def test_days_of_the_week_leftovers_and_early_ends_tell_how_it_is_kept(say: str, kept: str) -> None:
    patient = {"medications": [{"name": "methotrexate", "dose": "10 mg", "frequency": "once weekly"}]}
    assert verdicts("adherence", say, **patient) == {"methotrexate": kept}


@pytest.mark.parametrize(
    ("say", "kept"),
    [
        ("吲达帕胺开的是一天一片，我嫌慢自己改成两片。", "more"),
        ("吲达帕胺医生定的一天一片，我隔天才吃一片。", "less"),
        ("单子上写吲达帕胺一天一片，我也是一天一片。", "as_prescribed"),
        ("吲达帕胺一周七天我能吃五天。", "less"),
        ("吲达帕胺周一到周五吃，周末歇着。", "less"),
        ("吲达帕胺我天天早上一片，一次没落。", "as_prescribed"),
        ("Indapamide was prescribed once a day, I made it two by myself.", "more"),
        ("The doctor wrote one indapamide a day but I went up to two.", "more"),
        ("Indapamide's one tablet on the card, I'm halving it.", "less"),
        ("Indapamide's supposed to be one a day and one a day is what I take.", "as_prescribed"),
        ("Indapamide I get round to perhaps three times a week.", "less"),
        ("The indapamide goes down hardly ever, to be fair.", "less"),
        ("I hardly ever miss my indapamide.", "as_prescribed"),
        ("吲达帕胺我一天吃俩。", "more"),
        ("吲达帕胺该一天一片，不舒服我就多来一片。", "more"),
        ("The label says one indapamide, on bad days I throw in a second.", "more"),
        ("吲达帕胺我隔一天来一片。", "less"),
        ("吲达帕胺我偷偷从一片减到半片了。", "less"),
        ("吲达帕胺腿一肿我就加一片。", "more"),
        ("吲达帕胺闺女每周日给我分好，我天天早上一片。", "as_prescribed"),
        ("I've come down from one indapamide a day to half.", "less"),
        ("I ran dry of the indapamide last week.", "less"),
        ("They cut my indapamide to one a day and one a day it is.", "as_prescribed"),
        ("大夫把吲达帕胺减成一天一片，我就一天一片。", "as_prescribed"),
        ("My niece sets up my box every Friday, one indapamide each morning out of it.", "as_prescribed"),
    ],
)
def test_what_is_done_counts_and_not_the_prescription_told_beside_it(say: str, kept: str) -> None:
    patient = {"medications": [{"name": "indapamide", "dose": "2.5 mg", "frequency": "once daily"}]}
    assert verdicts("adherence", say, **patient) == {"indapamide": kept}


@pytest.mark.parametrize(
    ("say", "kept"),
    [
        ("甘精胰岛素开的十个单位，我看血糖高自己打到十六个单位。", "more"),
        ("甘精胰岛素让打十个单位，我只打六个单位。", "less"),
        ("甘精胰岛素大夫说打十个单位，我就打十个单位。", "as_prescribed"),
        ("Lantus is meant to be ten units, I've pushed it to sixteen.", "more"),
        ("Lantus, the doctor said ten units and I only do six.", "less"),
    ],
)
def test_units_of_insulin_are_held_against_the_prescription_told_beside_them(say: str, kept: str) -> None:
    patient = {"medications": [{"name": "insulin glargine", "dose": "10 units", "frequency": "nightly"}]}
    assert verdicts("adherence", say, **patient) == {"insulin glargine": kept}


@pytest.mark.parametrize("say", ["Losec or Lasix, I muddle those two", "是泼尼松还是泼尼松龙，我老弄混"])
def test_who_mixes_two_names_up_is_asked_which(say: str) -> None:
    assert set(verdicts("identity", say).values()) == {"confirm"}


@pytest.mark.parametrize(
    "say",
    [
        "亲戚捎来一盒，叫通络健骨丸。",
        "吃的是倍舒乐宁，治胃病的",
        "主任开的复方柏芎颗粒，一天三包",
        "新开的药，洛维替班片。",
        "New tablets, quorastat they're called.",
        "doc gave us pemoxidol for it",
    ],
)
def test_a_name_no_list_holds_is_shown_to_the_nurse(say: str) -> None:
    assert set(verdicts("identity", say).values()) == {"unknown"}


@pytest.mark.parametrize(
    ("say", "theirs"),
    [
        ("My cousin's on warfarin and can't have ibuprofen with it.", True),
        ("我同事吃华法林，吃出过血。", True),
        ("My cousin takes warfarin and I had one of hers.", False),
        ("My cousin gave me warfarin.", False),
        ("Been borrowing my cousin's warfarin.", False),
        ("同事吃的华法林，我也吃了两天。", False),
        ("大哥，我在吃华法林。", False),
    ],
)
def test_what_somebody_else_takes_is_not_held_against_the_patient(say: str, theirs: bool) -> None:
    patient = {"medications": [{"name": "aspirin", "dose": "100 mg", "frequency": "daily"}]}
    assert ("warfarin" not in verdicts("adherence", say, **patient)) is theirs
    assert ("warfarin" not in verdicts("interaction", say, **patient)) is theirs


def test_somebody_called_like_a_medicine_is_none() -> None:
    assert verdicts("identity", "My niece Allegra brought me here.") == {}
    assert verdicts("identity", "I give my niece Allegra for her nose.") == {"fexofenadine": "recognised"}


def test_alginates_hold_salt_that_a_weak_heart_does_not_bear() -> None:
    assert verdicts("condition", "I swig Gaviscon at night", conditions=["heart failure"]) == {
        "sodium alginate": "avoid"
    }


@pytest.mark.parametrize("say", ["打着头孢曲松能喝点白的不", "吃甲硝唑这几天晚上来了两杯啤的"])
def test_drink_called_by_its_colour_is_drink(say: str) -> None:
    assert "avoid" in verdicts("interaction", say).values()


@pytest.mark.parametrize("say", ["My doctor is called Martin.", "大夫开的证明我带来了。", "医生给开了检查单。"])
def test_a_persons_name_and_a_paper_are_no_medicine(say: str) -> None:
    assert not verdicts("identity", say)


@pytest.mark.parametrize(
    ("say", "patient", "avoided"),
    [
        ("Can my son have ibuprofen?", {"age": 5, "conditions": ["chicken pox"]}, "ibuprofen"),
        ("眼科开了醋甲唑胺", {"age": 50, "allergies": ["磺胺"]}, "methazolamide"),
        ("给我开了呋喃唑酮", {"age": 30, "conditions": ["蚕豆病"]}, "furazolidone"),
        ("Nytol to sleep?", {"age": 50, "conditions": ["narrow angle glaucoma"]}, "diphenhydramine"),
        ("They gave me febuxostat for my toe", {"age": 60, "conditions": ["coronary heart disease"]}, "febuxostat"),
    ],
)
def test_an_illness_or_allergy_speaks_against_it(say: str, patient: dict[str, Any], avoided: str) -> None:
    assert verdicts("condition", say, **patient)[avoided] == "avoid"


@pytest.mark.parametrize(
    ("say", "age", "expected"),
    [
        ("Seven mils of Children's Zyrtec today", 4, {"cetirizine": "over"}),
        ("Four mil of Children's Claritin", 4, {"loratadine": "within"}),
        ("钙尔奇一天五片", 50, {"calcium": "over"}),
        ("钙尔奇一天两片", 50, {"calcium": "within"}),
        ("吗丁啉一回一片，一天三回", 40, {"domperidone": "within"}),
        ("扑热息痛一片是半克，昨晚到现在吞了十二片", 30, {"acetaminophen": "over"}),
        ("扑热息痛每片半克，今天吃了六片", 30, {"acetaminophen": "within"}),
        ("扑热息痛今天就吃了一片半", 30, {"acetaminophen": "within"}),
        ("The paracetamol are half a gramme a tablet and I took ten of them today", 30, {"acetaminophen": "over"}),
    ],
)
def test_liquids_calcium_and_domperidone_are_held_against_their_most(
    say: str, age: float, expected: dict[str, str]
) -> None:
    assert verdicts("daily_maximum", say, age=age) == expected
