"""The guidelines that stand: those of the hospital's folder, as an administrator has changed them since."""

from pathlib import Path
from threading import Lock

from frontdesk.app.clinician.guidelines import Guideline, GuidelineError, Scope, Written, parse, written_in
from frontdesk.app.ledger.house import House, Kind, TextState

ORDER = tuple(Scope)


class Shelf:
    """Read when it is made, and anew after each change. Raises GuidelineError for a folder that cannot be read."""

    def __init__(self, folder: Path | None, house: House) -> None:
        self._of_folder = {text_id_of(one.guideline): one for one in (written_in(folder) if folder else ())}
        self._house = house
        self._lock = Lock()
        self._standing: dict[str, Written] | None = None

    def guidelines(self) -> tuple[Guideline, ...]:
        """The hospital's own first."""
        return tuple(one.guideline for one in self.standing().values())

    def standing(self) -> dict[str, Written]:
        """By "scope:id"."""
        with self._lock:
            if self._standing is None:
                self._standing = self._read()
            return self._standing

    def renew(self) -> None:
        with self._lock:
            self._standing = None

    def _read(self) -> dict[str, Written]:
        found = dict(self._of_folder)
        for text_id, version in self._house.latest(Kind.GUIDELINE).items():
            if version.state is TextState.WITHDRAWN:
                found.pop(text_id, None)
            else:
                text = str(version.body["text"])
                found[text_id] = Written(guideline=checked(text_id, text), text=text)
        return dict(sorted(found.items(), key=lambda item: (ORDER.index(item[1].guideline.scope), item[0])))


def text_id_of(guideline: Guideline) -> str:
    return f"{guideline.scope}:{guideline.id}"


def checked(text_id: str, text: str) -> Guideline:
    """The guideline of a text that has to be of this id. Raises GuidelineError."""
    scope, _, guideline_id = text_id.partition(":")
    if scope not in ORDER or not guideline_id:
        raise GuidelineError(f"{text_id}: neither institution:ID nor general:ID")
    guideline = parse(text, Scope(scope), guideline_id)
    if guideline.id != guideline_id:
        raise GuidelineError(f"{guideline_id}: its head says id: {guideline.id}")
    return guideline
