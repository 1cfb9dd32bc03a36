"""What an instruction to show says that nothing was recognised in: named illnesses as conditions, other words told."""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from frontdesk.his_adapter.hospinfo.clinical import Told
from frontdesk.his_adapter.hospinfo.refusals import No, Reason
from frontdesk.his_adapter.hospinfo.script import ANY_LETTER, Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns
from frontdesk.his_adapter.medical_names import condition_column, medicine_in
from frontdesk.his_adapter.operation import Column
from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers import language_of
from frontdesk.models.parsers.writing import read as normalised

LETTER = re.compile(f"[{ANY_LETTER}]")
WORDS = re.compile(r"[^\W\d_\u4e00-\u9fff][^\W\d_\u4e00-\u9fff'-]*(?: [a-z'-]+)*|\d+(?:\.\d+)?|[\u4e00-\u9fff]+")
SAID = 2  # signs: a shorter rest beside somebody's id is none of their records' words
SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
KNOWN = ("request_en", "request_zh", "beside_en", "known_zh")


class Unread(NamedTuple):
    """`told` are findings and illnesses that are conditions too, `lost` what is neither that nor a way of asking.

    `words` are those of `lost` that are more than a letter.
    """

    told: tuple[Told, ...]
    words: tuple[str, ...]
    lost: tuple[str, ...]


def unread(read: Script) -> Unread:
    """What stands outside of everything recognised. Raises No for whatever of that or of the conditions is denied.

    "Diabetic and over 60" names two conditions, however it puts them. Of somebody who is named, nothing is told: what
    else is said of them chooses none of their records.
    """
    of_somebody = any(read.every(kind) for kind in (Kind.PATIENT, Kind.RECORD, Kind.PERSON))
    places = normalised(read.original).places
    taken = {at for match in LETTER.finditer(read.text) for at in range(*read.places[match.start()])}
    denied = _denied(read)
    chosen = EXACT if of_somebody else (*EXACT, Kind.CLINICAL)
    if any(_is_within(read.places[at], denied) for at in _letters(read, chosen)):
        raise No(Reason.EXCEPTION)
    if any(NON.search(read.original, 0, read.places[at][0]) for at in _letters(read, (Kind.CLINICAL,))):
        raise No(Reason.EXCEPTION)
    if not of_somebody and _denies_unread(read):
        raise No(Reason.EXCEPTION)
    told: list[Told] = []
    for one in mentions(read.original):
        span = range(places[one.start], places[one.end - 1] + 1)
        if of_somebody or one.topic is Topic.REQUEST or not taken.isdisjoint(span):
            continue
        subtype = _subtype(one, read.original[: span[0]])
        if one.denied or (NON.search(read.original, 0, span[0]) and not subtype):
            raise No(Reason.EXCEPTION)
        column, words = _told(one, language_of(read.original) or Language.EN)
        told.append((column, read.original[subtype.start() : span[-1] + 1] if subtype else words))
        taken |= set(span)
    if not of_somebody and any(_is_within(place, denied) for place in _left(read, taken)):
        raise No(Reason.EXCEPTION)
    lost = tuple(_words(read, taken))
    return Unread(tuple(told), tuple(words for words in lost if len(words) >= SAID or words.isdigit()), lost)


EXACT = (Kind.DEPARTMENT, Kind.DOCTOR, Kind.GENDER, Kind.AGE, Kind.WHEN)


def _denied(read: Script) -> list[tuple[int, int]]:
    """What a negation governs, where that is no part of a bound or a time, as 不超过 of an age is."""
    writing = normalised(read.original)
    bounds = {at for letter in _letters(read, (Kind.AGE, Kind.WHEN)) for at in range(*read.places[letter])}
    found = []
    for scope in scopes(writing.text, language_of(read.original) or Language.EN):
        if scope.kind is Assertion.ABSENT and scope.cue and scope.start < scope.end:
            ahead = writing.text.endswith(scope.cue, 0, scope.start)
            if not ahead and writing.text.rstrip(" ?？。").endswith(scope.cue):
                continue  # 来过没有 asks
            cue = scope.start - len(scope.cue) if ahead else min(scope.end, len(writing.places) - 1)
            if writing.places[cue] not in bounds and not _is_within_term(writing.text, scope.start - len(scope.cue)):
                found.append((writing.places[scope.start], writing.places[scope.end - 1] + 1))
    return found


def _denies_unread(read: Script) -> bool:
    """Whether a negation is left that asks nothing: 没来的病人 are not everybody, nor are "patients who never came"."""
    left = patterns("remainder", "asks_either")[0].sub(" ", read.text)
    return patterns("remainder", "negation")[0].search(left) is not None


TERM = re.compile(
    r"[不无非未](?=(?P<rest>(?![要是想看有含包去来会能用在吃查列显再曾患得伴带合并存])"
    r"[\u4e00-\u9fff]{1,10}?(?:综合[征症]|障碍|[症炎癌瘤痛]|(?<![看生得有患治疾])病)))"
)


def _is_within_term(text: str, cue: int) -> bool:
    """Whether a negation begins a name, as in 不宁腿综合征; 无高血压病 denies one."""
    term = TERM.match(text, cue)
    return term is not None and not any(one.start == 0 for one in mentions(term["rest"]))


def _is_within(place: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _letters(read: Script, kinds: tuple[Kind, ...]) -> list[int]:
    return [match.start() for kind in kinds for match in pattern(f"⟨{kind.value}⟩").finditer(read.text)]


NON = re.compile(r"非$|(?<![a-z])non[- ]$", re.I)  # as a prefix


def _subtype(one: Mention, before: str) -> re.Match[str] | None:
    """非小细胞肺癌 is a kind of lung cancer; 非高血压 is none of high blood pressure."""
    named = knowledge().conditions.get(one.code) or knowledge().findings.get(one.code)
    plain = () if named is None else (named.zh, named.en, *(name for names in named.says.values() for name in names))
    words = one.words.lower()
    of_a_kind = any(words != name.lower() and words.endswith(name.lower()) for name in plain)
    return NON.search(before) if of_a_kind else None


def _words(read: Script, taken: set[int]) -> list[str]:
    return [read.written(*match.span()) for match in _unknown(read, taken)]


def _left(read: Script, taken: set[int]) -> list[tuple[int, int]]:
    return [read.places[match.start()] for match in _unknown(read, taken)]


def _unknown(read: Script, taken: set[int]) -> list[re.Match[str]]:
    text = "".join(" " if place[0] in taken else sign for sign, place in zip(read.text, read.places, strict=True))
    text = text.translate(SMALL)  # DROP TABLE is as unread as drop table
    for name in KNOWN:
        text = patterns("remainder", name)[0].sub(lambda match: " " * len(match[0]), text)
    return list(WORDS.finditer(text))


def _told(one: Mention, language: Language) -> Told:
    if one.topic is Topic.FINDING:
        medicine = medicine_in(one.words)
        if medicine:
            return Column.TREATMENT_OPINION, medicine
        names = knowledge().findings[one.code].says.get(language, ())
        return Column.CHIEF_COMPLAINT, min((name for name in names if name in one.words), key=len, default=one.words)
    condition = knowledge().conditions[one.code]
    return condition_column(condition), condition.zh if language is Language.ZH else condition.en
