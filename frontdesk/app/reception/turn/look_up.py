"""What is looked up for this turn: the hospital's own texts, and the patient's own records."""

import re
from typing import NamedTuple

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.team.finding import Finding
from frontdesk.app.reception.turn import retrieval
from frontdesk.app.reception.turn.retrieval import OwnRecords
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.enquiries import Enquiry
from frontdesk.models.reading import Addressee

SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
MOST = 3  # questions answered in one turn


class LookedUp(NamedTuple):
    """One reply for each question about the hospital, in order; what was asked of the patient's own records."""

    enquiries: tuple[Enquiry, ...] = ()
    own: OwnRecords | None = None


def look_up(services: Services, turn: Turn, findings: tuple[Finding, ...]) -> LookedUp:
    """Nothing when nothing was asked."""
    asks = [ask for finding in findings for ask in finding.asks][:MOST]
    return LookedUp(
        enquiries=tuple(_answer(services, turn, ask) for ask in asks),
        own=_own(services, turn, findings),
    )


def _answer(services: Services, turn: Turn, ask: str) -> Enquiry:
    """By the question; where that finds nothing, with the words around it: "three tablets left, can I get it today"."""
    found = services.enquiries.answer(ask, turn.language, now=turn.now)
    around = next((one for one in SENTENCE.findall(turn.text) if ask in one and one.strip() != ask), "")
    if found.answered or not around or ask in turn.acts.asks(Addressee.DOCTOR):
        return found
    wider = services.enquiries.answer(around.strip(" ?？。!！"), turn.language, now=turn.now)
    return wider if wider.answered else found


def _own(services: Services, turn: Turn, findings: tuple[Finding, ...]) -> OwnRecords | None:
    place = next((o.key.partition(":")[2] for o in turn.tapped if o.key.startswith("read_on:")), None)
    if place is not None:
        return retrieval.read_on(services, turn.before, place)
    asked = next((finding.quote for finding in findings if finding.what == "own_records"), None)
    return retrieval.look(services, turn.before, asked, now=turn.now) if asked else None
