"""Alarms of a turn by plain code: what raises one, what a nurse is told quietly, what the patient disputes."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from frontdesk.app.reception.department.steering import Wish
from frontdesk.app.reception.record.background import by_page
from frontdesk.app.reception.record.doubts import still_in_doubt
from frontdesk.app.reception.record.pages import signs_page
from frontdesk.app.reception.record.screening import raised
from frontdesk.app.reception.record.statements import understood_words
from frontdesk.app.reception.record.understood import answered, reading_of
from frontdesk.app.reception.record.wording import name_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import AlertDisputed, AlertRaised, RecordExtended
from frontdesk.app.reception.session.questions import HISTORY
from frontdesk.app.reception.session.state import State, record_of
from frontdesk.app.reception.turn.utterance import Reply
from frontdesk.his_adapter.records import Level, Text
from frontdesk.models import parsers, red_flags
from frontdesk.models.allergies import without_allergies
from frontdesk.models.facts import Fact, Language, Person, Record, Status, Topic
from frontdesk.models.parsers.writing import pieces
from frontdesk.models.reading import DialogueAct
from frontdesk.models.reading.histories import NAMED_IN
from frontdesk.models.red_flags import DANGER_PAGES, LEVELS, RedFlag
from frontdesk.models.red_flags.check import rule_of
from frontdesk.models.speaking import say

LOOKED_AT = {Language.ZH: 24, Language.EN: 80}  # characters of what is not understood that are looked at at once
DOUBT_RULE = "sign_in_doubt"  # of alerts for a danger sign of which nobody knows
ALLERGIES = "allergies"  # what an allergy did once is told there, and is no danger of now

Flags = Callable[[int], tuple[RedFlag, ...]]  # those of what was said from a turn on


class Told(NamedTuple):
    """A reply as danger is looked for in it: with the record and the person after it."""

    reply: Reply
    of_now: str  # without what only puts lines of the record right
    more: str  # what is not understood further
    record: Record
    person: Person
    extension: RecordExtended | None

    @property
    def cries(self) -> bool:
        """Whether words alone may alarm: not where they name what the page asks for."""
        pages = by_page(self.reply.key, self.reply.text).items()
        return not any(NAMED_IN[topic](said) for page, said in pages if (topic := HISTORY.get(page)) in NAMED_IN)


def flags_of(told: Told) -> Flags:
    """What alarms now: tapped danger signs, values and facts, and words where rules and classifier are sure."""
    heard_again = not told.reply.tapped or told.extension is not None

    @cache
    def flags(since: int) -> tuple[RedFlag, ...]:
        beyond = tuple(_flags_within(told.more, told.reply.language, told.person)) if told.more else ()
        return (*_flags(told, since), *beyond) if heard_again else beyond

    return flags


def _flags(told: Told, since: int) -> tuple[RedFlag, ...]:
    record = tuple(fact for fact in told.record if fact.turn >= since)
    counted = (fact for fact in understood_words(told.reply.state.record) if fact.turn >= since)
    words = (fact.quote for fact in counted if HISTORY.get(fact.asked or "") not in NAMED_IN)
    now = words_of_now(told.of_now, told.reply.key)
    earlier = tuple(map(parsers.normalise, words))
    there = red_flags.long_there((*earlier, now))
    flags = red_flags.check(
        now,
        language=told.reply.language,
        record=tuple(f for f in record if f.topic is not Topic.SAID),
        person=told.person,
        earlier=earlier,
        cries=told.cries,
    )
    held = red_flags.holding(record, told.person)
    facts = told.extension.facts if told.extension else ()
    return (*raised((fact for fact in facts if not red_flags.is_long_there(fact, there)), held), *flags)


def _flags_within(text: str, language: Language, person: Person) -> Iterator[RedFlag]:
    """Danger in what is not understood further, a few sentences at a time: a long story would drown it."""
    for piece in pieces(text, LOOKED_AT[language]):
        yield from red_flags.check(parsers.normalise(piece), language=language, person=person)


def words_of_now(said: str, page: str | None) -> str:
    """The words without what an allergy once did, and without the illnesses and medicines that were asked for."""
    return " ".join(_of_now(words, one) for one, words in by_page(page, said).items())


def _of_now(said: str, page: str) -> str:
    text, topic = parsers.normalise(said), HISTORY.get(page)
    if page == ALLERGIES:
        return without_allergies(text).strip(" ，,.。")
    for named in NAMED_IN[topic](said) if topic in NAMED_IN else ():
        text = text.replace(parsers.normalise(named.words), " ")
    return text


def alarms_of(services: Services, state: State, flags: Flags, turn: int) -> Iterator[AlertRaised]:
    """One alert a rule, for flags not told yet; another where it has become graver.

    What a nurse has lowered is raised again only by what is said after that.
    """
    told = {(alert.raised.rule, alert.raised.level) for alert in state.standing}
    lowered = {alert.raised.rule for alert in state.alerts if alert.lowered}
    found = (flag for flag in flags(0) if flag.rule not in lowered)
    again = (flag for flag in flags(state.lowered_at + 1) if flag.rule in lowered) if lowered else ()
    for flag in sorted((*found, *again), key=lambda flag: LEVELS.index(flag.level)):
        if told.isdisjoint((flag.rule, Level(one)) for one in LEVELS[: LEVELS.index(flag.level) + 1]):
            told.add((flag.rule, Level(flag.level)))
            yield AlertRaised(
                alert_id=services.new_id(),
                rule=flag.rule,
                level=Level(flag.level),
                route=flag.route,
                private=flag.private,
                reason=flag.reason,
                quote=flag.quote,
                turn=turn,
            )


def doubts(services: Services, state: State, extension: RecordExtended | None, turn: int) -> Iterator[AlertRaised]:
    """A nurse looks at a sign of which nobody knows whether it is there, though it was asked about alone."""
    told = [alert.raised.reason for alert in state.standing]
    for fact in extension.facts if extension else ():
        if fact.code not in still_in_doubt((fact,)):
            continue
        reason = not_known({one: name_of(fact, one) for one in Language})
        if reason not in told:
            yield in_doubt(services, reason, fact.quote, turn)


def asked_quietly(services: Services, state: State, held: tuple[RedFlag, ...], turn: int) -> Iterator[AlertRaised]:
    """A nurse looks in, level C, where words that would alarm could not be read to mean it, or to mean it not."""
    told = [alert.raised.reason for alert in state.alerts]
    for flag in held:
        reason = not_known(flag.reason)
        if reason not in told:
            yield in_doubt(services, reason, flag.quote, turn).model_copy(update={"private": flag.private})


def not_known(sign: Text) -> Text:
    return {one: say("sign_not_known", one, sign=sign[one]) for one in Language}


def in_doubt(services: Services, reason: Text, quote: str, turn: int) -> AlertRaised:
    return AlertRaised(
        alert_id=services.new_id(),
        rule=DOUBT_RULE,
        level=Level.C,
        route="",
        reason=reason,
        quote=quote[:200],
        turn=turn,
    )


def contests(reply: Reply, wishes: tuple[Wish, ...]) -> bool:
    """Whether who waits to be fetched wants to go elsewhere, refuses or objects, or denies what the alarm is about."""
    state = reply.state
    if not state.is_fetched:
        return False
    elsewhere = any(one.refuses or one.department not in (None, state.department_id) for one in wishes)
    if elsewhere or any(one.act in (DialogueAct.OBJECTS, DialogueAct.REFUSES) for one in reply.reading.acts):
        return True
    rules = [alert.raised.rule for alert in state.standing if alert.raised.level is Level.B]
    page = signs_page(rules)
    heard = answered(page, reading_of(page, reply.text, reply.language), reply.text, reply.language)
    return heard is not None and bool(heard.facts) and all(fact.status is Status.ABSENT for fact in heard.facts)


def signs_taken_back(state: State, text: str) -> Iterator[Fact]:
    """The danger signs of an alarm that was just raised, where it is objected to: answered now, that they are not so.

    The alarm stands, with the objection beside it.
    """
    alarm = state.emergency
    if alarm is None or alarm.disputed is not None:
        return
    for fact in state.record:
        if fact.asked in DANGER_PAGES and rule_of(fact) == alarm.raised.rule:
            yield fact.model_copy(update={"status": Status.ABSENT, "quote": text})


def rests_on_nothing(state: State, rule: str, extension: RecordExtended) -> bool:
    """Whether what this turn takes out or denies was what the rule rested on, and the record raises it no more."""
    denied = (fact.code for fact in extension.facts if fact.status is Status.ABSENT)
    taken_out = (fact for fact in state.record if fact.key in extension.withdrawn)
    bears = red_flags.RULES[rule].named if rule in red_flags.RULES else frozenset[str]()
    if bears.isdisjoint((*denied, *(fact.code for fact in taken_out))):
        return False
    record = tuple(f for f in record_of((*state.extended, extension)) if f.topic is not Topic.SAID)
    person = state.person.updated(extension.person)
    flags = red_flags.check("", language=state.language, record=record, person=person)
    return all(flag.rule != rule for flag in flags)


def disputes(
    state: State, extension: RecordExtended | None, text: str, *, objects: bool, contested: bool
) -> Iterator[AlertDisputed]:
    """An objection after an alert, or its sign taken out, stands beside it; only a nurse clears it.

    Where being fetched is `contested`, no emergency is. An objection alone lifts no infection route: it may be of any
    other line of the record.
    """
    taken_out = set(extension.withdrawn) if extension else set()
    rules = {flag.rule for flag in raised(fact for fact in state.record if fact.key in taken_out)}
    for alert in state.alerts:
        fetches = alert.raised.level is Level.B
        against = objects or alert.raised.rule in rules or (contested and fetches)
        if alert.raised.level is Level.I:
            against = extension is not None and rests_on_nothing(state, alert.raised.rule, extension)
        if alert.raised.rule and against and alert.acknowledged is None and alert.disputed is None:
            yield AlertDisputed(alert_id=alert.raised.alert_id, quote=text[:200])
