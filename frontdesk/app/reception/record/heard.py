"""What one utterance adds to the record; of a tile tapped exactly what its key says."""

from collections.abc import Iterator

from frontdesk.app.reception.record.screening import is_pregnant
from frontdesk.app.reception.record.statements import details_of_tile
from frontdesk.app.reception.session.events import Option, Question, within
from frontdesk.app.reception.session.questions import (
    BESIDE,
    DANGER_ONE,
    DETAILS,
    FOLLOW_UP,
    HISTORY,
    LISTED,
    PREGNANCY,
    TAKEN_AS_HEARD,
)
from frontdesk.models.facts import (
    Answer,
    Course,
    Details,
    Duration,
    Fact,
    Language,
    Person,
    Record,
    Relation,
    Severity,
    Sex,
    Side,
    Status,
    Topic,
    Value,
)
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.red_flags import DANGER_PAGES

SPANS = {  # hours
    "today": 8.0,
    "yesterday": 30.0,
    "days": 60.0,
    "week": 168.0,
    "weeks": 336.0,
    "month": 720.0,
    "half_year": 4380.0,
    "years": 17520.0,
}
CLINIC = "clinic:"  # of a department seen before, to be named
BANDS: dict[str, tuple[int, int | None]] = {  # months, from and to
    "newborn": (0, 3),
    "infant": (3, 12),
    "toddler": (12, 48),
    "small": (48, 84),
    "school": (84, 168),
    "child": (12, 168),
    "youth": (168, 480),
    "middle": (480, 720),
    "sixties": (720, 900),
    "old": (900, None),
}
RELATIONS = {"self": Relation.SELF, "child": Relation.CHILD, "other": Relation.OTHER}
STATUSES = {Answer.UNSURE: Status.UNKNOWN, Answer.REFUSED: Status.REFUSED}


class Heard(Value):
    """What one utterance adds to the record; `answers`: the question on the screen has its answer in it."""

    facts: Record = ()
    person: Person | None = None
    answers: bool = False
    withdrawn: tuple[str, ...] = ()  # keys of what it stands in the place of


def from_tiles(question: Question, tapped: tuple[Option, ...], language: Language) -> Heard:
    """Each tile means exactly what its key says; "none of these" denies every one that was shown, and no other."""
    keys = {option.key for option in tapped}
    if "another" in keys:
        return Heard()  # said of the department, and no answer to the page
    if question.rows:
        return _of_rows(question, tapped, language)
    quote = label(tapped, language)
    if question.key in LISTED and "none" in keys and not any(option.quote for option in question.options):
        tiles = (option for option in question.options if option.key != "none")  # which in a row stands among them
        shown = (fact for option in tiles for fact in of_tile(question, option, language))
        illnesses = (fact for fact in shown if fact.code != "may_be_pregnant")  # who is not pregnant may not be either
        words = next((option.quote for option in tapped if option.key == "none"), None)
        absent = {"status": Status.ABSENT, "quote": words or quote}
        return Heard(facts=tuple(fact.model_copy(update=absent) for fact in illnesses), answers=True)
    facts = tuple(fact for option in tapped for fact in of_tile(question, option, language))
    if (
        question.key in HISTORY
        and not keys.isdisjoint(("none", "no"))
        and any(option.quote for option in question.options)
    ):
        left = (option for option in tapped if option.quote)  # in a row what was heard is left chosen beside it
        kept = tuple(fact for option in left for fact in of_tile(question, option, language))
        heard = filled_in(question, language) if question.key in TAKEN_AS_HEARD else ()
        return Heard(facts=kept or heard, answers=True)  # nothing besides what was heard
    if "unsure" in keys:
        facts = (*facts, *unresolved(question, Status.UNKNOWN, quote))
    elif question.key in BESIDE and "none" in keys:
        facts = (*facts, *(_denied(question, option, quote) for option in question.options))
    return Heard(facts=facts, person=_person_of_tile(question, keys), answers=True)


def _of_rows(question: Question, tapped: tuple[Option, ...], language: Language) -> Heard:
    """Each row by its own tiles; of one where nothing was tapped nothing is said."""
    if any(option.key == "unsure" for option in tapped):
        told = label(tapped, language)
        return Heard(
            facts=tuple(fact for part in question.parts for fact in unresolved(part, Status.UNKNOWN, told)),
            answers=True,
        )
    answered = ((part, within(part.key, tapped)) for part in question.parts)
    return together(*(from_tiles(part, those, language) for part, those in answered if those), Heard(answers=True))


def together(*heard: Heard) -> Heard:
    """What several answers add."""
    people = [one.person for one in heard if one.person]
    person = people[0] if people else None
    for one in people[1:]:
        person = person.updated(one) if person else one
    return Heard(
        facts=tuple(fact for one in heard for fact in one.facts),
        person=person,
        answers=any(one.answers for one in heard),
        withdrawn=tuple(key for one in heard for key in one.withdrawn),
    )


def without_denials_of_told(facts: Record, record: Record, person: Person) -> Record:
    """ "None of these" denies nothing that was told before; of a danger sign that is in doubt it is the answer."""
    told = {fact.key for fact in record if fact.status is Status.PRESENT and not fact.past}
    told |= {f"{Topic.PREGNANCY}:pregnancy_known"} if is_pregnant(person, record) else set()
    listed = LISTED | BESIDE - DANGER_PAGES
    return tuple(
        fact for fact in facts if not (fact.status is Status.ABSENT and fact.asked in listed and fact.key in told)
    )


def filled_in(question: Question, language: Language, text: str = "") -> Record:
    """What the tiles say that were filled in from earlier words; `text` has its own word on what it names itself."""
    heard = (option for option in question.options if option.quote and option.quote.lower() not in text.lower())
    return tuple(fact for option in heard for fact in of_tile(question, option, language))


def words(key: str | None, text: str, turn: int) -> Fact:
    """The patient's own words under the question they answered."""
    return Fact(topic=Topic.SAID, code=f"{key or 'unasked'}:{turn}", quote=text, asked=key)


def since(lasting: Duration, asked: str | None) -> Fact:
    return detail("since", asked, lasting.words, Details(duration=lasting))


def of_tile(question: Question, option: Option, language: Language) -> Iterator[Fact]:
    kind, _, rest = option.key.partition(":")
    asked, quote = question.key, option.quote or option.label[language]
    match kind:
        case "fact":
            topic, _, code = rest.partition(":")
            yield Fact(topic=Topic(topic), code=code, quote=quote, asked=asked)
        case "sign":
            yield Fact(topic=Topic.FINDING, code=rest, quote=quote, asked=asked)
        case _ if asked == DANGER_ONE and option.key == "no":
            yield from unresolved(question, Status.ABSENT, quote)
        case "clinic":
            yield Fact(topic=Topic.SAID, code=f"{asked}:tapped", quote=quote, asked=asked)
        case "site":
            yield detail(option.key, asked, quote, Details(site=rest))
        case "how":
            yield detail(option.key, asked, quote, details_of_tile(rest, language))
        case _ if asked in HISTORY and option.key in ("no", "none"):
            yield Fact(topic=HISTORY[asked], code="none", status=Status.ABSENT, quote=quote, asked=asked)
        case _ if asked in PREGNANCY and option.key == "no":
            yield Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=Status.ABSENT, quote=quote, asked=asked)
        case _ if asked == "medicines" and option.key == "forgot":
            yield Fact(topic=Topic.MEDICINE, code="unknown", quote=quote, asked=asked)
        case _ if asked in FOLLOW_UP and option.key not in ("unsure", "none", "person", "skip"):
            yield Fact(topic=FOLLOW_UP[asked], code=option.key, quote=quote, asked=asked)
        case _ if asked == "since" and option.key in SPANS:
            told = option.quote or _lasting(option.label[language], language)
            lasting = Duration(hours=SPANS[option.key], words=told)
            yield detail("since", asked, quote, Details(duration=lasting))
        case _ if asked == "severity" and option.key in set(Severity):
            yield detail("severity", asked, quote, Details(severity=Severity(option.key)))
        case _ if asked == "progress" and option.key in set(Course):
            yield detail("progress", asked, quote, Details(course=Course(option.key)))
        case _ if asked == "side" and option.key in set(Side):
            yield detail("side", asked, quote, Details(side=Side(option.key)))
        case _:
            return


def _lasting(label: str, language: Language) -> str:
    """The answer to "when did this start?" as it stands in a line: "for about a week", "since yesterday"."""
    if language is Language.ZH:
        return label
    began = label[:1].lower() + label[1:]
    return f"for {began.removesuffix(' ago')}" if began.endswith(" ago") else f"since {began}"


def detail(code: str, asked: str | None, quote: str, details: Details) -> Fact:
    return Fact(topic=Topic.DETAIL, code=code, quote=quote, asked=asked, details=details)


def finding_of(code: str, asked: str | None, quote: str) -> Fact:
    finding = knowledge().findings.get(code)  # a danger sign told in words may be none: "he is not breathing"
    return Fact(topic=finding.topic if finding else Topic.FINDING, code=code, quote=quote, asked=asked)


def _denied(question: Question, option: Option, quote: str) -> Fact:
    code = option.key.rpartition(":")[2]
    return Fact(topic=Topic.FINDING, code=code, status=Status.ABSENT, quote=quote, asked=question.key)


def unresolved(question: Question, status: Status, quote: str) -> Iterator[Fact]:
    """What a question was about: not known, not said, or not there."""
    key = question.key
    if key in BESIDE or key == DANGER_ONE:
        for option in question.options:
            kind, _, code = option.key.rpartition(":")
            if not kind:
                continue
            yield Fact(topic=Topic.FINDING, code=code, status=status, quote=quote, asked=key)
    elif key in PREGNANCY:
        yield Fact(topic=Topic.PREGNANCY, code="may_be_pregnant", status=status, quote=quote, asked=key)
    elif key in HISTORY:
        yield Fact(topic=HISTORY[key], code="any", status=status, quote=quote, asked=key)
    elif key in FOLLOW_UP:
        yield Fact(topic=FOLLOW_UP[key], code=key, status=status, quote=quote, asked=key)
    elif key in DETAILS:
        yield Fact(topic=Topic.DETAIL, code=key, status=status, quote=quote, asked=key)


def label(tapped: tuple[Option, ...], language: Language) -> str:
    return ("，" if language is Language.ZH else ", ").join(option.label[language] for option in tapped)


def _person_of_tile(question: Question, keys: set[str]) -> Person | None:
    key = next(iter(keys), "")
    relation, _, sex = key.partition("_")
    match question.key:
        case "who" if relation in RELATIONS:
            return Person(relation=RELATIONS[relation], sex=Sex(sex) if sex in set(Sex) else None)
        case "sex" if key in set(Sex):
            return Person(sex=Sex(key))
        case "age" if key in BANDS:
            return Person(age_between=BANDS[key])
        case "past_history" | "pregnant" | "pregnant_again" if "fact:pregnancy:pregnancy_known" in keys:
            return Person(pregnant=True)
        case "pregnant" | "pregnant_again" if key == "no":
            return Person(pregnant=False)
        case _:
            return None
