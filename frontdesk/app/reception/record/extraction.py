"""A dialogue as the fields of the record: what the reader is sure of, and the words under what was asked."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from frontdesk.app.reception.record.wording import age_words, details_of, name_of, pick, sex_words
from frontdesk.models import parsers
from frontdesk.models.allergies import allergens
from frontdesk.models.complaints import nearest
from frontdesk.models.facts import Answer, Fact, Language, Person, Status, Topic
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers.writing import pieces
from frontdesk.models.reading import Assertion, Kind, Page, Statement, read
from frontdesk.models.reading.alone import COMES_WITH, VAGUE
from frontdesk.models.triage.hints import hints

Words = tuple[str, ...]
# What a question is about, by its words; the first that is found. All else belongs to the present illness.
FIELDS: tuple[tuple[str, Words], ...] = (
    ("drug_allergy_history", ("过敏", "allerg")),
    ("family_history", ("家里", "家族", "父母", "遗传", "family", "runs in", "relatives", "parents")),
    ("past_surgical_history", ("手术", "开刀", "surger", "operation")),
    (
        "social_history",
        ("抽烟", "吸烟", "喝酒", "饮酒", "工作", "职业", "smok", "alcohol", "work", "job", "live"),
    ),
    ("medications", ("吃药", "用药", "什么药", "在吃", "medication", "medicine", "tablets", "taking", "prescri")),
    ("auxiliary_examination", ("检查", "化验", "报告", "片子", "test", "scan", "x-ray", "result")),
    (
        "past_history",
        ("以前", "既往", "病史", "老毛病", "past", "history", "before", "medical problem"),
    ),
)
LONG = {Language.ZH: 5, Language.EN: 16}  # characters of what is left beside statements and stands as words
OF_TOPIC = {
    Topic.CONDITION: "past_history",
    Topic.MEDICINE: "medications",
    Topic.ALLERGY: "drug_allergy_history",
    Topic.INTOLERANCE: "past_history",
    Topic.OPERATION: "past_surgical_history",
    Topic.FAMILY: "family_history",
    Topic.HABIT: "social_history",
}
PRESENT, CHIEF = "present_illness_history", "chief_complaint"
SENTENCE = re.compile(r"(?:[^。！？!?；;.\n]|\.(?=\d))+[。！？!?；;.]*")
OPENING = re.compile(  # questions that ask what somebody came for
    r"\b(?:what|how)\b.{0,30}\b(?:brings?|brought|help|problem|trouble|going on|matter|wrong|feel)\b"
    r"|(?:哪里|哪儿|哪|什么|怎么|啥)[^，。]{0,6}(?:不舒服|不好|问题|难受|症状|帮)|怎么了|怎么回事"
)
OF_SEVERAL = re.compile(r"[,，、]|\b(?:or|and|with|but)\b|和|或|还是|以及", re.I)
AT_ITS_END = re.compile(
    r"\W*(?:(?:at all|now|today|recently|yet|as well|too|的情况|的症状|症状|吗|么|呢|啊|没有|没|过)\W*)*"
)
PLAIN = {
    Answer.YES: Status.PRESENT,
    Answer.NO: Status.ABSENT,
    Answer.NONE_OF_THESE: Status.ABSENT,
    Answer.UNSURE: Status.UNKNOWN,
}
STATUSES = {
    Assertion.PRESENT: Status.PRESENT,
    Assertion.ABSENT: Status.ABSENT,
    Assertion.UNKNOWN: Status.UNKNOWN,
    Assertion.PAST: Status.PRESENT,
    Assertion.STOPPED: Status.PRESENT,
}
TOPICS = {
    Kind.SYMPTOM: Topic.FINDING,
    Kind.ILLNESS: Topic.CONDITION,
    Kind.MEDICINE: Topic.MEDICINE,
    Kind.ALLERGY: Topic.ALLERGY,
    Kind.INTOLERANCE: Topic.INTOLERANCE,
    Kind.WISH: Topic.WISH,
    Kind.DURATION: Topic.DETAIL,
}
SURELY = 0.5  # chance of a complaint that the classifier alone takes for one
SHORTEST = {Language.ZH: 4, Language.EN: 12, None: 12}  # characters of a complaint
READ = {Language.ZH: 150, Language.EN: 450}  # characters that are read at once
SENTENCE_LONG = {Language.ZH: 40, Language.EN: 120}  # characters of a complaint that stands as it was told
MOST_NAMED = 4  # complaints named of a longer one


class Spoken(NamedTuple):
    """One line of a dialogue."""

    by_patient: bool
    text: str


class Kept(NamedTuple):
    """What one reply adds to a field: `text` as the record has it, from `quote` in line `turn`, counted from 1."""

    field: str
    text: str
    turn: int
    quote: str


class Reply(NamedTuple):
    turn: int
    question: str
    text: str
    stated: tuple[Fact, ...]


def extracted(dialogue: Sequence[Spoken], noted: Sequence[Fact] = ()) -> dict[str, Any]:
    """`record` (field to text), `evidence` (field to turns, from 1, with quotes), positives, negatives, unknowns.

    `noted`: what a model heard in the patient's lines, checked; it stands in place of what the lines plainly say.
    """
    language = language_of(dialogue)
    person, kept, facts, replies = Person(), list[Kept](), list[Fact](), list[Reply]()
    for turn, question, text in _replies(dialogue):
        told = _told_of(text, question)
        kept += _of_person(told, turn, text, language) if told else ()
        person = person.updated(told)
        of_turn = tuple(fact for fact in noted if fact.turn == turn)
        stated = of_turn or tuple(_stated(question, text, turn, language))
        facts += stated
        replies.append(Reply(turn, question, text, stated))
        kept += _kept(replies[-1], language)
    kept = [*_chief(replies, language), *kept]
    fields = dict.fromkeys(one.field for one in kept)
    gap = pick(("；", "; "), language)
    return {
        "record": {field: gap.join(_of(field, kept)) for field in fields},
        "evidence": {
            field: [{"turn": one.turn, "quote": one.quote} for one in kept if one.field == field] for field in fields
        },
        "positives": _names(facts, language, Status.PRESENT),
        "negatives": _names(facts, language, Status.ABSENT),
        "unknowns": _names(facts, language, Status.UNKNOWN, Status.REFUSED),
    }


def language_of(dialogue: Sequence[Spoken]) -> Language:
    return parsers.language_of(" ".join(line.text for line in dialogue if line.by_patient)) or Language.ZH


def _replies(dialogue: Sequence[Spoken]) -> Iterator[tuple[int, str, str]]:
    """Each line of the patient with its number and what was said to them just before."""
    question = ""
    for turn, line in enumerate(dialogue, start=1):
        if not line.by_patient:
            question = line.text
        elif not parsers.empty(line.text):
            yield turn, question, line.text.strip()


def _told_of(text: str, question: str) -> Person | None:
    """Age and sex, where the reply plainly says them."""
    asked = question.lower()
    of_age = "岁" in asked or "多大" in asked or "how old" in asked or "your age" in asked
    months = parsers.age_months(text, asked=of_age, child=False)
    sex = parsers.sex(text, asked="性别" in asked or "male or female" in asked)
    return Person(age_months=months, sex=sex) if months is not None or sex is not None else None


def _of_person(told: Person, turn: int, text: str, language: Language) -> Iterator[Kept]:
    if told.age_months is not None:
        yield Kept("age", age_words(told, language), turn, text)
    if told.sex is not None:
        yield Kept("gender", sex_words(told.sex, language), turn, text)


def _stated(question: str, text: str, turn: int, language: Language) -> Iterator[Fact]:
    """What the reply surely says, of itself and of what the question names; by its code, else by its words."""
    plainly = PLAIN.get(parsers.plain_reply(text) or Answer.REFUSED)
    if plainly is not None and (named := _asked_about(question)):
        yield Fact(topic=Topic(named.topic), code=named.code, status=plainly, quote=text, turn=turn, asked=PRESENT)
        return
    asked = question
    for piece in pieces(text, READ[language]):
        for one in read(Page(asked=asked, language=language), piece).statements:
            yield from _fact(one, piece, turn) if one.in_question else _fact(one, one.quote, turn)
        asked = ""


def _asked_about(question: str) -> Mention | None:
    """What the question puts, where it puts one thing alone and at its end: "do you have a fever?", 有没有发烧？.

    "No fever, then?", "fever or chills?" and "with the headaches, how is your vision?" leave open what a reply is to.
    """
    asked = SENTENCE.findall(question.strip())[-1:]
    if not asked or OF_SEVERAL.search(asked[0]):
        return None
    named = mentions(asked[0])
    if len(named) != 1 or named[0].denied:
        return None
    return named[0] if AT_ITS_END.fullmatch(asked[0][named[0].end :].lower()) else None


def _fact(one: Statement, quote: str, turn: int) -> Iterator[Fact]:
    """A statement of the patient, or of kin; what is feared, asked about or surmised is in the words alone."""
    topic, status = TOPICS.get(one.kind), STATUSES.get(one.status)
    if one.status is Assertion.OTHER_PERSON and one.kind in (Kind.ILLNESS, Kind.SYMPTOM):
        yield Fact(topic=Topic.FAMILY, code=one.quote, quote=quote, turn=turn)
    if topic is None or status is None or not one.sure:
        return
    code = next((named for named in _codes(one)), one.quote)
    past = one.status in (Assertion.PAST, Assertion.STOPPED)
    asked = PRESENT if one.in_question else None
    yield Fact(topic=topic, code=code, status=status, past=past, quote=quote, turn=turn, asked=asked)


def _codes(one: Statement) -> Iterator[str]:
    """The knowledge's code of what the statement names; the longest name first."""
    match one.kind:
        case Kind.MEDICINE | Kind.INTOLERANCE:
            yield from (named.code for named in parsers.medicines(one.quote))
        case Kind.ALLERGY:
            yield from (named.code for named in allergens(one.quote, asked=True))
        case Kind.ILLNESS:
            yield from (named.code for named in parsers.conditions(one.quote))
        case _:
            named = sorted(mentions(one.quote), key=lambda mention: mention.start - mention.end)
            yield from (mention.code for mention in named if mention.topic in COMES_WITH and mention.code not in VAGUE)


def _chief(replies: Sequence[Reply], language: Language) -> Iterator[Kept]:
    """What somebody came for: what they open with, the first complaint, or what is told to who asks for it."""
    opened = [one for one in replies[:1] if not one.question and _complains(one)]
    told = [
        one for one in replies if _names_complaint(one) or (OPENING.search(one.question.lower()) and _complains(one))
    ]
    ill = [one for one in replies if _complains(one) and not _asks(one)]
    for one in (opened or told or ill or [one for one in replies if _sounds_like_one(one)])[:1]:
        yield Kept(CHIEF, _complaint(one, language), one.turn, one.text)


def _complaint(one: Reply, language: Language) -> str:
    """In their words and at most a sentence: the one that tells of it; of a long one what it names, and since when."""
    named = [fact.quote for fact in one.stated if _is_complaint(fact)]
    sentences = [str(sentence).strip() for sentence in SENTENCE.findall(one.text)] or [one.text]
    telling = [sentence for sentence in sentences if any(quote in sentence for quote in named)]
    telling = telling or [sentence for sentence in sentences if hints(sentence)] or sentences
    if not named or len(telling[0]) <= SENTENCE_LONG[language]:
        return telling[0]
    lasting = [fact.quote for fact in one.stated if fact.topic is Topic.DETAIL]
    gap = pick(("，", ", "), language)
    return gap.join(dict.fromkeys((*named[:MOST_NAMED], *lasting[:1])))


def _kept(reply: Reply, language: Language) -> Iterator[Kept]:
    """The reply in its field."""
    turn, question, text, stated = reply
    field = field_of(question)
    for fact in stated:
        words = _status_words(_named(fact, language), fact.status, language)
        yield Kept(OF_TOPIC.get(fact.topic, field), words, turn, fact.quote)
    if not _covered(text, stated, language):
        asked = question.strip()
        words = pick((f"问“{asked}”，答“{text}”", f"asked “{asked}”, said “{text}”"), language) if asked else text
        yield Kept(field, words, turn, text)


def _named(fact: Fact, language: Language) -> str:
    details = details_of(fact.details, language)
    return pick(("，", ", "), language).join((name_of(fact, language, record=True), *details))


def _covered(text: str, stated: tuple[Fact, ...], language: Language) -> bool:
    """Nothing of any length is left of the reply beside what was stated; beside a medicine, nothing: it may be when."""
    if stated and parsers.plain_reply(text) is not None:
        return True
    for fact in stated:
        if fact.asked is not None:
            continue  # of the question's words; those of the reply may say more
        for words in (fact.quote, fact.details.character, fact.details.duration and fact.details.duration.words):
            text = text.replace(words, " ") if words else text
    longest = 1 if any(fact.topic is Topic.MEDICINE for fact in stated) else LONG[language]
    return bool(stated) and len(text.strip(" ,.，。、!?！？")) < longest


def _is_complaint(fact: Fact) -> bool:
    return fact.topic in (Topic.FINDING, Topic.REQUEST, Topic.WISH) and fact.status is Status.PRESENT and not fact.past


def _names_complaint(one: Reply) -> bool:
    return any(_is_complaint(fact) and fact.asked is None for fact in one.stated)


def _complains(one: Reply) -> bool:
    """Something a complaint may be: no greeting, no yes."""
    if parsers.plain_reply(one.text) is not None:
        return False
    ill = any(fact.topic is Topic.CONDITION and fact.status is Status.PRESENT for fact in one.stated)
    return ill or _names_complaint(one) or bool(hints(one.text))


def _sounds_like_one(one: Reply) -> bool:
    """By the classifier alone: for words that nothing else knows, and that hold more than a number or a medicine."""
    medicine = any(fact.topic is Topic.MEDICINE for fact in one.stated)
    plain = parsers.plain_reply(one.text) is not None or len(one.text) < SHORTEST[parsers.language_of(one.text)]
    return not (plain or medicine or _asks(one)) and bool(nearest(one.text, most=1, at_least=SURELY))


def _asks(one: Reply) -> bool:
    """Whether most of it is a question."""
    return 2 * len("".join(parsers.questions(one.text))) >= len(one.text)


def field_of(question: str) -> str:
    """The field of the record that the reply to `question` belongs in."""
    asked = question.lower()
    return next((field for field, words in FIELDS if any(word in asked for word in words)), PRESENT)


def _status_words(name: str, status: Status, language: Language) -> str:
    match status:
        case Status.PRESENT:
            return name
        case Status.ABSENT:
            return pick((f"没有{name}", f"no {name}"), language)
        case Status.UNKNOWN:
            return pick((f"{name}：不清楚", f"{name}: does not know"), language)
        case Status.REFUSED:
            return pick((f"{name}：不愿意说", f"{name}: would not say"), language)


def _of(field: str, kept: Sequence[Kept]) -> list[str]:
    texts = [one.text for one in kept if one.field == field]
    return texts[-1:] if field in ("age", "gender") else list(dict.fromkeys(texts))


def _names(facts: Sequence[Fact], language: Language, *statuses: Status) -> list[str]:
    standing: dict[str, Fact] = {}
    for fact in facts:
        before = standing.get(fact.key)
        over = before is not None and before.status is Status.PRESENT and fact.status is Status.ABSENT
        if fact.topic not in (Topic.DETAIL, Topic.WISH, Topic.FAMILY) and not over:
            standing[fact.key] = fact  # what was there and is over stays: "no fever today" after a fever
    found = (_with_words(fact, language) for fact in standing.values() if fact.status in statuses)
    return list(dict.fromkeys(found))


def _with_words(fact: Fact, language: Language) -> str:
    """Its name, and the words it was told in where they are others."""
    name = name_of(fact, language)
    told = fact.quote if fact.asked is None else ""
    if not told or told.lower() in name.lower() or name.lower() in told.lower():
        return told if name.lower() in told.lower() else name
    return pick((f"{name}（{told}）", f"{name} ({told})"), language)
