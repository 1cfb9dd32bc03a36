"""Whole receptions through a real language model, beside the embedded nurse on the same patients.

    python -m frontdesk.evaluation.model_receptions [--patients N] [--for NAME ...] [--out FOLDER]

FRONTDESK_TEST_MODEL_URL names the server, FRONTDESK_TEST_MODEL_NAME the model, FRONTDESK_TEST_MODEL_BUDGET the seconds
to its first word. FOLDER keeps each reception as it ends: a transcript, and a line of JSON; run again, it goes on where
it stopped.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from statistics import mean, median, quantiles
from time import sleep

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import State
from frontdesk.evaluation.simulation.measure import LONGEST, Judged, judge, length
from frontdesk.evaluation.simulation.personas import Persona, personas
from frontdesk.evaluation.simulation.play import converse, visit_of
from frontdesk.evaluation.simulation.report import transcript
from frontdesk.his_adapter.errors import NotFound
from frontdesk.models.facts import Language, Value
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import Fault
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.language.trace import Call
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE
from frontdesk.models.runner import EMBEDDED, GAP, Runner
from frontdesk.training.desk import reception

INVALID = frozenset({Fault.CUT.value, Fault.EMPTY.value, Fault.INVALID.value})
PATIENTS = 20  # of each language
BY = "test-llm"
TRIES, REST = 6, 15.0  # of a reception that meets a resting server, and seconds between them


class Received(Value):
    """One reception. `recorded`: it ended with a record in the HIS. `broken`: lines the guard should have kept back."""

    persona: str
    language: Language
    by: str
    right: bool
    recorded: bool
    turns: int
    seconds: tuple[float, ...]  # a turn
    told: int
    missed: int
    untrue: int
    again: int
    broken: tuple[str, ...]
    worded: int  # lines put to the model
    kept: int  # of them, those whose words it gave, wholly or in part
    faults: dict[str, int]
    outcomes: dict[str, int]
    first: tuple[float, ...]  # seconds to its first word
    repeated: int = 0  # times it was begun again


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=PATIENTS)
    parser.add_argument(
        "--for", dest="assigned", nargs="*", default=[NOTES.name, NURSE.name], help="capabilities it answers"
    )
    parser.add_argument("--out", type=Path, default=Path("simulated-llm"))
    options = parser.parse_args()
    named = model_of_settings()
    if named is None:
        print("FRONTDESK_TEST_MODEL_URL names no server: nothing was run")
        return 0
    model, budget = named
    calls: list[Call] = []
    speaking = Runner(
        dict.fromkeys(options.assigned, InThreads(model)), budget=budget, gap=max(GAP, budget / 3), note=calls.append
    )
    chosen = list(_alternating(options.patients))
    ours = list(_receive(chosen, Runner({}), [], options.out))
    its = list(_receive(chosen, speaking, calls, options.out))
    print("\n".join(table(ours, its)))
    return 0 if all(one.recorded and not one.broken for one in its) else 1


def model_of_settings() -> tuple[OpenAiCompatible, float] | None:
    """The model the environment names, and the seconds it may take; None when it names none."""
    url = os.environ.get("FRONTDESK_TEST_MODEL_URL", "")
    if not url:
        return None
    model = OpenAiCompatible(url, os.environ.get("FRONTDESK_TEST_MODEL_NAME", "nurse"))
    return model, float(os.environ.get("FRONTDESK_TEST_MODEL_BUDGET", "3"))


def _alternating(patients: int) -> Iterator[Persona]:
    """So many of each language, by turns: when it is stopped, both have been measured."""
    by_language = ([one for one in personas() if one.language is language][:patients] for language in Language)
    yield from (one for one in chain.from_iterable(zip_longest(*by_language)) if one is not None)


def _receive(chosen: Sequence[Persona], models: Runner, calls: list[Call], folder: Path) -> Iterator[Received]:
    by = models.names or EMBEDDED
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{by}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    kept = {one.persona: one for one in (Received.model_validate_json(line) for line in lines)}
    with reception(models) as desk:
        desk.warm()
        for number, persona in enumerate(chosen, 1):
            if persona.id not in kept:
                judged, heard, repeated = _with_the_model(desk, persona, calls)
                one = _received(desk, judged, by, heard).model_copy(update={"repeated": repeated})
                (folder / f"{persona.id}.{by}.txt").write_text(transcript(judged), encoding="utf-8")
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(one.model_dump(mode="json"), ensure_ascii=False) + "\n")
                kept[persona.id] = one
            sys.stderr.write(f"\r{by}: {number} of {len(chosen)} receptions ")
            yield kept[persona.id]


def _with_the_model(desk: Reception, persona: Persona, calls: list[Call]) -> tuple[Judged, list[Call], int]:
    """The reception, begun again if the server was left alone in it: that tells nothing of the model.

    Scripted patients answer at once, so that all of them would be over before a server that failed once is tried again.
    """
    repeated = 0
    while True:
        before = len(calls)
        judged = judge(converse(desk, persona, seed=1))
        heard = calls[before:]
        if repeated == TRIES or all(call.outcome != Fault.RESTING for call in heard):
            return judged, heard, repeated
        repeated += 1
        sleep(REST)


def _received(desk: Reception, judged: Judged, by: str, calls: Sequence[Call]) -> Received:
    talk = judged.conversation
    voiced = talk.voiced
    return Received(
        persona=talk.persona.id,
        language=talk.persona.language,
        by=by,
        right=judged.right,
        recorded=_recorded(desk, _ended(desk, talk.state)),
        turns=len(talk.exchanges),
        seconds=tuple(round(exchange.seconds, 3) for exchange in talk.exchanges),
        told=judged.told,
        missed=len(judged.missed),
        untrue=len(judged.untrue),
        again=len(judged.asked_twice) + len(judged.already_told),
        broken=tuple(_broken(judged)),
        worded=len(voiced),
        kept=sum(one.kept for one in voiced),
        faults=dict(Counter(fault for one in voiced for fault in one.faults)),
        outcomes=dict(Counter(call.outcome for call in calls)),
        first=tuple(round(call.first_ms / 1000, 3) for call in calls if call.first_ms is not None),
    )


def _ended(desk: Reception, state: State) -> State:
    """A nurse answers what calls for one, and ends what only a person may end."""
    for alert in state.open_alerts:
        state = desk.acknowledge(
            state.session_id, alert.raised.alert_id, by=BY, name=BY, reason="seen in the simulation"
        )
    return state if state.closed else desk.close(state.session_id, by=BY)


def _recorded(desk: Reception, state: State) -> bool:
    if not state.closed or state.handed_over is None:
        return False
    try:
        return visit_of(desk, state.handed_over).record is not None
    except NotFound:
        return False


def _broken(judged: Judged) -> Iterator[str]:
    """Lines over length, with several questions or in the other language."""
    yield from judged.several
    for exchange in judged.conversation.exchanges:
        language = judged.conversation.state.language
        chinese = any("\u4e00" <= char <= "\u9fff" for char in exchange.nurse)
        if length(exchange.nurse, language) > LONGEST[language] or chinese is (language is Language.EN):
            yield exchange.nurse


def table(ours: Sequence[Received], its: Sequence[Received]) -> Iterator[str]:
    """Markdown: both nurses side by side, in each language."""
    columns = [
        (f"{name}, {language}", [one for one in ran if one.language is language])
        for language in Language
        for name, ran in ((EMBEDDED, ours), ("model", its))
    ]
    yield f"| | {' | '.join(name for name, _ in columns)} |"
    yield f"| --- {'| --- ' * len(columns)}|"
    for title, told in ROWS.items():
        yield f"| {title} | {' | '.join(told(ran) if ran else '-' for _, ran in columns)} |"


def _share(good: Sequence[bool]) -> str:
    return f"{sum(good)} of {len(good)}"


def _seconds(times: Sequence[float]) -> str:
    return f"{median(times):.2f} / {quantiles(times, n=20)[-1]:.2f}" if len(times) > 1 else "-"


def _summed(counts: Sequence[dict[str, int]]) -> str:
    found: Counter[str] = Counter()
    for one in counts:
        found.update(one)
    return ", ".join(f"{name} {often}" for name, often in found.most_common()) or "-"


def _valid(ran: Sequence[Received]) -> str:
    outcomes = Counter(chain.from_iterable(Counter(one.outcomes).elements() for one in ran))
    bad = sum(outcomes[name] for name in INVALID)
    return f"{1 - bad / outcomes.total():.0%}" if outcomes else "-"


ROWS: dict[str, Callable[[Sequence[Received]], str]] = {
    "receptions": lambda ran: str(len(ran)),
    "ended with a record in the HIS": lambda ran: _share([one.recorded for one in ran]),
    "right department or alarm": lambda ran: _share([one.right for one in ran]),
    "turns, mean": lambda ran: f"{mean(one.turns for one in ran):.1f}",
    "seconds a turn, median / p95": lambda ran: _seconds([s for one in ran for s in one.seconds]),
    "seconds to the model's first word, median / p95": lambda ran: _seconds([s for one in ran for s in one.first]),
    "guard broken": lambda ran: str(sum(len(one.broken) for one in ran)),
    "lines put to the model, its words kept": lambda ran: _share(
        [kept for one in ran for kept in [True] * one.kept + [False] * (one.worded - one.kept)]
    ),
    "cut or replaced by the guard": lambda ran: _summed([one.faults for one in ran]),
    "calls": lambda ran: _summed([one.outcomes for one in ran]),
    "begun again, the server being at rest": lambda ran: str(sum(one.repeated for one in ran)),
    "replies whole and valid": _valid,
    "told and in the record": lambda ran: f"{1 - sum(o.missed for o in ran) / max(sum(o.told for o in ran), 1):.1%}",
    "in the record and untrue": lambda ran: str(sum(one.untrue for one in ran)),
    "asked again, or what had been told": lambda ran: str(sum(one.again for one in ran)),
}


if __name__ == "__main__":
    sys.exit(main())
