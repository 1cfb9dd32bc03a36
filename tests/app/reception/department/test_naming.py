"""Which department is named, why, and how a patient gets to another one."""

import pytest

from frontdesk.app.reception.department.wished import department_wished
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language
from tests.app.reception.talk import Clock, Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def named(talk: Talk) -> str:
    assert talk.state.recommended is not None
    return talk.state.recommended.department_id


@pytest.mark.parametrize(
    ("tile", "department"),
    [("rash", "dermatology"), ("cough", "respiratory"), ("abdominal_pain", "gastroenterology")],
)
def test_a_tapped_complaint_leads_to_its_department(reception: Reception, tile: str, department: str) -> None:
    talk = Talk(reception).as_guest()
    talk.taps(f"fact:finding:{tile}")
    assert named(talk.to_department(who="self_male", age="40")) == department


@pytest.mark.parametrize(
    ("language", "words", "reason"),
    [
        (ZH, "膝盖疼啊大夫，两个礼拜了", "膝盖疼"),
        (EN, "my knee hurts, for two weeks, I'm 58, male", "knee hurts"),
        (EN, "me, 58, male, my knee only ever hurts walking the dog round the park and back again", "knee pain"),
    ],
)
def test_the_reason_is_the_patients_own_words(
    reception: Reception, language: Language, words: str, reason: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    said = [talk.reply]
    while talk.state.recommended is None:
        said.append(talk.answers_page("fact:finding:knee_pain" if talk.page == "offered" else None))
    assert reason in said[-1], said[-1]
    assert all(r.quote in words or r.quote in "膝盖疼 Knee pain" for r in talk.state.recommended.reasons)


def test_a_reason_is_a_whole_clause_and_no_scrap_of_it(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("女，71岁，浑身没劲，走几步就喘，脚也肿了，有一阵子了")
    while talk.state.recommended is None:
        talk.answers_page("fact:finding:orthopnea" if talk.page == "offered" else None)
    assert talk.state.recommended
    quotes = [reason.quote for reason in talk.state.recommended.reasons if not reason.tapped]
    assert quotes
    assert all(quote in ("走几步就喘", "脚也肿了") for quote in quotes), quotes


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "这什么破机器，烦死了，膝盖疼"),
        (EN, "This is ridiculous, just send me somewhere, my knee hurts"),
        (EN, "My mother is 71, she has been dizzy since yesterday"),
    ],
)
def test_anger_age_and_kin_are_no_reason(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    if talk.page == "offer":
        talk.taps("shortest")
    said = [talk.reply]
    while talk.state.recommended is None:
        said.append(talk.answers_page())
    assert not any(bad in said[-1] for bad in ("破机器", "烦死", "ridiculous", "is 71"))


@BOTH
def test_a_closed_department_says_when_it_opens(reception: Reception, clock: Clock, language: Language) -> None:
    clock.tick(hours=13)  # 23:00
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:rash")
    talk.to_department(who="self_male", age="40")
    assert "08:00" in talk.reply


@BOTH
def test_of_two_that_lie_close_the_patient_chooses(reception: Reception, language: Language) -> None:
    close = 0
    for words in {
        ZH: ("一边眼皮带着嘴角一起抽，快一年了", "最近老是累", "这儿有个包"),
        EN: (
            "My lip line has white grainy dots and there are some on my cheeks inside, not painful. Should I worry?",
            "I'm so tired",
        ),
    }[language]:
        talk = Talk(reception, language).as_guest()
        talk.says(words)
        while talk.page not in ("choose", None) and talk.state.recommended is None:
            talk.answers_page()
        if talk.page != "choose":
            continue
        close += 1
        first, second = sorted(key for key in talk.tiles if key.startswith("department:"))
        talk.taps(second)
        assert named(talk) == second.removeprefix("department:") and first != second
    assert close, "there is nothing to choose any more: find other words"


# --- wishes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "wish", "department"),
    [(ZH, "我要挂中医科", "chinese-medicine"), (EN, "I'd rather see rehab", "rehabilitation")],
)
def test_who_insists_on_another_department_goes_there(
    reception: Reception, language: Language, wish: str, department: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("膝盖疼，我40岁，男" if language is ZH else "my knee aches, I'm 40, male")
    talk.to_department(offered="fact:finding:knee_pain")
    talk.says(wish)
    assert named(talk) == department
    assert talk.page is not None


@pytest.mark.parametrize("line", ["cardiology?", "not the skin doctor please", "where is the skin clinic?"])
def test_a_department_asked_about_or_refused_is_not_wished_for(reception: Reception, line: str) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I've a sore toe, I'm 40, male")
    talk.to_department()
    before = named(talk)
    talk.says(line)
    assert named(talk) == before


@pytest.mark.parametrize(
    ("said", "department"),
    [
        ("the chest one", "respiratory"),
        ("Neurology? No, it's my lungs, so the chest one", "respiratory"),
        ("I'd say the heart one", "cardiology"),
        ("看肺的那个", "respiratory"),
    ],
)
def test_a_department_is_chosen_by_what_it_looks_after(reception: Reception, said: str, department: str) -> None:
    wished = department_wished(reception.services, said, choosing=True)
    assert wished is not None and wished.department_id == department


# --- danger decides the way ------------------------------------------------------------------------------------------


@BOTH
def test_an_urgent_sign_sends_to_be_seen_first_and_tells_a_nurse(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("小腿又肿又疼，坐了长途飞机以后" if language is ZH else "my calf is swollen and painful since the flight")
    talk.to_end()
    assert talk.alarms and named(talk) == "emergency"
    assert talk.state.phase is Phase.RECOMMENDATION and talk.state.open_alerts


@BOTH
def test_a_child_goes_to_the_children(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:abdominal_pain")
    talk.to_department(who="child_male", age="school")
    department = reception.services.department(named(talk))
    assert department is not None and department.specialties[0] in ("pediatrics", "pediatric_surgery")


@BOTH
def test_a_childs_ear_ache_goes_to_one_department_without_a_choice(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("site:ear")
    talk.taps("fact:finding:earache")
    talk.to_department(who="child_female", age="small")
    assert named(talk) == "ent"
    assert not {"choose", "differential"} & set(talk.state.asked)


@BOTH
def test_with_a_fever_and_a_cough_beside_it_a_child_goes_to_the_childrens_doctors(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:fever", "fact:finding:cough")
    talk.to_department(who="child_female", age="small")
    assert named(talk) in {"pediatrics", "paediatric-fever-clinic"}
