"""What the hospital's own texts say to the questions asked in this turn."""

from app.reception.house import House
from app.reception.listen import Turn
from app.reception.team.finding import Finding
from his_adapter.enquiries import Enquiry

MOST = 3  # questions answered in one turn


def look_up(house: House, turn: Turn, findings: tuple[Finding, ...]) -> tuple[Enquiry, ...]:
    """One reply for each question, in order; nothing when nothing was asked."""
    asks = [ask for finding in findings for ask in finding.asks][:MOST]
    return tuple(house.enquiries.answer(ask, turn.language, now=turn.now) for ask in asks)
