"""What follows from a danger sign: tapped, denied, doubted, or likely by the words of the talk."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.screening import screening_items
from frontdesk.app.reception.session.events import NurseSaid, ScreeningItem
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Fact, Language, Person, Record, Status
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.red_flags import BY_SIGN
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
EVERY_SIGN = sorted(knowledge().signs)


def asked_about(reception: Reception, language: Language, *signs: str) -> Talk:
    """The page of danger signs stands on the screen with these."""
    return ask(Talk(reception, language).as_guest(), *signs)


def ask(talk: Talk, *signs: str) -> Talk:
    reception, language = talk.reception, talk.state.language
    open_ones = tuple(ScreeningItem(sign=sign, because="words", met=False) for sign in signs)
    page = put("danger", Known(record=(), person=talk.state.person, screening=open_ones))
    said = NurseSaid(turn_id=None, text=page.text[language], language=language, question=page)
    talk.state = reception.log.append(talk.session_id, (said,), after=talk.state.sequence, at=reception.services.now())
    return talk


@BOTH
@pytest.mark.parametrize("code", EVERY_SIGN)
def test_every_danger_sign_that_is_tapped_brings_a_person_who_is_told_which(
    reception: Reception, language: Language, code: str
) -> None:
    talk, sign = asked_about(reception, language, code), knowledge().signs[code]
    talk.taps(f"sign:{code}")
    alert = next(alert.raised for alert in talk.state.alerts if alert.raised.rule == BY_SIGN[sign.code].slug)
    assert alert.level in set(Level) and talk.state.open_alerts
    assert (sign.zh if language is ZH else sign.en) in alert.quote
    assert alert.reason[ZH] and alert.reason[EN]


@BOTH
def test_what_makes_a_sign_graver_is_told_though_the_sign_was_told_before(
    reception: Reception, language: Language
) -> None:
    talk = asked_about(reception, language, "missed_dialysis")
    talk.taps("sign:missed_dialysis")
    assert [a.raised.level for a in talk.state.alerts if a.raised.rule == "missed_dialysis"] == [Level.B]
    ask(talk, "racing_ill").taps("sign:racing_ill")
    assert [a.raised.level for a in talk.state.alerts if a.raised.rule == "missed_dialysis"] == [Level.B, Level.A]


# --- not surely absent -----------------------------------------------------------------------------------------------

UNREADABLE = {ZH: "就是那样子，说不好", EN: "well it is how it is, hard to say"}
PAGE = ("bladder_bowel", "vomiting_blood", "worst_headache", "eye_pierced", "hernia_stuck")
NOT_KNOWN = (Status.UNKNOWN, Status.REFUSED)


def label(code: str, language: Language) -> str:
    sign = knowledge().signs[code]
    return sign.zh if language is ZH else sign.en[:1].lower() + sign.en[1:]


@BOTH
@pytest.mark.parametrize(
    "answer", ["unsure", {ZH: "我不知道", EN: "I don't know"}, {ZH: "不想说", EN: "I'd rather not say"}]
)
def test_who_is_not_sure_is_asked_about_one_sign_in_other_words_and_then_a_nurse_is_told_which(
    reception: Reception, language: Language, answer: str | dict[Language, str]
) -> None:
    talk = asked_about(reception, language, *PAGE)
    talk.answers_page(answer if isinstance(answer, str) else answer[language])
    assert talk.page == "danger_one"
    (code,) = talk.signs
    assert knowledge().signs[code].ask[language] in talk.reply
    talk.answers_page(answer if isinstance(answer, str) else answer[language])
    (alert,) = [alert.raised for alert in talk.state.alerts]
    assert alert.level is Level.C and all(label(code, one) in alert.reason[one] for one in Language)
    assert talk.codes(*NOT_KNOWN) == {code} and not talk.denied & set(PAGE)
    assert talk.page not in ("danger", "danger_one")


@BOTH
def test_words_that_cannot_be_read_twice_are_no_call_for_a_person(reception: Reception, language: Language) -> None:
    talk = asked_about(reception, language, *PAGE)
    talk.says(UNREADABLE[language])
    assert talk.page == "danger" and talk.signs == set(PAGE)
    talk.says(UNREADABLE[language])
    assert talk.page == "danger_one"
    (code,) = talk.signs
    talk.says(UNREADABLE[language])
    assert talk.codes(*NOT_KNOWN) == {code}
    assert [label(code, EN) in alert.raised.reason[EN] for alert in talk.state.alerts] == [True]


@BOTH
@pytest.mark.parametrize("no", ["no", {ZH: "没有", EN: "no"}])
def test_once_the_one_is_known_the_others_are_asked_about_again(
    reception: Reception, language: Language, no: str | dict[Language, str]
) -> None:
    talk = asked_about(reception, language, *PAGE)
    talk.taps("unsure")
    (code,) = talk.signs
    talk.answers_page(no if isinstance(no, str) else no[language])
    assert code in talk.denied and talk.page == "danger" and talk.signs == set(PAGE) - {code}
    talk.taps("none")
    assert talk.denied >= set(PAGE) and not talk.state.alerts and talk.page not in ("danger", "danger_one")


@BOTH
def test_a_yes_to_the_one_raises_its_rule(reception: Reception, language: Language) -> None:
    for yes in ("tile", {ZH: "有", EN: "yes"}[language]):
        talk = asked_about(reception, language, "eye_pierced")
        talk.taps("unsure")
        talk.taps("sign:eye_pierced") if yes == "tile" else talk.says(yes)
        assert "eye_pierced" in talk.alarms and "eye_pierced" in talk.present


# --- denied by a tile, likely by the words ---------------------------------------------------------------------------

LIKELY_ALL_THE_SAME = [
    (EN, "None of those. Actually I did vomit some dark brown stuff", "vomiting_blood"),
    (EN, "No, but I did faint on the stairs this morning", "faint"),
    (EN, "none of these, well my left hand went numb and I couldn't speak for a bit", "weak_one_side"),
    (EN, "None. Only my poo has been really black since Tuesday", "black_stool"),
    (ZH, "都没有，不过昨天吐了点咖啡色的东西", "vomiting_blood"),
    (ZH, "没有，就是早上嘴角歪了一会儿", "face_droop"),
    (ZH, "没有啊，就是大便黑黑的像芝麻糊", "black_stool"),
    (ZH, "没有，就是刚才上楼的时候晕倒了一下", "faint"),
]
BESIDE = ("weak_one_side", "vomiting_blood", "faint", "rigid_belly")


@pytest.mark.parametrize(("language", "words", "code"), LIKELY_ALL_THE_SAME)
def test_what_the_words_make_likely_is_not_denied_by_a_tile(
    reception: Reception, language: Language, words: str, code: str
) -> None:
    page = tuple(dict.fromkeys((code, *BESIDE)))[:5]
    talk = asked_about(reception, language, *page)
    talk.turn(text=words, options=("none",))
    if BY_SIGN[code].slug not in talk.alarms:  # an alarm at once will do as well
        assert talk.page == "danger_one" and talk.signs == {code}
    assert code not in talk.denied and talk.denied >= set(page) - {code} - {"weak_one_side"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "no, none of them, I can walk on it"),
        (EN, "None of that, thank God"),
        (EN, "no, just a bit tired"),
        (EN, "no blood, no fainting, nothing like that"),
        (ZH, "没有没有，都没有，就是有点累"),
        (ZH, "都没有，吃饭睡觉都好"),
        (ZH, "没吐血，也没晕倒过"),
    ],
)
def test_words_that_only_deny_leave_the_denial_as_it_is(reception: Reception, language: Language, words: str) -> None:
    talk = asked_about(reception, language, *BESIDE)
    talk.turn(text=words, options=("none",))
    assert talk.denied >= set(BESIDE) and talk.page != "danger_one"


@pytest.mark.parametrize(
    ("language", "told"), [(EN, "I threw up something that looked like coffee grounds"), (ZH, "吐的东西像咖啡渣一样")]
)
def test_what_was_told_before_is_not_denied_by_a_tile_either(
    reception: Reception, language: Language, told: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    if "gut_bleeding" in talk.alarms:
        return
    talk.to_page("danger", who="self_male", age="40")
    talk.taps("none")
    assert talk.page == "danger_one" and talk.signs == {"vomiting_blood"}


# --- a wish to die, and hopelessness ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "不想活倒没有，就是觉得没意思"),
        (ZH, "有时候觉得活着没意思，但没想过死"),
        (ZH, "觉得没什么盼头，但也不至于去死"),
        (ZH, "活着没意思"),
        (EN, "I don't want to die, I just feel it's pointless"),
        (EN, "I'm not suicidal, but life feels empty"),
        (EN, "Sometimes I wish I wouldn't wake up"),
        (EN, "life is not worth living, though I'd never kill myself"),
    ],
)
def test_hopelessness_brings_a_nurse_and_locks_no_screen(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert talk.alarms == {"hopelessness"} and {alert.raised.level for alert in talk.state.alerts} == {Level.C}
    assert talk.state.phase is Phase.CONVERSATION


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "不想活了"),
        (ZH, "活着没意思，不想活了"),
        (ZH, "我没说不想活，可是我天天想死"),
        (EN, "I want to die"),
        (EN, "I feel hopeless and I want to kill myself"),
    ],
)
def test_a_wish_to_die_is_an_emergency_whatever_else_is_told(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert talk.alarms & {"wants_to_die", "wants_to_harm_others"} and talk.state.phase is Phase.PRIVATE


@pytest.mark.parametrize(
    ("language", "words"), [(ZH, "没想过自杀，就是高兴不起来"), (EN, "no thoughts of suicide, just low")]
)
def test_a_denied_wish_to_die_alarms_nobody(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert "wants_to_die" not in talk.alarms and talk.state.phase is Phase.CONVERSATION


@pytest.mark.parametrize("code", sorted(code for code, sign in knowledge().signs.items() if sign.given))
def test_a_sign_under_a_condition_is_offered_only_where_that_is_told(code: str) -> None:
    rule, person = BY_SIGN[code].slug, Person(age_months=30 * 12)
    beside = next(f.code for f in knowledge().findings.values() if code in f.signs)
    told = Fact(topic=knowledge().findings[beside].topic, code=beside, quote=beside)

    def offered(record: Record) -> set[str]:
        items = screening_items(record, person, suspected=(rule,), likely=(), shown=frozenset())
        return {one.sign for one in items}

    assert code not in offered(())
    assert not knowledge().signs[code].when.may_hold(person) or code in offered((told,))


# --- asked whatever the words' chance of danger ----------------------------------------------------------------------

WORSE_OR_A_CHILDS_FEVER = [
    (EN, "I've had bad headaches for two months now, they throb, and they are getting worse, I'm 34, female"),
    (ZH, "头疼两个多月了，右边一跳一跳的，越来越厉害，我34岁，女"),
    (EN, "My son is 6, he has had a fever and a cough for three days and he was sick once last night"),
    (ZH, "我儿子6岁，发烧咳嗽三天了，昨天晚上吐了一次"),
]


@pytest.mark.parametrize(("language", "words"), WORSE_OR_A_CHILDS_FEVER)
def test_what_grows_worse_and_a_childs_fever_are_asked_about(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    talk.to_department()
    assert "danger" in talk.state.asked
