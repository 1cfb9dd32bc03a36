"""The interview's answer to a turn: the next page, the department once nothing has to be known first, the way there."""

from functools import partial
from typing import NamedTuple

from frontdesk.app.reception.department import arrival, naming
from frontdesk.app.reception.department.differential import still_apart
from frontdesk.app.reception.department.directory import accepts
from frontdesk.app.reception.department.steering import Act, asks_of_the_way
from frontdesk.app.reception.department.wished import mentioned_last, refused_so_far, taking
from frontdesk.app.reception.record.clauses import affirms, corrects
from frontdesk.app.reception.record.doubts import left_open
from frontdesk.app.reception.record.interview import Known, is_worse, next_page, pages_left
from frontdesk.app.reception.record.offers import Offer, offers
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.purposes import PURPOSES
from frontdesk.app.reception.record.screening import screening_items, turns_on_the_person
from frontdesk.app.reception.record.statements import complaints_of, has_fever, is_complaint, place_told, words_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Action,
    DepartmentRecommended,
    EarlierVisit,
    Question,
    RecordConfirmed,
    RecordExtended,
)
from frontdesk.app.reception.session.questions import BACKGROUND, COMPLAINT, DOCTOR_READS, FOR_THE_DOCTOR
from frontdesk.app.reception.session.state import State, still_asked
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.changed import became, is_noted
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken, is_supposed
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Department
from frontdesk.models import parsers
from frontdesk.models.facts import Answer, Fact, Language, Mood, Person, Record, Status, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.reading import Addressee, DialogueAct
from frontdesk.models.reading.alone import VAGUE
from frontdesk.models.red_flags import DANGER_PAGES
from frontdesk.models.speaking import join, led, say
from frontdesk.models.triage import Triage
from frontdesk.models.triage.hints import hints

# What a department rests on, by the beginning of its key: taken out, the department is considered again.
WORDS_TOLD = tuple(f"said:{page}:" for page in sorted(COMPLAINT))
BEARS = ("finding:", "request:", "pregnancy:", "person:", "detail:site", *WORDS_TOLD)
ENOUGH = ("skip", "shortest", "finish")  # tiles that end the questions
MOST_ADDED = 2  # times that words are added to what the doctor will read, before it goes on without a tap
MOST_OPEN = 2  # times it is asked what brings somebody in
AT_LENGTH = {Language.ZH: 24, Language.EN: 90}  # characters of a complaint
UNWELL = ("dizziness", "allergy_symptoms")  # of any medicine
HARM = {  # findings whose danger signs are asked about, by the kind of medicine
    "painkiller": ("stomach_pain", "allergy_symptoms"),
    "nsaid": ("stomach_pain", "allergy_symptoms"),
    "blood thinner": ("clotting_problem",),
    "anticoagulant": ("clotting_problem",),
    "antiplatelet": ("clotting_problem",),
    "blood pressure medicine": UNWELL,
}
VEXED = ("vexed", "impatient")
MOODS = {
    Mood.IN_PAIN: "soothe_in_pain",
    Mood.AFRAID: "soothe_afraid",
    Mood.ANGRY: "soothe_angry",
    Mood.SAD: "soothe_sad",
}


class Standing(NamedTuple):
    """Where the interview stands after a turn."""

    known: Known
    offers: tuple[Offer, ...]
    may_be: tuple[Offer, ...]  # also those that were offered before
    answer: Triage


def standing(turn: Turn) -> Standing:
    state, words = turn.heard_by, tuple(dict.fromkeys(fact.quote for fact in words_of(turn.record)))
    asked, shown = _put(turn)
    open_again = left_open(turn.heard_by.questions, turn.record)
    may_be = () if complaints_of(turn.record) else offers(words, turn.person)
    offered = () if "offered" in asked else may_be
    answer = arrival.triaged(turn)
    likely = tuple([offer.code for offer in may_be if offer.quote] or [offer.code for offer in offered[:1]])
    of_earlier = _of_earlier(state.earlier, turn.person) if state.earlier else ()
    worse = is_worse(turn.record, asked) if of_earlier else False
    signs = partial(
        screening_items,
        turn.record,
        turn.person,
        suspected=turn.suspected,
        likely=likely,
        shown=shown,
        reopened=open_again,
        earlier=of_earlier if worse else _of_the_medicine(turn.record),
    )
    known = Known(
        record=turn.record,
        person=turn.person,
        asked=asked,
        offers=tuple(offer.code for offer in offered),
        mentioned=frozenset(fact.code for fact in hints(" ".join(words))) - VAGUE,
        time_told=any(parsers.times_in(text, now=turn.now) for text in words),
        at_length=sum(map(len, words)) >= AT_LENGTH[turn.language],
        likely=((answer.specialty, answer.confidence), *answer.alternatives),
        differential=() if state.recommended or state.earlier else still_apart(turn, answer, shown),
        screening=signs(),
        signs=signs(always=True),
        told_after_danger=_told_after_danger(state, turn.record, shown),
        person_first=turns_on_the_person(turn.record, turn.person, likely),
        follow_up=state.earlier is not None,
        earlier=of_earlier,
        verified=state.verified,
        named=state.recommended is not None,
        brief=is_brief(turn),
        at_last=DOCTOR_READS in (*state.asked, turn.asked),
        confirmed=state.confirmed or is_confirmed(turn) or _has_had_enough(turn),
    )
    return Standing(known, offered, may_be, answer)


def _of_earlier(visit: EarlierVisit, person: Person) -> tuple[str, ...]:
    """What an earlier visit was about, and what may come of a blood thinner given then."""
    named = [hint.code for hint in hints(f"{visit.complaint}, {visit.diagnosis}") if hint.code in knowledge().findings]
    likely = [offer.code for offer in offers((visit.complaint,), person)]
    thins = any("anticoagulant" in formulary().counts_as(one.code) for one in parsers.medicines(visit.treatment))
    bleeds = ("clotting_problem",) if thins else ()
    return tuple(dict.fromkeys((*bleeds, *(named or likely[:1] or ("unwell",)))))


def _of_the_medicine(record: Record) -> tuple[str, ...]:
    """What a medicine that does not agree may have done, by its kind."""
    if not any(fact.asked == "helping" and fact.code == "trouble" for fact in record):
        return ()
    kinds = {kind for f in record if f.topic is Topic.MEDICINE for kind in (f.code, *formulary().counts_as(f.code))}
    return tuple(dict.fromkeys(code for kind, codes in HARM.items() if kind in kinds for code in codes)) or UNWELL


def _told_after_danger(state: State, record: Record, shown: frozenset[str]) -> bool:
    """Whether a pregnancy, or a complaint none of whose signs stood there, was told after the page of danger signs."""
    asked = max((turn for turn, question in state.questions if question.key == "danger"), default=0)
    if any(fact.topic is Topic.PREGNANCY and fact.turn > asked + 1 for fact in record):
        return True
    later = (knowledge().findings[fact.code] for fact in complaints_of(record) if fact.turn > asked + 1)
    return any(finding.signs and shown.isdisjoint(f"sign:{code}" for code in finding.signs) for finding in later)


def _put(turn: Turn) -> tuple[tuple[str, ...], frozenset[str]]:
    """Pages asked and tiles shown, without those of a page that has no answer yet.

    Of a background that words did not answer each question is then asked alone: no page comes twice in the same words
    unless another interrupted it.
    """
    asked, shown = still_asked(turn.heard_by.asked, turn.withdrawn), turn.before.shown
    unanswered = None if turn.answers or turn.asked == BACKGROUND else turn.question
    left = turn.before.interrupted or unanswered
    if left is None:
        return asked, shown
    return tuple(key for key in asked if key != left.key), shown - {option.key for option in left.options}


def interview(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken:
    """Always answers: with the next page, a department, two to choose from, or a person."""
    stands = standing(turn)
    asking = unnamed_again(services, turn, stands.known)
    spoken = _spoken(services, turn, findings, stands, asking)
    left = pages_left(asking) if spoken.question else None
    return spoken.model_copy(update={"screening": stands.known.screening, "pages_left": left})


def _spoken(services: Services, turn: Turn, findings: Findings, stands: Standing, known: Known) -> Spoken:
    page = _page(turn, known)
    if page is not None:
        return asks(turn, findings, put(page, known, stands.offers, variant=turn.variant))
    spoken = _concludes(services, turn, stands) if known.named else _names(services, turn, stands, known)
    if _is_unchanged(turn, spoken) and not known.confirmed:
        return asks(turn, findings, put(DOCTOR_READS, known, variant=turn.variant))
    spoken = _concludes(services, turn, stands) if _is_unchanged(turn, spoken) else spoken
    return spoken.model_copy(
        update={"text": join(turn.language, sorry(turn, findings), passed_on(turn, findings), spoken.text)}
    )


def _page(turn: Turn, known: Known) -> str | None:
    """The next page; who has had enough only sees what the doctor will read, and who is fetched nothing more."""
    if known.named and turn.heard_by.is_fetched:
        return None
    if known.named and has_enough(turn):
        return None if known.confirmed else DOCTOR_READS
    return next_page(known)


def is_confirmed(turn: Turn) -> bool:
    """What the doctor will read was said to be right, by the tile or in words."""
    plain = parsers.plain_reply(turn.for_code) is Answer.YES
    read = bool(turn.reading.answers.get("yes")) and not turn.reading.statements and not turn.withdrawn
    said = turn.answers and (plain or read)
    said = (said or turn.acts.does(DialogueAct.FINISHES) or affirms(turn.text)) and not corrects(turn.text)
    return turn.asked == DOCTOR_READS and (turn.has_tapped("yes") or said)


def _has_had_enough(turn: Turn) -> bool:
    """Words once more on the page of what the doctor will read: they are added, and it blocks nobody."""
    extended = (*turn.before.extended, *((turn.extension,) if turn.extension else ()))
    often = sum(map(_only_talks, extended)) >= MOST_ADDED
    talks = turn.asked == DOCTOR_READS and turn.answers and not (turn.corrects or corrects(turn.text))
    return often and talks and not any(became(turn))


def _only_talks(turn: RecordExtended) -> bool:
    """Words on that page that put nothing right."""
    there = any(fact.asked == DOCTOR_READS for fact in turn.facts)
    words = all(fact.topic is Topic.SAID for fact in turn.facts)
    return there and words and turn.person is None and all(key.endswith(":none") for key in turn.withdrawn)


def _is_unchanged(turn: Turn, spoken: Spoken) -> bool:
    """Considered again on the page of what the doctor will read, and found to be the same department."""
    named = turn.heard_by.recommended
    decided = next((event for event in spoken.before if isinstance(event, DepartmentRecommended)), None)
    same = named is not None and decided is not None and named.department_id == decided.department_id
    return turn.asked == DOCTOR_READS and same


def _names(services: Services, turn: Turn, stands: Standing, known: Known) -> Spoken:
    named = complaints_of(known.record) or place_told(known.record) or known.mentioned or stands.may_be
    told = bool(named) or any(not parsers.questions(fact.quote) for fact in words_of(known.record))
    if not told and not known.follow_up and known.asked.count("open") < MOST_OPEN:
        return asks(turn, (), put("open", known, variant=turn.variant))  # no department for nothing told
    question = first_after(turn, known)
    if (department := appointed(services, turn)) is not None:
        return naming.chosen(services, turn, department, question)
    if known.follow_up:
        return naming.same_again(services, turn, stands.answer, question)
    return naming.decides(services, turn, stands.answer, question)


def appointed(services: Services, turn: Turn) -> Department | None:
    """Where who comes for an appointment, a follow-up, a report or more of a medicine belongs: where they name it."""
    if not any(fact.code in PURPOSES for fact in complaints_of(turn.record)):
        return None
    said = tuple(f.quote for f in turn.record if f.topic is Topic.SAID and f.asked in COMPLAINT | {"appointment"})
    department = mentioned_last(services, said, refused_so_far(turn))
    return taking(services, turn, department) if department else None


def first_after(turn: Turn, known: Known) -> Question | None:
    """The first page for the doctor, put with the department's name."""
    then = known.model_copy(update={"named": True})
    page = None if turn.heard_by.is_fetched else next_page(then)
    return put(page, then, variant=turn.variant) if page else None


def _concludes(services: Services, turn: Turn, stands: Standing) -> Spoken:
    recommended = turn.heard_by.recommended
    department = services.department(recommended.department_id) if recommended else None
    if department and turn.heard_by.is_fetched:
        text = say("fetched" if turn.heard_by.nurse_awaited else "fetched_known", turn.language)
        return Spoken(action=Action.PRIORITY, why="fetched", text=text)
    if department is None:
        return _names(services, turn, stands, stands.known)
    sent = naming.sends(services, turn, department)
    return sent.model_copy(update={"before": (RecordConfirmed(),)}) if is_confirmed(turn) else sent


def unnamed_again(services: Services, turn: Turn, known: Known) -> Known:
    """The department is reconsidered when something was taken out, or when it does not take this patient."""
    known = known.model_copy(update={"appointed": appointed(services, turn) is not None})
    named = turn.heard_by.recommended
    isolated = turn.heard_by.on_infection_route
    if named is None or named.by or turn.before.booked or isolated or turn.heard_by.is_fetched:
        return known
    department = services.department(named.department_id)
    fits = department is not None and accepts(department.rules, turn.person, fever=has_fever(turn.record))
    since = [one for one in turn.heard_by.extended if one.turn > turn.heard_by.named_at]
    since += [turn.extension] if turn.extension else []
    if fits and named.chosen == "patient":
        return known  # their own choice stands
    told = any(_bears(fact) for one in since for fact in one.facts)
    told = told or any(one.person and one.person.pregnant for one in since)
    taken_out = any(key.startswith(BEARS) for one in since for key in one.withdrawn)
    return known if fits and not (taken_out or told) else known.model_copy(update={"named": False})


def _bears(fact: Fact) -> bool:
    """Whether the department is considered again: for a complaint, a danger sign or a pregnancy told after it."""
    if fact.status is not Status.PRESENT:
        return False
    return fact.topic is Topic.PREGNANCY or is_complaint(fact) or fact.asked in DANGER_PAGES


def asks(turn: Turn, findings: Findings, question: Question) -> Spoken:
    action = Action.HISTORY_INQUIRY if question.key in FOR_THE_DOCTOR else Action.SYMPTOM_INQUIRY
    action = Action.CONCLUSION if question.key == DOCTOR_READS else action
    text = led(turn.language, (acknowledgement(turn, findings),), question.text[turn.language])
    return Spoken(action=action, why=f"next:{question.key}", text=text, question=question)


def acknowledgement(turn: Turn, findings: Findings) -> str:
    """A word for pain, fear or anger, for a medical question, for a complaint told; none for a tile."""
    if any(became(turn)):
        return ""  # it is said before anything else
    if turn.acts.asks(Addressee.TRIAGE) and is_supposed(turn):
        return say("if_worse", turn.language)
    if turn.acts.asks(Addressee.TRIAGE):
        return say("department_change" if turn.before.recommended else "which_department", turn.language)
    if upset := sorry(turn, findings):
        return join(turn.language, upset, passed_on(turn, findings))
    if to_doctor := passed_on(turn, findings):
        return to_doctor
    if turn.asked == DOCTOR_READS:
        return say("doctor_reads_noted" if is_noted(turn) else "doctor_reads_which", turn.language)
    told = turn.asked == "open" and not turn.tapped
    phrase = MOODS.get(turn.acts.mood) or ("heard_complaint" if told else None)
    return say(phrase, turn.language, variant=turn.variant) if phrase else ""


def sorry(turn: Turn, findings: Findings) -> str:
    """An apology to who is out of patience, once."""
    upset = any(one.what in VEXED for one in findings) and not any(one.what in VEXED for one in turn.before.findings)
    return say("soothe_angry", turn.language) if upset else ""


def going_on(services: Services, turn: Turn, findings: Findings, words: str) -> Spoken:
    """What was asked beside an answer or a complaint is told before the interview's next words."""
    rest = tuple(finding for finding in findings if finding.what != "medical_question")  # that is told already
    following = interview(services, turn, rest, LookedUp())
    asked = following.question.text[turn.language] if following.question and not following.before else ""
    return following.model_copy(update={"text": join(turn.language, words, asked or following.text)})


def passed_on(turn: Turn, findings: Findings) -> str:
    """A question of this turn goes to the doctor; that only a doctor can tell is said once, then in short."""
    if not any(finding.what == "medical_question" for finding in findings):
        return ""
    if turn.heard_by.on_infection_route and asks_of_the_way(turn.text)[0]:
        return say("catching", turn.language)
    again = any(finding.what == "medical_question" for finding in turn.before.findings)
    return say("medical_again" if again else "medical_question", turn.language, variant=turn.variant)


def is_brief(turn: Turn) -> bool:
    """The patient asked to be spared, or a nurse is on the way to fetch them."""
    spared = has_enough(turn) or any(f.what == "impatient" for f in turn.heard_by.findings)
    return spared or turn.heard_by.is_fetched


def has_enough(turn: Turn) -> bool:
    """They want no more questions: by a tile, or in words that ask to set out."""
    return turn.has_tapped(*ENOUGH) or any(wish.act is Act.GOES for wish in turn.wishes)
