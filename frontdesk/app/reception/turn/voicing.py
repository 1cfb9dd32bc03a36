"""The model's words: what they are held against, and what is added where they lack it."""

import re

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.guard.faults import Ground
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.questions import OWN
from frontdesk.app.reception.turn import prompting, speaking
from frontdesk.app.reception.turn.granting import Granted
from frontdesk.app.reception.turn.interviewing import Standing
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Department
from frontdesk.models.facts import Language
from frontdesk.models.nurse import Decision, Does
from frontdesk.models.parsers.markup import holds_markup
from frontdesk.models.speaking import join, say

SEVERAL = re.compile(r" and |[,、(（]")  # what joins the parts of a department's name
TIME = re.compile(r"\d{1,2}[:：]\d\d")
NAMES_SEVERAL = frozenset({Does.ANSWER, Does.CALL, Does.ASK})  # may speak of any department, once nothing is dangerous


def ground(
    services: Services, turn: Turn, decision: Decision, granted: Granted, known: LookedUp, stands: Standing
) -> Ground:
    """All that she was told and may say: the talk, the record, what was looked up, the tiles, the departments."""
    language, question = turn.language, granted.spoken.question
    lines = prompting.lines_of(turn, prompting.names_kept(services))
    lines = tuple(line for line in lines if not (line.by_patient and holds_markup(line.text)))
    talk = "\n".join(line.shown for line in lines)  # without names: she was told none
    said = [line.shown for line in lines if not line.by_patient]
    tiles = " ".join(option.label[language] for option in question.options) if question else ""
    again = question is not None and turn.question is not None and question.key == turn.question.key
    safe = stands.known.named or all(one.met for one in stands.known.screening)
    speaks_of = services.departments if safe and decision.does in NAMES_SEVERAL else where_it_gets_worse(services)
    return Ground(
        language=language,
        facts="\n".join(
            (
                talk,
                prompting.record(turn.record, turn.person, language),
                speaking.known_told(known, language),
                granted.spoken.text,
                question.text.get(language, "") if question else "",
                tiles,
                *(_told_of(services, turn, one) for one in (granted.names, _named_before(services, turn)) if one),
                *(_told_of(services, turn, one) for one in speaks_of),
            )
        ),
        told=talk,
        record=turn.record,
        answered="\n".join(said[:-1] if again else said),
        last=said[-1] if said else "",
        departments=tuple(name for d in services.departments for name in d.name.values()),
        nurse_comes=decision.does is Does.CALL or bool(turn.heard_by.nurse_awaited) or turn.heard_by.is_fetched,
    )


def where_it_gets_worse(services: Services) -> tuple[Department, ...]:
    """Where she may send whom it gets worse for: the emergency department."""
    return tuple(one for one in services.departments if "emergency" in one.specialties)


def worded(services: Services, turn: Turn, granted: Granted, text: str, question: str, embedded: Spoken) -> Spoken:
    """The decision in the model's words; what they lack of it is added in ours."""
    spoken, language = granted.spoken, turn.language
    if granted.names is not None:
        way = "" if _says(granted.names, text, language) else _name_and_way(granted.names, turn)
        text = join(language, text, way, _closed(services, turn, granted.names, text))
    asked = spoken.question
    if granted.may_ask and question:
        if asked is not None and spoken.why.startswith("next:"):
            words = {**dict.fromkeys(Language, question), **asked.text, language: question}
            asked = asked.model_copy(update={"text": words})
        return spoken.model_copy(update={"text": text, "question": asked})
    if asked is not None and asked.key == OWN:  # she put none of her own: the next page stands
        asked = embedded.question
    return spoken.model_copy(update={"text": join(language, text, granted.ends), "question": asked})


def _named_before(services: Services, turn: Turn) -> Department | None:
    named = turn.heard_by.recommended
    return services.department(named.department_id) if named else None


def _told_of(services: Services, turn: Turn, department: Department) -> str:
    """Name, place and when it opens, in the words of the prompt and of the nurse."""
    name, language = department.name[turn.language], turn.language
    spot, where = arrival.spot(department, language), arrival.where(department, language)
    hours = arrival.way(services, department, turn.now, language)
    return " ".join((name, spot, where, hours, department.directions[language]))


def _says(department: Department, text: str, language: Language) -> bool:
    """The department is named, if only by the first part of a name of several."""
    return SEVERAL.split(department.name[language])[0].lower() in text.lower()


def _name_and_way(department: Department, turn: Turn) -> str:
    language = turn.language
    named = say("recommend_plain", language, variant=turn.variant, department=department.name[language])
    return join(language, named, arrival.where(department, language))


def _closed(services: Services, turn: Turn, department: Department, text: str) -> str:
    """When to come instead, unless she has said so."""
    closed = arrival.too_late(services, department, turn.now, turn.language)
    times = TIME.findall(closed)
    return "" if times and all(time in text for time in times) else closed
