"""What a model noted, in the form of the reader's commands: statements with their status, and acts."""

from collections.abc import Iterable, Iterator

from frontdesk.models.notes.capability import AskedOf, Experiencer, Heard, Kind, Note, Op, Taking, TalkAct
from frontdesk.models.notes.quotes import Found, find
from frontdesk.models.reading.commands import Assertion, DialogueAct, SpokenAct, Statement
from frontdesk.models.reading.commands import Kind as Of

KINDS = {
    Kind.SYMPTOM: Of.SYMPTOM,
    Kind.ILLNESS: Of.ILLNESS,
    Kind.OPERATION: Of.ILLNESS,
    Kind.FAMILY: Of.ILLNESS,
    Kind.PREGNANCY: Of.ILLNESS,
    Kind.MEDICINE: Of.MEDICINE,
    Kind.ALLERGY: Of.ALLERGY,
    Kind.INTOLERANCE: Of.INTOLERANCE,
    Kind.VALUE: Of.VALUE,
    Kind.WISH: Of.WISH,
}
ACTS = {
    TalkAct.REFUSES: DialogueAct.REFUSES,
    TalkAct.PREFERS: DialogueAct.PREFERS,
    TalkAct.CHOOSES: DialogueAct.CHOOSES,
    TalkAct.CORRECTS: DialogueAct.CORRECTS,
    TalkAct.OBJECTS: DialogueAct.OBJECTS,
    TalkAct.WANTS_PERSON: DialogueAct.WANTS_PERSON,
}


def statements(note: Note, found: Found, heard: Heard) -> Iterator[Statement]:
    """The note, and what it tells of time and severity."""
    if note.kind in KINDS:
        yield _of(KINDS[note.kind], status_of(note), found.words, found, note.name)
    for kind, words in ((Of.DURATION, note.since), (Of.SEVERITY, note.how)):
        if words and (told := find(words, heard)) is not None:  # perhaps in another line than the thing itself
            yield _of(kind, Assertion.PRESENT, told.words, told)


def status_of(note: Note) -> Assertion:
    if note.experiencer is Experiencer.OTHER or note.kind is Kind.FAMILY:
        return Assertion.OTHER_PERSON
    if note.op is Op.DENY:
        return Assertion.ABSENT
    if note.op is Op.NOT_KNOWN:
        return Assertion.UNKNOWN
    if note.status is Taking.STOPPED or (note.past and note.kind is Kind.MEDICINE):
        return Assertion.STOPPED
    return Assertion.PAST if note.past or note.status is Taking.TRIED else Assertion.PRESENT


def _of(kind: Of, status: Assertion, quote: str, found: Found, name: str = "") -> Statement:
    start = max(0, found.line.text.lower().find(quote.lower()))
    end = start + len(quote)
    return Statement(kind=kind, quote=quote, status=status, sure=True, start=start, end=end, name=name)


def acts(
    asks: Iterable[tuple[AskedOf, str]], wants: Iterable[tuple[TalkAct, str, str]], corrects: Iterable[str]
) -> Iterator[SpokenAct]:
    yield from (SpokenAct(act=DialogueAct.ASKS, quote=quote, sure=True) for _, quote in asks)
    yield from (SpokenAct(act=DialogueAct.CORRECTS, quote=quote, sure=True) for quote in corrects)
    for act, what, quote in wants:
        if act in ACTS:
            yield SpokenAct(act=ACTS[act], quote=quote, sure=True, target=what)
