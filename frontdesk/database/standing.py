"""How a database stands, for its operator: version, size, connections and clock."""

from datetime import UTC, datetime

from sqlalchemy import Engine, make_url, text

from frontdesk.database.engine import asking
from frontdesk.models.facts import Value


class Standing(Value):
    """`size` in bytes. `ahead`: seconds by which its clock is before ours. `connections` of all clients, of `most`.

    The last three are PostgreSQL's alone.
    """

    version: str
    size: int
    ahead: float | None = None
    connections: int | None = None
    most: int | None = None


ABOUT = text(
    "select current_setting('server_version'), pg_database_size(current_database()), clock_timestamp(),"
    " (select count(*) from pg_stat_activity where backend_type = 'client backend'),"
    " current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
)


def standing(engine: Engine) -> Standing:
    """Raises OperationalError where it is away."""
    with asking(engine) as connection:
        if engine.dialect.name == "sqlite":
            version, pages, size = connection.execute(
                text("select sqlite_version(), page_count, page_size from pragma_page_count, pragma_page_size")
            ).one()
            return Standing(version=f"SQLite {version}", size=pages * size)
        connection.execute(text("select 1"))  # so that making the connection is no part of the time
        began = datetime.now(UTC)
        version, size, clock, connections, most = connection.execute(ABOUT).one()
        middle = began + (datetime.now(UTC) - began) / 2
    ahead = (clock - middle).total_seconds()
    number = str(version).partition(" ")[0]
    return Standing(version=f"PostgreSQL {number}", size=size, ahead=ahead, connections=connections, most=most)


def file_of(url: str) -> str:
    """SQLite's file; empty for a database on a server, or in memory."""
    address = make_url(url)
    return str(address.database or "") if address.get_backend_name() == "sqlite" else ""
