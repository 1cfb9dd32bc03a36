"""What a reply wishes of where the patient is sent, and what is left of the reply beside it."""

from frontdesk.app.reception.department import steering
from frontdesk.app.reception.department.steering import Act, Wish
from frontdesk.app.reception.record.heard import Heard, label, words
from frontdesk.app.reception.record.pages import ANOTHER
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.questions import COMPLAINT, DOCTOR_READS, OF_ANYTHING_MORE, OF_THE_PERSON
from frontdesk.app.reception.turn.utterance import Reply
from frontdesk.models import parsers
from frontdesk.models.facts import Fact, Topic
from frontdesk.models.parsers.content import content


def wishes_of(services: Services, reply: Reply) -> tuple[Wish, ...]:
    """By the tile, or in words."""
    if any(option.key == ANOTHER.key for option in reply.tapped):
        return (Wish(act=Act.REFUSES, quote=label(reply.tapped, reply.state.language)),)
    if reply.utterance.corrects is not None or not reply.text or reply.tapped:
        return ()
    keys = (option.key for option in (reply.question.options if reply.question else ()))
    offered = tuple(key.removeprefix("department:") for key in keys if key.startswith("department:"))
    state = reply.state
    return steering.read(
        services,
        reply.text,
        offered=offered,
        named=state.department_id,
        acts=reply.reading.acts,
        refused=state.refused,
    )


def beside_steering(reply: Reply, wishes: tuple[Wish, ...]) -> str:
    """What answers the page: a reply answers what was asked last, and that was also whether the department suits."""
    if not reply.typed or reply.key in COMPLAINT | OF_THE_PERSON | OF_ANYTHING_MORE:
        return reply.text
    lines = reply.key == DOCTOR_READS  # there a wish that was never told is a line to be taken out
    steers = (one for one in wishes if one.department or one.refuses or (one.act is Act.TAKES_BACK and not lines))
    return steering.beside(reply.text, tuple(steers))


def with_wishes(heard: Heard, reply: Reply, wishes: tuple[Wish, ...], told: str) -> Heard:
    """What is wanted of a doctor is for the record; words that steer are no answer to the page, unless it is open."""
    doctors = tuple(
        Fact(topic=Topic.WISH, code=f"doctor_{wish.doctor.value}", quote=wish.quote)
        for wish in wishes
        if wish.doctor and wish.act is Act.PREFERS
    )
    gone = tuple(fact.key for fact in reply.state.record if fact.topic is Topic.WISH and _is_gone(fact, wishes))
    heard = heard.model_copy(update={"withdrawn": (*heard.withdrawn, *gone)})
    if reply.key in COMPLAINT | OF_ANYTHING_MORE:
        return heard.model_copy(update={"facts": (*heard.facts, *doctors)})
    facts = tuple(fact for fact in heard.facts if fact.topic is not Topic.SAID)
    answers = heard.answers and (heard.person is not None or bool(facts))
    tells = content(told) and not parsers.plain_reply(told)
    beside = (words(None, told, reply.number),) if tells else ()
    return heard.model_copy(update={"facts": (*facts, *beside, *doctors), "answers": answers})


def _is_gone(wish: Fact, wishes: tuple[Wish, ...]) -> bool:
    """A wish for a doctor of one sex that was never meant, or is another one now."""
    of_doctors = [one for one in wishes if one.doctor]
    codes = {f"doctor_{one.doctor.value}": one.act for one in of_doctors if one.doctor}
    if any(one.act is Act.TAKES_BACK for one in of_doctors):
        return codes.get(wish.code) is Act.TAKES_BACK
    return bool(codes) and wish.code.startswith("doctor_") and wish.code not in codes
