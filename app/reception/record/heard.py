"""Where what was heard becomes facts: a tile tapped, a plain reply, a value that a parser is sure of, or the words."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from itertools import takewhile
from typing import Any

from app.reception.record.purposes import REPEAT, purpose_of
from app.reception.record.severity import severity
from app.reception.record.statements import VAGUE, details_of_tile
from app.reception.session.events import Option, Question
from app.reception.session.questions import (
    BESIDE,
    COMPLAINT,
    DANGER_ONE,
    DETAILS,
    DOCTOR_READS,
    FOLLOW_UP,
    HISTORY,
    OF_ANYTHING_MORE,
    OF_THE_PERSON,
    OF_THE_STORY,
    OF_THE_TALK,
    PREGNANCY,
    TAKEN_AS_HEARD,
)
from models import parsers
from models.allergies import Kind, allergens, not_borne, without_allergies
from models.facts import (
    Answer,
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
from models.knowledge.load import knowledge
from models.knowledge.schema import names_of
from models.mentions import mentions, told_as_past
from models.mentions.named import says_its_name
from models.specialists.medication.dose import read_dose
from models.specialists.medication.dose_told import dose_of
from models.specialists.medication.listing import Standing, never_taken, of_words

MAKES_IT_LIKELY = frozenset({"missed_period"})
SHORT = {Language.ZH: 8, Language.EN: 24}  # characters of a reply that holds nothing beside the value asked for
CLAUSE_END = re.compile(r"[，,；;。！？!?]|\.(?!\d)")
STORY = {Language.ZH: 16, Language.EN: 48}  # characters from which a reply holds more than who is ill


def _medicines(text: str) -> tuple[parsers.Named, ...]:
    """Those that are taken, or were; of none named, nothing more is looked for."""
    named = parsers.medicines(text)
    never = never_taken(text) if named else frozenset()
    return tuple(one for one in named if one.code not in never)


NAMED_IN: dict[str, Callable[[str], tuple[parsers.Named, ...]]] = {
    "past_history": parsers.conditions,
    "medicines": _medicines,
    "allergies": allergens,
}
SPANS = {"today": 8.0, "days": 60.0, "week": 168.0, "month": 720.0, "half_year": 4380.0, "years": 17520.0}  # hours
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
SIDE_WORDS = ("左边的", "右边的", "左边", "右边", "左", "右", "left", "right")
WORD = re.compile(r"[^\W_]+(?:'\w+)?")
COMES_WITH = (Topic.FINDING, Topic.REQUEST)
FILLERS_ZH = tuple(
    "还有 而且 然后 还 也 和 跟 加上 又 我 有点儿 有点 一直 老是 有些 了 啊 呢 吧 就是 最近 这 那".split()  # noqa: SIM905
)
FILLERS_EN = frozenset(
    "i i've i'm it's its have had has got a an the my bit of bad for since having been some and also with plus".split()  # noqa: SIM905
)


class Heard(Value):
    """What one utterance adds to the record; `answers`: the question on the screen has its answer in it."""

    facts: Record = ()
    person: Person | None = None
    answers: bool = False
    withdrawn: tuple[str, ...] = ()  # keys of what it stands in the place of


def from_tiles(question: Question, tapped: tuple[Option, ...], language: Language) -> Heard:
    """Each tile means exactly what its key says; "none of these" denies every one of them."""
    keys = {option.key for option in tapped}
    if "another" in keys:
        return Heard()  # said of the department, and no answer to the page
    facts = tuple(fact for option in tapped for fact in of_tile(question, option, language))
    quote = _label(tapped, language)
    if question.key in HISTORY and "none" in keys and any(option.quote for option in question.options):
        heard = _filled_in(question, language) if question.key in TAKEN_AS_HEARD else ()
        return Heard(facts=heard, answers=True)  # nothing besides what was heard
    if "unsure" in keys:
        facts = (*facts, *unresolved(question, Status.UNKNOWN, quote))
    elif question.key in BESIDE and "none" in keys:
        facts = (*facts, *(_denied(question, option, quote) for option in question.options))
    return Heard(facts=facts, person=_person_of_tile(question, keys), answers=True)


def from_words(
    question: Question | None, text: str, language: Language, *, now: datetime, turn: int, reply: str | None = None
) -> Heard:
    """A plain reply as the tap it stands for, a value where a parser is sure, and whatever else was said as words."""
    key = question.key if question else None
    if question is not None and (heard := _plainly(question, text if reply is None else reply, language)):
        return heard
    told = reply if reply and reply in text else text  # a question beside it tells no value
    person = person_told(key, told)
    facts = tuple(values(key, told, now=now))
    if person is not None and person.pregnant:
        facts = (*facts, Fact(topic=Topic.PREGNANCY, code="pregnancy_known", quote=text, asked=key))
    if question is not None and (key in TAKEN_AS_HEARD or (key == "offered" and _begins_with_yes(text))):
        facts = (*_filled_in(question, language, text), *facts)
    if question is not None and key in PREGNANCY and not (person and person.pregnant) and _leaves_it_open(key, text):
        facts = (*facts, *unresolved(question, Status.UNKNOWN, text))  # not known is no denial
    if key in COMPLAINT:
        named = dict.fromkeys((*plainly_named(text, now=now), *_tiles_named(question, text)))
        facts = (*_come_for(text, key), *facts)
        facts = (*(_finding(code, key, text) for code in named), *facts)
    read = (key in OF_THE_PERSON and person is not None) or (key in DETAILS and bool(facts))
    wholly = read and len(text) <= SHORT[language]
    said = () if wholly or key in OF_THE_TALK or parsers.empty(text) else (words(key, text, turn),)
    return Heard(facts=(*said, *facts), person=person, answers=bool(facts or person or said))


def _leaves_it_open(key: str, text: str) -> bool:
    """Whether words say that it is not known, or make it likely; others count so only when it is asked again."""
    if key == PREGNANCY[-1]:
        return True
    unsure = any(parsers.plain_reply(clause) in STATUSES for clause in parsers.clauses(text))
    return unsure or any(one.code in MAKES_IT_LIKELY and not one.denied for one in mentions(text))


def _come_for(text: str, key: str | None) -> Iterator[Fact]:
    """What the words come for, where that is no complaint; of a repeat prescription the medicines too."""
    purpose = purpose_of(text)
    if purpose is None:
        return
    yield _finding(purpose.code, key, purpose.words)
    for named in parsers.medicines(without_allergies(text)) if purpose.code == REPEAT else ():
        yield Fact(topic=Topic.MEDICINE, code=named.code, quote=named.words, asked=key)


def _begins_with_yes(text: str) -> bool:
    return parsers.plain_reply(next(iter(parsers.clauses(text)), "")) is Answer.YES


def words(key: str | None, text: str, turn: int) -> Fact:
    """The patient's own words under the question they answered."""
    return Fact(topic=Topic.SAID, code=f"{key or 'unasked'}:{turn}", quote=text, asked=key)


def _filled_in(question: Question, language: Language, text: str = "") -> Record:
    """What the tiles say that were filled in from earlier words; `text` has its own word on what it names itself."""
    heard = (option for option in question.options if option.quote and option.quote.lower() not in text.lower())
    return tuple(fact for option in heard for fact in of_tile(question, option, language))


# --- tiles -----------------------------------------------------------------------------------------------------------


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
        case "site":
            yield _detail(option.key, asked, quote, Details(site=rest))
        case "how":
            yield _detail(option.key, asked, quote, details_of_tile(rest, language))
        case _ if asked in HISTORY and option.key in ("no", "none"):
            yield Fact(topic=HISTORY[asked], code="none", status=Status.ABSENT, quote=quote, asked=asked)
        case _ if asked in PREGNANCY and option.key == "no":
            yield Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=Status.ABSENT, quote=quote, asked=asked)
        case _ if asked == "medicines" and option.key == "forgot":
            yield Fact(topic=Topic.MEDICINE, code="unknown", quote=quote, asked=asked)
        case _ if asked in FOLLOW_UP and option.key not in ("unsure", "none", "person", "skip"):
            yield Fact(topic=FOLLOW_UP[asked], code=option.key, quote=quote, asked=asked)
        case _ if asked == "since" and option.key in SPANS:
            lasting = Duration(hours=SPANS[option.key], words=quote)
            yield _detail("since", asked, quote, Details(duration=lasting))
        case _ if asked == "severity" and option.key in set(Severity):
            yield _detail("severity", asked, quote, Details(severity=Severity(option.key)))
        case _ if asked == "side" and option.key in set(Side):
            yield _detail("side", asked, quote, Details(side=Side(option.key)))
        case _:
            return


def _detail(code: str, asked: str | None, quote: str, details: Details) -> Fact:
    return Fact(topic=Topic.DETAIL, code=code, quote=quote, asked=asked, details=details)


def _finding(code: str, asked: str | None, quote: str) -> Fact:
    return Fact(topic=knowledge().findings[code].topic, code=code, quote=quote, asked=asked)


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


def _label(tapped: tuple[Option, ...], language: Language) -> str:
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


# --- words -----------------------------------------------------------------------------------------------------------


def _plainly(question: Question, text: str, language: Language) -> Heard | None:
    """A whole reply that says yes, no, or that it is not known counts as the tap; None where it tells nothing here."""
    reply = parsers.plain_reply(text)
    if question.key == DOCTOR_READS and reply not in (None, Answer.YES):
        return Heard()  # which line is wrong is still to be said
    if reply in STATUSES:
        return Heard(facts=tuple(unresolved(question, STATUSES[reply], text)), answers=True)
    keys = [option.key for option in question.options]
    wanted = "yes" if reply is Answer.YES else "no" if reply in (Answer.NO, Answer.NONE_OF_THESE) else ""
    if wanted == "no" and question.key in OF_ANYTHING_MORE:
        return Heard(answers=True)
    if wanted == "no" and "no" not in keys and (question.several or question.key in HISTORY):
        wanted = "none"
    if wanted == "yes" and (question.key in (DANGER_ONE, *PREGNANCY) or (len(keys) == 1 and question.several)):
        wanted = keys[0]
    if wanted == "yes" and question.several:
        heard = _filled_in(question, language) if question.key == "offered" else ()
        return Heard(facts=heard, answers=bool(heard))
    if not wanted or (wanted != "none" and wanted not in keys):
        return None
    label = {one: text for one in Language}
    return from_tiles(question, (Option(key=wanted, label=label),), language)


def values(key: str | None, text: str, *, now: datetime) -> Iterator[Fact]:
    """What parsers are sure of: asked for, or told with the complaint."""
    telling = key is None or key in COMPLAINT or key in OF_THE_STORY
    if (telling or key == "since") and (lasting := parsers.duration(text, now=now, asked=key == "since")):
        yield since(lasting, key)
    if (telling or key == "side") and (side := parsers.side(text)):
        yield _detail("side", key, text, Details(side=side))
    if key == "severity" and (how_bad := severity(text)):
        yield _detail("severity", key, text, how_bad)
    degrees = parsers.temperature(text, asked=key == "temperature") if telling or key == "temperature" else None
    if degrees is not None:
        yield _detail("temperature", key, text, Details(value=f"{degrees:.1f} °C"))
    if key in ("open", "site", "new") and (site := place_alone(text)):
        yield _detail(f"site:{site}", key, text, Details(site=site))
    for page in parsers.histories_denied(text) if telling or key in HISTORY else ():
        yield Fact(topic=HISTORY[page], code="none", status=Status.ABSENT, quote=text, asked=page)
    declined = {one.code for one in of_words(text) if one.standing is Standing.DECLINED} if key == "medicines" else ()
    for named in named_for(key or "", text, asked=key):
        if named.code in declined:
            continue
        dose = Details(value=dose_of(named.words, text) or None) if key == "medicines" else Details()
        yield Fact(topic=HISTORY[key or ""], code=named.code, quote=named.words, asked=key, details=dose)
    yield from _medicines_with_a_dose(text) if key == "medicines" else ()
    for named in parsers.tried(text) if key == "medicines" else ():
        yield Fact(topic=Topic.MEDICINE, code=named.code, quote=named.words, asked=key, past=True)


def _medicines_with_a_dose(text: str) -> Iterator[Fact]:
    """What was given up, and what is told with an amount, whatever words beside it leave it out of the plain names."""
    named = {one.code for one in parsers.medicines(text)}
    for one in of_words(text):
        over = one.standing is Standing.STOPPED
        taken = one.standing is Standing.TAKEN and read_dose(parsers.normalise(one.dose).lower()).amount
        if one.code not in named and (over or taken):
            dose = Details(value=one.dose or None)
            yield Fact(topic=Topic.MEDICINE, code=one.code, quote=one.words, asked="medicines", past=over, details=dose)


def since(lasting: Duration, asked: str | None) -> Fact:
    return _detail("since", asked, lasting.words, Details(duration=lasting))


def time_alone(text: str, *, now: datetime) -> Duration | None:
    """How long, where a clause says nothing else: "me, 17. about 5 weeks. not itchy"; None for several."""
    told = []
    for clause in parsers.clauses(text):
        lasting = parsers.duration(clause, now=now, asked=True)
        if lasting and not _bare(clause.replace(lasting.words, " ")):
            told.append(lasting)
    return told[0] if len(told) == 1 else None


def told_anyhow(key: str | None, text: str, person: Person, *, again: Iterable[str]) -> Iterator[Fact]:
    """What counts whatever the words answer: an allergy or a side effect, a temperature, what is named of histories.

    `again` are the histories that were asked for before, or are put right. An allergy that is doubted, or only avoided
    where nobody asks for allergies, is one that is not known.
    """
    for one in not_borne(text, whose=person.relation):
        topic = Topic.INTOLERANCE if one.kind is Kind.INTOLERANCE else Topic.ALLERGY
        sure = one.sure and (one.kind is not Kind.UNCLEAR or key == "allergies")
        status = Status.PRESENT if sure else Status.UNKNOWN
        did = Details(character=one.did if one.did and not parsers.is_allergy(one.did) else None)
        yield Fact(topic=topic, code=one.code, status=status, quote=one.words, asked=key, details=did)
    if key not in HISTORY and (degrees := parsers.temperature(text, asked=False)) is not None:
        yield _detail("temperature", key, text, Details(value=f"{degrees:.1f} °C"))
    for page in again:
        for named in named_for(page, text, asked=None):
            yield Fact(topic=HISTORY[page], code=named.code, quote=named.words, asked=key)


def named_for(page: str, text: str, *, asked: str | None) -> tuple[parsers.Named, ...]:
    """Illnesses, medicines or allergies, by the page that takes them, named in words said on the page `asked`."""
    if page not in NAMED_IN:
        return ()
    if page == "allergies":
        return allergens(text, asked=asked == page)
    return NAMED_IN[page](without_allergies(text))


def person_told(key: str | None, text: str) -> Person | None:
    """Who is ill, how old and of which sex, as far as the words plainly say.

    Whoever tells a story where a page asks for one of these speaks of others; it is kept in their words. The clauses it
    begins with may be the answer all the same.
    """
    telling = key is None or key in COMPLAINT
    if not telling and key not in OF_THE_PERSON:  # a pregnancy matters whenever it is told
        told = Person(pregnant=parsers.pregnant(text) or None, sex=parsers.own_sex(text))
        return told if told != Person() else None
    longest = STORY[parsers.language_of(text) or Language.ZH]
    if not telling and len(text) > longest:
        text = _beginning(text, longest)
    relation, named = parsers.relation(text, asked=key == "who") or (None, None)
    person = Person(
        relation=relation,
        words=named,
        age_months=parsers.age_months(text, asked=key in OF_THE_PERSON, child=relation is Relation.CHILD),
        sex=parsers.sex(text, asked=key in ("sex", "who")),
        pregnant=parsers.pregnant(text),
    )
    if telling and (opening := _of_the_speaker(text)):
        person = person.model_copy(update={name: told for name, told in opening.items() if not getattr(person, name)})
    return person if person != Person() else None


def _of_the_speaker(text: str) -> dict[str, Any]:
    """Sex and age in a short first clause that says both of the speaker, as who is asked says it: "我自己男的28"."""
    first = CLAUSE_END.split(text)[0]
    if len(first) > SHORT[Language.EN]:
        return {}
    relation = parsers.relation(first, asked=True)
    if relation is None or relation[0] is not Relation.SELF:
        return {}
    sex, months = parsers.sex(first, asked=True), parsers.age_months(first, asked=True, child=False)
    told = {"relation": relation[0], "words": relation[1], "sex": sex, "age_months": months}
    return told if sex and months else {}


def _beginning(text: str, longest: int) -> str:
    """Its first clauses, none of which is long enough to tell anything else."""
    clauses = CLAUSE_END.split(text)
    short = list(takewhile(lambda clause: len(clause.strip()) * 2 <= longest, clauses))
    return ",".join(short)


def place_alone(text: str) -> str | None:
    """The region of the body, when the words name it and nothing else ("my left knee", 左膝盖)."""
    bare = _bare(text)
    for side in SIDE_WORDS:
        bare = bare.replace(side, " ").strip()
    return _places().get(bare)


def plainly_named(text: str, *, now: datetime) -> tuple[str, ...]:
    """Codes of the findings that are all the words say ("a cough and a runny nose for three days"); else none."""
    named = [one for one in mentions(text) if one.topic in COMES_WITH and one.code not in VAGUE]
    if not named or any(one.denied or not (one.topic is Topic.REQUEST or says_its_name(one)) for one in named):
        return ()
    if told_as_past(parsers.normalise(text)):
        return ()
    rest = text
    for one in reversed(named):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    lasting, whose = parsers.duration(text, now=now), parsers.relation(text)
    for told in (lasting.words if lasting else "", whose[1] if whose else "", *SIDE_WORDS):
        rest = rest.replace(told, " ") if told else rest
    return () if _bare(rest) else tuple(dict.fromkeys(one.code for one in named))


def _tiles_named(question: Question | None, text: str) -> Iterator[str]:
    """Codes of the tiles that are named in answer to "is it one of these?", where nothing is asked back."""
    if question is None or question.key not in ("offered", "place") or re.search(r"[?？]", text):
        return
    tiles = {option.key.rpartition(":")[2] for option in question.options}
    yield from (one.code for one in mentions(text) if one.code in tiles and not one.denied)


def _bare(text: str) -> str:
    lowered = parsers.normalise(text).lower()
    for filler in FILLERS_ZH:
        lowered = lowered.replace(filler, " ")
    kept = "".join(c if c.isalnum() or c in "'" else " " for c in lowered).split()
    return " ".join(word for word in kept if word not in FILLERS_EN)


@cache
def _places() -> dict[str, str]:
    return {_bare(name): site.code for site in knowledge().sites.values() for name in names_of(site)}
