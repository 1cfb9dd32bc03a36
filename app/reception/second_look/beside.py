"""The second looks at a turn, all at once beside the nurse's own thinking; what they find serves the next turn."""

from functools import partial

import structlog

from app.reception import replies, values
from app.reception.errors import OutOfOrder
from app.reception.events import AlertRaised, Event, FindingRaised, RecordExtended
from app.reception.house import House
from app.reception.listen import Turn
from app.reception.second_look.checklist import CHECKLIST
from app.reception.second_look.danger import DANGER
from app.reception.second_look.extraction import EXTRACTION
from app.reception.second_look.labs import LABS
from app.reception.second_look.look import Look, Noticed, Utterance, adds
from app.reception.second_look.medication import MEDICATION
from app.reception.second_look.nutrition import NUTRITION
from app.reception.second_look.record_summary import RECORD_SUMMARY
from app.reception.second_look.signs import HUMAN_INTERVENTION, PRIVACY
from app.reception.state import Phase, State
from app.reception.team.finding import Finding
from his_adapter.records import Text
from models.embedded.speaking import length
from models.facts import Language, Person
from models.language.model import ModelFailed

LOOKS: tuple[Look, ...] = (
    DANGER,
    HUMAN_INTERVENTION,
    PRIVACY,
    MEDICATION,
    LABS,
    CHECKLIST,
    EXTRACTION,
    NUTRITION,
    RECORD_SUMMARY,
)
PATIENCE = 10.0  # seconds that what was found waits for the answer to be recorded
TRIES = 12  # the other looks write at the same moment, and perhaps a nurse
BARE = {Language.ZH: 3, Language.EN: 2}  # characters, words of a reply that holds its yes or no and no more
UNHEARD = frozenset({"others_data", "manipulation"})  # what is said of other people, or to the machine, goes no further
# Findings that bring a nurse at once, and what the board tells her.
BRINGS: dict[str, Text] = {
    "danger": {Language.ZH: "语言模型听出可能有危险", Language.EN: "The language model hears danger"},
    "threat": {Language.ZH: "语言模型听出威胁的话", Language.EN: "The language model hears a threat"},
    "wants_person": {Language.ZH: "请求人工帮助", Language.EN: "Asks for a person"},
}

log = structlog.get_logger(__name__)


def start(house: House, turn: Turn, findings: tuple[Finding, ...]) -> None:
    """One call for each capability that has a model and may find something; nobody waits for it."""
    if any(finding.what in UNHEARD for finding in findings):
        return
    if turn.option is not None or not turn.text or turn.heard_by.phase in (Phase.EMERGENCY, Phase.PRIVATE):
        return
    if turn.heard.answer is not None and length(turn.text, turn.language) <= BARE[turn.language]:
        return  # "no", "不清楚": there is nothing in it to look at twice
    utterance = Utterance(turn)
    for look in LOOKS:
        if house.models.assigned(look.capability.name) is not None and look.worth(turn):
            house.models.later(partial(_look, house, utterance, look))


def _look(house: House, utterance: Utterance, look: Look) -> None:
    if _is_stale(house.log.seen(utterance.turn.session_id), utterance.turn):
        return  # it had to wait for its turn too long to be of use
    try:
        noticed = house.models.attempt(look.capability, utterance, beside=True).answer
    except ModelFailed:
        return  # traced already; the embedded way has answered
    if noticed:
        _record(house, utterance.turn, look.capability.name, noticed)


def _is_stale(state: State, turn: Turn) -> bool:
    return state.closed is not None or turn.number in state.undone or state.turns > turn.number + 1


def _record(house: House, turn: Turn, name: str, noticed: Noticed) -> None:
    """Once no answer of the session is under way, so that none has to be begun again."""
    house.voices.wait_until_silent(turn.session_id, PATIENCE)
    for _ in range(TRIES):
        state = house.log.state(turn.session_id)
        new = tuple(_events(house, turn, noticed, state))
        try:
            if new:
                house.log.append(turn.session_id, new, after=state.sequence, at=house.now())
                log.info("second_look", session=turn.session_id, turn=turn.number, capability=name)
        except OutOfOrder:
            continue
        return


def _events(house: House, turn: Turn, noticed: Noticed, state: State) -> list[Event]:
    """What is still new by now; nothing of a turn that was taken back, or after the end."""
    if state.closed or turn.number in state.undone:
        return []
    facts = tuple(fact for fact in noticed.facts if adds(fact, state.record))
    person = _unknown(noticed.person, state.person)
    raised = [(finding.what, finding.quote, finding.note) for finding in state.findings]
    findings = tuple(f for f in noticed.findings if (f.what, f.quote, f.note) not in raised)
    extended = (RecordExtended(turn=turn.number, facts=facts, person=person, late=True),) if facts or person else ()
    told = (
        FindingRaised(specialist=f.specialist, what=f.what, turn=turn.number, quote=f.quote, note=f.note, late=True)
        for f in findings
    )
    now = turn.model_copy(update={"heard_by": state})
    return [*extended, *told, *values.alerts(house, now, findings), *_calls(house, turn, findings, state)]


def _unknown(person: Person | None, known: Person) -> Person | None:
    """What is told of the person that was not known."""
    told = {name: value for name, value in person or () if value is not None and getattr(known, name) is None}
    return Person.model_validate(told) if told else None


def _calls(house: House, turn: Turn, findings: tuple[Finding, ...], state: State) -> tuple[AlertRaised, ...]:
    """A call for a nurse, who alone can clear it; none when one is waited for already."""
    grave = next((finding for finding in findings if finding.what in BRINGS), None)
    if grave is None or state.person_called or any(alert.raised.rule for alert in state.open_alerts):
        return ()
    call = replies.call(house, grave.quote)
    return (call.model_copy(update={"reason": BRINGS[grave.what], "turn": turn.number}),)
