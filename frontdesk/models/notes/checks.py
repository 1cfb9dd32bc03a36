"""Plain code over what a model noted: what the patient's words do not bear out is dropped, each thing for itself."""

import re
from collections.abc import Iterator
from datetime import datetime

from frontdesk.models import allergies, parsers
from frontdesk.models.complaints import nearest
from frontdesk.models.facts import Answer, Details, Duration, Fact, Language, Person, Record, Sex, Status, Topic, Value
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.mentions import mentions
from frontdesk.models.notes import commands
from frontdesk.models.notes.capability import (
    TOPICS,
    AskedOf,
    Danger,
    Experiencer,
    Heard,
    Kind,
    Note,
    Notes,
    Op,
    Taking,
    TalkAct,
    Want,
    Who,
)
from frontdesk.models.notes.quotes import Found, denies, find, holds_denial, numbers, sentence
from frontdesk.models.notes.tiles import answers_of
from frontdesk.models.parsers.content import content
from frontdesk.models.parsers.english import tokens
from frontdesk.models.parsers.markup import holds_markup
from frontdesk.models.reading.commands import Reading, Statement
from frontdesk.models.red_flags.rules import RULES

ALIKE = 0.05  # chance from which the classifier of complaints agrees that the words mean a finding
NEAREST = 5
LONGEST = 160  # characters of a quote that becomes a line of the record
SHORT = 24  # bytes of a quote that says one thing, eight characters of Chinese: a denial in it denies that
OF_A_DENIAL = 60  # bytes of a sentence that need not name what it denies: it answers a question
HISTORY = re.compile(
    r"allerg|react|medic|tablet|pill|drug|illness|disease|condition|diagnos|过敏|药|(?<![人])病(?!\s*[人房])|不良反应",
    re.IGNORECASE,
)
SOMEBODYS = re.compile(r"\d(?:\s*\d){3,}")  # the number of a patient or a record: nobody denies an own history with one
NONE = "none"  # stands for everything of a kind: no allergies at all
HISTORIES = frozenset({Kind.ILLNESS, Kind.MEDICINE, Kind.ALLERGY})
NAMED = HISTORIES | {Kind.SYMPTOM, Kind.OPERATION, Kind.FAMILY, Kind.INTOLERANCE}
NOT_BORNE = {allergies.Kind.ALLERGY: Kind.ALLERGY, allergies.Kind.INTOLERANCE: Kind.INTOLERANCE}
SINCE = f"{Topic.DETAIL}:since"
THESE = "these"  # stands for every statement of the page that was asked
MONTHS = {"years": 12.0, "months": 1.0, "weeks": 12 / 52, "days": 12 / 365}
OLDEST = 125  # years
REVISES = frozenset({Op.WITHDRAW, Op.CORRECT})
OVER = frozenset({Taking.STOPPED, Taking.TRIED})
STATUSES = {Op.DENY: Status.ABSENT, Op.NOT_KNOWN: Status.UNKNOWN}


class Wanted(Value):
    """An act of the talk in the patient's words; `what` is what it is of, empty where the words name nothing."""

    act: TalkAct
    quote: str
    what: str = ""


class Noted(Value):
    """What stands of a model's reply; `dropped` says why each thing that does not was left out.

    `answers` are by tile key: yes, no or unknown; `quotes` are the words of each. `tells`: something is told of the
    visit, be it known already. `reading` is the same as the commands of a reader.
    """

    answers: dict[str, str] = {}
    quotes: dict[str, str] = {}
    facts: Record = ()
    withdrawn: tuple[str, ...] = ()
    person: Person | None = None
    danger: tuple[tuple[str, str], ...] = ()  # rule and quote
    asks: tuple[tuple[AskedOf, str], ...] = ()
    wants: tuple[Wanted, ...] = ()
    tells: bool = False
    reading: Reading = Reading()
    dropped: tuple[str, ...] = ()

    @property
    def for_doctor(self) -> tuple[str, ...]:
        return tuple(quote for to, quote in self.asks if to is AskedOf.DOCTOR)


class _Kept:
    """What is found to stand, note by note."""

    def __init__(self) -> None:
        self.facts: dict[str, Fact] = {}
        self.withdrawn: list[str] = []
        self.dropped: list[str] = []
        self.statements: list[Statement] = []


def founded(heard: Heard, notes: Notes, *, now: datetime) -> Noted:
    """The reply as facts. A quote has to stand in what the patient said, a number to be theirs, a denial to deny."""
    kept = _Kept()
    for note in notes.notes:
        _keep(note, kept, heard, now)
    answers = answers_of(notes.answers, heard)
    person = _person(notes.who, heard) if notes.who else None
    asks = tuple((one.to, f.words) for one in notes.asks if (f := find(one.quote, heard)) is not None)
    wants = tuple(_wants(notes.wants, heard))
    corrects = tuple(f.words for note in notes.notes if note.op in REVISES and (f := find(note.quote, heard)))
    return Noted(
        answers=answers.told,
        quotes=answers.quotes,
        facts=tuple(kept.facts.values()),
        withdrawn=tuple(dict.fromkeys(key for key in kept.withdrawn if key not in kept.facts)),
        person=person,
        danger=tuple(_danger(notes.danger, heard)),
        asks=asks,
        wants=wants,
        tells=bool(kept.statements),
        reading=Reading(
            answers={key: answer == "yes" for key, answer in answers.told.items() if answer != "unknown"},
            statements=tuple(kept.statements),
            person=person,
            acts=tuple(commands.acts(asks, [(one.act, one.what, one.quote) for one in wants], corrects)),
            by="model",
        ),
        dropped=(*kept.dropped, *("answer",) * answers.dropped),
    )


def _keep(note: Note, kept: _Kept, heard: Heard, now: datetime) -> None:
    found = find(note.quote, heard)
    if found is None or holds_markup(found.line.text):
        kept.dropped.append("quote")
        return
    line = _line(note, heard)
    if note.op in REVISES:
        gone = [line.key] if line is not None and _taken_back(line, found, heard) else []
        kept.withdrawn += gone
        kept.dropped += () if gone else (note.op.value,)
        if note.op is Op.WITHDRAW or not gone:
            return
        note = note.model_copy(update={"op": Op.ADD})
    if line is None and note.op is Op.DENY and _stands(note, found, heard):
        kept.dropped.append("complaint")
        return
    kept.withdrawn += _corrected_since(note, found, heard)
    made = list(_facts(note, found, heard, now)) if note.experiencer is not Experiencer.OTHER else []
    if line is not None:  # what is told in the place of a complaint is the complaint
        made = [one.model_copy(update={"asked": line.asked}) for one in made]
    kept.facts |= {one.key: one for one in made if not _repeats(one, heard.record)}
    if made or note.experiencer is Experiencer.OTHER or note.kind is Kind.VALUE:
        kept.statements += commands.statements(note, found, heard)
    else:
        kept.dropped.append(note.op.value)


def _wants(told: list[Want], heard: Heard) -> Iterator[Wanted]:
    """Acts of the newest words; what they are of is looked for there too."""
    newest = max((line.turn for line in heard.lines), default=0)
    for one in told:
        found = find(one.quote, heard)
        if found is not None and found.line.turn == newest:
            what = find(one.what, heard) if one.what else None
            yield Wanted(act=one.act, quote=found.words, what=what.words if what else "")


# --- statements ------------------------------------------------------------------------------------------------------


def _facts(note: Note, found: Found, heard: Heard, now: datetime) -> Iterator[Fact]:
    if note.op is Op.DENY and (not denies(found) or _tells_otherwise(note, found) or _of_something_else(note, found)):
        return
    note = _as_told(note, found)
    quote = found.words[:LONGEST]
    if note.kind is Kind.VALUE:
        degrees = parsers.temperature(found.words, asked=True)
        value = Details(value=f"{degrees:.1f} °C") if degrees is not None else None
        if value and note.op is Op.ADD:
            yield Fact(topic=Topic.DETAIL, code="temperature", quote=quote, turn=found.line.turn, details=value)
        return
    if note.code == THESE and note.op in STATUSES:
        for one in heard.these:
            yield Fact(topic=Topic.FINDING, code=one, status=STATUSES[note.op], quote=quote, turn=found.line.turn)
        return
    code = code_of(note, found, heard)
    finding = knowledge().findings.get(code or "")
    topic = finding.topic if finding and note.kind is Kind.SYMPTOM else TOPICS[note.kind]
    if note.op in STATUSES:
        if code is not None:
            yield Fact(topic=topic, code=code, status=STATUSES[note.op], quote=quote, turn=found.line.turn)
        return
    if code is not None and _denied_in(code, quote):
        return
    if code is None and note.kind in NAMED and not _names(note.name, quote):
        return  # their words are kept whole as they are
    code = code or (note.name if _wholly_in(note.name, quote) else quote)
    details = _details(note, found, heard, now)
    before = _present(topic, code, heard)
    if before is not None:
        over = before.past or (note.kind is Kind.MEDICINE and note.status in OVER)
        more = _more(before.details, details, corrects=_corrects(found))
        yield before.model_copy(update={"details": more, "past": over})
        return
    yield Fact(
        topic=topic,
        code=code,
        past=bool(note.past) or (note.kind is Kind.MEDICINE and note.status in OVER),
        quote=quote,
        turn=found.line.turn,
        details=details,
    )


def _as_told(note: Note, found: Found) -> Note:
    """An allergy or an intolerance as the words tell it, whichever the model took it for."""
    if note.op is not Op.ADD or note.kind not in NOT_BORNE.values():
        return note
    told = allergies.not_borne(found.line.text)
    meant = [one for one in told if one.words.lower() in f"{found.words}\n{note.name}".lower()]
    kinds = {NOT_BORNE[one.kind] for one in meant if one.kind in NOT_BORNE}
    return note.model_copy(update={"kind": kinds.pop()}) if len(kinds) == 1 else note


def _tells_otherwise(note: Note, found: Found) -> bool:
    """Whether all allergies are denied in a line that tells of one."""
    of_all = note.kind is Kind.ALLERGY and note.code == NONE
    return of_all and any(one.kind is allergies.Kind.ALLERGY for one in allergies.not_borne(found.line.text))


def _of_something_else(note: Note, found: Found) -> bool:
    """A whole history is denied by few words, or by words that name it: "ask nothing more" denies no allergy."""
    said = sentence(found)
    named = HISTORY.search(said) and not SOMEBODYS.search(said)
    return note.code == NONE and len(said.encode()) > OF_A_DENIAL and not named


def code_of(note: Note, found: Found, heard: Heard) -> str | None:
    """The list's own code, where the words, or what they answer, are known to mean it; None for what no list has."""
    if note.code == NONE and note.op is Op.DENY and note.kind in HISTORIES:
        return NONE
    named = found.words if note.op is Op.ADD else f"{found.asked}\n{found.words}"
    match note.kind:
        case Kind.MEDICINE:
            return _of(parsers.medicines(f"{found.words}\n{note.name}"), found)
        case Kind.ALLERGY:
            return _of(allergies.allergens(f"{found.words}\n{note.name}"), found)
        case Kind.INTOLERANCE:
            return _of(parsers.medicines(note.name), found)
        case Kind.ILLNESS:
            return _of(parsers.conditions(f"{named}\n{note.name}"), found, beside=found.asked)
        case Kind.SYMPTOM:
            return _symptom(note, found, heard)
        case Kind.PREGNANCY:
            return "pregnancy_known"
        case _:
            return None


def _of(named: tuple[parsers.Named, ...], found: Found, *, beside: str = "") -> str | None:
    """What is named in the patient's words, or in the question that they answer."""
    there = f"{found.line.text}\n{beside}".lower()
    return next((one.code for one in named if one.words.lower() in there), None)


def _symptom(note: Note, found: Found, heard: Heard) -> str | None:
    known = knowledge()
    if note.code in heard.codes and _agreed(note.code, found, heard):
        return note.code
    named = [one for one in mentions(note.name) if one.topic in (Topic.FINDING, Topic.REQUEST)]
    if len(named) == 1 and named[0].code in known.findings and _agreed(named[0].code, found, heard):
        return named[0].code
    return None


def _agreed(code: str | None, found: Found, heard: Heard) -> bool:
    """The words may mean it, or answer the question that names it."""
    if code is None:
        return False
    if code in heard.these or code in knowledge().signs or _present(Topic.FINDING, code, heard):
        return True
    words = f"{found.asked}\n{found.words}"
    if any(one.code == code for one in mentions(words)) or _named_in(code, words):
        return True
    return code in nearest(found.line.text, most=NEAREST, at_least=ALIKE)


def _named_in(code: str, words: str) -> bool:
    """A word that some wording of the finding has, and that is no place of the body."""
    finding = knowledge().findings.get(code)
    if finding is None:
        return False
    told = content(words)
    return any(content(wording) & told for language in Language for wording in wordings(finding, language))


def _names(name: str, quote: str) -> bool:
    """What has no code has to be called by the patient's own words."""
    if content(name) & content(quote) or _wholly_in(name, quote):
        return True
    both = {char for char in name if char in quote and not char.isascii()}
    return len(both) >= min(2, len(name))


def _wholly_in(name: str, quote: str) -> bool:
    """Every word of the name, and every character of a Chinese one, stands in the quote."""
    words = {token.stem for token in tokens(name.lower()) if token.word.isascii()}
    characters = {char for char in name if not char.isascii()}
    told = {token.stem for token in tokens(quote.lower())}
    return bool(words | characters) and words <= told and characters <= set(quote)


def _present(topic: Topic, code: str | None, heard: Heard) -> Fact | None:
    """The record's own line of it, where it is told already."""
    there = (fact for fact in heard.record if fact.topic is topic and fact.code == code)
    return next((fact for fact in there if fact.status is Status.PRESENT), None)


def _denied_in(code: str, quote: str) -> bool:
    """The very words that are to say it is there say that it is not."""
    named = [one.denied for one in mentions(quote) if one.code == code]
    return any(named) or (not named and len(quote.encode()) <= SHORT and holds_denial(quote))


def _details(note: Note, found: Found, heard: Heard, now: datetime) -> Details:
    since = find(note.since, heard) if note.since else None
    how = find(note.how, heard) if note.how else None
    lasting = parsers.duration(since.words, now=now, asked=True) if since else None
    told = [how.words] if how else []
    if since is not None and lasting is None:
        told.append(since.words)
    sides = {parsers.side(found.words), parsers.side(found.line.text)}
    side = note.side if note.side is not None and note.side in sides else None
    return Details(
        side=side,
        duration=Duration(hours=lasting.hours, words=since.words) if lasting and since else None,
        character=(", " if heard.language is Language.EN else "，").join(told) or None,
    )


def _more(before: Details, told: Details, *, corrects: bool) -> Details:
    """What was told is kept beside what is told now; a time that is corrected is replaced."""
    both = dict.fromkeys(words for words in (before.character, told.character) if words)
    if corrects and told != Details():
        before = before.model_copy(update={"duration": None})
    kept = [words for words in both if not any(words != other and words in other for other in both)]
    gap = ", " if "".join(kept).isascii() else "，"
    return before.updated(told).model_copy(update={"character": gap.join(kept) or None})


def _corrects(found: Found) -> bool:
    return parsers.takes_back(found.line.text.lower())


def _corrected_since(note: Note, found: Found, heard: Heard) -> list[str]:
    """The time the complaint as a whole was told to have lasted, where a correction tells another."""
    if note.op is not Op.ADD or not note.since or not _corrects(found):
        return []
    return [fact.key for fact in heard.record if fact.key == SINCE and fact.turn < found.line.turn]


def _repeats(fact: Fact, record: Record) -> bool:
    """The record says the same already."""
    same = (one for one in record if one.key == fact.key)
    return any(one.status is fact.status and one.details == fact.details for one in same)


def _line(note: Note, heard: Heard) -> Fact | None:
    """The record's line of that number."""
    if note.line is None or not 0 < note.line <= len(heard.numbered):
        return None
    key = heard.numbered[note.line - 1]
    return next((fact for fact in heard.record if fact.key == key), None)


def _taken_back(line: Fact, found: Found, heard: Heard) -> bool:
    """The newest words take the line back: they correct what was said, or deny the very thing.

    A denial of something else, a retort or a question leaves it: what somebody came for is not lost by a later turn.
    """
    newest = found.line.turn == max((one.turn for one in heard.lines), default=0)
    if not newest or line.turn == found.line.turn:
        return False
    return _corrects(found) or (denies(found) and _speaks_of(line, found))


def _speaks_of(line: Fact, found: Found) -> bool:
    """The words name what the line is of, or answer a question that did with a plain no."""
    plain = parsers.plain_reply(found.line.text) in (Answer.NO, Answer.NONE_OF_THESE)
    words = f"{found.asked}\n{found.words}" if plain else sentence(found)
    named = {one.code for one in mentions(words)} | {one.code for one in allergies.allergens(words)}
    named |= {one.code for one in (*parsers.medicines(words), *parsers.conditions(words))}
    if line.code in named or _named_in(line.code, words):
        return True
    return line.code not in knowledge().findings and bool(content(words) & content(f"{line.code} {line.quote}"))


def _stands(note: Note, found: Found, heard: Heard) -> bool:
    """Denies what was told before in words that do not take it back."""
    code = code_of(note, found, heard)
    told = _present(TOPICS[note.kind], code, heard) if code else None
    return told is not None and told.turn < found.line.turn and not _taken_back(told, found, heard)


# --- who, and danger -------------------------------------------------------------------------------------------------


def _person(who: Who, heard: Heard) -> Person | None:
    found = find(who.quote, heard)
    if found is None:
        return None
    told = Person(
        relation=who.relation,
        words=None,
        age_months=_months(who, found),
        sex=_sex(who, found),
        pregnant=who.pregnant if who.pregnant and who.sex is not Sex.MALE else None,
    )
    return told if told != Person() else None


def _months(who: Who, found: Found) -> int | None:
    """The age, where its number is in the words."""
    if who.age is None or not 0 <= who.age <= OLDEST * 12:
        return None
    said = parsers.age_months(found.line.text, asked=True, child=who.age_unit in ("months", "weeks", "days"))
    if said is not None:
        return said
    months = round(who.age * MONTHS[who.age_unit or "years"])
    return months if f"{who.age:g}" in numbers(found.line.text) and months <= OLDEST * 12 else None


def _sex(who: Who, found: Found) -> Sex | None:
    """Not against what the words plainly say."""
    said = parsers.person_of(found.line.text).sex
    return who.sex if said is None or said is who.sex else said


def _danger(told: list[Danger], heard: Heard) -> Iterator[tuple[str, str]]:
    """Rules that there are, told in words of the patient's."""
    for one in told:
        found = find(one.quote, heard)
        if found is not None and one.rule in RULES:
            yield one.rule, found.words[:LONGEST]
