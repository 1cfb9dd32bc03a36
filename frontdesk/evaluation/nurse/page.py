"""The report as one page that stands alone, for whoever is answerable for the nurse."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from frontdesk.evaluation.nurse.beside import called, compared
from frontdesk.evaluation.nurse.charts import Line, intervals
from frontdesk.evaluation.nurse.figures import TRAITS, WANTED, Report, Row, shown
from frontdesk.evaluation.nurse.intervals import share
from frontdesk.evaluation.nurse.met import Met
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.training.profiles import population

FOLDER = Path(__file__).parent
WORST = 6  # conversations that are quoted
KINDS = {
    "since": "since when",
    "worse": "what makes it worse",
    "better": "what eases it",
    "tried": "what was tried",
    "value": "measured values",
    "character": "what it is like",
    "severity": "how bad it is",
    "wish": "what they want",
}
NAMES = {"zh": "in Chinese", "en": "in English", "first": "first visit", "follow_up": "follow-up"}


class Told(NamedTuple):
    """One main figure: its name, value with interval, what was wanted, and what it means. `met`: None, not wanted."""

    name: str
    value: str
    wanted: str
    met: bool | None
    means: str


class Quoted(NamedTuple):
    met: Met
    why: str
    complaint: str


def page(report: Report, earlier: Report | None = None) -> str:
    """HTML without anything from elsewhere; with an `earlier` run both nurses side by side."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(
        report=report,
        main=list(_main(report)),
        charts=_charts(report),
        departments=_departments(report.groups["department"]),
        worst=list(worst(report.receptions)),
        paper=_paper(),
        beside=compared(report, earlier) if earlier else None,
        shown=shown,
        nurse=called(report),
        zh=Language.ZH,
    )


def _main(report: Report) -> Iterator[Told]:
    every, alarms = report.all, report.alarms
    accuracy, held, turns = every.accuracy.value, every.facts.value, every.turns_to_department.value
    yield Told(
        "Right department",
        shown(every.accuracy, percent=True),
        f"at least {WANTED['accuracy']:.0%}",
        None if accuracy is None else accuracy >= WANTED["accuracy"],
        "Of all receptions, those that ended with a department that is right for the record. Several may be; with the "
        f"record's own alone it is {shown(every.strict, percent=True)}. "
        f"{round(100 * (every.unnamed.value or 0.0))} % ended without any.",
    )
    yield Told(
        "Facts in the doctor's record",
        shown(every.facts, percent=True),
        f"at least {WANTED['facts']:.0%}",
        None if held is None else held >= WANTED["facts"],
        "Of all that patients knew and a doctor would write down, the share that stands in the record, the right way "
        f"round. They said {shown(every.told, percent=True)} of it, and of that the record has "
        f"{shown(every.facts_told, percent=True)}.",
    )
    yield Told(
        "Answers until the department",
        shown(every.turns_to_department),
        f"at most {WANTED['turns_to_department']:.0f}",
        None if turns is None else turns <= WANTED["turns_to_department"],
        f"How often a patient had to speak or tap before they knew where to go; {shown(every.turns)} in all.",
    )
    yield Told(
        "Emergencies noticed",
        f"{shown(alarms.caught, percent=True)} of {alarms.due}",
        "all",
        None if not alarms.due else alarms.caught.value == 1.0,
        "Somebody was called at once. Alarmed about or sent to the emergency department: "
        f"{shown(alarms.sent, percent=True)}. Alarm about patients who were no emergency: "
        f"{shown(alarms.false, percent=True)}.",
    )
    yield Told(
        "Untrue statements a reception",
        shown(every.untrue),
        "",
        None,
        "Statements of the record that the patient knows are not so. Facts that stand there the wrong way round: "
        f"{shown(every.wrong)} a reception.",
    )
    yield Told(
        "Lines against the rules a reception",
        shown(every.violations),
        "",
        None,
        "What no nurse may say: a diagnosis, a medicine, that it is harmless, a place or number nobody gave her.",
    )
    if every.info.value is not None:
        yield Told(
            "Information score", shown(every.info), "", None, "1 to 5, by a judge model with the record before it."
        )
        yield Told(
            "Overall score", shown(every.overall), "", None, "1 to 5, by a judge model with the record before it."
        )


def _department(code: str) -> str:
    known = knowledge().specialties.get(code)
    return known.en if known else code.replace("_", " ")


def _departments(rows: Mapping[str, Row]) -> list[tuple[str, Row]]:
    """Lowest accuracy first."""
    found = [(_department(code), row) for code, row in rows.items()]
    return sorted(found, key=lambda pair: (pair[1].accuracy.value or 0.0, -pair[1].receptions, pair[0]))


def _charts(report: Report) -> dict[str, str]:
    department = [Line(name, row.accuracy) for name, row in _departments(report.groups["department"])]
    named = population()["education_words"][Language.EN]
    people = [
        *(Line(NAMES.get(name, name), row.accuracy) for name, row in report.groups["language"].items()),
        *(Line(NAMES.get(name, name), row.accuracy) for name, row in report.groups["visit"].items()),
        *(
            Line(f"schooling: {words}", report.groups["education"][name].accuracy)
            for name, words in named.items()
            if name in report.groups["education"]
        ),
    ]
    traits = [
        Line(f"{trait}: {level}", report.groups[trait][level].accuracy)
        for trait in TRAITS
        for level in ("low", "moderate", "high")
        if level in report.groups[trait]
    ]
    return {
        "department": intervals(department, wanted=WANTED["accuracy"]),
        "people": intervals(people, wanted=WANTED["accuracy"]),
        "traits": intervals(traits, wanted=WANTED["accuracy"]),
        "kinds": intervals(_kinds(report.receptions), wanted=WANTED["facts"]),
    }


def _kinds(met: Sequence[Met]) -> list[Line]:
    """Of each kind of fact the share that the record has, commonest first."""
    known = sum((Counter(one.kinds) for one in met), Counter[str]())
    lacking = Counter(fact.partition(":")[0] for one in met for fact in (*one.missing, *one.wrong))
    return [Line(KINDS.get(kind, kind), share(of - lacking[kind], of)) for kind, of in known.most_common()]


def worst(met: Sequence[Met]) -> Iterator[Quoted]:
    """The receptions to read first."""

    def weight(one: Met) -> tuple[int, ...]:
        missed = one.due and not one.alarmed and one.named != "emergency"
        return (missed, len(one.violations), not one.right, len(one.untrue), len(one.wrong), one.turns)

    for one in sorted(met, key=weight, reverse=True)[:WORST]:
        opening = next((line.text for line in one.talk if line.speaker == "patient"), "")
        yield Quoted(one, "; ".join(_whys(one)), opening)


def _whys(one: Met) -> Iterator[str]:
    if one.due and not one.alarmed:
        yield "an emergency, and nobody was called"
    if not one.right:
        named = _department(one.named) if one.named else "no department"
        yield f"sent to {named}, right would be {' or '.join(map(_department, one.accept))}"
    for each in one.violations:
        yield f"against the rules ({each.kind}): {each.line}"
    for statement in one.untrue:
        yield f"untrue in the record: {statement}"
    for fact in one.wrong:
        yield f"the wrong way round: {fact}"


def _paper() -> dict[str, object]:
    loaded: dict[str, object] = yaml.safe_load((FOLDER / "paper.yaml").read_text(encoding="utf-8"))
    return loaded
