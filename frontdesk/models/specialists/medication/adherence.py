"""What is taken against what is prescribed: dose, frequency, missed, doubled, stopped, not on the list."""

from collections.abc import Iterator

from rapidfuzz.distance import Levenshtein

from frontdesk.models.specialists.case import Checked
from frontdesk.models.specialists.medication.dose import Dose
from frontdesk.models.specialists.medication.finding import found
from frontdesk.models.specialists.medication.habits import Kept, told_habit
from frontdesk.models.specialists.medication.intake import Intake, says
from frontdesk.models.specialists.medication.spoken import Heard, Spoken, is_group

RECORD = "the patient's medication list"
ALIKE = 0.6  # of 1: hydralazine and hydroxyzine are 0.64
WIDER = frozenset({"insulin", "cephalosporin"})  # a name for all of a kind: the list says which one
NEAR = 0.02  # two amounts closer than this are the same


def adherence(heard: Heard) -> Iterator[Checked]:
    for one in heard.spoken:
        if one.named is None or one.anothers or one.intake.asked or (one.mention and len(one.mention.close) > 1):
            continue
        if one.listed:
            verdict = kept(one.intake, one.listed.dose) or told_habit(one.intake.words)
            if verdict:
                yield _on_the_list(heard, one, verdict)
        elif heard.situation.list_known and not is_group(one.named.codes[0]) and _is_taken(one):
            yield from _not_on_the_list(heard, one)


def _is_taken(one: Spoken) -> bool:
    return not one.intake.denied and not (one.intake.stopped and not one.intake.tells)


def _on_the_list(heard: Heard, one: Spoken, verdict: Kept) -> Checked:
    assert one.listed is not None and one.named is not None  # noqa: S101
    code = one.named.codes[0] if one.named.codes[0] not in WIDER else one.listed.named.codes[0]
    name = heard.name(code)
    text = {
        "as_prescribed": heard.say(f"{name}和处方一致。", f"{name.capitalize()} is taken as prescribed."),
        "more": heard.say(
            f"{name}用得比处方多，请先按处方用，马上请护士核对。",
            f"You take more {name} than prescribed; please keep to the prescription and let a nurse check now.",
        ),
        "less": heard.say(
            f"{name}用得比处方少，不要自己加倍补上，请医生核对。",
            f"You take less {name} than prescribed; do not double up, and let the doctor check.",
        ),
    }[verdict]
    return found("adherence", verdict, code, text, RECORD)


def _not_on_the_list(heard: Heard, one: Spoken) -> Iterator[Checked]:
    assert one.named is not None  # noqa: S101
    for code in one.named.codes:
        name, alike = heard.name(code), look_alike(code, heard)
        if alike:
            zh = f"{name}不在您的用药单上，单上的是名字相近的{heard.name(alike)}，药盒上写的是哪一个？"
            en = f"{name.capitalize()} is not on your list, but {alike} is: which of the two is on your box?"
        else:
            zh = f"{name}不在您的用药单上，请告诉医生。"
            en = f"{name.capitalize()} is not on your list of medicines; please tell the doctor."
        yield found("adherence", "not_prescribed", code, heard.say(zh, en), RECORD)


def look_alike(code: str, heard: Heard) -> str | None:
    """A medicine on the list with a name that is easily taken for this one."""
    for listed in heard.situation.listed:
        for other in listed.named.codes:
            names = ((code, other), (heard.name(code), heard.name(other)))
            if any(Levenshtein.normalized_similarity(one, two) >= ALIKE for one, two in names):
                return other
    return None


def kept(intake: Intake, told: Dose) -> Kept | None:
    """Whether the patient keeps to the prescription; None where the words do not tell."""
    if intake.stopped or intake.denied:
        return "less" if not told.as_needed else None
    said = intake.dose if says("tablets", intake.words) else _in_milligrams(intake.dose, told)
    counted = compared(said, told)
    if told.as_needed:
        return "more" if counted == "more" or intake.more else "as_prescribed" if intake.tells else None
    if counted == "more" or (intake.more and counted != "less"):
        return "more"
    if (
        counted == "less"
        or intake.less
        or (_is_of_every_day(told) and (intake.not_daily or says("not_daily", intake.words)))
    ):
        return "less"
    if counted == "as_prescribed" or intake.as_told:
        return "as_prescribed"
    return None


def _is_of_every_day(told: Dose) -> bool:
    return told.per_day is not None and told.per_day >= 1


def compared(said: Dose, told: Dose) -> Kept | None:
    """By amounts alone: the whole day where it can be reckoned, else one dose, else how often."""
    dose, often = _dose(said, told), _sign(_often(said), _often(told))
    if said.in_all or told.in_all:
        return _named(_day(said, told))
    if dose is not None and often is not None and dose * often < 0:
        return _named(_day(said, told) or dose)
    signs = [sign for sign in (dose, often) if sign is not None]
    return _named(None if not signs else max(signs, key=abs))


def _in_milligrams(said: Dose, told: Dose) -> Dose:
    """“Five in the morning, five at night” of what is prescribed as 5 mg counts no tablets."""
    each = said.units / (said.doses or 1.0) if said.units and said.in_all else said.units
    if said.unit == "tablet" and said.mg is None and told.unit is None and each is not None and each == told.mg != 1:
        return said._replace(units=None, unit=None, mg=said.units)
    return said


def _often(dose: Dose) -> float | None:
    return None if dose.in_all else dose.per_day


def _dose(said: Dose, told: Dose) -> int | None:
    """The size of one dose; a tablet is taken to be the prescribed one where its strength is not said."""
    if said.ml is not None and told.ml is not None:
        return _sign(said.ml, told.ml)
    if said.unit and said.unit == told.unit:
        return _sign(said.units, told.units)
    if said.mg is not None and told.mg is not None:
        return _sign(said.mg, told.mg)
    if said.bare and told.unit == "iu":  # "30 of Lantus"
        return _sign(said.mg, told.units)
    if said.unit == "tablet" and told.unit is None and told.mg is not None and said.strength is None:
        return _sign(said.units, 1.0)
    return None


def _day(said: Dose, told: Dose) -> int | None:
    if told.per_day is None and not told.in_all:
        return None
    if said.unit and said.unit == told.unit and said.units and told.units:
        return _sign(said.units * said.times, told.units * told.times)
    if said.mg and told.mg:
        return _sign(said.mg * said.times, told.mg * told.times)
    if said.ml and told.ml:
        return _sign(said.ml * said.times, told.ml * told.times)
    if said.unit == "tablet" and said.units and told.unit is None and said.strength is None:
        return _sign(said.units * said.times, told.times)
    return None


def _sign(said: float | None, told: float | None) -> int | None:
    if said is None or told is None:
        return None
    if abs(said - told) <= NEAR * max(abs(told), abs(said)):
        return 0
    return 1 if said > told else -1


def _named(sign: int | None) -> Kept | None:
    return None if sign is None else "more" if sign > 0 else "less" if sign < 0 else "as_prescribed"
