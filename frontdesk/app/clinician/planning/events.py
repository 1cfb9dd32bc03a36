"""Time told by an event on record: "since losartan was started", "after the stroke", 加米拉贝隆以后, 吃他汀以来."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.medicine_list import is_of
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.his_adapter.chart import Said
from frontdesk.models.specialists.medication.prescribed import Change, Written

FLAGS = re.IGNORECASE
BY_EVENT = (
    re.compile(
        r"\b(?:since|after|following|from the time)\s+(?:he |she |they |we |his |her |the )?(?P<event>[^?,.;:，]+?)"
        r"(?=[?,.;:，]|$|\s(?:with|versus|vs|against|compared)\s|\s(?:was|were|been)\s(?:start|begun|add|stop|increas|given|diagnos|chang|rais|done)\w*)"
        r"(?:\s(?:was|were|been)\s\w+)?",
        FLAGS,
    ),
    re.compile(
        r"(?:在|从|自从?|于)(?P<event>[^，。；？,;?]{2,16}?)(?:以后|以来|之后|(?<!前)后(?![天周月年来]))", FLAGS
    ),
    re.compile(
        r"(?P<event>[^，。；？,;?]{2,16}?)(?:以后|以来|之后|后来|(?<!前)后(?![天周月年来]))(?:的|，|,|到现在)?", FLAGS
    ),
    re.compile(r"(?P<event>[^，。；？,;?]{2,16}?)(?:以|之)?前后", FLAGS),
    re.compile(r"(?:自从?|从)(?P<event>[^，。；？,;?]{2,14}?)(?:起|开始|到现在|以来)", FLAGS),
)
BEFORE = re.compile(
    r"\b(?:before|prior to)\s+(?:he |she |they |we |his |her |the )?(?P<en>[^?,.;:]+)"
    r"|(?P<zh>[^，。；？,;?]{2,16}?)(?:以前|之前|(?<![目当提])前(?![后天]))",
    FLAGS,
)
AGAIN = re.compile(r"恢复|重新|再次|restart|resum|again", FLAGS)
STOPS = re.compile(r"停|stop|discontinu|came off", FLAGS)
RAISES = re.compile(
    r"加到|加量|加至|增加|加倍|翻倍|调[高大]|increas|rais|up to|doubl|up-?titrat|(?:went|put) up", FLAGS
)
LOWERS = re.compile(r"减[到量至半为]|降到|调[低小]|lower|reduc|halv|cut|down to|(?:went|put) down", FLAGS)
CHANGES = re.compile(r"[换改]|switch|chang", FLAGS)
OF_CHANGES = (  # the kinds of a medicine's changes that the words of an event mean, by the words
    (STOPS, frozenset({Change.STOPPED})),
    (RAISES, frozenset({Change.RAISED})),
    (LOWERS, frozenset({Change.LOWERED})),
    (CHANGES, frozenset({Change.CHANGED, Change.RAISED, Change.LOWERED, Change.BEGUN})),
)
FIGURE = re.compile(r"\d+(?:\.\d+)?")
NUMBER_OF_DAYS = re.compile(
    r"^\D{0,2}[\d一二两三四五六七八九十半]+\s*个?(?:天|周|月|年|days?|weeks?|months?)|\b(?:days?|weeks?|months?|years?)\b|上次|last",
    FLAGS,
)


DATED = frozenset({TopicKind.MEDICINE, TopicKind.FINDING, TopicKind.EXAMINATION})
LOOSE = frozenset({TopicKind.WORDS})


class Event(NamedTuple):
    """`rest`: the question without its words. `before`: the time before it is meant."""

    on: date
    words: str
    rest: str
    before: bool = False


def event_in(question: str, chart: Chart) -> Event | None:
    """The event that a question dates by, where some record tells of it."""
    for words, rest, named in _events(question):
        days = sorted(day for one in named for day in _days(one, words, chart))
        if days:
            return Event(on=days[-1] if AGAIN.search(words) else days[0], words=words, rest=rest)
    return _before(question, chart)


def taken_since(question: str, chart: Chart) -> Event | None:
    """The change of a medicine since which something is asked, whatever that is: 吃上哌甲酯以后胃口怎么样."""
    for shape in BY_EVENT:
        for found in shape.finditer(question):
            words = _words(found)
            named = [one for one in topics(found[0]) if one.kind is TopicKind.MEDICINE]
            days = sorted(day for one in named for day in _days(one, words, chart))
            if days and not NUMBER_OF_DAYS.search(words):
                return Event(on=days[-1] if AGAIN.search(words) else days[0], words=words.strip(), rest=question)
    return None


def _before(question: str, chart: Chart) -> Event | None:
    """ "before the statin was started", 开始吃他汀之前: the first time that the event is on record."""
    for words, rest, named in _events_before(question):
        days = sorted(day for one in named for day in _days(one, words, chart))
        if days:
            return Event(on=days[0], words=words, rest=rest, before=True)
    return None


def _events_before(question: str) -> Iterator[tuple[str, str, list[Topic]]]:
    """As `_events`: times before a medicine."""
    for found in BEFORE.finditer(question):
        words = found["en"] or found["zh"]
        rest = f"{question[: found.start()]} {question[found.end() :]}".strip(" ，,")
        named = [one for one in topics(words) if one.kind is TopicKind.MEDICINE]
        if named and not NUMBER_OF_DAYS.search(words) and any(one.kind not in LOOSE for one in topics(rest)):
            yield words, rest, named


@lru_cache(maxsize=256)
def without_event(question: str) -> str:
    """The question without the words that date it by an event; whole where there are none."""
    return next((rest for read in (_events, _events_before) for _, rest, _ in read(question)), question)


def _events(question: str) -> Iterator[tuple[str, str, list[Topic]]]:
    """Words that may be an event, the rest of the question, where it still names something, and what they name."""
    for shape in BY_EVENT:
        for found in shape.finditer(question):
            words = _words(found)
            named = [one for one in topics(words) if one.kind in DATED]
            named = named or [one for one in topics(found[0]) if one.kind is TopicKind.MEDICINE]  # "the pill"
            rest = f"{question[: found.start()]} {question[found.end() :]}".strip(" ，,")
            if named and not NUMBER_OF_DAYS.search(words) and any(one.kind not in LOOSE for one in topics(rest)):
                yield words, rest, named


def _words(found: re.Match[str]) -> str:
    """The words of an event, with the verb behind it: "losartan was stopped"."""
    return found.string[found.start("event") : found.end()].strip() if found[0].isascii() else found["event"]


def _to_dose(dose: float, ours: Sequence[Written], wanted: frozenset[Change]) -> list[date]:
    """The days on which a medicine was changed to a dose: by the kind of change that is meant, else by another."""
    those = [one for one in ours if dose in map(float, FIGURE.findall(one.entry.dose))]
    others = frozenset(Change) - {Change.BEGUN, Change.CONTINUED, Change.STOPPED}
    tries = ([one.note.on for one in those if one.change in kinds] for kinds in (wanted, others, {Change.BEGUN}))
    return next((days for days in tries if days), [])


def _days(topic: Topic, words: str, chart: Chart) -> Iterator[date]:
    """Of a medicine when it was begun, stopped or raised; of an examination or illness when it was first there."""
    if topic.kind is TopicKind.MEDICINE:
        ours = [one for one in chart.index.medicines if is_of(topic, one.entry.holds)]
        wanted = next((kinds for shape, kinds in OF_CHANGES if shape.search(words)), frozenset({Change.BEGUN}))
        days = [one.note.on for one in ours if one.change in wanted]
        if to_dose := FIGURE.findall(words)[-1:]:  # "before it went up to 40", "from 3 down to 2.5"
            days = _to_dose(float(to_dose[0]), ours, wanted) or days
        yield from days or [one.note.on for one in ours][:1]
    elif topic.kind is TopicKind.FINDING:
        days = [one.line.on for one in chart.index.named if one.code in topic.codes and one.said is Said.SO]
        yield from sorted(days)[:1]
    else:
        days = [one.line.on for one in chart.index.examinations if one.code == topic.code and one.said is Said.DONE]
        yield from sorted(days)[:1]
