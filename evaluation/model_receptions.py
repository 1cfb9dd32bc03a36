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
from app.reception.second_look import DANGER, EXTRACTION, QUERY_GENERATION
from app.reception.second_look import Utterance as Heard
from app.reception.voice import INTERACTION
from evaluation.simulation.measure import Judged, judge
from evaluation.simulation.personas import Persona, personas
from evaluation.simulation.play import converse, reception
from evaluation.simulation.report import totals, write
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
    everything = (INTERACTION, QUERY_GENERATION, DANGER, EXTRACTION)
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
    """One row a capability and language: how many cases the embedded way and the model get right."""
    cases = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    with reception() as desk:
        desk.warm()
        for language in Language:
            heard = [(case, _heard(desk, case)) for case in cases if case["language"] == language]
            facts = [(case, one) for case, one in heard if case.get("facts")]
            asks = [(case, one) for case, one in heard if "asks" in case]
            ours = sum(_holds(case, {f.code for f in one.turn.record}) for case, one in facts)
            its = sum(
                _holds(case, {f.code for f in (*one.turn.record, *runner.ask(EXTRACTION, one).answer)})
                for case, one in facts
            )
            yield EXTRACTION.name, language, f"{ours} of {len(facts)}", f"{its} of {len(facts)} with both"
            flagged = sum(bool(one.turn.flags) is case["danger"] for case, one in heard)
            told = sum(bool(runner.ask(DANGER, one).answer) is case["danger"] for case, one in heard)
            yield DANGER.name, language, f"{flagged} of {len(heard)}", f"{told} of {len(heard)} alone"
            worded = sum(_asks(case, one.embedded) for case, one in asks)
            its = sum(_asks(case, runner.ask(QUERY_GENERATION, one).answer) for case, one in asks)
            yield QUERY_GENERATION.name, language, f"{worded} of {len(asks)}", f"{its} of {len(asks)}"


def _heard(desk: Reception, case: dict[str, Any]) -> Heard:
    state = desk.start(kiosk="simulated", language=Language(case["language"]), entry=Entry.UNWELL)
    desk.consent(state.session_id, agreed=True)
    state = desk.as_guest(state.session_id)
    turn = listen(desk.house, state, Utterance(turn_id=f"{state.session_id}-1", number=1, text=case["text"]))
    return Heard(turn, tuple(ask for finding in consult(turn) for ask in finding.asks))


def _holds(case: dict[str, Any], codes: set[str]) -> bool:
    return all(codes & set(fact.split("|")) for fact in case["facts"])


def _asks(case: dict[str, Any], questions: tuple[str, ...]) -> bool:
    if not case["asks"]:
        return not questions
    return any(word in question.lower() for question in questions for word in case["asks"])


if __name__ == "__main__":
    sys.exit(main())
