"""A practice reception, said to nobody and recorded nowhere: it loads what a first patient would wait for."""

from dataclasses import replace

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Entry, Recorded, Started
from frontdesk.app.reception.session.state import State, ahead, step
from frontdesk.app.reception.session.voices import Voices
from frontdesk.app.reception.steps.steps import as_guest, consent
from frontdesk.app.reception.turn.consult import consult
from frontdesk.app.reception.turn.decide import decide, events_of
from frontdesk.app.reception.turn.listen import listen
from frontdesk.app.reception.turn.look_up import look_up
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.app.reception.watch import Unwatched
from frontdesk.models.facts import Language
from frontdesk.models.runner import Runner

PRACTICE = {
    Language.ZH: (
        "膝盖疼两天了，没有发烧，血压150/90，每天吃一片阿司匹林",
        "五十岁，有糖尿病，对青霉素过敏，李医生叫我来复查",
        "厕所在哪里",
    ),
    Language.EN: (
        "I am Ann. My knee has hurt for two days, no fever, blood pressure 150/90, I take one aspirin a day",
        "I am fifty, I have diabetes and an allergy to penicillin, I am back to see Dr Li",
        "where is the toilet",
    ),
}


def rehearse(services: Services, language: Language) -> State:
    """The practice session as it would stand; the embedded nurse answers, whatever model is assigned."""
    alone = replace(services, models=Runner({}), voices=Voices(), watch=Unwatched())
    state = _begun(alone, language)
    for number, text in enumerate(PRACTICE[language], 1):
        state = _answered(alone, state, Utterance(turn_id=str(number), number=number, text=text))
    return state


def _begun(services: Services, language: Language) -> State:
    started = Started(kiosk="", language=language, entry=Entry.UNWELL)
    now = services.now()
    first = Recorded(position=0, session_id="practice", sequence=1, at=now, event=started)
    state = step(None, first)
    state = ahead(state, consent(services, state, agreed=True, text="practice"), at=now)
    return ahead(state, as_guest(services, state), at=now)


def _answered(services: Services, state: State, utterance: Utterance) -> State:
    turn = listen(services, state, utterance)
    findings = consult(turn)
    known = look_up(services, turn, findings)
    said = events_of(services, turn, findings, known, decide(services, turn, findings, known))
    extension = (turn.extension,) if turn.extension else ()
    return ahead(state, (*turn.unwritten, *extension, *said), at=turn.now)
