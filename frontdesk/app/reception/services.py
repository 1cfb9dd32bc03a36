"""What a reception works with: the parts built once in `create_app`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from frontdesk.app.reception.session.log import EventLog
from frontdesk.app.reception.session.notes import Desk
from frontdesk.app.reception.session.voices import Voices
from frontdesk.app.reception.watch import Unwatched, Watch
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.names import Found, Kept, of_departments, of_physicians
from frontdesk.his_adapter.records import Department, Physician
from frontdesk.models.runner import Runner


class Guesses(Protocol):
    """Counts failed comparisons of identity over all sessions."""

    def reserve(self, number: str, kiosk: str, *, now: datetime) -> int | None: ...

    def was_right(self, failure_id: int) -> None: ...

    def failed(self, number: str, kiosk: str, *, now: datetime) -> None: ...


class Unlimited:
    """Where one patient comes at a time: simulations."""

    def reserve(self, number: str, kiosk: str, *, now: datetime) -> int | None:
        return 0

    def was_right(self, failure_id: int) -> None:
        """Counted nothing."""

    def failed(self, number: str, kiosk: str, *, now: datetime) -> None:
        """Counts nothing."""


@dataclass(frozen=True)
class Services:
    log: EventLog
    hospital: Hospital
    enquiries: Enquiries
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    models: Runner = field(default_factory=lambda: Runner({}))
    guesses: Guesses = field(default_factory=Unlimited)
    voices: Voices = field(default_factory=Voices)
    notes: Desk[Any] = field(default_factory=Desk)
    _department_names: Kept[Department] = field(default_factory=Kept[Department], repr=False)
    _physician_names: Kept[Physician] = field(default_factory=Kept[Physician], repr=False)
    watch: Watch = field(default_factory=Unwatched)

    @property
    def departments(self) -> Sequence[Department]:
        return self.hospital.directory.departments()

    @property
    def fallbacks(self) -> Mapping[str, str]:
        return self.hospital.directory.info().fallbacks

    def department(self, department_id: str) -> Department | None:
        return next((d for d in self.departments if d.department_id == department_id), None)

    def department_named(self, text: str) -> Found[Department] | None:
        """The department that `text` names; their names are gathered anew when the departments change."""
        return self._department_names.of(self.departments, lambda those: of_departments(those, self.fallbacks)).within(
            text
        )

    def physicians_department(self, text: str) -> Department | None:
        """The department of the physician that `text` names."""
        physicians = [one for d in self.departments for one in self.hospital.directory.physicians(d.department_id)]
        named = self._physician_names.of(physicians, of_physicians).within(text)
        return self.department(named.bearer.department_id) if named else None
