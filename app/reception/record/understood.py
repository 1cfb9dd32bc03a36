"""What the reader makes of a reply to a page: the tiles it surely answers, and those it may mean.

Danger signs are not among them: of those a guess is no answer, and a denial needs a tap or plain words.
"""

from collections.abc import Iterator

from app.reception.record.heard import DOCTOR_READS, HISTORY, Heard, from_tiles, of_tile
from app.reception.record.pages import ways_out
from app.reception.record.statements import BESIDE, QUESTIONS_ONLY
from app.reception.session.events import Option, Question
from models.facts import Fact, Language, Status
from models.reading import Page, Reading, Tile, read
from models.red_flags import DANGER_PAGES

NOT_ANSWERED = (
    DANGER_PAGES
    | QUESTIONS_ONLY
    | {"choose", "offer", "identify", "read_on", "read_back", "open"}
    | {"choose_again", DOCTOR_READS}
)
NOT_READ = frozenset({"person", "skip", "finish", "unwell", "more"})  # ways out that words stand for elsewhere
DENYING = frozenset({"none", "no"})
QUOTED = 60  # characters of the words that stand under a tile


def reading_of(question: Question | None, text: str, language: Language) -> Reading:
    """What `text` means on the page, or by itself."""
    return read(_page(question, language), text) if text else Reading()


def _page(question: Question | None, language: Language) -> Page:
    if question is None:
        return Page(language=language)
    tiles = tuple(Tile(key=option.key, label=option.label[language]) for option in _tiles(question))
    return Page(asked=question.text[language], tiles=tiles, several=question.several, language=language)


def _tiles(question: Question) -> tuple[Option, ...]:
    return tuple(one for one in (*question.options, *ways_out(question)) if one.key not in NOT_READ)


def answered(question: Question, reading: Reading, said: str, language: Language) -> Heard | None:
    """The tiles that the words surely answer, as if they had been tapped; None where they answer none."""
    if question.key in NOT_ANSWERED:
        return None
    tiles = [_worded(option, said) for option in _tiles(question)]
    yes = [one for one in tiles if reading.answers.get(one.key) and one.key != "unsure"]
    no = [one for one in tiles if reading.answers.get(one.key) is False and ":" in one.key]
    named = [one for one in yes if ":" in one.key]
    whole = [one for one in yes if one.key in DENYING]
    if whole and not named:
        return from_tiles(question, (whole[0],), language)
    if named or (yes and not question.several):
        taken = tuple(named or yes[:1])
        tapped = from_tiles(question, taken, language)
        return tapped.model_copy(update={"facts": (*tapped.facts, *_denied(question, no, said))})
    denied = tuple(_denied(question, no, said))
    everything = len(no) == sum(":" in one.key for one in tiles)
    return Heard(facts=denied, answers=everything or question.key == "also") if denied else None


def guessed(question: Question | None, reading: Reading, said: str) -> Question | None:
    """The page with the tiles ticked that the words may mean, to be confirmed; None where nothing is guessed."""
    if question is None or not question.several or question.key in NOT_ANSWERED or not reading.statements:
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
