"""An allergy, an intolerance and neither are told apart, by what the words say that it did."""

import pytest

from frontdesk.models.allergies import Kind, allergens, not_borne, without_allergies
from frontdesk.models.facts import Relation
from frontdesk.models.specialists.medication.listing import of_words

ALLERGIES = [
    ("刚才点错了，我对头孢过敏", "cephalosporin"),
    ("小时候打青霉素休克过", "penicillin"),
    ("我皮试青霉素阳性", "penicillin"),
    ("布洛芬我吃了嘴唇肿", "ibuprofen"),
    ("阿司匹林吃了会喘", "aspirin"),
    ("磺胺类的药一吃就浑身起红疹子", "sulfonamide"),
    ("左氧氟沙星输上没几分钟就喘不上气了", "levofloxacin"),
    ("做增强CT打造影剂那次差点过去了", "造影剂"),
    ("碰到芒果嘴就肿", "芒果"),
    ("没什么病，就是青霉素过敏", "penicillin"),
    ("I nearly died from penicillin as a child", "penicillin"),
    ("amoxicillin brought me out in hives", "amoxicillin"),
    ("penicillin - my throat swelled", "penicillin"),
    ("aspirin makes me wheeze", "aspirin"),
    ("my face blew up like a balloon when I had ibuprofen", "ibuprofen"),
    ("I can't have cephalosporins, I ended up in intensive care", "cephalosporin"),
    ("Peanuts close my throat", "peanuts"),
    ("bee stings send me into shock", "bee stings"),
    ("they told me never to have penicillin again after my face swelled up", "penicillin"),
    ("I had a penicillin injection and went all blue, they had to use adrenaline", "penicillin"),
]
INTOLERANCES = [
    ("吃可待因就恶心想吐", "codeine"),
    ("吃红霉素胃疼", "erythromycin"),
    ("普利类的药我吃了老咳嗽", "普利类的药"),
    ("氨氯地平吃了脚肿", "amlodipine"),
    ("曲马多吃完晕得厉害还吐", "tramadol"),
    ("codeine makes me sick", "codeine"),
    ("the ramipril only gave me a cough", "ramipril"),
    ("metformin upsets my stomach", "metformin"),
    ("I couldn't tolerate metformin, it gave me the runs", "metformin"),
    ("simvastatin made my muscles ache", "simvastatin"),
    ("Codeine doesn't agree with me", "codeine"),
]
NEITHER = [
    "I take amlodipine and my ankles are swollen",
    "I had a rash so I took cetirizine",
    "I took an antihistamine because I had hives",
    "I took ibuprofen for my headache",
    "I took paracetamol but I still have a headache",
    "paracetamol two when the knees are bad",
    "ibuprofen if my back aches",
    "penicillin never gave me a rash",
    "am I allergic to penicillin?",
    "could penicillin give me a rash?",
    "my sister came out in hives after amoxicillin",
    "I can't take ibuprofen because of my kidneys",
    "吃了布洛芬还是头疼",
    "吃了布洛芬头疼就好了",
    "我吃着降压药，头疼",
    "身上起疹子，抹了炉甘石",
    "I took naproxen and my hip still hurts",
    "吃了双氯芬酸腰还疼",
    "胃疼三天，没有呕吐，吃了奥美拉唑",
    "膝盖疼两天，没有发烧，吃过布洛芬",
    "青霉素打过，没事",
    "青霉素过敏吗",
    "没有青霉素过敏史",
    "我妈对青霉素过敏",
    "不能吃阿司匹林，有胃溃疡",
]


@pytest.mark.parametrize(("text", "code"), ALLERGIES)
def test_an_allergen_with_its_reaction_is_an_allergy(text: str, code: str) -> None:
    assert [(one.code, one.kind, one.sure) for one in not_borne(text)] == [(code, Kind.ALLERGY, True)]


@pytest.mark.parametrize(("text", "code"), INTOLERANCES)
def test_a_side_effect_is_an_intolerance_and_no_allergy(text: str, code: str) -> None:
    assert [(one.code, one.kind) for one in not_borne(text)] == [(code, Kind.INTOLERANCE)]
    assert not allergens(text)


@pytest.mark.parametrize("text", NEITHER)
def test_a_medicine_beside_a_symptom_is_neither(text: str) -> None:
    assert not not_borne(text)


@pytest.mark.parametrize("text", ["I think I might be allergic to penicillin", "可能对青霉素过敏，记不清了"])
def test_a_doubted_allergy_is_told_as_doubted(text: str) -> None:
    assert [(one.code, one.kind, one.sure) for one in not_borne(text)] == [("penicillin", Kind.ALLERGY, False)]


def test_what_may_be_said_of_both_is_in_doubt_for_the_first_and_it_may_be_taken() -> None:
    said = "metformin and penicillin brings me out in a rash"
    assert {one.code: one.sure for one in not_borne(said)} == {"metformin": False, "penicillin": True}
    assert [one.code for one in of_words(said)] == ["metformin"]


def test_each_of_two_names_has_its_own_effect() -> None:
    told = not_borne("tramadol makes me throw up and amoxicillin gives me a rash")
    assert {one.code: one.kind for one in told} == {"tramadol": Kind.INTOLERANCE, "amoxicillin": Kind.ALLERGY}


def test_what_a_child_does_not_bear_counts_where_the_child_is_ill() -> None:
    assert not not_borne("我女儿对花生过敏")
    assert [one.code for one in not_borne("我女儿对花生过敏", whose=Relation.CHILD)] == ["花生"]


def test_a_reaction_of_old_is_left_out_of_the_complaint_and_one_of_now_is_not() -> None:
    assert "青霉素" not in without_allergies("头疼三天了。小时候打青霉素休克过")
    now = "I ate prawns last night and now I'm covered in hives"
    assert without_allergies(now) == now


@pytest.mark.parametrize(
    ("said", "allergies", "taken"),
    [
        ("takes metformin, allergic to sulfa", {"sulfonamide"}, {"metformin"}),
        ("on warfarin and allergic to penicillin", {"penicillin"}, {"warfarin"}),
        ("I'm on warfarin and allergic to penicillin", {"penicillin"}, {"warfarin"}),
        ("takes lisinopril and metformin, penicillin allergy", {"penicillin"}, {"lisinopril", "metformin"}),
        ("allergic to sulfa, takes metformin", {"sulfonamide"}, {"metformin"}),
        ("metformin daily, sulfa allergy", {"sulfonamide"}, {"metformin"}),
        ("aspirin allergic, takes clopidogrel", {"aspirin"}, {"clopidogrel"}),
        ("metformin, amlodipine, allergic to sulfa", {"sulfonamide"}, {"metformin", "amlodipine"}),
        ("吃二甲双胍，对磺胺过敏", {"sulfonamide"}, {"metformin"}),
        ("吃着氨氯地平，青霉素过敏", {"penicillin"}, {"amlodipine"}),
        ("allergic to penicillin, sulfa and codeine", {"penicillin", "sulfonamide", "codeine"}, set()),
        ("青霉素、磺胺都过敏", {"penicillin", "sulfonamide"}, set()),
        ("metformin, and penicillin brings me out in a rash", {"penicillin"}, {"metformin"}),
        ("candesartan, and trimethoprim covers me in hives", {"trimethoprim"}, {"candesartan"}),
        ("ramipril, digoxin and codeine gives me hives", {"codeine"}, {"ramipril", "digoxin"}),
        ("penicillin and amoxicillin bring me out in a rash", {"penicillin", "amoxicillin"}, set()),
        ("aspirin, codeine and naproxen all make me wheeze", {"aspirin", "codeine", "naproxen"}, set()),
        ("I'm on metoprolol and naproxen made me wheeze", {"naproxen"}, {"metoprolol"}),
        ("对青霉素过敏，二甲双胍一直在吃", {"penicillin"}, {"metformin"}),
        ("二甲双胍，青霉素起疹子", {"penicillin"}, {"metformin"}),
        ("青霉素、头孢吃了都起疹子", {"penicillin", "cephalosporin"}, set()),
        (
            "I've got high blood pressure, on amlodipine for that, and metformin for the sugar",
            set(),
            {"amlodipine", "metformin"},
        ),
        ("我有高血压，吃氨氯地平，还有糖尿病吃二甲双胍", set(), {"amlodipine", "metformin"}),
    ],
)
def test_a_medicine_beside_an_allergy_is_a_medicine(said: str, allergies: set[str], taken: set[str]) -> None:
    assert {one.code for one in allergens(said, asked=False)} == allergies
    assert {one.code for one in of_words(said)} == taken


@pytest.mark.parametrize(
    ("text", "of_now"),
    [
        ("碘过敏，做CT打造影剂憋气", False),
        ("penicillin, my throat closed up when I was ten", False),
        ("peanuts, and my throat is closing up now", True),
        ("吃了花生，现在喘不上气", True),
        ("none, but I can't breathe", True),
    ],
)
def test_what_an_allergy_did_once_is_left_out_and_what_it_does_now_is_not(text: str, of_now: bool) -> None:
    assert bool(without_allergies(text).strip(" ，,")) is of_now


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("I can't take sulfasalazine, it gave me headaches", False),
        ("不能吃柳氮磺吡啶，吃了头疼", False),
        ("I take ibuprofen, I can't take codeine, it made me sick", True),
    ],
)
def test_what_is_not_to_be_had_is_not_taken(text: str, taken: bool) -> None:
    assert any(one.standing.value == "taken" for one in of_words(text)) is taken


@pytest.mark.parametrize(
    ("text", "did", "left"),
    [
        ("I'm allergic to sulfa drugs, my lips swelled up.", "lips swelled", ""),
        ("对磺胺过敏，嘴唇肿", "嘴唇肿", ""),
        ("青霉素，年轻的时候打针起疹子", "起疹", ""),
        ("allergic to penicillin, and now my lips are swelling", "allergic", "and now my lips are swelling"),
        ("对海鲜过敏，这两天身上起疹子", "过敏", "这两天身上起疹子"),
        ("allergic to nuts, my knee hurts", "allergic", "my knee hurts"),
    ],
)
def test_what_the_next_clause_tells_is_the_reaction_of_then(text: str, did: str, left: str) -> None:
    (told,) = not_borne(text)
    assert (told.did, without_allergies(text).strip(" ,，.。")) == (did, left)


def test_what_a_medicine_brought_down_is_no_effect_of_it() -> None:
    assert not_borne("I gave her Calpol at nine this morning and it brought the fever down") == ()
    assert [one.did for one in not_borne("I came down with a rash after amoxicillin")] == ["rash"]
