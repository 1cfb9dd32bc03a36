"""Medicines the patient takes, held against the illnesses they named; arithmetic and rules are plain code."""

from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from app.reception.wording import name_of
from models.embedded.medication import Caution, cautions, daily_milligrams
from models.facts import Fact, Language, Status, Topic


def examine(turn: Turn) -> Finding | None:
    """A caution that became true in this turn; told once."""
    medicines = _present(turn, Topic.MEDICINE)
    conditions = [*_present(turn, Topic.CONDITION), *_present(turn, Topic.FINDING)]
    told = {(f.what, f.quote) for f in turn.before.findings}
    for medicine in medicines:
        for condition in conditions:
            caution = cautions(medicine.code, condition.code)
            if caution and ("caution", medicine.quote) not in told:
                return _finding(medicine, condition, caution)
    return None


def _present(turn: Turn, topic: Topic) -> list[Fact]:
    return [f for f in turn.record if f.topic is topic and f.status is Status.PRESENT]


def _finding(medicine: Fact, condition: Fact, caution: Caution) -> Finding:
    dose = daily_milligrams(medicine.details.value or medicine.quote)
    counted = {
        Language.ZH: f"，自述每日共{dose:,.0f}毫克" if dose else "",
        Language.EN: f", {dose:,.0f} mg a day as told" if dose else "",
    }
    zh, en = Language.ZH, Language.EN
    note = {
        zh: f"在用{medicine.code}{counted[zh]}；有{name_of(condition, zh)}：{caution.why[zh]}。今天请医生核对。",
        en: f"Takes {medicine.code}{counted[en]}; has {name_of(condition, en)}: {caution.why[en]}. To be checked now.",
    }
    return Finding(specialist="medication", rank=Rank.MEDICATION, what="caution", quote=medicine.quote, note=note)


SPECIALIST = Specialist("medication", Wait.MAY, examine)
