"""A patient at the kiosk, for tests: says and taps, and looks at what the session became."""

from datetime import date, datetime, timedelta

from app.reception.events import Entry, NurseSaid
from app.reception.listen import Utterance
from app.reception.reception import Reception
from app.reception.state import Phase, State
from models.facts import Fact, Language


class Clock:
    """A Wednesday morning in November; `tick` moves it on."""

    def __init__(self, at: datetime = datetime(2026, 11, 18, 10, 0)) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def tick(self, **span: float) -> None:
        self.at += timedelta(**span)


class Talk:
    def __init__(self, reception: Reception, language: Language = Language.ZH, entry: Entry = Entry.UNWELL) -> None:
        self.reception = reception
        self.state: State = reception.start(kiosk="test", language=language, entry=entry)
        self.state = reception.consent(self.session_id, agreed=True)
        self.turn_ids = 0

    @property
    def session_id(self) -> str:
        return self.state.session_id

    def as_guest(self) -> "Talk":
        self.state = self.reception.as_guest(self.session_id)
        return self

    def identifies(self, number: str, *, name: str | None = None, birth_date: date | None = None) -> "Talk":
        self.state = self.reception.identify(self.session_id, number=number, name=name, birth_date=birth_date)
        return self

    def says(self, text: str) -> str:
        """One typed turn; returns the nurse's words."""
        return self._turn(text=text)

    def taps(self, option: str) -> str:
        return self._turn(option=option)

    def answers_no(self, limit: int = 14) -> None:
        """No to whatever is still asked, until nothing is."""
        for _ in range(limit):
            question = self.state.question
            if question is None or self.state.phase is not Phase.CONVERSATION:
                return
            keys = [option.key for option in question.options]
            self.taps("no" if "no" in keys else "unsure")

    def _turn(self, *, text: str = "", option: str | None = None) -> str:
        self.turn_ids += 1
        utterance = Utterance(
            turn_id=f"turn-{self.turn_ids:04d}", number=self.state.turns + 1, text=text, option=option
        )
        self.state = self.reception.take_turn(self.session_id, utterance)
        return self.reply

    @property
    def reply(self) -> str:
        return self.state.reply.text if isinstance(self.state.reply, NurseSaid) else ""

    def fact(self, code: str) -> Fact:
        return next(fact for fact in self.state.record if fact.code == code)

    def codes(self) -> set[str]:
        return {fact.code for fact in self.state.record}
