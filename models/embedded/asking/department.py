"""Questions whose answers part the departments that are still open."""

from collections.abc import Iterator

from models.embedded.asking.known import MOST, WANTS, Ask, Known, Purpose, fits, sex_of, wants_only
from models.embedded.certainty import SURE, WORTH_ASKING
from models.embedded.telling import gain
from models.embedded.triage.evidence import weights
from models.facts import Person, Relation, Sex, Topic
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding

MOST_DEPARTMENT = 3
MOST_FINDINGS = 5  # asked about, those for danger included
OF_ONE_SEX = frozenset({"gynecology", "obstetrics", "andrology", "urology", "reproductive_medicine"})
OPEN_TO_SEX = 0.1  # chance of one of these from which the sex is asked first
OF_CHILDREN = frozenset({"pediatrics", "pediatric_surgery", "child_development"})
OPEN_TO_AGE = 0.15  # chance of these together from which the age is asked first


def department(known: Known, findings: list[Finding]) -> Iterator[Ask]:
    if wants_only(known.record) and not _names_what(known):
        code = findings[0].code
        yield Ask(key=WANTS[code], purpose=Purpose.DEPARTMENT, about=code)
    if known.person.age_months is None and (_of_another(known.person) or _perhaps_a_child(known)):
        yield Ask(key="age", purpose=Purpose.DEPARTMENT)
    if sex_of(known) is None and _turns_on_sex(known, findings):
        yield Ask(key="sex", purpose=Purpose.DEPARTMENT)
    if not known.likely or known.likely[0][1] >= SURE:
        return
    asked = {key.removeprefix("finding:") for key in known.asked if key.startswith("finding:")}
    told = {code: bits for code in _candidates(known, findings) if (bits := _tells(code, known)) >= WORTH_ASKING}
    telling = sorted(told, key=lambda code: -told[code])
    for code in telling[: min(MOST_DEPARTMENT, max(0, MOST_FINDINGS - len(asked)), 1 if known.brief else MOST)]:
        yield Ask(key=f"finding:{code}", purpose=Purpose.DEPARTMENT)


def _names_what(known: Known) -> bool:
    """An illness, a medicine or a result told with the request."""
    return any(f.topic in (Topic.CONDITION, Topic.MEDICINE, Topic.RESULT) for f in known.record)


def _of_another(person: Person) -> bool:
    return person.relation not in (None, Relation.SELF)


def _perhaps_a_child(known: Known) -> bool:
    return sum(chance for code, chance in known.likely if code in OF_CHILDREN) >= OPEN_TO_AGE


def _turns_on_sex(known: Known, findings: list[Finding]) -> bool:
    """Whether the answer would change the department."""
    for finding in findings:
        man, woman = (_first(finding, known.person.model_copy(update={"sex": sex})) for sex in Sex)
        if man != woman:
            return True
    shifts = not findings or any(shift.when.sex for finding in findings for shift in finding.shifts)
    return shifts and any(code in OF_ONE_SEX and chance >= OPEN_TO_SEX for code, chance in known.likely)


def _first(finding: Finding, person: Person) -> str:
    pointing = weights(finding, person)
    return max(pointing, key=lambda code: pointing[code]) if pointing else ""


def _candidates(known: Known, findings: list[Finding]) -> list[str]:
    """What goes with the complaints, and has not been said."""
    said = {f.code for f in known.record}
    codes = dict.fromkeys(code for finding in findings for code in (*finding.asks, *finding.danger))
    return [code for code in codes if code not in said and f"finding:{code}" not in known.asked and fits(code, known)]


def _tells(code: str, known: Known) -> float:
    return gain(weights(knowledge().findings[code], known.person), known.likely)
