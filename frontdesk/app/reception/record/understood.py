"""What the reader makes of a reply to a page: the tiles it surely answers, and those it may mean.

Of danger signs a guess is no answer, and is not ticked either.
"""

import re
from collections.abc import Iterator

from frontdesk.app.reception.record.heard import Heard, from_tiles, of_tile
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.app.reception.session.questions import (
    BESIDE,
    CHOICE,
    DANGER,
    DANGER_ONE,
    DOCTOR_READS,
    HISTORY,
    OF_THE_TALK,
    QUESTIONS_ONLY,
)
from frontdesk.models import parsers
from frontdesk.models.assertion import contrasts, denies, hedges
from frontdesk.models.facts import Answer, Fact, Language, Status
from frontdesk.models.mentions import denied_by_name, mentions, told_now
from frontdesk.models.reading import Assertion, Page, Reading, Tile, is_of, read
from frontdesk.models.red_flags import DANGER_PAGES
from frontdesk.models.speaking import say

NOT_ANSWERED = QUESTIONS_ONLY | CHOICE | OF_THE_TALK | {"open", "appointment", DOCTOR_READS}
NOT_READ = frozenset({"person", "skip", "finish", "unwell", "more"})  # ways out that words stand for elsewhere
DENYING = frozenset({"none", "no"})
SENTENCE = re.compile(r"(?<=[。！？!?…\n])|(?<=\.)(?!\d)")
FIRST_CLAUSE = re.compile(r"(?<=[，,。.；;！!])")
ALTERNATIVES = re.compile(r"[、，,或]|\bor\b")  # in a sign's words
QUOTED = 60  # characters of the words that stand under a tile


def reading_of(question: Question | None, text: str, language: Language) -> Reading:
    """What `text` means on the page, or by itself."""
    return read(_page(question, language), text) if text else Reading()


def _page(question: Question | None, language: Language) -> Page:
    if question is None:
        return Page(language=language)
    tiles = tuple(Tile(key=option.key, label=option.label[language]) for option in _tiles(question))
    asked = say("tell_doctor", language, variant=0) if question.rows else question.text[language]
    return Page(asked=asked, tiles=tiles, several=question.several, language=language)


def _tiles(question: Question) -> tuple[Option, ...]:
    if question.rows:
        return ()  # each clause is read by its own question
    return tuple(one for one in (*question.options, *ways_out(question)) if one.key not in NOT_READ)


def answered(question: Question, reading: Reading, said: str, language: Language) -> Heard | None:
    """The tiles that the words surely answer, as if they had been tapped; None where they answer none."""
    if question.key in NOT_ANSWERED or question.rows:
        return None
    tiles = [_worded(option, said) for option in _tiles(question)]
    if question.key in DANGER_PAGES:
        answers = _denied_apart(question, said, language) or _of_danger(question, reading, said, language)
    else:
        answers = reading.answers or _no_first(question, said, language)
    yes = [one for one in tiles if answers.get(one.key) and one.key != "unsure"]
    no = [one for one in tiles if answers.get(one.key) is False and ":" in one.key]
    if question.key in HISTORY:  # "nothing else" denies no illness told before
        absent = [one.quote for one in reading.statements if one.status is Assertion.ABSENT]
        no = [one for one in no if any(is_of(quote, one.label[language]) for quote in absent)]
    named = [one for one in yes if ":" in one.key]
    whole = [one for one in yes if one.key in DENYING]
    if whole and not named:
        return from_tiles(question, (whole[0],), language)
    if named or (yes and not question.several):
        taken = tuple(named or yes[:1])
        tapped = _asked_alone(question, from_tiles(question, taken, language))
        return tapped.model_copy(update={"facts": (*tapped.facts, *_denied(question, no, said))})
    denied = tuple(_denied(question, no, said))
    everything = len(no) == sum(":" in one.key for one in tiles)
    return Heard(facts=denied, answers=everything or question.key in BESIDE - DANGER_PAGES) if denied else None


def _of_danger(question: Question, reading: Reading, said: str, language: Language) -> dict[str, bool]:
    """The answers that can be believed of danger signs: those of words that do not hedge.

    Who denies some of the signs denies those that they name.
    """
    if _hedges(reading, said, language):
        return {}
    denied = denies(said, language)
    signs = [one for one in question.options if ":" in one.key]
    if told := _told(said) & {one.key.rpartition(":")[2] for one in signs}:  # 怎么没有，天天吐血
        others = {key: yes for key, yes in reading.answers.items() if denied and key not in DENYING}
        return others | {one.key: True for one in signs if one.key.rpartition(":")[2] in told}
    if _affirms(said):
        return {key: yes for key, yes in reading.answers.items() if yes and key not in DENYING}
    if any(reading.answers.get(key) for key in DENYING) or any(reading.answers.get(one.key) for one in signs):
        return {key: yes for key, yes in reading.answers.items() if denied or (yes and key not in DENYING)}
    if no_first := _no_first(question, said, language):
        return no_first
    absent = [one for one in reading.statements if one.status is Assertion.ABSENT]
    read_of = {one.key for one in signs if any(is_of(said.quote, one.label[language]) for said in absent)}
    answers = {key: yes for key, yes in reading.answers.items() if key in read_of}
    by_name = denied_by_name(said)
    answers |= {one.key: False for one in signs if not by_name.isdisjoint(_named_by(one))}
    return answers | {"no": True} if question.key == DANGER_ONE and False in answers.values() else answers


def _affirms(said: str) -> bool:
    first = next((one for one in FIRST_CLAUSE.split(said) if one.strip()), "")
    return parsers.plain_reply(first) is Answer.YES


def _told(said: str) -> set[str]:
    return {one.code for one in told_now(parsers.normalise(said))}


def _named_by(sign: Option) -> set[str]:
    """What a sign's words name, each of which it cannot be without: who had no fit had no fit that went on."""
    labels = sign.label.values()
    whole = not any(ALTERNATIVES.search(label) for label in labels)
    return {sign.key.rpartition(":")[2], *(one.code for label in labels for one in mentions(label) if whole)}


def _no_first(question: Question, said: str, language: Language) -> dict[str, bool]:
    """Of yes or no, and of danger signs: the reply begins with a no and goes on with nothing that asserts one."""
    first, *rest = [one for one in FIRST_CLAUSE.split(said) if one.strip()] or [""]
    no = next((one.key for one in ways_out(question) + question.options if one.key in DENYING), None)
    if not (no and rest and parsers.plain_reply(first) in (Answer.NO, Answer.NONE_OF_THESE)):
        return {}
    if question.several and question.key not in DANGER_PAGES:
        return {}
    if question.key in DANGER_PAGES and contrasts("".join(rest), language):
        return {}
    behind = reading_of(question, "".join(rest), language)
    asserts = any(yes and key not in DENYING for key, yes in behind.answers.items())
    return {} if asserts or _hedges(behind, said, language) else {no: True}


def _denied_apart(question: Question, said: str, language: Language) -> dict[str, bool]:
    """All signs denied, where one sentence denies the page and none of the others may assert a sign of it."""
    sentences = [one for one in SENTENCE.split(said) if one.strip()]
    if len(sentences) < 2 or not question.several:
        return {}
    read_apart = [reading_of(question, one, language) for one in sentences]
    denials = [any(one.answers.get(key) for key in DENYING) for one in read_apart]
    signs = [one.key for one in question.options if ":" in one.key]
    asserts = any(one.answers.get(key) or one.guesses.get(key) for one in read_apart for key in signs)
    if not any(denials) or asserts or any(_hedges(one, said, language) for one in read_apart):
        return {}
    return dict.fromkeys(signs, False) | dict.fromkeys(DENYING, True)


def _hedges(reading: Reading, said: str, language: Language) -> bool:
    """ "No... well, a bit": it may be so, or now and then, or nothing is said of what it is."""
    stated = any(one.status is not Assertion.ABSENT for one in reading.statements)
    return hedges(said, language, stated=stated)


def _asked_alone(question: Question, tapped: Heard) -> Heard:
    """A sign that words seem to tell of among others is asked about in other words before it counts."""
    if question.key != DANGER:
        return tapped
    facts = tuple(fact.model_copy(update={"status": Status.UNKNOWN}) for fact in tapped.facts)
    return tapped.model_copy(update={"facts": facts})


def guessed(question: Question | None, reading: Reading, said: str) -> Question | None:
    """The page with the tiles ticked that the words may mean, to be confirmed; None where nothing is guessed."""
    if (
        question is None
        or not question.several
        or question.key in NOT_ANSWERED | DANGER_PAGES
        or not reading.statements
    ):
        return None  # words that state nothing mean no tile
    if any(one.sure for one in reading.statements):
        return None  # they are kept as they were said
    may_be = {key for chances in (reading.answers, reading.guesses) for key, yes in chances.items() if yes}
    options = tuple(_worded(one, said) if one.key in may_be else one for one in question.options)
    return None if options == question.options else question.model_copy(update={"options": options})


def _worded(option: Option, said: str) -> Option:
    words = said if len(said) <= QUOTED else f"{said[: QUOTED - 1]}…"
    return option.model_copy(update={"quote": words})


def _denied(question: Question, options: list[Option], said: str) -> Iterator[Fact]:
    for option in options if question.key in BESIDE | HISTORY.keys() else ():
        for fact in of_tile(question, option, Language.EN):
            yield fact.model_copy(update={"status": Status.ABSENT, "quote": said})
