"""Which migration a database stands on."""

from sqlalchemy import Engine, text

from frontdesk.database.engine import reading


def revision(engine: Engine) -> str:
    with reading(engine) as session:
        return str(session.scalar(text("select version_num from alembic_version")))
