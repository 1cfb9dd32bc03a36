"""Records that a listener takes as messages: it is told of each version, and nothing is read back."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from threading import Lock

import structlog

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.hl7.address import Address
from frontdesk.his_adapter.hl7.connection import Sender
from frontdesk.his_adapter.hl7.messages import Outgoing, Writer, is_guest
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.nothing import NoClinicalHistory, refuse
from frontdesk.his_adapter.records import OutpatientRecord, RecordVersion, SummaryState, Visit

log = structlog.get_logger()

REMEMBERED = 10_000  # messages that were taken; after a restart the listener knows them again by MSH-10


class Hl7Records(NoClinicalHistory):
    """A record is named by the key that it was made under."""

    supports = frozenset({Feature.CREATE, Feature.AMEND, Feature.SIGN})

    def __init__(self, address: Address, clock: Callable[[], datetime]) -> None:
        self.address = address
        self._sender = Sender(address)
        self._now = clock
        self._lock = Lock()
        self._taken: OrderedDict[str, None] = OrderedDict()

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        return ()

    def create(self, visit: Visit, *, key: str) -> str:
        """In this order, each as often as it takes: who came, what is booked, the record, the coded answers."""
        writer = Writer(self.address, key, self._now())
        messages = (
            None if is_guest(visit) else writer.registration(visit),
            writer.booking(visit),
            writer.document(visit, replaces=False),
            None if is_guest(visit) else writer.answers(visit),
        )
        for one in messages:
            if one is not None:
                self._send(one)
        return key

    def amend(self, record_id: str, visit: Visit) -> None:
        """The document anew; it names the one that it replaces."""
        self._replace(record_id, visit.model_copy(update={"state": SummaryState.OPEN, "signed_by": None}))

    def sign(self, record_id: str, visit: Visit) -> None:
        self._replace(record_id, visit)

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        refuse(Feature.HISTORY)

    def _replace(self, record_id: str, visit: Visit) -> None:
        self._send(Writer(self.address, record_id, self._now()).document(visit, replaces=True))

    def _send(self, message: Outgoing) -> None:
        """Raises what the sender does; what was taken is not sent again."""
        with self._lock:
            if message.control_id in self._taken:
                return
        for warning in self._sender.send(message.text, message.control_id):
            log.warning("listener_warned", message=message.kind, warning=warning)
        with self._lock:
            self._taken[message.control_id] = None
            if len(self._taken) > REMEMBERED:
                self._taken.popitem(last=False)
