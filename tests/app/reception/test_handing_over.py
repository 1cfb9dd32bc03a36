"""What a nurse does to a session in danger, and the doctor's page that follows the talk to its end."""

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from frontdesk.app.ledger import audit
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records import visits
from frontdesk.app.reception.errors import ReasonMissing
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.summary import visit_of
from frontdesk.app.reception.session.events import Found
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.his_adapter.records import Level, PreVisitSummary, Section, Visit
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk, kept

ZH, EN = Language.ZH, Language.EN
IN_DANGER = {
    EN: "I have crushing chest pain and I'm sweating",
    ZH: "胸口像压着石头一样疼，一直出冷汗",
}
WHY = "strained a muscle, ECG normal"


def alarmed(reception: Reception, language: Language) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(IN_DANGER[language])
    assert talk.state.phase is Phase.EMERGENCY
    return talk


def acknowledged(talk: Talk, reason: str = "no emergency", found: Found = "unseen") -> None:
    for alert in talk.state.open_alerts:
        talk.state = talk.reception.acknowledge(
            talk.session_id, alert.raised.alert_id, by="lin", name="Nurse Lin", reason=reason, found=found
        )


def taken_over(talk: Talk) -> None:
    talk.state = talk.reception.take_over(talk.session_id, by="lin", name="Nurse Lin")


def handed_back(talk: Talk, reason: str = WHY, *, lowers: bool = True) -> State:
    talk.state = talk.reception.release(talk.session_id, by="lin", name="Nurse Lin", reason=reason, lowers=lowers)
    return talk.state


def lowered(reception: Reception, language: Language) -> Talk:
    talk = alarmed(reception, language)
    acknowledged(talk)
    taken_over(talk)
    handed_back(talk)
    return talk


def page_of(talk: Talk) -> Visit:
    assert talk.state.handed_over is not None
    return kept(talk.reception).visit(talk.state.handed_over)


def texts(visit: Visit, section: Section) -> list[str]:
    assert visit.summary is not None
    return [one.text for one in visit.summary.statements if one.section is section]


def outbox(reception: Reception) -> list[str]:
    assert isinstance(reception.log, SqlEventLog)
    with reception.log._engine.connect() as connection:
        return list(connection.scalars(text("select key from outbox order by outbox_id")))


# --- handing back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("answered", [True, False])
def test_a_session_in_danger_is_not_handed_back_without_a_reason(
    reception: Reception, language: Language, answered: bool
) -> None:
    talk = alarmed(reception, language)
    if answered:
        acknowledged(talk)
    taken_over(talk)
    with pytest.raises(ReasonMissing):
        handed_back(talk, "")
    assert reception.log.state(talk.session_id).owner is not None


def test_a_call_for_a_person_is_handed_back_without_one(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("my knee hurts")
    talk.state = reception.call_nurse(talk.session_id)
    taken_over(talk)
    assert handed_back(talk, "").owner is None


@pytest.mark.parametrize("language", Language)
def test_what_a_nurse_lowers_is_no_danger_and_the_interview_goes_on(reception: Reception, language: Language) -> None:
    talk = lowered(reception, language)
    assert talk.state.phase is Phase.CONVERSATION and talk.page is not None
    assert not talk.state.in_danger
    assert [alert.lowered and alert.lowered.reason for alert in talk.state.alerts] == [WHY]


@pytest.mark.parametrize("language", Language)
def test_handed_back_in_danger_it_stays_in_danger(reception: Reception, language: Language) -> None:
    talk = alarmed(reception, language)
    acknowledged(talk, "sent to emergency")
    taken_over(talk)
    state = handed_back(talk, "fetching a wheelchair", lowers=False)
    assert state.phase is Phase.EMERGENCY and [a.raised.level for a in state.in_danger] == [Level.A]


@pytest.mark.parametrize(
    "words", ["still hurts, where is the nurse", "it is worse now", "还是疼，护士呢", "喘不上来了", "有人吗", "hello?"]
)
def test_whoever_speaks_on_in_danger_with_nobody_there_calls_again(reception: Reception, words: str) -> None:
    talk = alarmed(reception, EN if words.isascii() else ZH)
    acknowledged(talk, "sent to emergency")
    taken_over(talk)
    handed_back(talk, "fetching a wheelchair", lowers=False)
    talk.says(words)
    talk.says(words)
    assert len([alert for alert in talk.state.open_alerts if alert.raised.rule == ""]) == 1
    assert [alert.raised.level for alert in talk.state.in_danger] == [Level.A]


@pytest.mark.parametrize("language", Language)
def test_what_was_lowered_is_not_raised_by_the_same_words_but_by_new_ones(
    reception: Reception, language: Language
) -> None:
    talk = lowered(reception, language)
    talk.says("I take aspirin" if language is EN else "我吃阿司匹林")
    assert not talk.state.in_danger
    talk.says(IN_DANGER[language])
    assert [alert.raised.level for alert in talk.state.in_danger] == [Level.A]
    assert talk.state.phase is Phase.EMERGENCY


# --- the page follows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_the_page_follows_the_talk_to_its_end(reception: Reception, language: Language) -> None:
    talk = alarmed(reception, language)
    acknowledged(talk)
    assert texts(page_of(talk), Section.RED_FLAGS) and page_of(talk).department_id == "emergency"
    taken_over(talk)
    talk.says("I had asthma as a child" if language is EN else "我小时候有过哮喘")
    handed_back(talk)
    visit = page_of(talk)
    assert visit.summary is not None and visit.summary.level is None
    assert not texts(visit, Section.RED_FLAGS)
    assert any(WHY in note and "Nurse Lin" in note for note in texts(visit, Section.NOTES))
    assert WHY in visit.record.notes
    talk.to_end(
        medicines="warfarin" if language is EN else "华法林", allergies="penicillin" if language is EN else "青霉素"
    )
    assert talk.state.department_id is not None
    slot = reception.hospital.scheduling.free_slots(talk.state.department_id, reception.services.now())[0]
    talk.state = reception.book(talk.session_id, slot.slot_id)
    talk.state = reception.finish(talk.session_id)
    visit = page_of(talk)
    assert visit.department_id == talk.state.department_id
    assert visit.appointment is not None and visit.appointment.slot.slot_id == slot.slot_id
    whole = " ".join(one.text for one in visit.summary.statements) if visit.summary else ""
    assert ("warfarin" if language is EN else "华法林") in whole and ("asthma" if language is EN else "哮喘") in whole
    assert ("penicillin" if language is EN else "青霉素") in visit.record.drug_allergy_history
    day = kept(reception).visits(talk.state.department_id, slot.starts.date())
    assert visit.record.outpatient_number in {one.record.outpatient_number for one in day}
    assert len(kept(reception).of_patient(visit.record.patient_id)) == 1


def test_every_version_goes_out_once_and_the_trail_is_whole(reception: Reception) -> None:
    talk = lowered(reception, EN)
    talk.to_end()
    talk.state = reception.finish(talk.session_id)
    keys = outbox(reception)
    assert len(keys) == len(set(keys))
    versions = [int(key.rpartition(":")[2]) for key in keys if key.startswith("visit:")]
    assert versions == list(range(2, page_of(talk).version + 1))
    assert isinstance(reception.log, SqlEventLog)
    audit.verify(reception.log._engine)  # raises where a record is not as the trail says


def test_who_walks_away_after_an_alarm_leaves_what_was_told(reception: Reception) -> None:
    talk = lowered(reception, EN)
    talk.to_page("danger")
    before = page_of(talk).version
    talk.state = reception.close(talk.session_id, by="lin")
    assert any("not finished" in note for note in texts(page_of(talk), Section.NOTES))
    assert page_of(talk).version == before + 1


def test_what_the_doctor_wrote_meanwhile_stays(reception: Reception) -> None:
    talk = lowered(reception, EN)
    number, at = talk.state.handed_over, reception.services.now()
    assert number is not None
    visit = page_of(talk)
    assert visit.summary is not None
    complaint = next(one for one in visit.summary.statements if one.section is Section.COMPLAINT)
    ledger = kept(reception)
    visit = ledger.edit(number, complaint.statement_id, "chest wall pain", by="Dr Ma", at=at, version=visit.version)
    ledger.add(number, Section.NOTES, "seen at the desk", by="Dr Ma", at=at, version=visit.version)
    talk.to_end(allergies="penicillin")
    visit = page_of(talk)
    assert texts(visit, Section.COMPLAINT) == ["chest wall pain"]
    assert "seen at the desk" in texts(visit, Section.NOTES)
    assert "penicillin" in visit.record.drug_allergy_history
    assert "chest wall pain" in visit.record.chief_complaint
    assert visit.summary is not None
    ids = [one.statement_id for one in visit.summary.statements]
    assert len(ids) == len(set(ids))


def test_a_signature_falls_only_when_the_page_changes(reception: Reception) -> None:
    talk = lowered(reception, EN).to_end()
    number = talk.state.handed_over
    assert number is not None
    kept(reception).sign(number, by="Dr Ma", at=reception.services.now(), version=page_of(talk).version)
    talk.state = reception.call_nurse(talk.session_id)
    assert page_of(talk).signed_by == "Dr Ma"
    talk.says("I am allergic to penicillin")
    assert page_of(talk).signed_by is None


def test_the_page_of_an_emergency_that_stands_keeps_its_level(reception: Reception) -> None:
    talk = alarmed(reception, EN)
    acknowledged(talk, "sent to emergency")
    talk.says("I take warfarin")
    visit = page_of(talk)
    assert visit.summary is not None and visit.summary.level is Level.A
    assert any("warfarin" in one.text for one in visit.summary.statements)
    assert visit.department_id == "emergency"


def test_a_danger_sign_that_a_medicine_tells_was_not_left_unasked(reception: Reception) -> None:
    thinner, unasked = "takes a blood thinner", []
    for medicine in ("vitamin C", "warfarin"):
        talk = Talk(reception, EN).as_guest()
        talk.says("My gums have been bleeding for two days")
        talk.says(f"I take {medicine}")
        talk.to_end()
        talk.state = reception.finish(talk.session_id)
        unasked.append(" ".join(texts(page_of(talk), Section.NOT_ASKED)))
    assert thinner in unasked[0] and thinner not in unasked[1]


# --- what a nurse found who answers an alarm -------------------------------------------------------------------------

OBJECTS = {EN: "No, that's wrong, I have no chest pain at all, only a sore knee", ZH: "不对，我没有胸口疼，我是膝盖疼"}


def disputed(reception: Reception, language: Language) -> Talk:
    """A department is named before the alarm is answered."""
    talk = alarmed(reception, language)
    talk.says(OBJECTS[language])
    assert talk.state.emergency is None and talk.state.open_alerts
    for _ in range(12):
        if talk.state.recommended is not None:
            return talk
        talk.answers_page()
    raise AssertionError(talk.state.asked)


@pytest.mark.parametrize("language", Language)
def test_a_disputed_alarm_found_to_be_none_leaves_the_department_named_before(
    reception: Reception, language: Language
) -> None:
    talk = disputed(reception, language)
    named = talk.state.department_id
    acknowledged(talk, WHY, "no_danger")
    assert talk.state.department_id == named and not talk.state.in_danger and talk.state.handed_over is None
    talk.to_end()
    talk.state = reception.finish(talk.session_id)
    visit = page_of(talk)
    assert visit.department_id == named and visit.summary is not None and visit.summary.level is None
    assert any(WHY in note and "Nurse Lin" in note for note in texts(visit, Section.NOTES))


@pytest.mark.parametrize("language", Language)
def test_a_disputed_alarm_found_to_be_so_is_an_emergency(reception: Reception, language: Language) -> None:
    talk = disputed(reception, language)
    acknowledged(talk, "pale, sweating", "danger")
    assert talk.state.phase is Phase.EMERGENCY and page_of(talk).department_id == "emergency"


@pytest.mark.parametrize("language", Language)
def test_an_alarm_found_to_be_none_when_it_is_answered_lets_the_talk_go_on(
    reception: Reception, language: Language
) -> None:
    talk = alarmed(reception, language)
    acknowledged(talk, WHY, "no_danger")
    assert talk.state.phase is Phase.CONVERSATION and talk.page is not None and talk.state.handed_over is None
    assert [alert.lowered and alert.lowered.name for alert in talk.state.alerts] == ["Nurse Lin"]


# --- the review of a page that is amended ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_an_amended_page_is_reviewed_anew(reception: Reception, language: Language) -> None:
    talk = alarmed(reception, language)
    acknowledged(talk)
    before = page_of(talk).summary
    taken_over(talk)
    talk.says("I take aspirin, and I had asthma as a child" if language is EN else "我吃阿司匹林，小时候有过哮喘")
    handed_back(talk)
    after = page_of(talk).summary
    assert before is not None and after is not None and before.review is not None and after.review is not None
    assert after.statements != before.statements and not after.review.amended
    assert after.review == visit_of_now(talk).review


def visit_of_now(talk: Talk) -> PreVisitSummary:
    department = next(d for d in talk.reception.services.departments if d.department_id == page_of(talk).department_id)
    summary = visit_of(talk.state, department, now=talk.reception.services.now()).summary
    assert summary is not None
    return summary


@pytest.mark.parametrize("language", Language)
def test_an_amended_page_that_somebody_edited_says_that_its_review_is_older(
    reception: Reception, language: Language
) -> None:
    talk = alarmed(reception, language)
    acknowledged(talk)
    visit = page_of(talk)
    assert visit.summary is not None and talk.state.handed_over is not None
    assert isinstance(reception.log, SqlEventLog)
    with Session(reception.log._engine) as session, session.begin():
        first = visit.summary.statements[-1].statement_id
        visits.edit(session, talk.state.handed_over, first, "x", by="Dr Li", at=visit.record.visit_date, version=1)
    taken_over(talk)
    talk.says("I take aspirin" if language is EN else "我吃阿司匹林")
    handed_back(talk)
    after = page_of(talk).summary
    assert after is not None and after.review is not None and after.review.amended
