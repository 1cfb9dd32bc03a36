"""What the doctor will read, part by part in the patient's language, each line named so that it can be put right."""

from frontdesk.app.reception.record.contradictions import contradicted, is_superfluous
from frontdesk.app.reception.record.headings import Part, parts_of_words
from frontdesk.app.reception.record.noted import notes_of
from frontdesk.app.reception.record.pages import OF_ONE
from frontdesk.app.reception.record.screening import of_another_person
from frontdesk.app.reception.record.statements import complaints_of
from frontdesk.app.reception.record.summary import asked_of
from frontdesk.app.reception.record.wording import denial_of, details_of, name_of, person_lines, pick, sentence_of
from frontdesk.app.reception.session.state import State
from frontdesk.models.facts import Fact, Language, Person, Record, Status, Topic, Value
from frontdesk.models.triage.evidence import place_apart

ALWAYS = (Part.ILLNESSES, Part.MEDICINES, Part.ALLERGIES)  # that nothing was said of these is said
TOPICS = {
    Topic.FINDING: Part.STORY,
    Topic.DETAIL: Part.STORY,
    Topic.COURSE: Part.STORY,
    Topic.ADHERENCE: Part.STORY,
    Topic.RESULT: Part.STORY,
    Topic.MEDICINE: Part.MEDICINES,
    Topic.ALLERGY: Part.ALLERGIES,
    Topic.INTOLERANCE: Part.ALLERGIES,
    Topic.FAMILY: Part.FAMILY,
    Topic.REQUEST: Part.WISHES,
    Topic.WISH: Part.WISHES,
    Topic.PREGNANCY: Part.PERSON,
    Topic.HABIT: Part.PERSON,
}  # all others are illnesses

ONE_BY_ONE = (Topic.FINDING, Topic.CONDITION)  # of which each that was shown is denied


class Line(Value):
    """`key` names it in a correction; None: a note of the nurse's own."""

    key: str | None
    text: str
    quoted: bool = False  # the patient's own words
    asked: str | None = None  # the question that they answered
    contradicted: bool = False  # something else that was told says otherwise
    denied: bool = False  # one of the danger signs or symptoms that are not there


def doctor_reads(state: State, language: Language) -> dict[Part, tuple[Line, ...]]:
    """By heading; the words are those of the summary. A heading with nothing under it says that nothing was told."""
    told: dict[Part, list[Line]] = {part: [] for part in Part}
    for key, label, text in person_lines(state.person, language):
        told[Part.PERSON].append(Line(key=f"person:{key}", text=f"{label}{pick(('：', ': '), language)}{text}"))
    complaint, apart = complaints_of(state.record), f"site:{place_apart(state.record)}"
    for fact in state.record:
        if fact.topic is Topic.SAID:
            for part, said in parts_of_words(state.record, state.person, fact).items():
                told[part].append(_words(state, fact, said, language, part))
        elif fact in complaint:
            told[Part.COMPLAINT].append(Line(key=fact.key, text=_complaint(fact, language)))
        elif fact.code == apart:  # of none of the complaints: one of its own
            told[Part.COMPLAINT].append(_coded(state, fact, language))
        elif not (is_superfluous(fact, state.record) or of_another_person(state.person, state.record, fact)):
            told[TOPICS.get(fact.topic, Part.ILLNESSES)].append(_coded(state, fact, language))
    told[Part.NOTES] += [Line(key=None, text=note.text[language]) for note in notes_of(state)]
    for lines in told.values():
        lines.sort(key=lambda line: (line.denied, line.quoted))
    return {part: tuple(lines) for part, lines in told.items() if lines or part in ALWAYS}


def lines_of(record: Record, person: Person, language: Language) -> dict[str, str]:
    """By their keys the lines that are no quotations: what a correction changes."""
    told = {f"person:{key}": text for key, _, text in person_lines(person, language)}
    complaint = complaints_of(record)
    for fact in record:
        if fact.topic is not Topic.SAID and not of_another_person(person, record, fact):
            told[fact.key] = _complaint(fact, language) if fact in complaint else sentence_of(fact, language)
    return told


def _complaint(fact: Fact, language: Language) -> str:
    return pick(("，", ", "), language).join(
        (name_of(fact, language, record=True), *details_of(fact.details, language))
    )


def _coded(state: State, fact: Fact, language: Language) -> Line:
    otherwise = contradicted(fact, state.record)
    text = denial_of(fact, language) if otherwise or _is_beside(fact, state.record) else sentence_of(fact, language)
    if fact.topic is Topic.INTOLERANCE:
        text = pick((f"不耐受或副作用，不是过敏：{text}", f"not borne well, no allergy: {text}"), language)
    denied = fact.topic in ONE_BY_ONE and fact.status is Status.ABSENT and fact.code != "none"
    several = len(complaints_of(state.record)) > 1 and fact.topic is Topic.DETAIL and fact.asked in OF_ONE
    asked = asked_of(state, fact, language) if several else None  # it names the complaint that it is of
    return Line(key=fact.key, text=text, asked=asked, contradicted=otherwise, denied=denied)


def _is_beside(fact: Fact, record: Record) -> bool:
    """That there is no allergy, beside what is not borne and is none."""
    return fact.topic is Topic.ALLERGY and any(one.topic is Topic.INTOLERANCE for one in record)


def _words(state: State, fact: Fact, said: str, language: Language, part: Part) -> Line:
    """With the question, where the heading does not say what was asked."""
    asked = asked_of(state, fact, language) if part in (Part.STORY, Part.WISHES) and said == fact.quote else None
    return Line(key=fact.key, text=said, quoted=True, asked=asked)
