"""Statements about the patient that a tile or a plain reply makes, and which of them are complaints."""

from functools import cache

from frontdesk.app.reception.record.clauses import corrects
from frontdesk.app.reception.session.questions import COMPLAINT, DOCTOR_READS, QUESTIONS_ONLY
from frontdesk.models import parsers
from frontdesk.models.facts import Course, Details, Fact, Language, Record, Severity, Sex, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import told_as_past, told_now
from frontdesk.models.reading.alone import VAGUE
from frontdesk.models.specialists.medication.listing import ListedMedicine
from frontdesk.models.specialists.medication.listing import told as told_medicines

MORE = "more"  # code of the words of a long utterance that are kept and not understood
LOOKED_AT = 200  # characters of words that medicines are looked for in


def details_of_tile(code: str, language: Language) -> Details:
    """What the tile `code` of the page "how" says of the complaint."""
    qualifiers = knowledge().qualifiers
    return qualifiers[code].details.in_language(language) if code in qualifiers else Details()


def is_complaint(fact: Fact) -> bool:
    """A finding or a wish that is there, and that is not merely said to go with one."""
    there = fact.topic in (Topic.FINDING, Topic.REQUEST) and fact.status is Status.PRESENT and not fact.past
    return there and fact.code in _plain_findings() and (fact.asked is None or fact.asked in COMPLAINT)


@cache
def _plain_findings() -> frozenset[str]:
    return frozenset(knowledge().findings.keys() - VAGUE)


def complaints_of(record: Record) -> list[Fact]:
    return [fact for fact in record if is_complaint(fact)]


def foremost(record: Record) -> Fact | None:
    """The complaint that is asked about where several are told: the one of the greatest danger, else the first."""
    known = knowledge()
    complaints = [fact for fact in complaints_of(record) if fact.topic is Topic.FINDING]
    return min(
        complaints,
        key=lambda fact: (fact.code not in known.always_asked, fact.code not in known.high_risk),
        default=None,
    )


def words_of(record: Record) -> list[Fact]:
    """The words the complaint was told in."""
    return [fact for fact in record if fact.topic is Topic.SAID and fact.asked in COMPLAINT]


def understood_words(record: Record) -> list[Fact]:
    """Words as words, but for those of a long utterance that nothing looks into, and for those that put lines right."""
    said = (fact for fact in record if fact.topic is Topic.SAID and not fact.code.startswith(f"{MORE}:"))
    return [fact for fact in said if not (fact.asked == DOCTOR_READS and corrects(fact.quote))]


def medicines_told(record: Record) -> tuple[ListedMedicine, ...]:
    """The medicines that the talk tells of, in the record and in words that were not asked for them."""
    said = (fact for fact in understood_words(record) if fact.asked != "allergies")
    short = (fact.model_copy(update={"quote": fact.quote[:LOOKED_AT]}) for fact in said)
    return told_medicines((fact for fact in record if fact.topic is Topic.MEDICINE), short)


def doctor_wanted(record: Record) -> Sex | None:
    """Of which sex the patient would like the doctor to be; the last word counts."""
    codes = [fact.code for fact in record if fact.topic is Topic.WISH]
    return next((sex for code in reversed(codes) for sex in Sex if code == f"doctor_{sex.value}"), None)


def of_their_time(facts: Record, record: Record) -> Record:
    """The findings heard, past where the words of the talk tell of them as long ago only: a faint three weeks ago."""
    said = [parsers.normalise(fact.quote) for fact in (*understood_words(record), *understood_words(facts))]
    past = frozenset().union(*map(told_as_past, said)) - {one.code for text in said for one in told_now(text)}
    gone = (fact.topic is Topic.FINDING and fact.status is Status.PRESENT and fact.code in past for fact in facts)
    return tuple(f.model_copy(update={"past": True}) if is_past else f for f, is_past in zip(facts, gone, strict=True))


def without_none(facts: Record) -> Record:
    """ "None. A stomach ulcer in 2020": what is named of a history takes the place of the none."""
    named = {fact.topic for fact in facts if fact.status is Status.PRESENT}
    return tuple(fact for fact in facts if fact.code != "none" or fact.topic not in named)


def told(record: Record) -> Record:
    """The complaint, tapped and in words."""
    return (*complaints_of(record), *words_of(record))


def of_the_visit(record: Record) -> bool:
    """Whether anything is there for a doctor: not merely said by somebody who asks, or of the talk."""
    told = (fact for fact in record if fact.status is Status.PRESENT)
    return any(f.topic is not Topic.SAID or f.asked not in (None, *QUESTIONS_ONLY) for f in told)


def place_told(record: Record) -> str | None:
    """The region of the body that was pointed at."""
    places = (f.code.removeprefix("site:") for f in record if f.topic is Topic.DETAIL and f.code.startswith("site:"))
    return next(places, None)


def has_fever(record: Record) -> bool:
    return any(fact.code == "fever" and fact.status is Status.PRESENT for fact in record)


def grows_worse(record: Record) -> bool:
    """Whether the complaint was told to get worse."""
    return any(fact.details.course is Course.WORSE for fact in (*_details(record), *complaints_of(record)))


def comes_back(record: Record) -> bool:
    """Whether the complaint was told to come and go."""
    return any(fact.details.course is Course.COMES_AND_GOES for fact in (*_details(record), *complaints_of(record)))


def _details(record: Record) -> list[Fact]:
    return [fact for fact in record if fact.topic is Topic.DETAIL]


def side_told(record: Record) -> bool:
    return any(fact.details.side or fact.code == "side" for fact in (*_details(record), *complaints_of(record)))


def how_bad(record: Record) -> Severity | None:
    told = (f.details.severity for f in (*_details(record), *complaints_of(record)) if f.details.severity)
    return next(told, None)


def how_sudden(record: Record) -> bool:
    return any(fact.details.sudden for fact in (*_details(record), *complaints_of(record)))


def lasted(record: Record) -> float | None:
    """Hours since the complaint began, where it was told."""
    spans = (f.details.duration.hours for f in (*_details(record), *complaints_of(record)) if f.details.duration)
    return next(spans, None)
