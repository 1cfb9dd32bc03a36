"""How the medication specialist writes a finding."""

from frontdesk.models.specialists.case import Checked, Kind, Verdict


def found(kind: Kind, verdict: Verdict, subject: str, text: str, source: str) -> Checked:
    return Checked(specialist="medication", kind=kind, verdict=verdict, subject=subject, text=text, source=source)
