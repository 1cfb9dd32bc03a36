"""The tiles that words answer by a model's reading, as facts: as if each had been tapped, quoted with the words."""

from frontdesk.app.reception.record.doubts import with_doubts
from frontdesk.app.reception.record.heard import Heard, from_tiles, of_tile, together, unresolved
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.record.statements import understood_words
from frontdesk.app.reception.session.events import ROW, Option, Question
from frontdesk.app.reception.session.questions import BESIDE, DANGER, HISTORY
from frontdesk.app.reception.turn.embedded import as_spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Status
from frontdesk.models.notes import Noted
from frontdesk.models.red_flags import DANGER_PAGES

DENYING = frozenset({"none", "no"})


def of_tiles(turn: Turn, noted: Noted) -> Heard:
    """Nothing where the words answer no tile. A danger sign that the words of the talk make likely is not denied."""
    put = as_spoken(turn.before) if turn.question is turn.before.question else turn.question
    if put is None or not noted.answers:
        return Heard()
    heard = _answered(put, noted, turn)
    if put.key != DANGER or not heard.facts:
        return heard
    earlier = tuple(fact.quote for fact in understood_words(turn.before.record))
    facts = with_doubts(heard.facts, put, turn.text, earlier, turn.person)
    return heard.model_copy(update={"facts": facts})


def _answered(question: Question, noted: Noted, turn: Turn) -> Heard:
    if question.rows:
        return together(*(_answered(part, _of_row(part.key, noted), turn) for part in question.parts))
    tiles = [_in_words(one, noted) for one in (*question.options, *ways_out(question))]
    answers = ("yes", "no", "unknown")
    said = {answer: [one for one in tiles if noted.answers.get(one.key) == answer] for answer in answers}
    things = [one for one in question.options if ":" in one.key]
    named = [one for one in said["yes"] if ":" in one.key]
    if not named and things and all(noted.answers.get(one.key) == "no" for one in things):
        whole = [one for one in tiles if one.key in DENYING]
        quote = noted.quotes.get(things[0].key, turn.text)
        said["yes"] = [one.model_copy(update={"quote": quote}) for one in whole[:1]] or said["yes"]
    taken = tuple(named or said["yes"][: None if question.several else 1])
    heard = from_tiles(question, taken, turn.language) if taken else Heard()
    denied = [one for one in said["no"] if ":" in one.key] if named or not taken else []
    more = [
        fact.model_copy(update={"status": status, "quote": one.quote or turn.text})
        for options, status in ((denied, Status.ABSENT), (said["unknown"], Status.UNKNOWN))
        for one in options
        if question.key in BESIDE | HISTORY.keys() | DANGER_PAGES
        for fact in of_tile(question, one, turn.language)
    ]
    if not (taken or more) and said["unknown"]:
        more = list(unresolved(question, Status.UNKNOWN, turn.text))
    return heard.model_copy(update={"facts": (*heard.facts, *more), "answers": bool(taken or more)})


def _of_row(row: str, noted: Noted) -> Noted:
    """What a model read of the tiles of one row, by the keys they have on a page of their own."""
    head = f"{row}{ROW}"
    answers = {key.removeprefix(head): one for key, one in noted.answers.items() if key.startswith(head)}
    quotes = {key.removeprefix(head): one for key, one in noted.quotes.items() if key.startswith(head)}
    return noted.model_copy(update={"answers": answers, "quotes": quotes})


def _in_words(option: Option, noted: Noted) -> Option:
    return option.model_copy(update={"quote": noted.quotes.get(option.key)})
