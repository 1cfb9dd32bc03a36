"""Questions about danger: what would raise an alarm, as the knowledge ranks it."""

from collections.abc import Iterator
from functools import lru_cache

from models.embedded import red_flags
from models.embedded.asking.known import Ask, Known, Purpose, fits
from models.facts import Details, Fact, Language, Person, Record, Relation, Side, Topic
from models.knowledge.schema import Finding

MOST_DANGER = 3  # of which only one where no answer would raise an alarm
GRAVE = ("A", "B")
SUPPOSED = 512  # records held with the alarms they would raise
OF_PREGNANCY = ("vaginal_bleeding", "headache", "blurred_vision")  # asked of who is pregnant, if they would alarm
_OF_NERVES = frozenset({"numbness", "limb_weakness"})
OF_A_STROKE = frozenset({"weak_one_side", "face_droop", "slurred_speech"})
A_WEEK = 7 * 24  # hours
CHILD = 14  # years under which fever is asked about first


def danger(known: Known, findings: list[Finding]) -> Iterator[Ask]:
    """A child's age, which fever turns on; then what would raise an alarm, as the knowledge ranks it."""
    if known.person.relation is Relation.CHILD and known.person.age_months is None:
        yield Ask(key="age", purpose=Purpose.DANGER)
    said = {f.code for f in known.record}
    codes = _dangers(known, findings)
    done = sum(1 for code in codes if f"finding:{code}" in known.asked and not _passed_over(code, known))
    standing = _alarms(known.person, known.record)
    leading = {finding.danger[0] for finding in findings if _only_together(finding.danger[:2], known, standing)}
    alarming = [code for code in codes if code not in said and (code in leading or _alarm((code,), known, standing))]
    ordered = alarming
    if _fever_first(known, findings):
        first = dict.fromkeys(("fever", *findings[0].danger[:1], *alarming))
        ordered = [code for code in first if code not in said and fits(code, known)]
    elif not alarming and not done:
        ordered = [code for code in codes if code not in said and fits(code, known)][:1]
    for code in ordered[: max(0, (2 if known.brief else MOST_DANGER) - done)]:
        yield Ask(key=f"finding:{code}", purpose=Purpose.DANGER)


def _dangers(known: Known, findings: list[Finding]) -> list[str]:
    expecting = OF_PREGNANCY if known.person.pregnant else ()
    codes = list(dict.fromkeys((*expecting, *(code for finding in findings for code in finding.danger))))
    asked = next((code for code in codes if code in OF_A_STROKE), None)
    if asked is None or not _hardly_a_stroke(known, findings):
        return codes
    return [code for code in codes if code == asked or code not in OF_A_STROKE]


def _hardly_a_stroke(known: Known, findings: list[Finding]) -> bool:
    """Numbness or weakness of both sides, or of weeks: one sign of a stroke is enough to ask for."""
    names = {finding.code for finding in findings if not OF_A_STROKE.isdisjoint(finding.danger)}
    told = [fact for fact in known.record if fact.code in names]
    return all(f.code in _OF_NERVES and (f.details.side is Side.BOTH or _for_weeks(f.details)) for f in told)


def _for_weeks(said: Details) -> bool:
    return said.duration is not None and said.duration.hours >= A_WEEK and not said.sudden


def _passed_over(code: str, known: Known) -> bool:
    """Asked once, and answered with something else."""
    key = f"finding:{code}"
    told = any(f.code == code for f in known.record)
    return known.asked.count(key) == 1 and not told and key not in known.settled


def _fever_first(known: Known, findings: list[Finding]) -> bool:
    """A child with what may come of an infection: first of all whether there is fever."""
    grown = known.person.age is not None and known.person.age >= CHILD
    child = known.person.relation is Relation.CHILD or (known.person.age is not None and not grown)
    return child and not grown and any("fever" in (*finding.danger, *finding.asks) for finding in findings)


def _alarm(codes: tuple[str, ...], known: Known, standing: dict[int, str]) -> bool:
    """Whether `codes`, were they there, would together raise a grave red flag beside those standing."""
    if not codes or not all(fits(code, known) for code in codes):
        return False
    supposed = tuple(Fact(topic=Topic.FINDING, code=code, quote=code) for code in codes)
    raised = _alarms(known.person, (*known.record, *supposed))
    return any(level in GRAVE for rule, level in raised.items() if rule not in standing)


def _only_together(codes: tuple[str, ...], known: Known, standing: dict[int, str]) -> bool:
    """Whether they alarm beside each other and none of them alone: lips that swell, and breath that is short."""
    return _alarm(codes, known, standing) and not any(_alarm((code,), known, standing) for code in codes)


@lru_cache(maxsize=SUPPOSED)
def _alarms(person: Person, record: Record) -> dict[int, str]:
    """Rule and level of every red flag that `record` raises; asked again for what the screen tells of the same turn."""
    flags = red_flags.check("", language=Language.EN, record=record, person=person)
    return {flag.rule: flag.level for flag in flags}
