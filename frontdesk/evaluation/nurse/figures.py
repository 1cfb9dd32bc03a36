"""What the receptions add up to: every figure with its interval, over all and by who came."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import median, quantiles

from frontdesk.evaluation.nurse.intervals import Figure, mean, ratio, share
from frontdesk.evaluation.nurse.met import Met
from frontdesk.evaluation.simulation.measure import length
from frontdesk.models.facts import Language, Value

TRAITS = ("extraversion", "agreeableness", "conscientiousness", "openness", "neuroticism")
WANTED = {"accuracy": 0.82, "facts": 0.60, "turns_to_department": 8.0}  # issue 39; turns at most


class Row(Value):
    """One group's figures. Shares from 0 to 1, turns counted, lines in characters (zh) or words (en)."""

    receptions: int
    accuracy: Figure  # the named department is one that is right for the record
    strict: Figure  # it is the record's own
    unnamed: Figure  # receptions that ended without one
    facts: Figure  # of all the patient knows, what the doctor's record holds rightly
    facts_told: Figure  # of what the patient said
    told: Figure  # of all the patient knows, what they said
    wrong: Figure  # facts a reception that the record has the wrong way round
    turns_to_department: Figure
    turns: Figure
    untrue: Figure  # statements a reception
    violations: Figure  # lines a reception that break the guard's rules
    info: Figure  # 1 to 5, by a judge model
    overall: Figure


class Alarms(Value):
    """`caught` of the emergencies, `false` of all others."""

    due: int
    caught: Figure
    sent: Figure  # emergencies alarmed about or sent to the emergency department
    false: Figure


class Costs(Value):
    """Seconds a turn, and the nurse model's tokens; cost in the currency of the prices given."""

    median_seconds: float | None
    p95_seconds: float | None
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float


class Setting(Value):
    """How it was run: everything that another needs to run it again."""

    nurse: str
    patients: str
    records: str
    seed: int
    command: str
    version: str
    day: date
    held_out: bool  # the project's own fictional records


class Report(Value):
    """One evaluation: JSON beside the page, and what `--beside` reads."""

    setting: Setting
    all: Row
    groups: Mapping[str, Mapping[str, Row]]  # by what -> group -> figures
    line_length: Mapping[Language, Figure]
    characters: Mapping[Language, Figure]  # a nurse's line, as the paper counts them
    alarms: Alarms
    costs: Costs
    failed: tuple[str, ...]
    receptions: tuple[Met, ...]


def row(met: Sequence[Met]) -> Row:
    return Row(
        receptions=len(met),
        accuracy=share(sum(one.right for one in met), len(met)),
        strict=share(sum(one.strict for one in met), len(met)),
        unnamed=share(sum(one.named is None for one in met), len(met)),
        facts=ratio([(one.held, one.facts) for one in met]),
        facts_told=ratio([(one.held_told, one.told) for one in met]),
        told=ratio([(one.told, one.facts) for one in met]),
        wrong=mean([len(one.wrong) for one in met]),
        turns_to_department=mean([x for one in met if (x := one.to_department) is not None]),
        turns=mean([one.turns for one in met]),
        untrue=mean([len(one.untrue) for one in met]),
        violations=mean([len(one.violations) for one in met]),
        info=mean([x for one in met if (x := one.info) is not None]),
        overall=mean([x for one in met if (x := one.overall) is not None]),
    )


GROUPINGS: Mapping[str, Callable[[Met], str]] = {
    "department": lambda one: one.accept[0],
    "language": lambda one: one.language.value,
    "visit": lambda one: one.visit.value,
    "education": lambda one: one.profile.education,
    **{trait: (lambda one, trait=trait: one.profile.traits[trait]) for trait in TRAITS},  # type: ignore[misc]
}


def report(setting: Setting, every: Iterable[Met], prices: tuple[float, float] = (0.0, 0.0)) -> Report:
    """`prices`: of a million tokens read and written."""
    every = sorted(every, key=lambda one: one.id)
    met = [one for one in every if one.failed is None]
    return Report(
        setting=setting,
        all=row(met),
        groups={what: _grouped(met, by) for what, by in GROUPINGS.items()},
        line_length={lang: mean(_lengths(met, lang, length)) for lang in Language},
        characters={lang: mean(_lengths(met, lang, lambda line, _: len(line))) for lang in Language},
        alarms=_alarms(met),
        costs=_costs(met, prices),
        failed=tuple(f"{one.id}: {one.failed}" for one in every if one.failed),
        receptions=tuple(met),
    )


def _grouped(met: Sequence[Met], by: Callable[[Met], str]) -> dict[str, Row]:
    groups: dict[str, list[Met]] = {}
    for one in met:
        groups.setdefault(by(one), []).append(one)
    return {name: row(those) for name, those in sorted(groups.items())}


def _lengths(met: Sequence[Met], language: Language, of: Callable[[str, Language], int]) -> list[float]:
    """Of each reception its mean line: lines of one reception are alike."""
    talks = [one.lines for one in met if one.language is language and one.lines]
    return [sum(of(line, language) for line in lines) / len(lines) for lines in talks]


def _alarms(met: Sequence[Met]) -> Alarms:
    due = [one for one in met if one.due]
    calm = [one for one in met if not one.may_alarm]
    return Alarms(
        due=len(due),
        caught=share(sum(one.alarmed for one in due), len(due)),
        sent=share(sum(one.alarmed or one.named == "emergency" for one in due), len(due)),
        false=share(sum(one.alarmed for one in calm), len(calm)),
    )


def _costs(met: Sequence[Met], prices: tuple[float, float]) -> Costs:
    seconds = [each for one in met for each in one.seconds]
    read, written = sum(one.used.tokens_in for one in met), sum(one.used.tokens_out for one in met)
    return Costs(
        median_seconds=round(median(seconds), 3) if seconds else None,
        p95_seconds=round(quantiles(seconds, n=20)[-1], 3) if len(seconds) > 1 else None,
        calls=sum(one.used.calls for one in met),
        tokens_in=read,
        tokens_out=written,
        cost=(read * prices[0] + written * prices[1]) / 1e6,
    )


def load(path: Path) -> Report:
    """Raises ValueError for what is no such report, OSError."""
    return Report.model_validate_json(path.read_text(encoding="utf-8"))


def text(told: Report) -> str:
    """The main figures, a line each."""
    every, alarms, costs = told.all, told.alarms, told.costs
    named = {
        "department right (one of those that are)": shown(every.accuracy, percent=True),
        "department right (the record's own)": shown(every.strict, percent=True),
        "facts told that the doctor's record holds": shown(every.facts_told, percent=True),
        "facts known that the doctor's record holds": shown(every.facts, percent=True),
        "facts the wrong way round, a reception": shown(every.wrong),
        "patient's turns until the department": shown(every.turns_to_department),
        "patient's turns in all": shown(every.turns),
        "emergencies alarmed about": f"{shown(alarms.caught, percent=True)} of {alarms.due}",
        "others alarmed about": shown(alarms.false, percent=True),
        "lines against the guard's rules, a reception": shown(every.violations),
        "untrue statements, a reception": shown(every.untrue),
        "nurse's line, characters (zh), words (en)": ", ".join(shown(one) for one in told.line_length.values()),
        "seconds a turn, median and 95th of 100": f"{costs.median_seconds} {costs.p95_seconds}",
    }
    if every.info.value is not None:
        named |= {"information score, 1 to 5": shown(every.info), "overall score, 1 to 5": shown(every.overall)}
    if costs.calls:
        named["calls; tokens read, written; cost"] = (
            f"{costs.calls}; {costs.tokens_in}, {costs.tokens_out}; {costs.cost:.2f}"
        )
    width = max(map(len, named))
    head = f"{told.setting.nurse}, {every.receptions} receptions, {told.setting.records}, seed {told.setting.seed}"
    return "\n".join((head, *(f"  {name:<{width}}  {figure}" for name, figure in named.items()), *_failures(told)))


def _failures(told: Report) -> list[str]:
    return [f"  {len(told.failed)} receptions failed: {'; '.join(told.failed[:5])}"] if told.failed else []


def shown(figure: Figure, *, percent: bool = False) -> str:
    """ "82 % (73 to 88)"; "–" where there is nothing."""
    if figure.value is None:
        return "–"
    if percent:
        low, high = (round(100 * (x or 0.0)) for x in (figure.low, figure.high))
        return f"{100 * figure.value:.0f} % ({low} to {high})"
    return f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})"
