"""Receptions that were played with a capable model's answers, written by hand from the prompts: recorded, and replayed.

    python -m frontdesk.evaluation.played [--show]

A recording in `receptions/` is one patient: what they said, the prompts as they then were (without the departments),
the answers to them, and what was understood, as judged by reading. The replay gives the same answers in the same
order to whatever the prompts are now, and holds record, department and alarm against the judgement.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry, Voiced
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.models.facts import Fact, Language, Status, Topic, Value
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE
from frontdesk.models.runner import Runner
from frontdesk.training.desk import reception

RECORDINGS = Path(__file__).parent / "receptions"
OF_A_TOKEN = 4  # characters, about, of English
PATIENCE = 30.0  # seconds; the answers are there at once


class Answered(Value):
    """A prompt's end, as it was when it was answered, and the answer."""

    prompt: str
    answer: str


class Step(Value):
    """What the patient said, and what the model answered: notes of it, and what the nurse was to say."""

    says: str
    notes: tuple[Answered, ...] = ()
    nurse: tuple[Answered, ...] = ()


class Understood(Value):
    """How it ended: statements as "topic:code", those denied with "not ", details behind them."""

    department: str | None
    alarms: tuple[str, ...]
    person: dict[str, Any]
    statements: tuple[str, ...]


class Recording(Value):
    """One reception. `patient` describes who was played; `satisfaction` is what they would say, 1 to 5."""

    patient: str
    language: Language
    steps: tuple[Step, ...]
    understood: Understood
    satisfaction: int


class Replayed(Value):
    """What came of a replay. `lines`: what became of each answer the nurse was given."""

    understood: Understood
    lines: tuple[Voiced, ...]
    replies: tuple[str, ...]

    @property
    def hers(self) -> tuple[Voiced, ...]:
        """The lines that were hers to say: an alarm found meanwhile is told in our own words."""
        return tuple(line for line in self.lines if "danger" not in line.faults)

    @property
    def as_written(self) -> int:
        return sum(line.kept and not line.faults for line in self.hers)


class Missing(Exception):
    """The replay asks what the recording has no answer to."""


def recordings() -> dict[str, Recording]:
    files = sorted(RECORDINGS.glob("*.json"))
    return {file.stem: Recording.model_validate_json(file.read_text("utf-8")) for file in files}


@contextmanager
def stage() -> Iterator[tuple[Reception, ModelServer]]:
    """A reception, and the server that gives the recorded answers."""
    with serving_model() as server:
        model = InThreads(OpenAiCompatible(server.url, NAME))
        models = Runner(dict.fromkeys((NOTES.name, NURSE.name), model), budget=PATIENCE, gap=PATIENCE)
        with reception(models) as desk:
            yield desk, server
        models.close()


def replay(desk: Reception, server: ModelServer, recording: Recording) -> Replayed:
    """Raises Missing."""
    lines: list[Voiced] = []
    replies: list[str] = []
    session = desk.start(kiosk="played", language=recording.language, entry=Entry.UNWELL).session_id
    desk.consent(session, agreed=True)
    state = desk.as_guest(session)
    for number, step in enumerate(recording.steps, 1):
        waiting = {"notes": iter(step.notes), "nurse": iter(step.nurse)}
        server.reply = lambda request, waiting=waiting: _next(waiting, request)  # type: ignore[misc]
        utterance = Utterance(turn_id=f"{session}-{number}", number=state.turns + 1, text=step.says)
        desk.take_turn(session, utterance)
        desk.services.notes.settle(session, PATIENCE)
        state = desk.services.log.state(session)
        if state.reply is not None:
            replies.append(state.reply.text)
            lines += [state.reply.voiced] if state.reply.voiced else []
    return Replayed(understood=understood(state), lines=tuple(lines), replies=tuple(replies))


def _next(waiting: dict[str, Iterator[Answered]], request: dict[str, Any]) -> str:
    kind = "notes" if request.get("response_format") else "nurse"
    given = next(waiting[kind], None)
    if given is None:
        raise Missing(f"{kind}: {request['messages'][-1]['content'][-200:]}")
    return given.answer


def understood(state: State) -> Understood:
    told = tuple(_line(fact) for fact in state.record if fact.topic is not Topic.SAID)
    named = state.recommended
    return Understood(
        department=named.department_id if named else None,
        alarms=tuple(sorted({alert.raised.rule for alert in state.alerts if alert.raised.rule})),
        person=state.person.model_dump(mode="json", exclude_none=True, exclude={"words"}),
        statements=tuple(sorted(told)),
    )


def _line(fact: Fact) -> str:
    details = fact.details.model_dump(mode="json", exclude_none=True)
    if fact.details.duration:
        details["duration"] = fact.details.duration.words
    words = ", ".join(f"{name} {value}" for name, value in details.items())
    status = {Status.PRESENT: "", Status.ABSENT: "not "}.get(fact.status, f"{fact.status.value} ")
    return f"{status}{fact.key}{' (past)' if fact.past else ''}{f': {words}' if words else ''}"


def sizes(requests: list[dict[str, Any]]) -> dict[tuple[str, Language], list[int]]:
    """Characters of every prompt, by capability and language."""
    found: dict[tuple[str, Language], list[int]] = {}
    for request in requests:
        words = "".join(message["content"] for message in request["messages"])
        language = Language.ZH if request["messages"][0]["content"][0] > "\u2fff" else Language.EN
        kind = NOTES.name if request.get("response_format") else NURSE.name
        found.setdefault((kind, language), []).append(len(words))
    return found


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="replies, and what differs from the judgement")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    satisfied: dict[Language, list[int]] = {}
    with stage() as (desk, server):
        for name, recording in recordings().items():
            replayed = replay(desk, server, recording)
            ours, judged = replayed.understood, recording.understood
            counts["receptions"] += 1
            counts["department and alarm right"] += (ours.department, ours.alarms) == (judged.department, judged.alarms)
            counts["statements not in the judgement"] += len(set(ours.statements) - set(judged.statements))
            counts["statements missing"] += len(set(judged.statements) - set(ours.statements))
            counts["replies"] += len(replayed.hers)
            counts["said as they were written"] += replayed.as_written
            satisfied.setdefault(recording.language, []).append(recording.satisfaction)
            if options.show:
                print(json.dumps({name: replayed.model_dump(mode="json")}, ensure_ascii=False, indent=1))
    for what, often in counts.items():
        print(f"{what}: {often}")
    for language, given in satisfied.items():
        print(f"satisfaction, {language}: {sum(given) / len(given):.1f}")
    for (kind, language), lengths in sorted(sizes(server.requests).items()):
        print(f"prompt of {kind}, {language}: {median(lengths) / OF_A_TOKEN:.0f} tokens in the median, by characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
