"""The hospital's list of diagnoses: codes with short titles in both languages, and finding one of them by any word."""

import csv
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers.sounds import pinyin

COLUMNS = ("code", "title_zh", "title_en", "also")


class DiagnosesError(BadSetting):
    """A list of diagnoses cannot be read; the message names file and line."""

    setting = "FRONTDESK_DIAGNOSES"


class CodedDiagnosis(Value):
    """`also`: other words that people look for it by."""

    code: str
    title: dict[Language, str]
    also: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.title.values(), *self.also)


class Diagnoses:
    """Built once from the hospital's file, searched while the doctor types."""

    def __init__(self, those: tuple[CodedDiagnosis, ...]) -> None:
        self.those = those
        self._sounds = {one.code: tuple(_initials(word) for word in one.words if not word.isascii()) for one in those}

    def find(self, query: str, *, limit: int = 8) -> list[CodedDiagnosis]:
        """By the beginning of the code, by any part of a title or of its other words, by the initials of its pinyin."""
        asked = query.strip().lower()
        if not asked:
            return []
        ranked = ((self._rank(one, asked), at, one) for at, one in enumerate(self.those))
        return [one for rank, _, one in sorted(ranked, key=lambda found: found[:2]) if rank < NO_MATCH][:limit]

    def _rank(self, one: CodedDiagnosis, asked: str) -> int:
        words = [word.lower() for word in one.words]
        if one.code.lower().startswith(asked) or asked in words:
            return 0
        if any(word.startswith(asked) for word in words):
            return 1
        if any(asked in word for word in words):
            return 2
        if asked.isascii() and any(sound.startswith(asked) for sound in self._sounds[one.code]):
            return 3
        return NO_MATCH


NO_MATCH = 9


def _initials(word: str) -> str:
    """xfcd for 心房颤动."""
    return "".join(sound[:1].lower() for sound in pinyin(word))


def read(path: Path) -> Diagnoses:
    """A CSV file with the columns of COLUMNS; `also` separates by semicolons. Raises DiagnosesError."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if tuple(rows.fieldnames or ()) != COLUMNS:
                raise DiagnosesError(f"{path}:1: the columns must be {', '.join(COLUMNS)}")
            return Diagnoses(tuple(_rows(path, rows)))
    except (OSError, UnicodeDecodeError) as error:
        raise DiagnosesError(f"{path}: {error}") from error


def _rows(path: Path, rows: "csv.DictReader[str]") -> Iterator[CodedDiagnosis]:
    seen: set[str] = set()
    for row in rows:
        code = (row["code"] or "").strip()
        titles = {Language.ZH: (row["title_zh"] or "").strip(), Language.EN: (row["title_en"] or "").strip()}
        if not code or not all(titles.values()) or code in seen:
            raise DiagnosesError(f"{path}:{rows.line_num}: a code of its own and a title in each language are needed")
        seen.add(code)
        also = tuple(filter(None, (word.strip() for word in (row["also"] or "").split(";"))))
        try:
            yield CodedDiagnosis(code=code, title=titles, also=also)
        except ValidationError as error:
            raise DiagnosesError(f"{path}:{rows.line_num}: {error}") from error
