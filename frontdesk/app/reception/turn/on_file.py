"""The capabilities `notes` and `nurse` over files: what a connected model makes of a dialogue or a complaint."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from frontdesk.app.reception.record.extraction import Spoken
from frontdesk.app.reception.record.wording import pick
from frontdesk.app.reception.session.events import RecordExtended
from frontdesk.app.reception.session.state import record_of
from frontdesk.app.reception.turn.anonymity import worded
from frontdesk.app.reception.turn.noting import heard_in
from frontdesk.app.reception.turn.prompting import NOTHING, record, talk
from frontdesk.app.reception.turn.speaking import LEFT, likely_told
from frontdesk.models import red_flags
from frontdesk.models.facts import Language, Person, Record
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.language.model import ModelFailed
from frontdesk.models.notes import NOTES, Line, Noted, founded
from frontdesk.models.nurse import NURSE, Does, Speaking, Undecided, decided, treats
from frontdesk.models.reading import Page, Reading, read
from frontdesk.models.red_flags import RedFlag
from frontdesk.models.runner import Runner
from frontdesk.models.speaking import say
from frontdesk.models.triage import Triage

EVERY = 4  # lines of the patient to one call


class OfDialogue(NamedTuple):
    """What stands of a model's notes of a dialogue; the turn of a fact counts all lines, from 1."""

    record: Record
    person: Person


def noted(models: Runner, dialogue: Sequence[Spoken], language: Language) -> OfDialogue:
    """The record of a whole dialogue, noted a few lines at a time; what a failed call would have noted is left out."""
    lines = tuple(
        Line(text=line.text, shown=worded(line.text), turn=turn if line.by_patient else 0)
        for turn, line in enumerate(dialogue, start=1)
    )
    told = [place for place, line in enumerate(lines, start=1) if line.by_patient]
    ends = [*told[EVERY - 1 :: EVERY], *told[-1:]]
    extended: tuple[RecordExtended, ...] = ()
    person = Person()
    for end in dict.fromkeys(ends):
        found = _noted(models, lines[:end], record_of(extended), person, language)
        extended += (RecordExtended(turn=end, facts=found.facts, withdrawn=found.withdrawn),)
        person = person.updated(found.person)
    return OfDialogue(record_of(extended), person)


def _noted(models: Runner, lines: tuple[Line, ...], so_far: Record, person: Person, language: Language) -> Noted:
    heard = heard_in(lines, so_far, person, language)
    try:
        reply = models.attempt(NOTES, heard, beside=True).answer
    except ModelFailed:
        return Noted()
    return founded(heard, reply, now=datetime.now(UTC))


def reading(models: Runner, talk: Sequence[Spoken], page: Page, text: str, language: Language) -> Reading:
    """What `text` means on `page` after the `talk`, as the model reads it; the embedded way where it does not."""
    spoken = (*talk, Spoken(by_patient=True, text=text))
    lines = tuple(
        Line(text=line.text, shown=worded(line.text), turn=turn if line.by_patient else 0)
        for turn, line in enumerate(spoken, start=1)
    )
    heard = heard_in(lines, (), Person(), language, page=page)
    try:
        reply = models.attempt(NOTES, heard, beside=True)
    except ModelFailed:
        return read(page, text)
    found = founded(heard, reply.answer, now=datetime.now(UTC)).reading
    of_text = (one for one in found.statements if one.quote.lower() in text.lower())  # nothing told before it
    return found.model_copy(update={"by": reply.by, "statements": tuple(of_text)})


class OfComplaint(NamedTuple):
    """Where a model sends, None where it does not say; red flags it heard, and rules plain code finds unlikely."""

    specialty: str | None
    flags: tuple[RedFlag, ...]
    asks: tuple[str, ...]  # those rules: their signs are to be asked about


def sent(models: Runner, text: str, person: Person, language: Language, answer: Triage) -> OfComplaint:
    """The specialty and the danger in one complaint."""
    opening = say("open", language)
    lines = (Line(text=opening, shown=opening), Line(text=text, shown=worded(text), turn=1))
    found = _noted(models, lines, (), person, language)
    heard = [(rule, quote) for rule, quote in found.danger if not red_flags.RULES[rule].is_excluded_by(person)]
    sure = [pair for pair in heard if red_flags.chance(pair[0], text, person) >= red_flags.POSSIBLE]
    return OfComplaint(
        specialty=_specialty(models, lines, found, person.updated(found.person), language, answer),
        flags=tuple(red_flags.of_rule(rule, quote) for rule, quote in sure),
        asks=tuple(rule for rule, _ in heard if all(rule != one for one, _ in sure)),
    )


def _specialty(
    models: Runner, lines: tuple[Line, ...], found: Noted, person: Person, language: Language, answer: Triage
) -> str | None:
    """The code of a decision to send; nothing is left to be asked."""
    names = {code: pick((entry.zh, entry.en), language) for code, entry in knowledge().specialties.items()}
    nothing = pick(NOTHING, language)
    asked = Speaking(
        language=language,
        blanks={
            "hospital": pick(("这家医院", "the hospital"), language),
            "departments": "\n".join(f"{code} = {name}: {treats(code, language)}" for code, name in names.items()),
            "talk": talk(lines, language),
            "record": record(found.facts, person, language),
            "findings": nothing,
            "known": nothing,
            "likely": likely_told(((answer.specialty, answer.confidence), *answer.alternatives), language),
            "left": pick(LEFT[False], language).format(count=0),
            "open": nothing,
            "closed": nothing,
            "notices": "",
        },
    )
    try:
        decision, _ = decided(models.stream(NURSE, asked))
    except (ModelFailed, Undecided):
        return None
    return decision.what if decision.does is Does.SEND and decision.what in names else None
