"""Names of the 17 fields in either language, and questions that ask for one without naming it."""

import re
from collections.abc import Iterator
from functools import cache, partial

from frontdesk.his_adapter.hospinfo.script import Kind, Script, letters
from frontdesk.his_adapter.hospinfo.vocabulary import any_of, pattern, vocabulary
from frontdesk.his_adapter.operation import Column

SOMEBODY = "(?:(?:patient )?⟨P⟩|he|she|they|i|(?:the|this|that) patient)"  # a pronoun asks as a name does
HAN = "[\u4e00-\u9fff]"


def fielded(script: Script) -> Script:
    """With field names as letters; their meaning is the column."""
    names = _columns()
    return script.lettered(Kind.FIELD, _names(), lambda match: names[match["name"]])


def asked_for(script: Script) -> Script:
    """With questions for a field as letters, as if it had been named."""
    for column, expression in _questions():
        script = script.lettered(Kind.FIELD, expression, partial(_always, column), keep=NAMING)
    return script


def _always(column: Column, match: re.Match[str]) -> Column:
    return column


def names_unknown_field(text: str) -> bool:
    return _unknown().search(text) is not None


NAMING = letters(Kind.PATIENT) + letters(Kind.RECORD)


@cache
def _columns() -> dict[str, Column]:
    return {name: column for column, words in vocabulary().fields.items() for name in (*words.en, *words.zh)}


@cache
def _names() -> re.Pattern[str]:
    words = tuple(_columns())
    english = any_of(tuple(word for word in words if word.isascii()))
    chinese = any_of(tuple(word for word in words if not word.isascii()))
    not_a_field = r"(?!(?<=history) of (?:all |the |past |his |her |their )*(?:visits?|attendances?|appointments?)\b)"
    signed_by = "".join(f"(?<!⟨surname⟩{HAN * count})" for count in range(3)) + "(?=医)"
    return pattern(
        rf"(?P<name>{english}{not_a_field}|(?:(?![医签])|{signed_by}|(?<!医生)(?<!医师)(?<!大夫)(?<!主任)(?=签)(?!签[名字](?:过|了)?的)){chinese}(?![号间]))"
    )


@cache
def _questions() -> tuple[tuple[Column, re.Pattern[str]], ...]:
    return tuple(_read())


def _read() -> Iterator[tuple[Column, re.Pattern[str]]]:
    for column, words in vocabulary().asked.items():
        for template in words.en:
            yield column, pattern(rf"(?<![a-z])(?:{template.replace('(?:patient )?⟨P⟩', SOMEBODY)})(?![a-z])")
        for template in words.zh:
            yield column, pattern(template)


@cache
def strong() -> re.Pattern[str]:
    """Names of fields that hardly ever stand within a value."""
    return re.compile(f"(?:{'|'.join(vocabulary().strong)})$")


@cache
def _unknown() -> re.Pattern[str]:
    words = vocabulary().unknown_fields
    return pattern(f"{any_of(words.en)}|{any_of(words.zh)}")
