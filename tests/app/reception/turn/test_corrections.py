"""A correction or an objection counts at once: the line goes, the department is reconsidered, a nurse is told."""

import pytest

from frontdesk.app.reception.errors import NotNow
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.pages import read_back
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.records import Level, Section
from frontdesk.models import red_flags
from frontdesk.models.facts import Details, Fact, Language, Side, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.red_flags import BY_SIGN
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished, texts

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
OBJECTIONS = [(ZH, "不对，我没这么说"), (ZH, "搞错了"), (EN, "that's wrong"), (EN, "no, I didn't say that")]


def with_a_knee(reception: Reception, language: Language) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says("我右膝盖疼，两个星期了" if language is ZH else "My right knee hurts, for two weeks")
    if talk.page == "offered":
        talk.taps("fact:finding:knee_pain")
    assert "knee_pain" in talk.present and talk.fact("side").details.side is Side.RIGHT
    return talk


# --- lines of the read-back ------------------------------------------------------------------------------------------


@BOTH
def test_a_line_taken_out_is_gone_from_the_record(reception: Reception, language: Language) -> None:
    talk = with_a_knee(reception, language)
    talk.corrects("detail:side")
    assert "side" not in talk.codes()
    assert "knee_pain" in talk.present


@pytest.mark.parametrize(("language", "words"), [(ZH, "是左边"), (EN, "it is the left one")])
def test_a_line_said_anew_stands_in_the_place_of_the_old_one(
    reception: Reception, language: Language, words: str
) -> None:
    talk = with_a_knee(reception, language)
    talk.corrects("detail:side", words)
    assert "side" not in talk.codes() or talk.fact("side").details.side is Side.LEFT
    assert words in talk.words.values() or talk.fact("side").quote == words
    visit = finished(talk.to_end())
    assert not any("右" in text or "right" in text for text in texts(visit, Section.POSITIVES))


@BOTH
def test_the_doctor_sees_what_was_taken_back(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough", "fact:finding:fever")
    talk.corrects("finding:fever")
    visit = finished(talk.to_end())
    taken_back = [text for text in texts(visit, Section.STORY) if "发烧" in text or "Fever" in text]
    assert len(taken_back) == 1
    assert not any("发烧" in text or "fever" in text.lower() for text in texts(visit, Section.POSITIVES))


def test_a_line_that_is_not_there_cannot_be_corrected(reception: Reception) -> None:
    talk = with_a_knee(reception, ZH)
    with pytest.raises(NotNow):
        talk.corrects("finding:fever")


def test_the_department_is_reconsidered_when_its_complaint_is_taken_out(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.taps("fact:finding:rash")
    talk.to_department(who="self_male", age="30")
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "dermatology"
    talk.corrects("finding:rash", "其实是嗓子疼")
    talk.to_end(offered="fact:finding:sore_throat")
    assert talk.state.recommended.department_id != "dermatology"
    assert talk.words["open"] == "其实是嗓子疼"


def test_the_department_is_reconsidered_when_it_does_not_take_the_patient(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_department(who="child_male", age="small")
    assert talk.state.recommended is not None
    services = reception.services
    children = services.department(talk.state.recommended.department_id)
    assert children is not None and "pediatrics" in children.specialties
    talk.says("搞错了，是我自己看病，我45岁")
    talk.to_end(read_back="none")
    assert talk.state.recommended is not None


# --- going back ------------------------------------------------------------------------------------------------------


@BOTH
def test_going_back_puts_the_page_again_without_its_answer(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger")
    page, before = talk.state.question, talk.state.record
    talk.taps("none")
    talk.undoes()
    assert talk.state.question == page and talk.state.record == before


@pytest.mark.parametrize(
    ("language", "words"), [(ZH, "哦不对不对，是左边膝盖"), (EN, "no wait, sorry, it's my left knee")]
)
def test_a_side_is_put_right_on_whatever_page(reception: Reception, language: Language, words: str) -> None:
    talk = with_a_knee(reception, language)
    assert talk.page != "side"
    talk.says(words)
    assert talk.fact("side").details.side is Side.LEFT


# --- which line is wrong ---------------------------------------------------------------------------------------------


LINES = (
    Fact(topic=Topic.DETAIL, code="side", quote="左边", details=Details(side=Side.LEFT)),
    Fact(topic=Topic.FINDING, code="limb_weakness", quote="膝盖打软"),
    *(
        Fact(topic=Topic.SAID, code=f"told:{number}", quote=f"写的左侧不对，是右边，没劲那条也不对{number}")
        for number in range(8)
    ),
)


def test_the_lines_that_the_words_come_near_to_stand_first_and_quotations_behind() -> None:
    tiles = [option.key for option in read_back(LINES, "还写着左侧，肢体没劲也不对").options]
    assert set(tiles[:2]) == {"line:detail:side", "line:finding:limb_weakness"}


def test_every_line_comes_once_over_the_pages_of_the_read_back(reception: Reception) -> None:
    talk = Talk(reception, ZH).as_guest()
    talk.says("我头疼，发烧，咳嗽，嗓子疼，流鼻涕，拉肚子，三天了")
    talk.says("发烧不对，你搞错了")
    keys = [line.key for line in talk.state.record]
    shown: list[str] = []
    while talk.page == "read_back":
        shown += [key for key in talk.tiles if key.startswith("line:")]
        more = [key for key in talk.tiles if key.startswith("earlier:")]
        if not more:
            break
        talk.taps(*more)
    assert sorted(shown) == sorted(f"line:{key}" for key in keys) and "line:finding:fever" in shown[:5]


# --- words of objection ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "words"), OBJECTIONS)
def test_words_of_objection_open_the_read_back(reception: Reception, language: Language, words: str) -> None:
    talk = with_a_knee(reception, language)
    talk.says(words)
    assert talk.page == "read_back"
    assert {"line:detail:side", "line:detail:since", "line:finding:knee_pain"} <= talk.tiles


@BOTH
def test_lines_tapped_on_the_read_back_are_taken_out(reception: Reception, language: Language) -> None:
    talk = with_a_knee(reception, language)
    talk.says("不对" if language is ZH else "that's wrong")
    talk.taps("line:detail:side", "line:detail:since")
    assert not {"side", "since"} & talk.codes()
    assert "knee_pain" in talk.present


@BOTH
def test_all_of_it_is_right_takes_nothing_out(reception: Reception, language: Language) -> None:
    talk = with_a_knee(reception, language)
    talk.says("不对" if language is ZH else "that's wrong")
    before = talk.codes()
    talk.taps("none")
    assert talk.codes() == before


@pytest.mark.parametrize(("language", "words"), OBJECTIONS)
def test_the_page_an_objection_interrupted_comes_back(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger")
    signs = talk.signs
    talk.says(words)
    assert talk.page == "read_back"
    talk.taps("none")
    assert talk.page == "danger" and talk.signs == signs
    talk.taps("none")
    assert signs <= talk.denied


def test_the_page_an_angry_word_interrupted_comes_back(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger")
    talk.says("this is ridiculous")
    assert talk.page == "offer"
    talk.taps("shortest")
    assert talk.page == "danger"


# --- after an alarm --------------------------------------------------------------------------------------------------


def alarmed(reception: Reception, language: Language, level: str = "B") -> Talk:
    """A tapped sign has raised an alarm of this level."""
    for code in ("back_pain", "abdominal_pain", "headache", "cough"):
        talk = Talk(reception, language).as_guest()
        talk.taps(f"fact:finding:{code}")
        talk.to_page("danger", who="self_male", age="45")
        for sign in sorted(talk.signs):
            rule = BY_SIGN[sign].slug
            if rule is not None and red_flags.of_rule(rule, "").level == level:
                talk.taps(f"sign:{sign}")
                return talk
    raise AssertionError("no sign of that level")


@pytest.mark.parametrize(("language", "words"), OBJECTIONS)
def test_an_objection_after_an_alarm_stands_beside_it_and_the_talk_goes_on(
    reception: Reception, language: Language, words: str
) -> None:
    talk = alarmed(reception, language)
    assert talk.state.phase is not Phase.EMERGENCY and talk.alarms
    talk.says(words)
    (disputed,) = {alert.disputed for alert in talk.state.alerts if alert.raised.rule}
    assert disputed == words
    assert talk.page is not None and talk.state.phase is Phase.CONVERSATION
    assert all(alert.acknowledged is None for alert in talk.state.alerts)


def test_a_sign_taken_out_that_raised_an_alarm_disputes_it_and_clears_nothing(reception: Reception) -> None:
    talk = alarmed(reception, EN)
    (sign,) = [f for f in talk.state.record if f.code in knowledge().signs and f.status.value == "present"]
    talk.corrects(sign.key)
    (alert,) = [alert for alert in talk.state.alerts if alert.raised.rule]
    assert alert.disputed is not None and alert.acknowledged is None
    assert talk.state.open_alerts


def test_an_emergency_disputed_stays_open_for_the_nurse(reception: Reception) -> None:
    talk = alarmed(reception, EN, level="A")
    assert talk.state.phase is Phase.EMERGENCY
    talk.says("yes it is very bad")
    assert talk.state.phase is Phase.EMERGENCY
    talk.says("no no, that's wrong, I pressed the wrong one")
    assert talk.state.phase is Phase.CONVERSATION
    (alert,) = talk.state.open_alerts
    assert alert.raised.level is Level.A and alert.disputed is not None


def test_who_wants_to_die_is_not_let_go_by_an_objection(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("i dont want to be here anymore, i want to end it")
    talk.says("no, that's wrong, forget it")
    assert talk.state.phase is Phase.PRIVATE and talk.state.open_alerts


def test_only_a_nurse_clears_an_alarm(reception: Reception) -> None:
    talk = alarmed(reception, EN, level="A")
    (alert,) = [a for a in talk.state.alerts if a.raised.level is Level.A]
    reception.acknowledge(talk.session_id, alert.raised.alert_id, by="lin", name="Lin", reason="looked, not so")
    reception.take_over(talk.session_id, by="lin", name="Lin")
    back = reception.release(talk.session_id, by="lin", name="Lin", reason="looked, not so")
    assert back.phase is Phase.CONVERSATION


def test_the_doctor_reads_the_objection_beside_the_alarm(reception: Reception) -> None:
    talk = alarmed(reception, EN)
    talk.says("that's wrong")
    visit = finished(talk.to_end())
    assert any("that's wrong" in text for text in texts(visit, Section.RED_FLAGS))


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.EN, "That was a mistake, it is not so."), (Language.ZH, "点错了，不是这样的。")],
)
def test_an_alarm_taken_back_leaves_its_sign_denied_and_stands(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("site:chest")
    talk.taps("fact:finding:chest_pain")
    talk.to_page("danger")
    sign = "chest_cold_sweat"
    talk.taps(f"sign:{sign}")
    assert talk.alarms and sign in talk.present
    talk.says(words)
    assert sign in talk.denied and sign not in talk.present
    assert talk.alarms and talk.state.standing, "only a nurse clears it"
