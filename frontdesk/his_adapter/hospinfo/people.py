"""Who and which record: patient ids, outpatient numbers, genders, the doctors who signed, and names."""

import re
from functools import cache, partial
from typing import NamedTuple

from frontdesk.his_adapter.hospinfo.languages import has_chinese
from frontdesk.his_adapter.hospinfo.script import Begun, Kind, Script, script
from frontdesk.his_adapter.hospinfo.spelling import known_words
from frontdesk.his_adapter.hospinfo.vocabulary import patterns, vocabulary
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.sounds import all_pinyin, pinyin

GENDERS = ("female", "male", "女", "男")
MOST_PATIENTS = 50  # in a row from one id to another
PARTICLES = frozenset(
    "van von der den de del della di d da dos das du la le las los el al abu bin bint ibn ben ter ten zu zur st".split()  # noqa: SIM905
)
MOST_WORDS = 4  # of a name
POSSESSIVE = re.compile(r"['’]s?$")
NO_ID = re.compile(r"\d{1,3}|(?:19|20)\d\d")


def numbered(script: Script) -> Script:
    """With patient ids and outpatient numbers as letters."""
    for expression in patterns("people", "id_ranges"):
        script = script.lettered(Kind.PATIENT, expression, _patients)
    for group, kind in (
        ("ids", Kind.PATIENT),
        ("records", Kind.RECORD),
        ("cued_ids", Kind.PATIENT),
        ("further_records", Kind.RECORD),
    ):
        for expression in patterns("people", group):
            script = script.lettered(kind, expression, _patient if kind is Kind.PATIENT else _record)
    return script


def gendered(script: Script) -> Script:
    """With genders as letters; their meaning is the word records have in that language."""
    for gender in GENDERS:
        for expression in patterns("people", gender):
            script = script.lettered(Kind.GENDER, expression, partial(_always, gender))
    return script


def doctors(script: Script) -> Script:
    """With the doctors who signed, saw or treated as letters; their meaning is the bare name."""
    for expression in patterns("people", "doctors_en"):
        script = script.lettered(Kind.DOCTOR, expression, partial(_doctor_en, script=script))
    for expression in patterns("people", "doctors_zh"):
        script = script.lettered(Kind.DOCTOR, expression, partial(_written, script=script))
    return script


def named(script: Script) -> Script:
    """With the names of patients as letters: cued, or with a capital before 's, or a Chinese family name before 的."""
    for expression in patterns("people", "names_en"):
        script = script.lettered(Kind.PERSON, expression, partial(_name_en, script=script))
    for expression in patterns("people", "capitals_en"):
        script = script.lettered(Kind.PERSON, expression, partial(_capitals, script=script))
    for expression in patterns("people", "further_names_en"):
        script = script.lettered(Kind.PERSON, expression, partial(_whole_name, script=script))
    for expression in patterns("people", "names_zh"):
        script = script.lettered(Kind.PERSON, expression, partial(_name_zh, script=script))
    return script


class NamedPatients(NamedTuple):
    """Whom words name: patient ids, outpatient numbers, and names as they are written; of the staff nobody."""

    patients: tuple[str, ...]
    records: tuple[int, ...]
    names: tuple[str, ...]


def named_in(words: str) -> NamedPatients:
    read = named(doctors(numbered(script(words))))
    patients = (one if isinstance(one, tuple) else (one,) for one in read.every(Kind.PATIENT))
    return NamedPatients(
        patients=tuple(patient for several in patients for patient in several),
        records=tuple(read.every(Kind.RECORD)),
        names=tuple(read.every(Kind.PERSON)),
    )


def is_written_as_name(words: str) -> bool:
    """Whether every word has a capital, but for particles."""
    return _name_at_start(words) == words


def may_be_name(words: str) -> bool:
    """Whether Chinese characters can be a name: none of them belongs to illnesses, dates and the like."""
    return words not in vocabulary().not_names and not any(sign in words[1:] for sign in vocabulary().not_in_names)


def _always(gender: str, match: re.Match[str]) -> str:
    return gender


def _patient(match: re.Match[str]) -> str | None:
    found = match["id"]
    if NO_ID.fullmatch(found):
        return None
    return re.sub(r"^p[ -]?(?=\d)", "p", found).upper()


def _patients(match: re.Match[str]) -> tuple[str, ...] | None:
    """P1003 to P1005 are three patients; ids are never ranges, so too long a row is none."""
    first, last = int(match["first"]), int(match["last"])
    if len(match["first"]) != len(match["last"]) or not first < last < first + MOST_PATIENTS:
        return None
    return tuple(f"P{number:0{len(match['first'])}}" for number in range(first, last + 1))


def _record(match: re.Match[str]) -> int:
    return int(match["no"])


def _written(match: re.Match[str], script: Script) -> str:
    return script.written(*match.span("name"))


def _capital(match: re.Match[str], script: Script) -> str | None:
    return _name_at_start(POSSESSIVE.sub("", _written(match, script)))


def _name_at_start(words: str) -> str | None:
    """The name that `words` begin with: words with capitals, and particles before them, in letters of any script."""
    name: list[str] = []
    for word in words.split()[:MOST_WORDS]:
        if not (_has_capital(word) or word.lower() in PARTICLES):
            break
        name.append(word)
    while name and not _has_capital(name[-1]):
        name.pop()
    return " ".join(name) or None


def _has_capital(word: str) -> bool:
    """Whether `word` begins with one, if need be behind a particle: al-Harbi, d'Angelo."""
    particle, _, rest = word.replace("’", "'").replace("'", "-").partition("-")
    return word[0].isupper() or (particle in PARTICLES and rest[:1].isupper())


def _doctor_en(match: re.Match[str], script: Script) -> str | Begun | None:
    return _begun(match, _capital(match, script), script)


def _begun(match: re.Match[str], found: str | None, script: Script) -> str | Begun | None:
    """`found`, and that the words behind it are none of the name."""
    if found is None or found == POSSESSIVE.sub("", _written(match, script)):
        return found
    end = match.start("name") + sum(len(word) + 1 for word in match["name"].split(" ")[: len(found.split())]) - 1
    return Begun(found, end)


def _name_en(match: re.Match[str], script: Script) -> str | Begun | None:
    if has_chinese(match["name"]):
        return _name_zh(match, script)
    found = _capital(match, script)
    if found is None or found.split()[0].lower() in vocabulary().not_names:
        return None
    name = _begun(match, found, script)
    return name if name == found or match.groupdict().get("cued") else None


def _whole_name(match: re.Match[str], script: Script) -> str | None:
    """Beside one name, another: "the visits of Anna Berg and Hill"."""
    words = POSSESSIVE.sub("", _written(match, script))
    return words if is_written_as_name(words) and words.split()[0].lower() not in vocabulary().not_names else None


def _capitals(match: re.Match[str], script: Script) -> str | None:
    """Two words that are none of ours and have capitals, or a Chinese name in Latin letters: "find Li Ming"."""
    words = POSSESSIVE.sub("", _written(match, script)).split()
    capital = is_written_as_name(" ".join(words))
    parts = [part.lower() for word in words for part in word.split("-")]
    strange = (capital or _is_pinyin(words)) and not any(part in known_words() for part in parts)
    return " ".join(words) if strange and not {word.lower() for word in words} & set(vocabulary().not_names) else None


def _is_pinyin(words: list[str]) -> bool:
    """Whether the first word is a family name and the others are one or two syllables each."""
    first, *given = (word.lower() for word in words)
    return first in _surnames() and all(_syllables(word) for word in given)


def _syllables(word: str) -> bool:
    known = all_pinyin()
    return word in known or any(word[:at] in known and word[at:] in known for at in range(1, len(word)))


@cache
def _surnames() -> frozenset[str]:
    return frozenset(pinyin(vocabulary().surnames))


def _name_zh(match: re.Match[str], script: Script) -> str | None:
    words = _written(match, script)
    of_parts = "." in match["name"]  # 阿不都·热合曼
    if patterns("people", "titled_zh")[0].search(match["name"]):  # 林奶奶: of whom only the family name is known
        return None
    return words if (of_parts or may_be_name(match["name"])) and not mentions(words) else None
