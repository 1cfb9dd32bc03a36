"""What a kiosk would answer with other policies than those that stand."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any

from frontdesk.his_adapter.enquiries import Enquiries, Enquiry
from frontdesk.his_adapter.hospital import Directory, Hospital
from frontdesk.his_adapter.records import Policy
from frontdesk.models.facts import Language


class WithPolicies:
    """A directory as it would be with other policies."""

    def __init__(self, directory: Directory, policies: Sequence[Policy]) -> None:
        self._directory = directory
        self._policies = tuple(policies)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._directory, name)

    def policies(self) -> Sequence[Policy]:
        return self._policies


class Trial:
    """Keeps the index of the last policies that were tried: several questions are asked of one draft."""

    def __init__(self, hospital: Hospital, folder: Path) -> None:
        self._hospital = hospital
        self._folder = folder
        self._lock = Lock()
        self._last: tuple[tuple[Policy, ...], Enquiries] | None = None

    def answer(self, policies: tuple[Policy, ...], question: str, language: Language, *, now: datetime) -> Enquiry:
        with self._lock:
            if self._last is None or self._last[0] != policies:
                drafted = replace(self._hospital, directory=WithPolicies(self._hospital.directory, policies))
                self._last = policies, Enquiries(drafted, folder=self._folder)
            return self._last[1].answer(question, language, now=now)
