"""What is still to be known, in the order it is asked: the page to change when something else is to be asked."""

from collections.abc import Callable, Iterator, Mapping

from frontdesk.app.reception.record.doubts import in_doubt
from frontdesk.app.reception.record.purposes import FOLLOW_UP_VISIT, REPEAT
from frontdesk.app.reception.record.screening import is_pregnant, sex_of
from frontdesk.app.reception.record.statements import (
    complaints_of,
    foremost,
    has_fever,
    how_bad,
    lasted,
    place_told,
    side_told,
    words_of,
)
from frontdesk.app.reception.session.events import ScreeningItem
from frontdesk.app.reception.session.questions import (
    BACKGROUND,
    DANGER,
    DANGER_ONE,
    DOCTOR_READS,
    HISTORY,
    PREGNANCY,
    ROWS,
    STORY,
    Full,
    asked,
)
from frontdesk.models.ages import is_of_childbearing_age
from frontdesk.models.facts import Fact, Person, Record, Sex, Status, Topic, Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.triage.certainty import SURE
from frontdesk.models.triage.differential import PAGES as DIFFERENTIAL
from frontdesk.models.triage.evidence import place_apart

MOST_BEFORE = 6  # pages until a department is named
MOST_DANGER = 2  # pages of danger signs: one, and another where a complaint is tapped after it
MOST_IN_ALL = 7  # pages until what the doctor reads, with those that only fill the story
MOST_BESIDE = 6  # findings offered as going with a complaint
WISHES = {  # what somebody is asked who comes for no complaint
    REPEAT: ("medicines",),
    "read_report": ("appointment", "report"),
    "collect_report": ("report",),
    "appointment_made": ("appointment",),
    "follow_up_visit": ("appointment",),
}
TREATED = ("adherence", "result")  # what became of the treatment of the earlier visit
LAST = "tell_doctor"


class Known(Value):
    """What the choice of the next page rests on; `likely` are specialties with their chances, best first."""

    record: Record
    person: Person
    asked: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()  # findings the words may mean
    mentioned: frozenset[str] = frozenset()  # findings the words name: told, though not tapped
    time_told: bool = False  # the words hold a time, though perhaps none that a parser is sure of
    at_length: bool = False  # the complaint was told in so many words that what it is like stands in them
    likely: tuple[tuple[str, float], ...] = ()
    differential: tuple[str, ...] = ()  # findings that would tell these apart; none where nothing would
    screening: tuple[ScreeningItem, ...] = ()
    signs: tuple[ScreeningItem, ...] = ()  # that may be asked about, though the story does not make them possible
    told_after_danger: bool = False  # a complaint came after the page of danger signs, with signs of its own
    person_first: bool = False  # which danger is asked about turns on who is ill
    follow_up: bool = False
    appointed: bool = False  # they have an appointment, or are to come back, and it is known where
    earlier: tuple[str, ...] = ()  # findings of the earlier visit
    verified: bool = False
    named: bool = False  # a department is named already
    brief: bool = False  # no patience left: only what danger and the department need
    at_last: bool = False  # nothing is left to be asked but whether it is right what the doctor will read
    confirmed: bool = False  # it was said to be right

    @property
    def endangered(self) -> bool:
        """Whether danger has to be asked about before anything else is decided."""
        return in_doubt(self.record) is not None or any(not one.met for one in self.screening)


def next_page(known: Known) -> str | None:
    """The key of the next page; None when a department can be named, or when it is named and nothing is left."""
    if in_doubt(known.record):
        return DANGER_ONE
    if any(one.because == "words" and not one.met for one in known.screening):
        return DANGER  # what was said may be grave, whatever was asked
    if known.named:
        page = None if known.brief or known.at_last else next(_after(known), None)
        return page or (None if known.confirmed else DOCTOR_READS)
    return next(_follow_up(known) if known.follow_up else _before(known), None)


def open_pages(known: Known) -> list[str]:
    """Every page that could be asked next, danger first, for a nurse who chooses among them."""
    if in_doubt(known.record):
        return [DANGER_ONE]
    danger = [DANGER] if any(not one.met for one in (*known.screening, *known.signs)) else []
    following = _after(known) if known.named else _follow_up(known) if known.follow_up else _before(known)
    alone = (one for page in following for one in _alone(page, known))
    return list(dict.fromkeys((*danger, *alone, *_whenever(known))))


def _alone(page: str, known: Known) -> tuple[str, ...]:
    """The questions of a page that asks several, as a nurse asks them in words."""
    last = (LAST,) if page == STORY else ()
    return (*rows_of(page, known), *last) if page in ROWS else (page,)


def rows_of(page: str, known: Known) -> list[str]:
    """Which questions of a page that asks several are open."""
    return story_left(known) if page == STORY else _background_left(known)


def questions_left(known: Known) -> int:
    """How many more questions there is patience for, before a department or after it."""
    if known.named:
        return 0 if known.brief or known.at_last else len(list(_after(known)))
    return max(0, MOST_BEFORE - len(known.asked))


def pages_left(known: Known) -> int:
    """About how many pages are left in all, the next one included."""
    before = () if known.named else dict.fromkeys(_follow_up(known) if known.follow_up else _before(known))
    return len(before) + (0 if known.brief or known.at_last else len(list(_after(known))))


def _before(known: Known) -> Iterator[str]:
    """Complaint, danger, who, since when, where; what a department does not turn on only while there is room."""
    nothing_told = not (complaints_of(known.record) or words_of(known.record) or place_told(known.record))
    if nothing_told and (left := [page for page in ("open", "site") if page not in known.asked]):
        yield left[0]
        return
    lost = "appointment" in known.asked and not known.appointed and "open" not in known.asked
    lost = lost and not words_of(known.record)
    if lost and {fact.code for fact in complaints_of(known.record)} == {FOLLOW_UP_VISIT}:
        yield "open"  # where they were seen is not known: what for, then
    if _may_be_offered(known):
        yield "offered"
    yield from _place(known)
    needed = [] if known.brief else list(_needed(known))
    person_first = known.person_first or (_turns_on_pregnancy(known) and _signs_turn_on_it(known))
    if person_first:
        yield from needed
    if _danger_left(known):
        yield "danger"
    if not person_first:
        yield from needed
    room = MOST_BEFORE - len(set(known.asked)) - len(needed)
    if known.differential and DIFFERENTIAL[0] not in known.asked:
        room = max(room, 1)  # six questions beside the first words, where it is the department that turns on it
    if not known.brief:
        wanted = [page for page in dict.fromkeys(_wanted(known)) if page not in known.asked]
        yield from (page for page in wanted[: max(0, room)])


def _danger_left(known: Known) -> bool:
    """Signs are open; once the page was answered, only where a complaint of other signs was told since."""
    open_ones = any(not one.met for one in known.screening)
    asked = known.asked.count("danger")
    return open_ones and (not asked or (known.told_after_danger and asked < MOST_DANGER))


def _may_be_offered(known: Known) -> bool:
    return bool(known.offers) and not complaints_of(known.record) and "offered" not in known.asked


def _place(known: Known) -> Iterator[str]:
    """What is wrong with a place that was touched; where it is, when nothing told says what it is."""
    if _may_be_offered(known) or "place" in known.asked:
        return
    if place_apart(known.record):
        yield "place"
    elif complaints_of(known.record) or place_told(known.record):
        return
    elif not (_is_sure(known) or known.mentioned or "site" in known.asked):
        yield "site"


def _needed(known: Known) -> Iterator[str]:
    """What the department turns on."""
    pages = [*_of_the_purpose(known), "who" if "who" not in known.asked and not is_full("who", known) else "sex", "age"]
    pages = [page for page in pages if not is_full(page, known)]
    pages += _pregnancy(known) if not renews(known.record) else []
    yield from (page for page in pages if page not in known.asked)


def _pregnancy(known: Known) -> list[str]:
    return [page for page in PREGNANCY if page not in known.asked][:1] if _pregnancy_open(known) else []


def renews(record: Record) -> bool:
    """Whether more of a medicine is all that somebody comes for."""
    return {fact.code for fact in complaints_of(record)} == {REPEAT}


def _of_the_purpose(known: Known) -> Iterator[str]:
    """What is asked of who comes for medicine, a report or an appointment, unless it was told."""
    code = next((fact.code for fact in complaints_of(known.record) if fact.code in WISHES), "")
    told = any(fact.topic is Topic.MEDICINE for fact in known.record)
    yield from (page for page in WISHES.get(code, ()) if not (page == "medicines" and told))


def _turns_on_pregnancy(known: Known) -> bool:
    """Whether department, danger or medicines turn on it, for all that is known of who is ill."""
    record, person = known.record, known.person
    told = {fact.code for fact in complaints_of(record)} | known.mentioned
    there = {knowledge().findings[code].site for code in knowledge().turns_on_pregnancy} - {None}
    matters = not told.isdisjoint(knowledge().turns_on_pregnancy) or place_told(record) in there
    of_her = sex_of(person, record) is not Sex.MALE and (not person.age_told or is_of_childbearing_age(person))
    return matters and of_her and not is_full("pregnant", known)


def _signs_turn_on_it(known: Known) -> bool:
    """Whether danger is asked about differently of who is pregnant."""
    codes = {fact.code for fact in complaints_of(known.record)} | known.mentioned
    signs = (sign for code in codes & knowledge().findings.keys() for sign in knowledge().findings[code].signs)
    return any(knowledge().signs[sign].when.pregnant is not None for sign in signs)


def _pregnancy_open(known: Known) -> bool:
    """Whether it is asked now: of a woman of that age."""
    return _turns_on_pregnancy(known) and childbearing(known.person, known.record)


def _wanted(known: Known) -> Iterator[str]:
    """What the doctor wants to know of the complaint, and what tells departments apart."""
    complaints = complaints_of(known.record)
    if complaints and all(fact.topic is Topic.REQUEST for fact in complaints):
        return
    apart = [page for page in DIFFERENTIAL if page not in known.asked] if known.differential else []
    if DIFFERENTIAL[0] in apart:
        yield DIFFERENTIAL[0]
    if _may_not_wait(known) and not is_full("since", known):
        yield "since"
    if has_fever(known.record) and not is_full("temperature", known):
        yield "temperature"
    yield from apart[:1]


def _may_not_wait(known: Known) -> bool:
    """Whether it turns on since when it is there if it has to be seen on the day."""
    codes = (fact.code for fact in complaints_of(known.record))
    return any(knowledge().findings[code].same_day for code in codes)


def story_left(known: Known) -> list[str]:
    """The story's questions that nothing told answers: since when, how it goes, how bad it is."""
    complaints = complaints_of(known.record)
    if complaints and all(fact.topic is Topic.REQUEST for fact in complaints):
        return []
    first = foremost(known.record)
    graded = first is None or "severity" in knowledge().findings[first.code].story
    apart = {"severity": graded, "side": bool(_sides(known))}
    left = [page for page in ROWS[STORY] if apart.get(page, True) and page not in known.asked]
    unsure = {"since": lasted(known.record) is None}  # a time was told, and of what is not known
    return [page for page in left if unsure.get(page, not is_full(page, known))]


def _follow_up(known: Known) -> Iterator[str]:
    """Better, the same, worse or something new; what is new unless it is better or the same, and danger if it is."""
    if "course" not in known.asked:
        yield "course"
    if "new" not in known.asked and is_worse(known.record, known.asked):
        yield "new"
    told_now = complaints_of(known.record) or words_of(known.record)
    if told_now and _may_be_offered(known):
        yield "offered"
    if (told_now or is_worse(known.record, known.asked)) and any(not one.met for one in known.screening):
        yield "danger"


def is_worse(record: Record, asked: tuple[str, ...]) -> bool:
    """Whether it may have grown worse since the last visit: unless it was said to be better, or the same."""
    course = {fact.code for fact in record if fact.topic is Topic.COURSE and fact.status is Status.PRESENT}
    return "course" in asked and course.isdisjoint({"better", "same"})


def _after(known: Known) -> Iterator[str]:
    """For the doctor: illnesses, medicines and allergies; the story, with whatever else they should know."""
    if renews(known.record):
        yield from _of_the_medicine(known)
        return
    yield from _whenever(known) if known.follow_up else ()
    background = _background_left(known)
    together = len(background) > 1 and BACKGROUND not in known.asked
    yield from (BACKGROUND,) if together else background  # what its answer tells nothing of is asked for alone
    filling = [] if known.follow_up else [page for page in _filling(known) if page not in known.asked]
    yield from filling[: max(0, MOST_IN_ALL - 1 - len(set(known.asked)) - bool(background))]
    if not {LAST, STORY} & set(known.asked):
        yield STORY if story_left(known) and not known.follow_up else LAST


def _background_left(known: Known) -> list[str]:
    """Of illnesses, medicines and allergies what nothing told answers."""
    pages = ("medicines", "allergies") if known.follow_up else tuple(HISTORY)
    return [page for page in pages if page not in known.asked and not is_full(page, known)]


def _filling(known: Known) -> Iterator[str]:
    """What the story of a complaint that was tapped, or told in a few words, lacks."""
    first = foremost(known.record)
    if first and "how" in knowledge().findings[first.code].story and not is_full("how", known):
        yield "how"
    if also(known) and not known.at_length:
        yield "also"


def _of_the_medicine(known: Known) -> Iterator[str]:
    """Whether it helps, and danger if it does not agree; how much is left, pregnancy, allergies."""
    if any(fact.asked == "helping" and fact.code == "trouble" for fact in known.record) and _danger_left(known):
        yield DANGER
    pages = ("helping", "supply", *_pregnancy(known), "allergies", LAST)
    yield from (page for page in pages if page not in known.asked and not is_full(page, known))


def _whenever(known: Known) -> Iterator[str]:
    """What no department turns on: asked by page after it is named, by a nurse who chooses whenever it fits."""
    pages = TREATED if known.follow_up else [page for page in story_left(known) if page in ("side", "since")]
    yield from (page for page in pages if page not in known.asked and not is_full(page, known))


def _is_of_its_page(fact: Fact) -> bool:
    """Whether it was told where it is asked for: of medicines told elsewhere it is asked whether they are all."""
    return fact.asked in HISTORY and (fact.topic is HISTORY[fact.asked] or fact.code in ("none", "any"))


def is_full(page: str, known: Known) -> bool:
    """Whether what the page asks for is known already."""
    question = asked(page)
    if question.full is Full.TOPIC:
        told = (fact for fact in known.record if fact.asked == "report" or _is_of_its_page(fact))
        said = BACKGROUND in known.asked and any(f.topic is Topic.SAID and f.asked == page for f in known.record)
        return said or any(fact.topic is question.topic for fact in told)
    return question.full is not Full.NOTHING and FULL[question.full](known)


FULL: Mapping[Full, Callable[[Known], bool]] = {
    Full.RELATION: lambda known: known.verified or known.person.relation is not None,
    Full.AGE: lambda known: known.person.age_told,
    Full.SEX: lambda known: sex_of(known.person, known.record) is not None,
    Full.PREGNANCY: lambda known: (
        known.person.pregnant is not None
        or is_pregnant(known.person, known.record)
        or any(fact.topic is Topic.PREGNANCY for fact in known.record)
    ),
    Full.ONSET: lambda known: known.time_told or lasted(known.record) is not None,
    Full.COURSE: lambda known: any(fact.details.course for fact in known.record),
    Full.SEVERITY: lambda known: known.at_length or how_bad(known.record) is not None,
    Full.QUALIFIERS: lambda known: (
        known.at_length or not complaints_of(known.record) or any(fact.asked == "how" for fact in known.record)
    ),
    Full.SIDE: lambda known: side_told(known.record),
    Full.TEMPERATURE: lambda known: any(
        fact.topic is Topic.DETAIL and fact.code == "temperature" for fact in known.record
    ),
    Full.APPOINTMENT: lambda known: known.appointed or _is_sure_repeat(known),
}


def _is_sure_repeat(known: Known) -> bool:
    """A repeat prescription whose medicine says of which department it is."""
    repeat = any(fact.code == REPEAT for fact in complaints_of(known.record))
    return repeat and _is_sure(known)


def _is_sure(known: Known) -> bool:
    """Whether the likeliest specialty is far ahead."""
    return bool(known.likely) and known.likely[0][1] >= SURE


def also(known: Known) -> list[str]:
    """Findings that commonly go with what was tapped, and have not been spoken of."""
    findings, told = knowledge().findings, known.mentioned | {fact.code for fact in known.record}
    codes = (code for fact in complaints_of(known.record) for code in findings[fact.code].also)
    person = known.person.model_copy(update={"sex": sex_of(known.person, known.record)})
    fitting = [code for code in dict.fromkeys(codes) if code not in told and findings[code].may_be_had_by(person)]
    return fitting[:MOST_BESIDE]


def _sides(known: Known) -> tuple[str, ...]:
    """Left or right, where the complaint has sides."""
    sided = any("side" in knowledge().findings[fact.code].details for fact in complaints_of(known.record))
    return ("side",) if sided else ()


def childbearing(person: Person, record: Record) -> bool:
    """Whether pregnancy is asked about."""
    return sex_of(person, record) is Sex.FEMALE and is_of_childbearing_age(person)
