"""A hospital's database as somebody else might have made it: Chinese names, codes, padded texts, dates as text.

What comes into its inbox table a trigger of its own puts among its records.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from os import getpid
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

HERE = Path(__file__).parent
MAPPING = (HERE / "views_mapping.yaml").read_text("utf-8")
FORGET = 'truncate "接口"."预问诊收件"; delete from "门诊"."病历" where "单号" <> \'old\''  # what was written
SCHEMA = (HERE / "views_schema.sql").read_text("utf-8")
_numbers = count(1)


class Template:
    """The database made once; each copy is a test's own."""

    def __init__(self, server: str) -> None:
        self._server = make_url(server).set(drivername="postgresql+psycopg")
        self._name = f"frontdesk_views_{getpid()}_{next(_numbers)}"
        self._run(f"create database {self._name}")
        engine = create_engine(self._server.set(database=self._name))
        with engine.begin() as connection:
            connection.exec_driver_sql(SCHEMA)
        engine.dispose()

    @contextmanager
    def copy(self) -> Iterator[str]:
        """The address of a copy."""
        name = f"{self._name}_{next(_numbers)}"
        self._run(f"create database {name} template {self._name}")
        try:
            url = self._server.set(database=name).render_as_string(hide_password=False)
            yield url.replace("postgresql+psycopg", "views+postgresql", 1)
        finally:
            self._run(f"drop database {name} with (force)")

    def drop(self) -> None:
        self._run(f"drop database {self._name} with (force)")

    def _run(self, statement: str) -> None:
        engine = create_engine(self._server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


def execute(url: str, statement: str) -> None:
    """What the hospital's own people do to their database."""
    engine = create_engine(url.replace("views+postgresql", "postgresql+psycopg", 1))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def write_mapping(folder: Path, mapping: str = MAPPING) -> Path:
    (folder / "views.yaml").write_text(mapping, encoding="utf-8")
    return folder
