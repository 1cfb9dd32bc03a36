"""The record and the doctor's page: the complaint whole, what was asked and said, each statement with its source."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.wording import none_listed
from frontdesk.app.reception.session.events import Entry
from frontdesk.his_adapter.records import Section, Visit
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from tests.app.reception.talk import Talk, kept
from tests.app.reception.test_receptions import finished, texts

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def statements(visit: Visit, section: Section | None = None) -> list[tuple[str, bool]]:
    assert visit.summary is not None
    return [(s.text, s.machine) for s in visit.summary.statements if section in (None, s.section)]


@pytest.mark.parametrize(
    ("language", "tiles", "holds"),
    [(ZH, ("cough", "fever"), ("咳嗽", "发烧")), (EN, ("cough", "headache"), ("cough", "headache"))],
)
def test_the_complaint_is_what_was_tapped_with_its_details(
    reception: Reception, language: Language, tiles: tuple[str, ...], holds: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps(*(f"fact:finding:{code}" for code in tiles))
    visit = finished(talk.to_end(since="week", who="self_male", age="40"))
    complaint = visit.record.chief_complaint
    assert all(word in complaint for word in holds), complaint
    assert {ZH: "一个星期左右", EN: "headache, for about a week"}[language] in complaint
    assert "“" not in complaint


@pytest.mark.parametrize(
    ("language", "words", "tile", "named"),
    [
        (ZH, "右边膝盖上下楼吃不住劲，一使劲就疼，怕是磨坏了", "knee_pain", "膝"),
        (EN, "it's my knee again, the left one hurts since I fell off the step at Easter", "knee_pain", "knee pain"),
    ],
)
def test_the_complaint_is_what_was_tapped_and_the_words_whole(
    reception: Reception, language: Language, words: str, tile: str, named: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    visit = finished(talk.to_end(offered=f"fact:finding:{tile}"))
    assert visit.record.chief_complaint.endswith(f"“{words}”")
    assert named in visit.record.chief_complaint.replace(words, "")


@pytest.mark.parametrize(
    ("language", "words"), [(ZH, "最近老是这样，说不上来，反正就是不得劲"), (EN, "it is the thing with my foot again")]
)
def test_where_nothing_was_tapped_the_complaint_is_the_words(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    visit = finished(talk.to_end())
    assert visit.record.chief_complaint == f"“{words}”"


@pytest.mark.parametrize(
    ("language", "page", "reply", "field"),
    [
        (ZH, "since", "从我妈走了以后", "present_illness_history"),
        (EN, "since", "ever since the funeral", "present_illness_history"),
        (ZH, "past_history", "小时候住过一回院", "past_history"),
        (EN, "medicines", "a little white one from my sister", "past_history"),
        (EN, "allergies", "something they gave me at the dentist", "drug_allergy_history"),
        (ZH, "tell_doctor", "我下个月要出国", "present_illness_history"),
    ],
)
def test_words_stand_under_the_question_they_answered(
    reception: Reception, language: Language, page: str, reply: str, field: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page(page, who="self_male", age="40")
    assert talk.state.question is not None
    asked = talk.state.question.text[language]
    talk.says(reply)
    visit = finished(talk.to_end())
    line = {ZH: f"问“{asked}”，答“{reply}”", EN: f"asked “{asked}”, said “{reply}”"}[language]
    assert line in getattr(visit.record, field)
    assert line in texts(visit, Section.WORDS)


@BOTH
def test_yes_no_not_known_and_not_asked_are_told_apart(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger", who="self_male", age="40")
    signs = len(talk.signs)
    talk.taps("none")
    talk.to_page("past_history")
    talk.says({ZH: "不清楚", EN: "I don't know"}[language])
    talk.taps("skip")
    visit = finished(talk)
    assert len(texts(visit, Section.POSITIVES)) == 1
    assert len(texts(visit, Section.NEGATIVES)) >= signs
    assert any({ZH: "不清楚", EN: "does not know"}[language] in text for text in texts(visit, Section.NOT_KNOWN))
    unasked = " ".join(texts(visit, Section.NOT_ASKED))
    assert all(word in unasked for word in {ZH: ("药物过敏", "吸烟"), EN: ("allergies", "smoking")}[language])
    assert not texts(visit, Section.MEDICINES) and not texts(visit, Section.ALLERGIES)


@BOTH
def test_none_is_told_of_what_is_asked_whole_and_each_denied_of_what_is_shown(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("past_history")
    tiles = talk.state.question.options if talk.state.question else ()
    codes = [one.key.rpartition(":")[2] for one in tiles if one.key.startswith("fact:condition:")]
    illnesses = [knowledge().conditions[code] for code in codes]
    shown = [{ZH: one.zh, EN: one.en.lower()}[language] for one in illnesses]
    visit = finished(talk.to_end())
    assert {ZH: "在吃的药：无", EN: "Medicine: none"}[language] in visit.record.past_history
    assert {ZH: "以前的病：无", EN: "Illness: none"}[language] not in visit.record.past_history
    denied = " ".join(texts(visit, Section.NEGATIVES)).lower()
    assert shown and all(one in denied and one in visit.record.past_history.lower() for one in shown)
    assert visit.record.drug_allergy_history == {ZH: "过敏：无", EN: "Allergy: none"}[language]
    unasked = " ".join(texts(visit, Section.NOT_ASKED))
    assert "past illness" not in unasked and "既往病史" not in unasked


@BOTH
def test_a_refusal_is_no_no(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("medicines")
    talk.says("不想说" if language is ZH else "I'd rather not say")
    visit = finished(talk.to_end())
    assert any({ZH: "不愿意说", EN: "would not say"}[language] in text for text in texts(visit, Section.NOT_KNOWN))
    assert not texts(visit, Section.MEDICINES)


def test_danger_that_stood_on_the_screen_and_was_passed_over_is_told_as_such(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger", who="self_male", age="40")
    talk.taps("person")
    reception.close(talk.session_id, by="lin")
    talk.state = reception.log.state(talk.session_id)
    assert talk.state.handed_over is not None
    visit = kept(reception).visit(talk.state.handed_over)
    assert any("not answered" in text for text in texts(visit, Section.NOT_ASKED))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (ZH, ["我右腿疼两个星期了，走路多了就厉害", "没有，就是有点麻", "高血压十来年，吃个白片片", "青霉素过敏"]),
        (EN, ["I've had a sore throat since Monday, I'm 29", "no, but I ache", "asthma as a boy", "my blue inhaler"]),
        (EN, ["It's my knee again, it hurts since the fall. I take ibuprofen and I'm allergic to penicillin"]),
        (ZH, ["陪我奶奶来的，她膝盖老疼，有高血压，吃氨氯地平"]),
    ],
)
def test_every_statement_quotes_what_was_said_or_tapped_in_its_turn(
    reception: Reception, language: Language, lines: list[str]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(lines[0])
    told = iter(lines[1:])
    for _ in range(16):
        if talk.page is None:
            break
        words = next(told, None) if talk.page in ("danger", "past_history", "medicines", "allergies") else None
        assert talk.state.question is not None
        filled_in = tuple(option.key for option in talk.state.question.options if option.quote)
        talk.answers_page(words or filled_in or None)
    visit = finished(talk)
    assert visit.summary is not None
    said = {u.turn: u.text for u in visit.summary.conversation if u.speaker == "patient"}
    assert all(s.evidence or s.machine for s in visit.summary.statements)
    for statement in visit.summary.statements:
        for evidence in statement.evidence:
            assert evidence.quote in said[evidence.turn], statement


def test_what_was_taken_back_quotes_the_turn_it_was_said_in(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("My right leg hurts, it has been two weeks. I'm 40, male.")
    talk.corrects("detail:side", "the left one")
    visit = finished(talk.to_end())
    assert visit.summary is not None
    said = {u.turn: u.text for u in visit.summary.conversation if u.speaker == "patient"}
    assert "left" in texts(visit, Section.STORY)
    taken_back = [s for s in visit.summary.statements if s.text.startswith("Taken back")]
    assert taken_back and all(e.quote in said[e.turn] for s in taken_back for e in s.evidence)


def test_what_was_come_back_to_is_not_taken_back(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("My right leg hurts, it has been two weeks. I'm 40, male.")
    for since in ("three weeks", "two weeks"):
        talk.corrects("detail:since", since)
    visit = finished(talk.to_end())
    assert visit.summary is not None
    told = [one for one in texts(visit, Section.STORY) if one.startswith("Taken back")]
    assert ["three weeks" in one for one in told] == [True]


@BOTH
def test_who_speaks_for_whom_is_told(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("我妈71了，头晕两天" if language is ZH else "My mother is 71, she has been dizzy since yesterday")
    visit = finished(talk.to_end())
    assert any({ZH: "父母", EN: "parent"}[language] in text for text in texts(visit, Section.PERSON))
    assert visit.record.age == {ZH: "71岁", EN: "71 years"}[language]
    assert visit.record.gender == {ZH: "女", EN: "Female"}[language]


@BOTH
def test_a_follow_up_tells_what_became_of_it(reception: Reception, language: Language) -> None:
    patient = reception.hospital.patients.patient("P1003")
    talk = Talk(reception, language, Entry.FOLLOW_UP).identifies("P1003", birth_date=patient.birth_date)
    talk.taps("better")
    visit = finished(talk.to_end(adherence="as_told", result="brought"))
    followed = texts(visit, Section.FOLLOW_UP)
    assert len(followed) == 3
    assert visit.record.patient_id == "P1003" and visit.record.chief_complaint


def test_an_age_told_as_a_band_is_written_as_one(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:cough")
    visit = finished(talk.to_end(who="self_male", age="sixties"))
    assert visit.record.age == "60 to 74 years"


@BOTH
def test_what_one_tap_denied_of_a_list_is_read_as_denied_by_the_next_visit(language: Language) -> None:
    known = [knowledge().conditions[code] for code in ("hypertension", "diabetes", "kidney_disease")]
    names = [one.zh if language is ZH else one.en for one in known]
    for text in (none_listed(names, language), "; ".join(none_listed([name], language) for name in names)):
        assert [(one.code, one.denied) for one in mentions(text)] == [(one.code, True) for one in known], text


DRY = {ZH: "干咳", EN: "dry"}


@BOTH
def test_that_none_of_the_ways_fitted_is_kept_with_what_was_listed(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    visit = finished(talk.to_end(since="week", who="self_male", age="40", how="none"))
    none = {ZH: "所列的都没有：", EN: "none of those listed: "}[language]
    (kept,) = [
        text for text in texts(visit, Section.NEGATIVES) if text.startswith(none) and DRY[language] in text.lower()
    ]
    assert ";" not in kept and "；" not in kept


@BOTH
@pytest.mark.parametrize("since", ["week", "unsure"])
def test_a_time_that_nobody_told_is_said_to_be_missing(reception: Reception, language: Language, since: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    visit = finished(talk.to_end(since=since, who="self_male", age="40"))
    missing = any(
        {ZH: "从什么时候开始", EN: "since when"}[language] in text for text in texts(visit, Section.NOT_ASKED)
    )
    assert missing is (since == "unsure")


def test_a_sign_this_patient_cannot_have_is_not_listed(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("pain low down in my belly")
    visit = finished(talk.to_end(sex="male", age="40", offered="fact:finding:lower_belly_pain"))
    told = texts(visit, Section.NEGATIVES) + texts(visit, Section.NOT_ASKED)
    assert not any("period" in text or "pregnan" in text for text in told)


@BOTH
def test_a_heading_quotes_the_words_that_speak_of_it_and_what_was_not_asked_is_one_line(
    reception: Reception, language: Language
) -> None:
    words = {ZH: "早上吃一片白色的", EN: "a white one in the morning"}[language]
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    visit = finished(talk.to_end(medicines=words))
    assert any(words in text for text in texts(visit, Section.MEDICINES))
    assert len(texts(visit, Section.NOT_ASKED)) <= 1
