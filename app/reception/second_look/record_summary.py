"""The last visit in one or two plain sentences; plain code holds every fact and number in them against the record."""

import re
from typing import Annotated

from pydantic import StringConstraints

from app.reception.anonymity import anonymous
from app.reception.events import EarlierVisit
from app.reception.guard.vocabulary import foreign_words
from app.reception.listen import Turn
from app.reception.prompting import NOTHING
from app.reception.second_look.look import Look, Noticed, Utterance, capability, examined, noticed
from app.reception.team import record_summary
from app.reception.wording import pick
from models.capability import Asked, Unfounded
from models.embedded.speaking import length
from models.embedded.understanding import language_of, understand
from models.facts import Language, Value

LONGEST = {Language.ZH: 90, Language.EN: 50}  # characters, words
SENTENCES = 2
SENTENCE_END = re.compile(r"[。！？!?]|\.(?!\d)")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Summary(Value):
    summary: Annotated[str, StringConstraints(strip_whitespace=True, max_length=400)]


def _asked(utterance: Utterance) -> Asked:
    """The record, of a verified patient alone: before that the session holds none."""
    turn = utterance.turn
    earlier = turn.before.earlier if turn.before.verified else None
    told = anonymous(record_summary.in_short(earlier)[turn.language]) if earlier else pick(NOTHING, turn.language)
    return Asked(language=_written_in(earlier, turn.language), blanks={"earlier": told})


def _written_in(earlier: EarlierVisit | None, else_in: Language) -> Language:
    """A record is summed up in the language it is kept in: nothing is translated on the way."""
    return (earlier and language_of(earlier.complaint + earlier.diagnosis)) or else_in


def _accepted(utterance: Utterance, reply: Summary) -> Noticed:
    """Raises Unfounded for a summary that is too long, or tells what the record does not hold."""
    earlier = utterance.turn.before.earlier
    if earlier is None or not reply.summary:
        raise Unfounded("there is nothing to sum up")
    language = _written_in(earlier, utterance.turn.language)
    in_short = record_summary.in_short(earlier)
    if (wrong := fault(reply.summary, in_short[language], language)) is not None:
        raise Unfounded(wrong)
    return noticed(record_summary.summary({**in_short, language: reply.summary}))


def fault(summary: str, record: str, language: Language) -> str | None:
    """What is wrong with a summary of `record`; None when nothing is."""
    ends = [part for part in SENTENCE_END.split(summary) if part.strip()]
    if length(summary, language) > LONGEST[language] or len(ends) > SENTENCES:
        return "too long"
    if not set(NUMBER.findall(summary)) <= set(NUMBER.findall(record)):
        return "a number that is not in the record"
    if foreign_words(summary, record, language):
        return "a word that is neither plain nor in the record"
    if not _told(summary, language) <= _told(record, language):
        return "a fact that is not in the record, or denied there"
    return None


def _told(text: str, language: Language) -> set[tuple[str, str, str]]:
    """What is said of illness and treatment, and whether it is there."""
    facts = understand(text, language=language).facts
    return {(fact.topic.value, fact.code, fact.status.value) for fact in facts}


def _is_first(turn: Turn) -> bool:
    return record_summary.examine(turn) is not None


RECORD_SUMMARY = Look(
    capability(record_summary.NAME, Summary, _accepted, embedded=examined(record_summary.SPECIALIST), asked=_asked),
    worth=_is_first,
)
