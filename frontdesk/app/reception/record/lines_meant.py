"""Which lines a clause means: by what it names, the heading, the place of the body, or what was named before."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from frontdesk.app.reception.record.clauses import AROUND, CUES, HEADINGS, JOINT, QUOTED, Clause, shape_of
from frontdesk.app.reception.record.doctors import doctors_named
from frontdesk.app.reception.record.wording import name_of
from frontdesk.models import parsers
from frontdesk.models.facts import Fact, Language, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.mentions import mentions
from frontdesk.models.mentions.named import places
from frontdesk.models.parsers.content import content
from frontdesk.models.parsers.writing import read

NOT_BORNE = (Topic.ALLERGY, Topic.INTOLERANCE)
UNDER = {Topic.ALLERGY: NOT_BORNE}  # topics of a heading, where it is not one alone
NOT_NAMED = (Topic.SAID, Topic.DETAIL, Topic.FAMILY)
TOLD = "told"  # begins the code of a line of the story that has none of its own
DENIAL_INSIDE = re.compile(r"没有?|不")
LONG_WORD = 6  # letters of a word that is enough to name a line by
SHORT_PART = 2  # characters of a part of a Chinese name that is enough
SIDE = f"{Topic.DETAIL}:side"
A_SIDE = re.compile(r"\b(?:left|right|both)\b|[左右双]|两[边侧]")
DENYING = content("never ever none nothing")
OWN_NAME = frozenset({"allergy_symptoms"})  # no symptom of somebody's, but the word for it


class Meant(NamedTuple):
    """A line, and where in the text it is named; None: by the heading, by its place, or before."""

    fact: Fact
    at: int | None = None
    end: int | None = None


def whole_names(record: Record) -> tuple[str, ...]:
    """What lines are called and say, where a comma or an "and" is in it: no clause ends there."""
    told = {name for fact in record if fact.topic is not Topic.SAID for name in _said_of(fact)}
    return tuple(sorted(name for name in told if JOINT.search(name)))


def _said_of(fact: Fact) -> Iterator[str]:
    if fact.topic is not Topic.DETAIL and fact.code != "none":
        yield from (name_of(fact, language).lower() for language in Language)
    if is_own_words(fact):
        yield fact.quote.lower()
    if fact.details.value:
        yield fact.details.value.lower()


def named_lines(record: Record, clause: Clause) -> list[Meant]:
    """The lines that a clause names, under the heading that it names."""
    topics = topics_of(clause)
    spans = [(fact, *span) for fact in record for span in places_in(fact, clause.words)]
    spans += [(fact, *span) for fact in record for span in _denied_inside(fact, clause.words)]
    found = [Meant(fact, clause.start + start, clause.start + end) for fact, start, end in _outermost(spans, clause)]
    if all(one.fact.status is Status.ABSENT for one in found):
        found += _by_general_name(record, clause)
    if found:
        return under(found, topics)
    lines = _by_heading(record, clause) or _by_place(record, clause) or _by_a_part(record, clause)
    return [Meant(fact) for fact in lines]


def _outermost(spans: list[tuple[Fact, int, int]], clause: Clause) -> Iterator[tuple[Fact, int, int]]:
    """Without what is only a part of the name of another line: "the arm, jaw or back" names no back pain."""
    whole = [(start, end) for _, start, end in spans if JOINT.search(clause.words, start, end)]
    for fact, start, end in spans:
        if not any(first <= start and end <= last and end - start < last - first for first, last in whole):
            yield fact, start, end


def _by_a_part(record: Record, clause: Clause) -> list[Fact]:
    """The one line of whose name a clause that rejects it repeats the most: a whole part of it, or some words."""
    if not clause.rejects:
        return []
    lines = {fact.key: fact for fact in record if fact.topic not in NOT_NAMED and fact.code != "none"}
    rest = _without_headings(clause, headed(clause))
    alike = {key: _repeated(rest, fact) for key, fact in lines.items()}
    most = max(alike.values(), default=0)
    best = [lines[key] for key, count in alike.items() if count == most]
    return best if most and len(best) == 1 else []


def _repeated(words: str, fact: Fact) -> int:
    """How many words of its name are repeated, or characters in a row; 0 for too few."""
    if words.isascii():
        same = content(words) & content(name_of(fact, Language.EN))
        return len(same) if same and (len(same) > 1 or max(map(len, same)) >= LONG_WORD) else 0
    parts = (part for part in JOINT.split(name_of(fact, Language.ZH)) if len(part) >= SHORT_PART)
    return max((len(part) for part in parts if part in words), default=0)


def _by_general_name(record: Record, clause: Clause) -> Iterator[Meant]:
    """Complaints by what is general in their names: "I have no blisters" is said of those on hands and feet too."""
    here = places(clause.words)
    for fact in record:
        if fact.topic is Topic.FINDING and fact.status is Status.PRESENT and here <= places_of(fact):
            at = _general(clause.words, fact)
            if at is not None:
                yield Meant(fact, clause.start + at, clause.start + at + 1)


def _general(words: str, fact: Fact) -> int | None:
    """Where the clause names what the name of the line ends with, or in English is all about."""
    if words.isascii():
        about = content(words) - DENYING
        first = next(iter(about), "")
        alike = bool(about) and about <= content(name_of(fact, Language.EN))
        return words.find(first) if alike and first in words else None
    name = name_of(fact, Language.ZH)
    endings = (name[at:] for at in range(1, len(name) - 1))
    return next((words.find(ending) for ending in endings if ending in words), None)


def part_quoted(fact: Fact, clause: Clause) -> str:
    """What the clause quotes of that which the line says beside its name; empty where it quotes nothing of it."""
    told = (fact.details.value or "").lower()
    quoted = (one[0][1:-1].strip(AROUND) for one in QUOTED.finditer(clause.words))
    return next((part for part in quoted if part and part in told), "")


def nearness(fact: Fact, words: str) -> float:
    """How near words come to a line, from 0 to 1: they name it, or what part of its own words they repeat."""
    lower = read(words).lower
    if fact.topic is not Topic.SAID and (next(places_in(fact, lower), None) or codes_of(fact) & codes_named(lower)):
        return 1.0
    if fact.key == SIDE and names_a_side(lower):
        return 1.0
    told = content(" ".join(_called(fact)))
    return len(told & content(lower)) / len(told) if told else 0.0


def _called(fact: Fact) -> Iterator[str]:
    if fact.topic in NOT_NAMED or fact.code == "none":
        yield fact.quote.lower()
    else:
        yield from (name_of(fact, language).lower() for language in Language)


def topics_of(clause: Clause) -> frozenset[Topic]:
    """The topics that a clause is about: of a heading, of what is taken, or of what is borne."""
    told = headed(clause)
    if clause.says("borne") or clause.says("not_borne"):
        told += NOT_BORNE
    if clause.says("stopped") or parsers.says_taken(clause.words):
        told += [Topic.MEDICINE] if not told else []
    return frozenset(told)


def headed(clause: Clause) -> list[Topic]:
    """The topics of the headings that a clause names."""
    return [topic for heading, _ in clause.headings() for topic in UNDER.get(heading, (heading,))]


def under(meant: list[Meant], topics: frozenset[Topic]) -> list[Meant]:
    """Those under the heading, where two lines are of one thing: a medicine that is taken, and is not borne."""
    codes = {one.fact.code for one in meant if one.fact.topic in topics}
    return [one for one in meant if one.fact.topic in topics or one.fact.code not in codes]


def codes_named(words: str) -> frozenset[str]:
    """Of findings, illnesses, medicines and allergens."""
    found = {code for _, _, code in parsers.all_named(words)} | {one.code for one in mentions(words)}
    return frozenset(found - OWN_NAME)


def codes_beside(words: str, spans: Iterable[tuple[int, int]]) -> frozenset[str]:
    """What is named in the words elsewhere than in these spans."""
    named = [(start, end, code) for start, end, code in parsers.all_named(words)]
    named += [(one.start, one.end, one.code) for one in mentions(words)]
    lines = tuple(spans)
    return frozenset(code for a, b, code in named if not any(a < end and start < b for start, end in lines)) - OWN_NAME


def codes_of(fact: Fact) -> frozenset[str]:
    """Its code, and that of the one finding that its name is: a danger sign has a code of its own."""
    named = {one.code for language in Language for one in mentions(name_of(fact, language))}
    return frozenset({fact.code, *(named if len(named) == 1 and fact.topic is Topic.FINDING else ())})


def places_in(fact: Fact, text: str) -> Iterator[tuple[int, int]]:
    """Where the line is named: by its code, by its name in either language, by the heading it denies as a whole."""
    if is_own_words(fact):
        yield from (one.span() for one in shape_of(fact.quote).finditer(text))
    if fact.topic in NOT_NAMED:
        return
    if fact.topic is Topic.WISH:
        if any(fact.code == f"doctor_{sex.value}" for sex in doctors_named(text)):
            at = min((at for at in map(text.find, ("医生", "大夫", "doctor", "dr", "gp")) if at >= 0), default=0)
            yield at, at + 1
        return
    if fact.topic is Topic.PREGNANCY:
        yield from (one.span() for one in CUES["pregnancy"].finditer(text))
    if fact.code == "none":
        yield from (one.span() for one in HEADINGS[fact.topic].finditer(text)) if fact.topic in HEADINGS else ()
        return
    yield from ((start, end) for start, end, code in parsers.all_named(text) if code == fact.code)
    codes = codes_of(fact)
    yield from ((one.start, one.end) for one in mentions(text) if one.code in codes)
    for language in Language:
        yield from (one.span() for one in shape_of(name_of(fact, language)).finditer(text))


def names_a_side(words: str) -> bool:
    return A_SIDE.search(words) is not None


def is_own_words(fact: Fact) -> bool:
    """A line of the story in the patient's own words."""
    return fact.topic is Topic.DETAIL and fact.code.startswith(f"{TOLD}:")


def _denied_inside(fact: Fact, text: str) -> Iterator[tuple[int, int]]:
    """大便不黑: the name of the line with a denial inside it."""
    if fact.topic is Topic.FINDING:
        yield from ((at, at + 1) for at, code in _codes_denied_inside(text) if code in codes_of(fact))


@lru_cache(maxsize=256)
def _codes_denied_inside(text: str) -> tuple[tuple[int, str], ...]:
    found: list[tuple[int, str]] = []
    for no in DENIAL_INSIDE.finditer(text):
        plain = text[: no.start()] + text[no.end() :]
        found += [(one.start, one.code) for one in mentions(plain) if one.start < no.start() < one.end]
    return tuple(found)


def is_denied_inside(fact: Fact, text: str) -> bool:
    return next(_denied_inside(fact, text), None) is not None


def _by_heading(record: Record, clause: Clause) -> list[Fact]:
    """The one line under a heading; of several, the one that was told in most of the clause's words."""
    topics = headed(clause)
    if clause.says("others") or codes_named(clause.words):
        return []
    if set(topics) & set(NOT_BORNE) and not (clause.rejects or clause.says("refers")):
        return []  # "I'm not allergic to anything" is said of no line
    lines = [fact for fact in record if fact.topic in topics and fact.status is not Status.ABSENT]
    if len(lines) < 2:
        return lines
    rest = _without_headings(clause, topics)  # "the medicine line" is no nearer to a blood pressure medicine
    alike = {fact.key: _alike(rest, fact) for fact in lines}
    most = max(alike.values())
    best = [fact for fact in lines if alike[fact.key] == most]
    return best if most and len(best) == 1 else []


def _without_headings(clause: Clause, topics: list[Topic]) -> str:
    words = clause.words
    for cue in (HEADINGS[topic] for topic in topics if topic in HEADINGS):
        for found in reversed(list(cue.finditer(words))):
            words = f"{words[: found.start()]} {words[found.end() :]}"
    return words


def _alike(words: str, fact: Fact) -> int:
    told = f"{fact.quote} {name_of(fact, Language.ZH)} {name_of(fact, Language.EN)}".lower()
    signs = {sign for sign in words if not sign.isascii() and sign.isalpha()}
    return len(signs & set(told)) + len(content(words) & content(told))


def _by_place(record: Record, clause: Clause) -> list[Fact]:
    """Complaints of a part of the body of which it is said that nothing ails it, or that is said to be wrong."""
    of_its_side = any(fact.key == SIDE for fact in record) and names_a_side(clause.words)
    if not (clause.says("trouble") or clause.rejects) or codes_named(clause.words) or of_its_side:
        return []
    here = places(clause.words)
    findings = (fact for fact in record if fact.topic is Topic.FINDING and fact.status is Status.PRESENT)
    return [fact for fact in findings if here & places_of(fact)]


@lru_cache(maxsize=256)
def places_of(fact: Fact) -> frozenset[str]:
    """Of what it is called, and of the patient's words for it."""
    finding = knowledge().findings.get(fact.code)
    told = {name_of(fact, language) for language in Language}
    told |= {words for language in Language for words in (wordings(finding, language) if finding else ())}
    told |= {one.words for one in mentions(fact.quote) if one.code in codes_of(fact)}
    return frozenset().union(*map(places, told))
