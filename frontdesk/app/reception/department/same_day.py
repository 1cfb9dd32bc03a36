"""What does not wait until tomorrow, where its clinic is closed until then: Emergency is offered, and why is said."""

from collections.abc import Iterator

from frontdesk.app.reception.department.directory import Choice, accepts
from frontdesk.app.reception.department.wished import refused_so_far
from frontdesk.app.reception.record.pages import simple
from frontdesk.app.reception.record.statements import complaints_of, has_fever, how_sudden, lasted, words_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.records import Department
from frontdesk.models import parsers
from frontdesk.models.facts import Language, Record
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Finding
from frontdesk.models.mentions import told_now
from frontdesk.models.speaking.dates import day_words

DAYS = 72  # hours within which what came is sudden (NICE NG98 of hearing loss)


def offer(services: Services, turn: Turn, choice: Choice) -> Question | None:
    """Emergency or the department later: where the complaint should be seen today, and the department is not open."""
    finding, opens = next(_not_later(turn), None), choice.opens
    emergency = _emergency(services, turn)
    if finding is None or opens is None or opens.date() == turn.now.date() or emergency is None:
        return None
    if "choose" in turn.heard_by.asked or emergency == choice.department:
        return None
    days = {one: day_words(opens.date(), turn.now.date(), one) for one in Language}
    comes = {Language.ZH: f"{days[Language.ZH]}{opens:%H:%M}", Language.EN: f"{days[Language.EN]} at {opens:%H:%M}"}
    named = {Language.ZH: finding.zh, Language.EN: finding.en[:1].upper() + finding.en[1:]}
    options = tuple(
        Option(key=f"department:{one.department_id}", label=one.name) for one in (emergency, choice.department)
    )
    return simple(
        "choose", "same_day", options, {"finding": named, "department": choice.department.name, "comes": comes}
    )


def _not_later(turn: Turn) -> Iterator[Finding]:
    """The findings told, tapped or in words, that should be seen today."""
    words = [parsers.normalise(fact.quote) for fact in words_of(turn.record)]
    told = (one.code for text in words for one in told_now(text))
    codes = dict.fromkeys((*(fact.code for fact in complaints_of(turn.record)), *told))
    for finding in (knowledge().findings[code] for code in codes if code in knowledge().findings):
        urgency = finding.same_day
        if urgency and (not urgency.sudden or _is_sudden(turn.record, words, turn)):
            yield finding


def _is_sudden(record: Record, words: list[str], turn: Turn) -> bool:
    spans = (parsers.duration(text, now=turn.now) for text in words)
    hours = lasted(record) or next((span.hours for span in spans if span), None)
    return how_sudden(record) or any(map(parsers.sudden, words)) or (hours is not None and hours <= DAYS)


def _emergency(services: Services, turn: Turn) -> Department | None:
    fever = has_fever(turn.record)
    return next(
        (
            one
            for one in services.departments
            if "emergency" in one.specialties
            and one.department_id not in refused_so_far(turn)
            and opening.standing(one, turn.now).reached
            and accepts(one.rules, turn.person, fever=fever)
        ),
        None,
    )
