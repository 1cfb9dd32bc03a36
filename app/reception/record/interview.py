"""What is still to be known, in the order it is asked: this is the page to change when something else is to be asked."""

from collections.abc import Iterator

from app.reception.record.heard import COMPLAINT, HISTORY
from app.reception.record.obligations import Obligation, lasted, sex_of
from app.reception.record.statements import complaints_of
from models.embedded.certainty import CLOSE, SURE
from models.facts import Fact, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge

MOST_BEFORE = 6  # questions until a department is named
MOST_AFTER = 3  # and after it, besides the last one
VAGUE = frozenset({"unwell", "pain_somewhere"})
WISHES = {"repeat_prescription": "medicines", "read_report": "report"}  # what a wish is asked about


class Known(Value):
    """What the choice of the next page rests on; `likely` are specialties with their chances, best first."""

    record: Record
    person: Person
    asked: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()  # findings the words may mean
    likely: tuple[tuple[str, float], ...] = ()
    obligations: tuple[Obligation, ...] = ()
    follow_up: bool = False
    verified: bool = False
    named: bool = False  # a department is named already
    brief: bool = False  # no patience left: only what danger and the department need


def next_page(known: Known) -> str | None:
    """The key of the next page; None when a department can be named, or when it is named and nothing is left."""
    if known.named:
        return next(_after(known), None)
    pages = _follow_up(known) if known.follow_up else _before(known)
    return next(pages, None)


def pages_left(known: Known) -> int:
    """About how many pages are left in all."""
    now = 0 if known.named else len(list(_before(known)))
    return now + (0 if known.brief else len(list(_after(known))))


def _before(known: Known) -> Iterator[str]:
    """Complaint, danger, who, since when, where: each once; what a department does not turn on only while there is room."""
    if not (complaints_of(known.record) or words_of(known.record) or place_told(known.record)):
        yield "open" if "open" not in known.asked else "site"
        return
    open_still = [one.because for one in known.obligations if not one.met]
    if "words" in open_still:  # what was said may be grave: asked on the very next page
        yield "danger"
    if _may_be_offered(known):
        yield "offered"
    yield from _place(known)
    if open_still and "words" not in open_still:
        yield "danger"
    needed = [page for page in _needed(known) if page not in known.asked]
    yield from needed
    room = MOST_BEFORE - len(set(known.asked)) - len(needed)
    if not known.brief:
        yield from [page for page in _wanted(known) if page not in known.asked][: max(0, room)]


def _may_be_offered(known: Known) -> bool:
    return bool(known.offers) and not complaints_of(known.record) and "offered" not in known.asked


def _place(known: Known) -> Iterator[str]:
    """Where it is, when neither the words nor what was tapped say what it is."""
    complaints = [fact for fact in complaints_of(known.record) if fact.code not in VAGUE]
    sure = bool(known.likely) and known.likely[0][1] >= SURE
    if complaints or _may_be_offered(known) or "place" in known.asked:
        return
    if place_told(known.record):
        yield "place"
    elif not sure and "site" not in known.asked:
        yield "site"


def _needed(known: Known) -> Iterator[str]:
    """What the department turns on."""
    person = known.person
    if person.relation is None and not known.verified:
        yield "who"
    elif sex_of(person, known.record) is None:
        yield "sex"
    if person.age_months is None:
        yield "age"
    wish = next((WISHES[f.code] for f in complaints_of(known.record) if f.code in WISHES), None)
    if wish is not None:
        yield wish


def _wanted(known: Known) -> Iterator[str]:
    """What the doctor wants to know of the complaint, and what tells departments apart."""
    if known.likely and known.likely[0][1] < CLOSE and also(known):
        yield "also"
    codes = {fact.code for fact in known.record if fact.topic is Topic.DETAIL}
    if has_fever(known.record) and "temperature" not in codes:
        yield "temperature"
    wishes_only = all(fact.topic is Topic.REQUEST for fact in complaints_of(known.record))
    if wishes_only and complaints_of(known.record):
        return
    if lasted(known.record) is None:
        yield "since"
    if "side" not in codes and _has_sides(known.record):
        yield "side"
    if not any(fact.asked == "how" for fact in known.record):
        yield "how"
    if also(known):
        yield "also"


def _follow_up(known: Known) -> Iterator[str]:
    """Better, the same or worse; taken as told; results; then whether anything is new, and danger if it is."""
    for page in ("course", "adherence", "result", "new"):
        if page not in known.asked:
            yield page
            return
    if complaints_of(known.record) or words_of(known.record):
        if _may_be_offered(known):
            yield "offered"
        if any(not one.met for one in known.obligations):
            yield "danger"


def _after(known: Known) -> Iterator[str]:
    """For the doctor: illnesses, medicines, allergies; last whatever else they should know."""
    told = {fact.topic for fact in known.record if fact.asked in (*HISTORY, "report")}
    pages = ("medicines", "allergies") if known.follow_up else tuple(HISTORY)
    left = [page for page in pages if page not in known.asked and HISTORY[page] not in told]
    spent = sum(1 for page in HISTORY if page in known.asked)
    yield from left[: max(0, MOST_AFTER - spent)]
    if "tell_doctor" not in known.asked:
        yield "tell_doctor"


def words_of(record: Record) -> list[Fact]:
    """The words the complaint was told in."""
    return [fact for fact in record if fact.topic is Topic.SAID and fact.asked in COMPLAINT]


def place_told(record: Record) -> str | None:
    """The region of the body that was pointed at."""
    places = (f.code.removeprefix("site:") for f in record if f.topic is Topic.DETAIL and f.code.startswith("site:"))
    return next(places, None)


def has_fever(record: Record) -> bool:
    return any(fact.code == "fever" and fact.status is Status.PRESENT for fact in record)


def also(known: Known) -> list[str]:
    """Findings that commonly go with what was tapped, and have not been spoken of."""
    findings, told = knowledge().findings, {fact.code for fact in known.record}
    codes = (code for fact in complaints_of(known.record) for code in findings[fact.code].asks)
    sex = sex_of(known.person, known.record)
    return [code for code in dict.fromkeys(codes) if code not in told and findings[code].only in (None, sex)][:6]


def _has_sides(record: Record) -> bool:
    return any("side" in knowledge().findings[fact.code].details for fact in complaints_of(record))


def is_child(person: Person) -> bool:
    """Under 14 as far as is known: a child who was brought, unless they turn out to be grown."""
    return person.age < 14 if person.age is not None else person.relation is Relation.CHILD


def childbearing(person: Person, record: Record) -> bool:
    return sex_of(person, record) is Sex.FEMALE and person.age is not None and 12 <= person.age <= 51
