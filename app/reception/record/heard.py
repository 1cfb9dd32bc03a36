"""Where what was heard becomes facts: a tile tapped, a plain reply, a value read from the words, or the words themselves."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache

from app.reception.record.statements import WORDS_OF, details_of_tile, is_complaint
from app.reception.session.events import Option, Question
from models import parsers
from models.facts import Answer, Details, Duration, Fact, Language, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge
from models.knowledge.schema import names_of

# What may be told with the complaint and is read out of the words where a parser is sure; asked of what complaint.
COMPLAINT = frozenset({"open", "offered", "site", "place", "new"})
HISTORY = {"past_history": Topic.CONDITION, "medicines": Topic.MEDICINE, "allergies": Topic.ALLERGY}
FOLLOW_UP = {"course": Topic.COURSE, "adherence": Topic.ADHERENCE, "result": Topic.RESULT}
OF_THE_PERSON = frozenset({"who", "age", "sex", "pregnancy"})
NO_RECORD = frozenset({"anything_else", "meant", "offer", "identify", "read_on", "choose", "read_back"})
SPANS = {"today": 8.0, "days": 60.0, "week": 168.0, "month": 720.0, "half_year": 4380.0, "years": 17520.0}  # hours
BANDS: dict[str, tuple[int, int | None]] = {  # months
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


def from_tiles(question: Question, tapped: tuple[Option, ...], language: Language) -> Heard:
    """Each tile means exactly what its key says; a danger sign left untapped on its page is denied."""
    keys = {option.key for option in tapped}
    facts = tuple(fact for option in tapped for fact in _of_tile(question, option, language))
    if "unsure" in keys:
        facts = (*facts, *_unresolved(question, Status.UNKNOWN, _label(tapped, language)))
    elif question.key in ("danger", "also") and not keys & {"person", "skip"}:
        denied = (option for option in question.options if option.key not in keys)
        facts = (*facts, *(_denied(question, option, tapped, language) for option in denied))
    return Heard(facts=facts, person=_person_of_tiles(question, keys, tapped, language), answers=True)


def from_words(question: Question | None, text: str, language: Language, *, now: datetime, turn: int) -> Heard:
    """A value where one was asked and a parser is sure; the words stand beside it, and alone where none is."""
    key = question.key if question else None
    reply = parsers.plain_reply(text)
    if question is not None and reply is not None and (heard := _plainly(question, reply, text)):
        return heard
    person = _person_told(key, text)
    facts = tuple(_values(key, text, now=now))
    wholly = (key in OF_THE_PERSON and person is not None) or (key in WORDS_OF and bool(facts))
    wholly = wholly or any(fact.code.startswith("site:") for fact in facts)
    said = () if wholly or key in NO_RECORD or parsers.empty(text) else (_words(key, text, turn),)
    answers = bool(facts or person or said)
    return Heard(facts=(*facts, *said), person=person, answers=answers)


def _words(key: str | None, text: str, turn: int) -> Fact:
    return Fact(topic=Topic.SAID, code=f"{key or 'unasked'}:{turn}", quote=text, asked=key)


# --- tiles -----------------------------------------------------------------------------------------------------------


def _of_tile(question: Question, option: Option, language: Language) -> Iterator[Fact]:
    kind, _, rest = option.key.partition(":")
    quote = option.quote or option.label[language]
    asked = question.key
    match kind:
        case "fact":
            topic, _, code = rest.partition(":")
            yield Fact(topic=Topic(topic), code=code, quote=quote, asked=asked)
        case "sign":
            yield Fact(topic=Topic.FINDING, code=rest, quote=quote, asked=asked)
        case "site":
            yield Fact(topic=Topic.DETAIL, code=option.key, quote=quote, asked=asked, details=Details(site=rest))
        case "how":
            yield Fact(topic=Topic.DETAIL, code=rest, quote=quote, asked=asked, details=details_of_tile(rest))
        case _ if asked in HISTORY and option.key in ("no", "none"):
            yield Fact(topic=HISTORY[asked], code="none", status=Status.ABSENT, quote=quote, asked=asked)
        case _ if asked == "medicines" and option.key == "forgot":
            yield Fact(topic=Topic.MEDICINE, code="unknown", quote=quote, asked=asked)
        case _ if asked in FOLLOW_UP and option.key not in ("unsure", "none", "person", "skip"):
            yield Fact(topic=FOLLOW_UP[asked], code=asked, quote=quote, asked=asked)
        case _ if asked == "since" and option.key in SPANS:
            lasted = Duration(hours=SPANS[option.key], words=quote)
            yield Fact(topic=Topic.DETAIL, code="since", quote=quote, asked=asked, details=Details(duration=lasted))
        case _ if asked == "side" and option.key in ("left", "right", "both"):
            told = Details.model_validate({"side": option.key})
            yield Fact(topic=Topic.DETAIL, code="side", quote=quote, asked=asked, details=told)
        case _:
            return


def _denied(question: Question, option: Option, tapped: tuple[Option, ...], language: Language) -> Fact:
    code = option.key.rpartition(":")[2]
    quote = _label(tuple(o for o in tapped if o.key == "none"), language) or option.label[language]
    return Fact(topic=Topic.FINDING, code=code, status=Status.ABSENT, quote=quote, asked=question.key)


def _unresolved(question: Question, status: Status, quote: str) -> Iterator[Fact]:
    """What a question was about, not known or not said."""
    key = question.key
    if key in ("danger", "also"):
        for option in question.options:
            code = option.key.rpartition(":")[2]
            yield Fact(topic=Topic.FINDING, code=code, status=status, quote=quote, asked=key)
    elif key in HISTORY:
        yield Fact(topic=HISTORY[key], code="any", status=status, quote=quote, asked=key)
    elif key in FOLLOW_UP:
        yield Fact(topic=FOLLOW_UP[key], code=key, status=status, quote=quote, asked=key)
    elif key in WORDS_OF:
        yield Fact(topic=Topic.DETAIL, code=key, status=status, quote=quote, asked=key)


def _label(tapped: tuple[Option, ...], language: Language) -> str:
    return "，".join(option.label[language] for option in tapped)


def _person_of_tiles(
    question: Question, keys: set[str], tapped: tuple[Option, ...], language: Language
) -> Person | None:
    key = next(iter(keys), "")
    match question.key:
        case "who" if (relation := key.partition("_")[0]) in RELATIONS:
            sex = key.partition("_")[2]
            return Person(relation=RELATIONS[relation], sex=Sex(sex) if sex in Sex else None)
        case "sex" if key in Sex:
            return Person(sex=Sex(key))
        case "age" if key in BANDS:
            low, high = BANDS[key]
            return Person(age_months=(low + high) // 2 if high else low + 24, age_between=BANDS[key])
        case "past_history" if "fact:pregnancy:pregnancy_known" in keys:
            return Person(pregnant=True)
        case "pregnancy" if key in ("yes", "no"):
            return Person(pregnant=key == "yes")
        case _:
            return None


# --- words -----------------------------------------------------------------------------------------------------------


def _plainly(question: Question, reply: Answer, text: str) -> Heard | None:
    """A whole reply that says yes, no, or that it is not known counts as the tap; None where it tells nothing here."""
    key = question.key
    quote = {language: text for language in Language}
    if reply in STATUSES:
        return Heard(facts=tuple(_unresolved(question, STATUSES[reply], text)), answers=True)
    if reply in (Answer.NO, Answer.NONE_OF_THESE):
        if question.several or key in HISTORY:
            none = Option(key="none", label=quote)
            return from_tiles(question, (none,), Language.ZH)
        if any(option.key == "no" for option in question.options):
            return from_tiles(question, (Option(key="no", label=quote),), Language.ZH)
    if reply is Answer.YES and any(option.key == "yes" for option in question.options):
        return from_tiles(question, (Option(key="yes", label=quote),), Language.ZH)
    return None


def _values(key: str | None, text: str, *, now: datetime) -> Iterator[Fact]:
    """What parsers are sure of: asked for, or told with the complaint."""
    telling = key is None or key in COMPLAINT
    if (telling or key == "since") and (lasted := parsers.duration(text, now=now)):
        yield _detail("since", key, lasted.words, Details(duration=lasted))
    if (telling or key == "side") and (side := parsers.side(text)):
        yield _detail("side", key, text, Details(side=side))
    if (telling or key == "temperature") and (degrees := parsers.temperature(text, asked=key == "temperature")):
        yield _detail("temperature", key, text, Details(value=f"{degrees:.1f} °C"))
    if key in FOLLOW_UP and not parsers.questions(text):
        yield Fact(topic=FOLLOW_UP[key], code=key, quote=text, asked=key)
    if key in ("open", "site", "new") and (site := place_alone(text)):
        yield _detail(f"site:{site}", key, text, Details(site=site))
    yield from _named(key, text)


def _detail(code: str, key: str | None, quote: str, details: Details) -> Fact:
    return Fact(topic=Topic.DETAIL, code=code, quote=quote, asked=key, details=details)


def _named(key: str | None, text: str) -> Iterator[Fact]:
    """Illnesses, medicines and allergens by their names, where they were asked for."""
    found: Iterable[parsers.Named] = ()
    match key:
        case "past_history":
            found = parsers.conditions(text)
        case "medicines":
            found = (one for one in parsers.medicines(text) if one.code)
        case "allergies":
            found = parsers.allergens(text)
    for named in found:
        yield Fact(topic=HISTORY[key or ""], code=named.code, quote=named.words, asked=key)


def _person_told(key: str | None, text: str) -> Person | None:
    """Who is ill, how old and which sex, as far as parsers are sure."""
    telling = key is None or key in COMPLAINT
    if not telling and key not in OF_THE_PERSON:
        return None
    related = parsers.relation(text) if telling or key == "who" else None
    relation, words = related or (None, None)
    months = parsers.age_months(text, asked=key == "age", child=relation is Relation.CHILD)
    sex = parsers.sex(text, asked=key == "sex")
    person = Person(relation=relation, words=words, age_months=months, sex=sex)
    return person if person != Person() else None


def place_alone(text: str) -> str | None:
    """The region of the body, when the words name it and nothing else ("my left knee", 左膝盖)."""
    bare = _bare(text)
    for words in SIDE_WORDS:
        bare = bare.replace(words, " ").strip()
    return _places().get(bare)


SIDE_WORDS = ("左边的", "右边的", "左边", "右边", "左", "右", "left", "right")


@cache
def _places() -> dict[str, str]:
    return {_bare(name): site.code for site in knowledge().sites.values() for name in names_of(site)}


def plainly_named(text: str, *, now: datetime) -> tuple[str, str] | None:
    """Code and words of the finding that is all the words say ("I have a cough", 咳嗽三天了); None otherwise."""
    bare = _bare(text)
    lasted = parsers.duration(text, now=now)
    if lasted is not None:
        bare = _bare(text.replace(lasted.words, " "))
    code = _findings_by_name().get(bare)
    return (code, text) if code else None


def _bare(text: str) -> str:
    lowered = parsers.normalise(text).lower()
    for filler in FILLERS_ZH:
        lowered = lowered.replace(filler, " ")
    words = "".join(c if c.isalnum() or c in "'" else " " for c in lowered).split()
    return " ".join(word for word in words if word not in FILLERS_EN)


FILLERS_ZH = ("我", "有点儿", "有点", "一直", "老是", "有些", "了", "啊", "呢", "吧", "就是", "最近")
FILLERS_EN = frozenset("i i've i'm have had has got a an the my bit of bad for since having please been some".split())


@cache
def _findings_by_name() -> dict[str, str]:
    return {
        _bare(name): finding.code
        for finding in knowledge().findings.values()
        if finding.topic is Topic.FINDING
        for name in (finding.zh, finding.en, *(words for said in finding.says.values() for words in said))
    }


def told(record: Record) -> Record:
    """The complaints that stand: tapped statements and the words they were told in."""
    return tuple(fact for fact in record if is_complaint(fact) or (fact.topic is Topic.SAID and fact.asked in COMPLAINT))
