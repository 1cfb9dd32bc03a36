"""Tells of each statement that an engine sends: which operation on which table, and never a value."""

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext

NAMED = re.compile(r"\b(?:from|into|update|join)\s+\"?([a-z_]+)", re.IGNORECASE)

Ends = Callable[[str | None], None]
Begins = Callable[[str, str, str], Ends]


def tell_of_statements(engine: Engine, begins: Begins) -> None:
    """`begins`: with the kind of database, the operation and the table; what it returns ends it, with the fault."""

    def begun(_conn: object, _cursor: object, statement: str, _values: object, about: Any, _many: bool) -> None:
        operation = statement.lstrip(" (\n").partition(" ")[0].upper()
        table = NAMED.search(statement)
        about.frontdesk_ends = begins(engine.dialect.name, operation, table[1] if table else "")

    def ended(_conn: object, _cursor: object, _statement: str, _values: object, about: Any, _many: bool) -> None:
        about.frontdesk_ends(None)

    def failed(about: ExceptionContext) -> None:
        ends: Ends | None = getattr(about.execution_context, "frontdesk_ends", None)
        if ends is not None:
            ends(type(about.original_exception).__name__)

    event.listen(engine, "before_cursor_execute", begun)
    event.listen(engine, "after_cursor_execute", ended)
    event.listen(engine, "handle_error", failed)
