"""Transcripts to be read, and the table of what was counted."""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median, quantiles

from frontdesk.app.reception.session.events import Question
from frontdesk.evaluation.simulation.measure import Judged
from frontdesk.models.facts import Fact, Language

COLUMNS = ("right", "pages", "taps", "asked", "twice", "told before", "long", "several", "same", "told", "missed")


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
        tapped = f"  [tapped {', '.join(exchange.said.options)}]" if exchange.said.options else ""
        lines.append(f"  PATIENT  {exchange.words}{tapped}")
        tiles = _tiles(exchange.question, state.language)
        lines.append(f"  nurse    {exchange.nurse}{tiles}   ({exchange.why}, {exchange.seconds * 1000:.0f} ms)")
    named = state.recommended
    outcome = f"{named.department_id} ({named.specialty}, {named.confidence:.2f})" if named else str(state.phase)
    alerts = ", ".join(f"{a.raised.level} {a.raised.rule} ({a.raised.quote})" for a in state.alerts)
    lines += ["", f"  outcome  {outcome}  {alerts}  {'right' if one.right else f'WRONG, wanted {_wanted(one)}'}"]
    lines += [f"  record   {_fact(fact)}" for fact in state.record]
    lines += [f"  person   {state.person.model_dump(exclude_none=True, mode='json')}"]
    for name in ("asked_twice", "already_told", "too_long", "several", "repeated", "missed", "untrue"):
        found = getattr(one, name)
        lines += [f"  {name.upper()}  {what}" for what in found]
    return "\n".join(lines) + "\n"


def _tiles(question: Question | None, language: Language) -> str:
    if question is None:
        return ""
    labels = " | ".join(option.label[language] for option in question.options)
    pad = f" #{question.pad}" if question.pad else ""
    return f"\n           [{question.key}{'*' if question.several else ''}{pad}: {labels}]"


def _fact(fact: Fact) -> str:
    details = fact.details.model_dump(exclude_none=True, mode="json")
    return f"{fact.key} {fact.status} “{fact.quote}”{f' {details}' if details else ''}"


def _wanted(one: Judged) -> str:
    persona = one.conversation.persona
    return ", ".join(persona.specialties) or persona.outcome


def table(judged: Sequence[Judged]) -> str:
    """A line a conversation, and what they come to together."""
    rows = [f"{'persona':<34}{''.join(f'{name:<13}' for name in COLUMNS)}untrue"]
    for one in judged:
        counts: tuple[object, ...] = (
            "yes" if one.right else "NO",
            "-" if one.pages is None else one.pages,
            "-" if one.taps is None else one.taps,
            one.asked,
            *(len(found) for found in (one.asked_twice, one.already_told, one.too_long, one.several, one.repeated)),
            one.told,
            len(one.missed),
        )
        row = "".join(f"{count!s:<13}" for count in counts)
        rows.append(f"{one.conversation.persona.id:<34}{row}{len(one.untrue)}")
    return "\n".join([*rows, "", *totals(judged)])


def totals(judged: Sequence[Judged]) -> list[str]:
    told, missed = sum(one.told for one in judged), sum(len(one.missed) for one in judged)
    in_code = sum(one.coded for one in judged)
    grave = [one for one in judged if one.conversation.persona.outcome in ("emergency", "private")]
    complaints = [one.complaint for one in judged if one.complaint is not None]
    times = [e.seconds * 1000 for one in judged for e in one.conversation.exchanges]
    return [
        f"{len(judged)} receptions, {len(times)} turns",
        f"right: {mean(one.right for one in judged):.3f}",
        f"false alarms: {sum(one.false_alarm for one in judged)}",
        f"emergencies nobody was fetched for at once: {sum(one.missed_alarm for one in grave)} of {len(grave)}",
        f"complaint in code: {mean(complaints):.3f}" if complaints else "",
        *_spread("pages to a department", [one.pages for one in judged if one.pages is not None]),
        *_spread("taps to a department", [one.taps for one in judged if one.taps is not None]),
        *_spread("pages in all", [one.asked for one in judged]),
        f"asked twice: {sum(len(one.asked_twice) for one in judged)}",
        f"asked something already told: {sum(len(one.already_told) for one in judged)}",
        f"turns or sentences over length: {sum(len(one.too_long) for one in judged)}",
        f"turns with more than one question: {sum(len(one.several) for one in judged)}",
        f"same words twice running: {sum(len(one.repeated) for one in judged)}",
        f"told and in the record: {1 - missed / max(told, 1):.3f} of {told}, in code {in_code / max(told, 1):.3f}",
        f"in the record and untrue: {sum(len(one.untrue) for one in judged)}",
        f"records with nothing untrue: {mean(not one.untrue for one in judged):.3f}",
        f"time for a turn: median {median(times):.0f} ms, p95 {quantiles(times, n=20)[-1]:.0f} ms",
    ]


def _spread(what: str, counts: Sequence[int]) -> list[str]:
    return [f"{what}: median {median(counts):g}, mean {mean(counts):.2f}, most {max(counts)}"] if counts else []
