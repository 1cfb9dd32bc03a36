"""PostgreSQL connections that give up: a server that falls silent in the middle does not keep anybody waiting."""

from typing import Any

from psycopg import Connection, OperationalError
from psycopg.abc import RV, PQGen
from psycopg.pq import TransactionStatus

SPARE = 1.0  # seconds beyond the server's own limit for a statement, which ends it without losing the connection
INTERVAL = 0.1  # seconds between looks, as the driver has it


class Impatient(Connection[Any]):
    patience = 60.0  # seconds

    @classmethod
    def connected(cls, *told: Any, seconds: float, **more: Any) -> "Impatient":
        """`seconds` that a statement may take. Raises OperationalError."""
        made = cls.connect(*told, **more)
        made.patience = seconds + SPARE
        return made

    def wait(self, gen: PQGen[RV], interval: float = INTERVAL, timeout: float | None = None) -> RV:
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # what may still come belongs to no later statement
            raise
