"""What a hospital's columns hold, as our types: padded texts, codes, dates as text or numbers."""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

import structlog

from frontdesk.his_adapter.views.mapping import Mapped
from frontdesk.models.facts import Sex

log = structlog.get_logger()


class Reading:
    """Reads the rows of one mapped view. A code that the mapping does not have is nothing, and stands in the log."""

    def __init__(self, mapped: Mapped) -> None:
        self._mapped = mapped

    def text(self, row: Mapping[str, Any], name: str) -> str:
        """Decoded, where the column has codes."""
        held = row.get(name)
        told = "" if held is None else str(held).strip()
        codes = self._mapped.codes.get(name)
        if codes is None or not told:
            return told
        if told not in codes:
            log.warning("code_not_mapped", view=self._mapped.view, column=name)
        return codes.get(told, "")

    def sex(self, row: Mapping[str, Any], name: str) -> Sex | None:
        told = self.text(row, name)
        return next((one for one in Sex if one.value == told), None)

    def whole(self, row: Mapping[str, Any], name: str) -> int | None:
        told = self.text(row, name)
        return int(told) if told.isascii() and told.isdigit() else None

    def moment(self, row: Mapping[str, Any], name: str) -> datetime | None:
        """The hospital's local time, without offset, as the house reckons."""
        held = row.get(name)
        if isinstance(held, datetime):
            return held.astimezone().replace(tzinfo=None) if held.tzinfo else held
        if isinstance(held, date):
            return datetime.combine(held, time())
        return self._parsed(str(held).strip(), name) if held is not None else None

    def day(self, row: Mapping[str, Any], name: str) -> date | None:
        at = self.moment(row, name)
        return at.date() if at is not None else None

    def _parsed(self, told: str, name: str) -> datetime | None:
        try:
            format_ = self._mapped.formats.get(name)
            return datetime.strptime(told, format_) if format_ else datetime.fromisoformat(told)  # noqa: DTZ007
        except ValueError:
            if told:
                log.warning("date_not_read", view=self._mapped.view, column=name)
            return None
