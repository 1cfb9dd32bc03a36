"""Transcripts to be read, and the table of what was counted."""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median, quantiles

from evaluation.simulation.measure import Judged


def write(folder: Path, judged: Sequence[Judged]) -> None:
    """One text file a conversation, and the table."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in judged:
        name = f"{one.conversation.persona.id}-{one.conversation.seed}.txt"
        (folder / name).write_text(transcript(one), encoding="utf-8")
    (folder / "table.txt").write_text(table(judged) + "\n", encoding="utf-8")


def transcript(one: Judged) -> str:
    talk = one.conversation
    persona, state = talk.persona, talk.state
    lines = [f"{persona.id}, seed {talk.seed}: {persona.temper}, {persona.age:g}, {persona.sex}", ""]
    lines.append(f"  nurse    {talk.greeting}")
    for exchange in talk.exchanges:
        tapped = "  [tapped]" if exchange.said.option else ""
        lines.append(f"  PATIENT  {exchange.words}{tapped}")
        options = f"   [{' | '.join(exchange.options)}]" if exchange.options else ""
        lines.append(f"  nurse    {exchange.nurse}{options}   ({exchange.why}, {exchange.seconds * 1000:.0f} ms)")
    named = state.recommended
    outcome = f"{named.department_id} ({named.specialty}, {named.confidence:.2f})" if named else str(state.phase)
    alerts = ", ".join(f"{a.raised.level}{a.raised.rule}" for a in state.alerts)
    lines += ["", f"  outcome  {outcome}  {alerts}  {'right' if one.right else f'WRONG, wanted {_wanted(one)}'}"]
    lines += [f"  record   {fact.topic}:{fact.code} {fact.status} {_details(fact)}" for fact in state.record]
    lines += [f"  person   {state.person.model_dump(exclude_none=True)}"]
    for name in ("asked_again", "too_long", "several", "repeated", "missed", "invented", "mistaken"):
        found = getattr(one, name)
        lines += [f"  {name.upper()}  {what}" for what in found]
    return "\n".join(lines) + "\n"


def _wanted(one: Judged) -> str:
    persona = one.conversation.persona
    rules = f" rules {persona.rules}" if persona.rules else ""
    return (", ".join(persona.specialties) or persona.outcome) + rules


def _details(fact: object) -> str:
    details = getattr(fact, "details").model_dump(exclude_none=True, mode="json")  # noqa: B009 printed only
    return str(details) if details else ""


def table(judged: Sequence[Judged]) -> str:
    """A line a conversation, and what they come to together."""
    rows = [
        f"{'persona':<34}{'right':<7}{'asked before':<14}{'asked':<7}{'again':<7}{'long':<6}{'several':<9}{'same':<6}"
        f"{'told':<6}{'missed':<8}{'invented':<10}mistaken"
    ]
    for one in judged:
        before = "-" if one.questions is None else str(one.questions)
        rows.append(
            f"{one.conversation.persona.id:<34}{'yes' if one.right else 'NO':<7}{before:<14}{one.asked:<7}"
            f"{len(one.asked_again):<7}{len(one.too_long):<6}{len(one.several):<9}{len(one.repeated):<6}"
            f"{one.told:<6}{len(one.missed):<8}{len(one.invented):<10}{len(one.mistaken)}"
        )
    return "\n".join([*rows, "", *totals(judged)])


def totals(judged: Sequence[Judged]) -> list[str]:
    before = [one.questions for one in judged if one.questions is not None]
    told, missed = sum(one.told for one in judged), sum(len(one.missed) for one in judged)
    times = [e.seconds * 1000 for one in judged for e in one.conversation.exchanges]
    return [
        f"{len(judged)} receptions, {len(times)} turns",
        f"right: {mean(one.right for one in judged):.3f}",
        f"false alarms: {sum(one.false_alarm for one in judged)}",
        f"questions before a department is named: mean {mean(before):.2f}, most {max(before)}" if before else "",
        f"questions in all: mean {mean(one.asked for one in judged):.2f}, most {max(one.asked for one in judged)}",
        f"asked something already said: {sum(len(one.asked_again) for one in judged)}",
        f"turns or sentences over length: {sum(len(one.too_long) for one in judged)}",
        f"turns with more than one question: {sum(len(one.several) for one in judged)}",
        f"same words twice running: {sum(len(one.repeated) for one in judged)}",
        f"told and in the record: {1 - missed / max(told, 1):.3f} of {told}",
        f"in the record and not told: {sum(len(one.invented) for one in judged)}",
        f"details, age or sex not as told: {sum(len(one.mistaken) for one in judged)}",
        f"records with nothing untrue: {mean(not one.invented and not one.mistaken for one in judged):.3f}",
        f"time for a turn: median {median(times):.0f} ms, p95 {quantiles(times, n=20)[-1]:.0f} ms",
    ]
