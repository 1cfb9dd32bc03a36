"""What an instruction to show says that nothing was recognised in: named illnesses as conditions, other words told."""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from his_adapter.hospinfo.clinical import Told
from his_adapter.hospinfo.refusals import No, Reason
from his_adapter.hospinfo.script import ANY_LETTER, Kind, Script
from his_adapter.hospinfo.vocabulary import patterns
from his_adapter.medical_names import condition_column, medicine_in
from his_adapter.operation import Column
from models.facts import Language, Topic
from models.knowledge.load import knowledge
from models.mentions import Mention, mentions
from models.parsers import language_of
from models.parsers.writing import read as normalised

LETTER = re.compile(f"[{ANY_LETTER}]")
WORDS = re.compile(r"[a-z][a-z'-]+(?: [a-z'-]+)*|\d+(?:\.\d+)?|[\u4e00-\u9fff]{2,}")
SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
KNOWN = ("request_en", "request_zh", "beside_en", "known_zh")


class Unread(NamedTuple):
    """`told` are findings and illnesses that are conditions too, `words` what is neither that nor a way of asking."""

    told: tuple[Told, ...]
    words: tuple[str, ...]


def unread(read: Script) -> Unread:
    """What stands outside of everything recognised. Raises No for a finding or illness that is denied.

    "Diabetic and over 60" names two conditions, however it puts them. Of somebody who is named, nothing is told: what
    else is said of them chooses none of their records.
    """
    of_somebody = any(read.every(kind) for kind in (Kind.PATIENT, Kind.RECORD, Kind.PERSON))
    places = normalised(read.original).places
    taken = {at for match in LETTER.finditer(read.text) for at in range(*read.places[match.start()])}
    told: list[Told] = []
    for one in mentions(read.original):
        span = range(places[one.start], places[one.end - 1] + 1)
        if of_somebody or one.topic is Topic.REQUEST or not taken.isdisjoint(span):
            continue
        if one.denied:
            raise No(Reason.EXCEPTION)
        told.append(_told(one, language_of(read.original) or Language.EN))
        taken |= set(span)
    return Unread(tuple(told), tuple(_words(read, taken)))


def _words(read: Script, taken: set[int]) -> list[str]:
    text = "".join(" " if place[0] in taken else sign for sign, place in zip(read.text, read.places, strict=True))
    text = text.translate(SMALL)  # DROP TABLE is as unread as drop table
    for name in KNOWN:
        text = patterns("remainder", name)[0].sub(lambda match: " " * len(match[0]), text)
    return [read.written(*match.span()) for match in WORDS.finditer(text)]


def _told(one: Mention, language: Language) -> Told:
    if one.topic is Topic.FINDING:
        medicine = medicine_in(one.words)
        if medicine:
            return Column.TREATMENT_OPINION, medicine
        names = knowledge().findings[one.code].says.get(language, ())
        return Column.CHIEF_COMPLAINT, min((name for name in names if name in one.words), key=len, default=one.words)
    condition = knowledge().conditions[one.code]
    return condition_column(condition), condition.zh if language is Language.ZH else condition.en
