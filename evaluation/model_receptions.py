"""`make test-llm`: whole receptions through a real language model, beside the embedded nurse on the same patients.

`python -m evaluation.model_receptions [--patients N] [--out FOLDER]`; FRONTDESK_TEST_MODEL_URL names the server,
FRONTDESK_TEST_MODEL_NAME the model, FRONTDESK_TEST_MODEL_BUDGET the seconds to its first word.
"""

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from typing import Any

import yaml

from app.reception.consult import consult
from app.reception.events import Entry
from app.reception.listen import Utterance, listen
from app.reception.reception import Reception
from app.reception.second_look.beside import LOOKS
from app.reception.second_look.look import Noticed
from app.reception.second_look.look import Utterance as Heard
from app.reception.second_look.questions import QUERY_GENERATION
from app.reception.second_look.record_summary import RECORD_SUMMARY
from app.reception.voice import INTERACTION
from evaluation.simulation.measure import Judged, judge
from evaluation.simulation.personas import Persona, personas
from evaluation.simulation.play import converse, reception
from evaluation.simulation.report import totals, write
from models.capability import Capability
from models.facts import Language
from models.language.openai_compatible import OpenAiCompatible
from models.runner import GAP, Call, Runner

PATIENTS = 20  # of each language
CASES = Path(__file__).parent / "cases" / "second_look.yaml"


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=PATIENTS)
    parser.add_argument("--out", type=Path, default=Path("simulated-llm"))
    parser.add_argument("--receptions-only", action="store_true", help="leave out the single capabilities")
    options = parser.parse_args()
    url = os.environ.get("FRONTDESK_TEST_MODEL_URL", "")
    if not url:
        print("FRONTDESK_TEST_MODEL_URL names no server: nothing was run")
        return 0
    model = OpenAiCompatible(url, os.environ.get("FRONTDESK_TEST_MODEL_NAME", "nurse"))
    budget = float(os.environ.get("FRONTDESK_TEST_MODEL_BUDGET", "3"))
    calls: list[Call] = []
    everything: tuple[Capability[Any, Any], ...] = (INTERACTION, QUERY_GENERATION, *(look.capability for look in LOOKS))
    alone = Runner({c.name: model for c in everything}, budget=budget, note=calls.append)
    rows = [] if options.receptions_only else list(capabilities(alone))
    print("\n".join(f"{name:<18}{language}  embedded {ours}  model {its}" for name, language, ours, its in rows))
    chosen = [p for language in Language for p in _of(language)[: options.patients]]
    speaking = Runner({INTERACTION.name: model}, budget=budget, gap=max(GAP, budget / 3), note=calls.append)
    embedded, worded = _play(chosen, None), _play(chosen, speaking)
    write(options.out, worded)
    print("\n".join(["", "embedded nurse:", *totals(embedded), "", "through the model:", *totals(worded), ""]))
    print("\n".join(_told(worded, calls)))
    return 0 if all(one.conversation.state.closed for one in worded) and not _broken(worded) else 1


def _of(language: Language) -> list[Persona]:
    return [one for one in personas() if one.language is language]


def _play(chosen: list[Persona], models: Runner | None) -> list[Judged]:
    judged = []
    with reception(models) as desk:
        desk.warm()
        for number, persona in enumerate(chosen, 1):
            judged.append(judge(converse(desk, persona, seed=1)))
            sys.stderr.write(f"\r{number} of {len(chosen)} receptions ")
    return judged


def _broken(judged: list[Judged]) -> list[str]:
    """Lines over length or with several questions: what the guard is to keep from the patient."""
    return [line for one in judged for line in (*one.too_long, *one.several)]


def _told(judged: list[Judged], calls: list[Call]) -> Iterator[str]:
    lines = [event for one in judged for event in _voiced(one)]
    kept = sum(voiced["kept"] for voiced in lines)
    faults = Counter(fault for voiced in lines for fault in voiced["faults"])
    yield f"lines the model worded: {len(lines)}, {kept} kept in whole or part; cut: {dict(faults)}"
    for name in sorted({call.capability for call in calls}):
        own = [call for call in calls if call.capability == name]
        first = [call.first_ms for call in own if call.first_ms is not None]
        outcomes = dict(Counter(call.outcome for call in own))
        yield f"{name}: {len(own)} calls {outcomes}, first token {median(first) if first else 0:.0f} ms"
    whole = [call for call in calls if call.capability != INTERACTION.name and call.outcome in ("answered", "invalid")]
    if whole:
        yield f"schema validity: {mean(call.outcome == 'answered' for call in whole):.3f} of {len(whole)}"


def _voiced(one: Judged) -> Iterator[dict[str, Any]]:
    for said in one.conversation.voiced:
        yield said.model_dump()


def capabilities(runner: Runner) -> Iterator[tuple[str, Language, str, str]]:
    """One row a capability and language: how many cases the embedded way gets right, and with the model beside it.

    Of the record's summary a case counts for the model when its own words held against the record.
    """
    cases = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    with reception() as desk:
        desk.warm()
        for language in Language:
            heard = [(case, _heard(desk, case)) for case in cases if case["language"] == language]
            for look in LOOKS:
                name, capability = look.capability.name, look.capability
                own = [(case, one) for case, one in heard if name in case]
                ours = sum(is_right(case[name], capability.embedded(one)) for case, one in own)
                its = sum(_with_model(runner, capability, case[name], one) for case, one in own)
                yield name, language, f"{ours} of {len(own)}", f"{its} of {len(own)}"
            asks = [(case, one) for case, one in heard if "asks" in case]
            ours = sum(_asks(case, one.embedded) for case, one in asks)
            its = sum(_asks(case, runner.ask(QUERY_GENERATION, one).answer) for case, one in asks)
            yield QUERY_GENERATION.name, language, f"{ours} of {len(asks)}", f"{its} of {len(asks)}"


def _with_model(runner: Runner, capability: Capability[Heard, Noticed], expected: list[str], one: Heard) -> bool:
    answered, ours = runner.ask(capability, one), capability.embedded(one)
    if capability is RECORD_SUMMARY.capability and answered.fault is not None:
        return False
    facts, findings = (*ours.facts, *answered.answer.facts), (*ours.findings, *answered.answer.findings)
    return is_right(expected, Noticed(facts=facts, findings=findings, person=answered.answer.person or ours.person))


def is_right(expected: list[str], noticed: Noticed) -> bool:
    """Whether every code and kind of finding expected was noticed; nothing at all where none is expected."""
    found = {fact.code for fact in noticed.facts} | {finding.what for finding in noticed.findings}
    if noticed.person:
        found |= {name for name, value in noticed.person if value is not None}
    return all(found & set(one.split("|")) for one in expected) if expected else not found


def _heard(desk: Reception, case: dict[str, Any]) -> Heard:
    """The case's `text` as it is heard after what was said `before`, with the question then open."""
    entry = Entry.FOLLOW_UP if "patient" in case else Entry.UNWELL
    state = desk.start(kiosk="simulated", language=Language(case["language"]), entry=entry)
    desk.consent(state.session_id, agreed=True)
    if who := case.get("patient"):
        state = desk.identify(state.session_id, number=who["number"], name=None, birth_date=who["birth_date"])
    else:
        state = desk.as_guest(state.session_id)
    for number, said in enumerate(case.get("before", ()), 1):
        turn_id = f"{state.session_id}-{number}"
        state = desk.take_turn(state.session_id, Utterance(turn_id=turn_id, number=number, text=said))
    number = state.turns + 1
    turn = listen(
        desk.house, state, Utterance(turn_id=f"{state.session_id}-{number}", number=number, text=case["text"])
    )
    return Heard(turn, tuple(ask for finding in consult(turn) for ask in finding.asks))


def _asks(case: dict[str, Any], questions: tuple[str, ...]) -> bool:
    if not case["asks"]:
        return not questions
    return any(word in question.lower() for question in questions for word in case["asks"])


if __name__ == "__main__":
    sys.exit(main())
