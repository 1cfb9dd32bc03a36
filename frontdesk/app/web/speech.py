"""The kiosk speaks: lines of a session's own talk by their number, and what stands on the screen; nothing else."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from apiflask import APIBlueprint
from flask import Response

from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.web.authorisation import current_kiosk
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import HeardLine, PageWordsRequest
from frontdesk.app.web.session_view import line_of_reply, may_be_said_aloud, session_view
from frontdesk.app.web.spoken import strings
from frontdesk.his_adapter.records import Department, HospitalPlace
from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis.sentences import sentences
from frontdesk.models.speech.synthesis.speaker import VoiceBusy
from frontdesk.models.speech.synthesis.voice import Sentence

speech = APIBlueprint("speech", __name__, url_prefix="/api", tag="kiosk")

URGENT = frozenset({Phase.EMERGENCY, Phase.PRIVATE})
SOUND = {"audio/wav": {"schema": {"type": "string", "format": "binary"}}}
WAV: Any = {"200": {"description": "Sound", "content": SOUND}}


@speech.get("/sessions/<session_id>/speech/<line>/<int:sentence>")
@speech.input(HeardLine, location="query")
@speech.doc(responses=WAV)
def line(session_id: str, line: str, sentence: int, query_data: HeardLine) -> Response:
    """Hear one sentence of the nurse's last line: by its number, or, while it is being said, by its turn's id."""
    state = parts().reception.log.seen(session_id)
    told, language, aloud = _told(state, line)
    if sentence >= len(told):
        raise Refused(404, "not_found", "The line has no such sentence")
    if not (aloud or query_data.asked):
        raise Refused(409, "not_aloud", "It is said only to who asks for it")
    return _sound(Sentence(told[sentence], language, query_data.speed), urgent=state.phase in URGENT)


@speech.post("/sessions/<session_id>/speech")
@speech.input(PageWordsRequest)
@speech.doc(responses=WAV)
def page(session_id: str, json_data: PageWordsRequest) -> Response:
    """Hear what stands on this session's page."""
    state = parts().reception.log.seen(session_id)
    shown = strings(session_view(state, parts()).model_dump(mode="json"))
    return _read(json_data, chain(shown, _hospital_words()), urgent=state.phase in URGENT)


@speech.post("/speech")
@speech.input(PageWordsRequest)
@speech.doc(responses=WAV)
def first_page(json_data: PageWordsRequest) -> Response:
    """Hear what stands on a page of the kiosk before a session is begun."""
    return _read(json_data, _hospital_words())


def _told(state: State, line: str) -> tuple[list[str], Language, bool]:
    """The sentences of the last line that are there, their language, and whether they may be heard by others."""
    reply = state.reply
    under_way = parts().reception.services.voices.of(state.session_id)
    if under_way is not None and under_way.turn_id == line:
        text, over = under_way.wait("", seconds=0)
        # Whether it tells of the patient's own records is known once it is recorded.
        return sentences(text, whole=over), state.language, not state.verified and may_be_said_aloud(state, text)
    if reply is None or line not in (str(line_of_reply(state)), reply.turn_id):
        raise Refused(404, "not_found", "This is not the nurse's last line")
    return sentences(reply.text), reply.language, may_be_said_aloud(state, reply.text)


def _hospital_words() -> Iterator[str]:
    """What the hospital says of itself on pages that are the same for everybody."""
    directory = parts().hospital.directory
    info = directory.info()
    told = {policy for place in info.places for policy in place.policies}
    policies = (policy.text.values() for policy in directory.policies() if policy.policy_id in told)
    yield from chain(info.name.values(), info.emergency.values(), *policies)
    there: tuple[HospitalPlace | Department, ...] = (*info.places, *directory.departments())
    for one in there:
        yield from chain(one.name.values(), one.building.values(), one.directions.values(), (one.room,))


def _read(asked: PageWordsRequest, shown: Iterable[str], *, urgent: bool = False) -> Response:
    if not parts().speech.stands(asked.text, asked.language, shown):
        raise Refused(422, "not_on_the_page", "These words do not stand on the page")
    return _sound(Sentence(asked.text.strip(), asked.language, asked.speed), urgent=urgent)


def _sound(sentence: Sentence, *, urgent: bool) -> Response:
    with _one_of_few():
        audio = parts().speech.say(sentence, urgent=urgent)
    return Response(audio.wav(), content_type="audio/wav")


@contextmanager
def _one_of_few() -> Iterator[None]:
    """A kiosk has one loudspeaker: it may wait for the sentence that is next, and few more."""
    kiosk, voices = current_kiosk(), parts().voices
    if not voices.begins(kiosk):
        raise VoiceBusy
    try:
        yield
    finally:
        voices.ends(kiosk)
