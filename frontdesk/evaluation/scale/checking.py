"""What kiosks were told, held against the events in the database."""

from collections import Counter
from collections.abc import Sequence

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.session.events import NurseSaid, PatientSaid, Recorded
from frontdesk.database.engine import connect
from frontdesk.evaluation.bench import faults_of
from frontdesk.evaluation.scale.clients import Told


def wrong(database_url: str, turns: Sequence[Told]) -> Counter[str]:
    """What the database holds of the turns that were acknowledged: `lost`, `doubled`, `answered wrongly`;
    and `events`: gaps and doubles in the histories of those sessions.
    """
    engine = connect(database_url)
    log = SqlEventLog(engine, hospital_behind(engine))
    told: dict[str, list[Told]] = {}
    for turn in turns:
        told.setdefault(turn.session_id, []).append(turn)
    found = Counter[str]()
    for session_id, those in told.items():
        history = log.history(session_id)
        found += wrong_of(history, those)
        found["events"] += faults_of(history)
    engine.dispose()
    return found


def wrong_of(history: Sequence[Recorded], turns: Sequence[Told]) -> Counter[str]:
    heard = Counter(one.event.turn_id for one in history if isinstance(one.event, PatientSaid))
    answers = {one.event.turn_id: one.event.text for one in reversed(history) if isinstance(one.event, NurseSaid)}
    found = Counter[str]()
    for turn in turns:
        found["lost"] += not heard[turn.turn_id]
        found["doubled"] += heard[turn.turn_id] > 1
        found["answered wrongly"] += answers.get(turn.turn_id) != turn.reply
    return found
