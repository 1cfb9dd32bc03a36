"""The nurse's line in a model's words: streamed, guarded, and completed by the embedded nurse when it fails."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import structlog

from app.reception.guard.faults import NUMBER, Ground
from app.reception.guard.guarded import Guarded, guarded
from app.reception.house import House
from app.reception.session.events import Action, ActionChosen, Event, Voiced
from app.reception.session.voices import Voice
from app.reception.team.finding import Finding
from app.reception.turn.listen import Turn
from app.reception.turn.look_up import LookedUp
from app.reception.turn.prompting import interaction, line_of
from his_adapter.records import Level
from models.capability import Asked, Capability
from models.facts import Language, Status, Topic
from models.language.model import ModelFailed

PROMPTS = Path(__file__).parent / "prompts"
VOICED = frozenset(Action) - {Action.PRIORITY}  # what is urgent is said in words we have weighed
IN_OUR_WORDS = frozenset({"others_data", "manipulation", "repeat", "own_records", "identify"})
ASKING = frozenset(
    {"next", "where", "shy", "named", "recommended", "unsure", "chosen", "sent", "small_talk", "more", "not_understood"}
)
QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")  # the patient's words, given as a reason
BESIDE = frozenset(
    {"caution", "keep", "double_dose", "critical_value", "unlikely_value"}
)  # findings that put a sentence of our own before the answer

log = structlog.get_logger(__name__)


class Interrupted(Exception):
    """The patient has spoken again; this answer is not wanted any more."""


class Saying(NamedTuple):
    """The question to the interaction capability."""

    asked: Asked
    embedded: str


INTERACTION: Capability[Saying, str] = Capability(
    name="interaction",
    embedded=lambda saying: saying.embedded,
    asked=lambda saying: saying.asked,
    prompts=PROMPTS,
    tokens=160,
)


def in_words(
    house: House,
    turn: Turn,
    findings: tuple[Finding, ...],
    known: LookedUp,
    said: tuple[Event, ...],
    voice: Voice,
    meanwhile: Callable[[], None],
) -> tuple[Event, ...]:
    """The events of the answer, its line in the model's words where a model speaks. Raises Interrupted.

    `meanwhile` is done while the model thinks.
    """
    model = house.models.assigned(INTERACTION.name)
    if model is None or not _voiced(turn, findings, said):
        return said
    line = line_of(said)
    ground = ground_of(house, turn, known, said)
    saying = Saying(interaction(house, turn, findings, line), line.text)
    reply, outcome, waited = Guarded(ground), "answered", Waited()
    try:
        words = house.models.stream(INTERACTION, saying, stop=voice.stop, meanwhile=meanwhile)
        for text in guarded(waited.for_each(words), reply):
            voice.show(text)
    except ModelFailed as failure:
        outcome = failure.fault.value
    if voice.stop:
        raise Interrupted
    text = reply.end(whole=outcome == "answered")
    voice.show(text)
    worded = Voiced(
        model=model.name,
        prompt=INTERACTION.version(turn.language),
        outcome=outcome,
        faults=tuple(kind.value for kind in reply.faults),
        kept=not reply.replaced,
    )
    _tell(turn, worded, waited.seconds)
    return tuple(
        event.model_copy(update={"text": text, "voiced": worded}) if event is line else event for event in said
    )


def warm_up(language: Language) -> None:
    """Loads what the guard reads by."""
    ground = Ground(language=language, embedded="?", question="?", facts="")
    reply = Guarded(ground)
    for word in ("好的，我明白了。您好吗？", "Thank you for that. Are you well?"):
        reply.feed(word)
    reply.end()


def _voiced(turn: Turn, findings: tuple[Finding, ...], said: tuple[Event, ...]) -> bool:
    chosen = next(event for event in said if isinstance(event, ActionChosen))
    beside = any(f.what in BESIDE for f in findings) or any(a.level is Level.C and a.rule for a in turn.alarms)
    return chosen.action in VOICED and chosen.why not in IN_OUR_WORDS and not beside


def ground_of(house: House, turn: Turn, known: LookedUp, said: tuple[Event, ...]) -> Ground:
    """What the guard holds the model's words against."""
    line, language = line_of(said), turn.language
    facts = "\n".join((line.text, *turn.before.said, turn.text))
    put = line.question.text[language] if line.question else ""
    question = put if put and put in line.text else _last_question(line.text, put)
    told = line.text.replace(question, "") if question else line.text
    return Ground(
        language=language,
        embedded=line.text,
        question=question,
        key=line.question.key if line.question else "",
        said=turn.text,
        must=tuple(_must(house, language, told)),
        tells=told if known.enquiries or _informs(said) else "",
        before=turn.before.reply.text if turn.before.reply else "",
        facts=facts,
        has=tuple(
            word
            for f in turn.record
            if f.topic is Topic.CONDITION and f.status is Status.PRESENT
            for word in (f.code, f.quote)
        ),
        departments=tuple(name for d in house.departments for name in d.name.values() if name in facts),
    )


def _last_question(text: str, question: str) -> str:
    """The question as this line words it (asked again, say), when it is not put as it was before."""
    if not question:
        return ""
    sentences = text.replace("？", "？\n").replace("? ", "?\n").replace("。", "。\n").replace(". ", ".\n").split("\n")
    asking = [sentence.strip() for sentence in sentences if sentence.strip().endswith(("？", "?"))]
    return asking[-1] if asking else question


def _must(house: House, language: Language, told: str) -> list[str]:
    """The department and room to go to and every number, wherever the line has them outside of its question."""
    named = [d.name[language] for d in house.departments if d.name[language] in told]
    return [*named, *NUMBER.findall(QUOTED.sub("", told))]


def _informs(said: tuple[Event, ...]) -> bool:
    """The line tells something besides its question that the patient has to hear: it is no interview's."""
    return any(isinstance(event, ActionChosen) and event.why.partition(":")[0] not in ASKING for event in said)


class Waited:
    """Counts the seconds spent waiting for the model, apart from what we do with its words."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def for_each(self, pieces: Iterator[str]) -> Iterator[str]:
        while True:
            began = perf_counter()
            try:
                piece = next(pieces, None)
            finally:
                self.seconds += perf_counter() - began
            if piece is None:
                return
            yield piece


def _tell(turn: Turn, worded: Voiced, waited: float) -> None:
    """Counts for the journal, never a word."""
    log.info(
        "voiced",
        session=turn.session_id,
        turn=turn.number,
        model=worded.model,
        outcome=worded.outcome,
        kept=worded.kept,
        faults=list(worded.faults),
        waited_ms=round(1000 * waited, 1),
    )
