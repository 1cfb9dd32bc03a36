"""The application's records for tests, each call a transaction of its own."""

from datetime import datetime

from sqlalchemy import Engine

from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.records.store import RecordStore
from frontdesk.database.engine import writing
from frontdesk.his_adapter.connecting import BUILT_IN, connect
from frontdesk.his_adapter.records import Section, Visit
from tests.his_adapter.contract import NINE


class Ledger(RecordStore):
    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, connect(BUILT_IN, engine, lambda: NINE).directory)

    def create_visit(self, visit: Visit, *, key: str) -> int:
        with writing(self.engine) as session:
            return visits.create(session, visit, key=key)

    def edit(self, number: int, statement_id: str, text: str, *, by: str, at: datetime, version: int) -> Visit:
        with writing(self.engine) as session:
            return visits.edit(session, number, statement_id, text, by=by, at=at, version=version)

    def add(self, number: int, section: Section, text: str, *, by: str, at: datetime, version: int) -> Visit:
        with writing(self.engine) as session:
            return visits.add(session, number, section, text, by=by, at=at, version=version)

    def sign(self, number: int, *, by: str, at: datetime, version: int) -> Visit:
        with writing(self.engine) as session:
            return visits.sign(session, number, by=by, at=at, version=version)
