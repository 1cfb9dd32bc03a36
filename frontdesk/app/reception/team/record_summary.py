"""What the hospital's record tells of the last visit, for who sees the patient next; only of a verified patient."""

from frontdesk.app.reception.session.events import EarlierVisit
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Text
from frontdesk.models.facts import Language

NAME = "record_summary"


def examine(turn: Turn) -> Finding | None:
    """Once, in the first turn after the record was found."""
    earlier = turn.before.earlier
    if earlier is None or not turn.before.verified or any(f.specialist == NAME for f in turn.before.findings):
        return None
    return summary(in_short(earlier))


def summary(text: Text) -> Finding:
    return Finding(specialist=NAME, rank=Rank.CHECKLIST, what="earlier_visit", note=text)


def in_short(earlier: EarlierVisit) -> Text:
    """The record's own fields, each as it stands there."""
    day = earlier.visit_date
    zh = (("", earlier.complaint), ("诊断：", earlier.diagnosis), ("处理：", earlier.treatment))
    en = (("", earlier.complaint), ("Diagnosis: ", earlier.diagnosis), ("Treatment: ", earlier.treatment))
    told_zh = "。".join(label + words.rstrip("。.；;") for label, words in zh if words)
    told_en = ". ".join(label + words.rstrip("。.；;") for label, words in en if words)
    return {
        Language.ZH: f"上次就诊{day.year}年{day.month}月{day.day}日，{earlier.department}。{told_zh}。",
        Language.EN: f"Last visit on {day.day} {day:%B %Y}, {earlier.department}. {told_en}.",
    }


SPECIALIST = Specialist(NAME, Wait.MAY, examine)
