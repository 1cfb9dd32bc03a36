"""A model reads, beside the nurse's words; where it is late or fails, the embedded reading takes its place."""

from collections.abc import Iterator
from itertools import chain

from frontdesk.app.reception.errors import OutOfOrder
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.record.statements import complaints_of, words_of
from frontdesk.app.reception.record.wording import name_of, pick
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import NotedBy, Question
from frontdesk.app.reception.session.notes import UnderWay
from frontdesk.app.reception.turn.embedded import as_spoken
from frontdesk.app.reception.turn.noted import Notes, events_of, on_the_page, told_at_once
from frontdesk.app.reception.turn.prompting import NOTHING, lines_of, names_kept, numbered, talk
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models import red_flags
from frontdesk.models.complaints import nearest
from frontdesk.models.facts import Fact, Language, Person, Record, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.language.model import Fault, ModelFailed
from frontdesk.models.mentions import mentions
from frontdesk.models.notes import NOTES, Heard, Line, founded
from frontdesk.models.reading import Page, Tile
from frontdesk.models.reading.alone import COMES_WITH

TRIES = 4  # a nurse's press may get in between
OFFERED = 24  # codes put to the model
RULES = 8  # red flags put to it
LOOKED_AT = 4  # newest lines of the patient's that those are looked for in
LIKELY = 0.02  # chance from which the classifier's findings are among them
NEAREST = 10
NOT_READ = frozenset({"person", "skip", "finish", "more"})  # tiles that words stand for elsewhere
LATE = "late"
CUT_SHORT = "cut_short"  # the patient spoke again before it was answered


def begin(services: Services, turn: Turn) -> UnderWay[Notes]:
    """Asks the model to read where it is to; what it says is recorded after the answer, or taken before."""
    if not turn.by_model:
        nothing = UnderWay[Notes](lambda notes: None)
        nothing.arrived(None)
        return nothing
    under_way = UnderWay[Notes](lambda notes: _keep(services, turn, notes), lambda: _unread(services, turn, LATE))
    if not services.models.later(services.watch.carried(lambda: under_way.arrived(_asked(services, turn)))):
        under_way.arrived(_unread(services, turn, Fault.CROWDED.value))
    return under_way


def _asked(services: Services, turn: Turn) -> Notes:
    heard = heard_of(services, turn)
    try:
        reply = services.models.attempt(NOTES, heard, beside=True)
    except ModelFailed as failure:
        return _unread(services, turn, failure.fault.value)
    noted = founded(heard, reply.answer, now=turn.now)
    return Notes(noted, NotedBy(model=reply.by, prompt=reply.prompt, dropped=noted.dropped))


def _unread(services: Services, turn: Turn, why: str) -> Notes:
    return Notes(None, unread(services, turn, why))


def unread(services: Services, turn: Turn, why: str) -> NotedBy:
    """What stands by the embedded reading of a turn that a model was to read."""
    model = services.models.assigned(NOTES.name)
    return NotedBy(model=model.name if model else "", prompt=NOTES.version(turn.language), failed=why)


def _keep(services: Services, turn: Turn, notes: Notes) -> None:
    """Records what came after the answer; an alarm among it is told at once."""
    for _ in range(TRIES):
        state = services.log.state(turn.session_id)
        if state.closed or turn.number in state.undone:
            return
        events = events_of(services, turn, state, notes)
        if not events:
            return
        try:
            told = (*events, *told_at_once(state, events, turn))
            services.log.append(turn.session_id, told, after=state.sequence, at=services.now())
            return
        except OutOfOrder:
            continue


# --- what the model is asked -----------------------------------------------------------------------------------------


def heard_of(services: Services, turn: Turn) -> Heard:
    """The talk, the page and the record, with the statements that may be meant."""
    question = as_spoken(turn.before) if turn.question is turn.before.question else turn.question
    lines = lines_of(turn, names_kept(services))
    page, these = page_of(question, turn.language), on_the_page(question)
    return heard_in(lines, turn.record, turn.person, turn.language, page=page, these=these)


def heard_in(
    lines: tuple[Line, ...],
    so_far: Record,
    person: Person,
    language: Language,
    *,
    page: Page | None = None,
    these: tuple[str, ...] = (),
) -> Heard:
    """The question about a talk; `page` is what its last line answers, `these` the statements that are asked there."""
    page = page or Page(language=language)
    codes = tuple(dict.fromkeys((*these, *_likely(lines, so_far))))[:OFFERED]
    told, keys = numbered(so_far, person, language)
    tiles = " / ".join(f"{number} {tile.label}" for number, tile in enumerate(page.tiles, 1))
    return Heard(
        language=language,
        lines=lines,
        record=so_far,
        codes=codes,
        these=these,
        page=page,
        numbered=keys,
        blanks={
            "rules": rules_told(lines, person, language),
            "talk": talk(lines, language),
            "record": told,
            "codes": "\n".join(f"{code}: {_name(code, language)}" for code in codes) or pick(NOTHING, language),
            "page": tiles or pick(NOTHING, language),
        },
    )


def page_of(question: Question | None, language: Language) -> Page:
    if question is None:
        return Page(language=language)
    options = (one for one in (*question.options, *ways_out(question)) if one.key not in NOT_READ)
    tiles = tuple(Tile(key=option.key, label=option.label[language]) for option in options)
    return Page(asked=question.text.get(language, ""), tiles=tiles, several=question.several, language=language)


def rules_told(lines: tuple[Line, ...], person: Person, language: Language) -> str:
    """The red flags that the patient's words make most likely, by their slugs."""
    chances: dict[str, float] = {}
    for words in [line.text for line in lines if line.by_patient][-LOOKED_AT:]:
        for rule, (chance, _) in red_flags.told_of(words, person).items():
            chances[rule] = max(chance, chances.get(rule, 0.0))
    likeliest = sorted(chances, key=lambda rule: -chances[rule])[:RULES]
    told = (f"{rule}: {red_flags.RULES[rule].reason[language]}" for rule in likeliest)
    return "\n".join(told) or pick(NOTHING, language)


def _likely(lines: tuple[Line, ...], so_far: Record) -> Iterator[str]:
    """Findings that the talk names, its newest lines first, or that the words are most like."""
    known = knowledge().findings
    told = chain.from_iterable(mentions(line.text) for line in (*lines[-2:], *lines[:-2]))
    yield from (one.code for one in told if one.topic in COMES_WITH and one.code in known)
    newest = [line.text for line in lines if line.by_patient][-1:]
    for words in (*newest, *(fact.quote for fact in words_of(so_far))):
        yield from nearest(words, most=NEAREST, at_least=LIKELY)
    for fact in complaints_of(so_far):
        yield from known[fact.code].also


def _name(code: str, language: Language) -> str:
    asked = "danger" if code in knowledge().signs else None
    return name_of(Fact(topic=Topic.FINDING, code=code, quote="", asked=asked), language)
