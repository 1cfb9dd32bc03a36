"""A patient at the kiosk, for tests: says and taps, and looks at what the session became."""

from datetime import date, datetime, timedelta

from frontdesk.app.ledger.records.store import OursFirst
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import put, ways_out
from frontdesk.app.reception.session.events import Entry, NurseSaid
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.models.facts import Fact, Language, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from tests.app.ledger.records.ledger import Ledger

MOST_PAGES = 20  # more than any reception takes
# What somebody answers who has nothing to tell: the first of these tiles that stands on the screen.
ORDINARY = ("none", "no", "finish", "unsure", "yes", "department:")
OF_WHO = {"who": "self_female", "sex": "female", "age": "middle"}


class Clock:
    """A Wednesday morning in November; `tick` moves it on."""

    def __init__(self, at: datetime = datetime(2026, 11, 18, 10, 0)) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def tick(self, **span: float) -> None:
        self.at += timedelta(**span)


def kept(reception: Reception) -> Ledger:
    """The application's records behind a reception."""
    records = reception.hospital.records
    assert isinstance(records, OursFirst)
    return Ledger(records.store.engine)


class Talk:
    def __init__(self, reception: Reception, language: Language = Language.ZH, entry: Entry = Entry.UNWELL) -> None:
        self.reception = reception
        self.state: State = reception.start(kiosk="test", language=language, entry=entry)
        self.state = reception.consent(self.session_id, agreed=True)
        self.turn_ids = 0

    @property
    def session_id(self) -> str:
        return self.state.session_id

    # --- what a patient does -----------------------------------------------------------------------------------------

    def as_guest(self) -> "Talk":
        self.state = self.reception.as_guest(self.session_id)
        return self

    def identifies(self, number: str, *, name: str | None = None, birth_date: date | None = None) -> "Talk":
        self.state = self.reception.identify(self.session_id, number=number, name=name, birth_date=birth_date)
        return self

    def says(self, text: str) -> str:
        """One typed turn; returns the nurse's words."""
        return self.turn(text=text)

    def taps(self, *keys: str) -> str:
        """Tiles that stand on the screen; several where the page takes several."""
        keys = tuple(self._in_its_row(key) for key in keys)
        missing = set(keys) - self.tiles
        assert not missing, f"{missing} is not on the page {self.page}: {sorted(self.tiles)}"
        return self.turn(options=keys)

    def sends(self, *keys: str) -> str:
        """Keys as they come, on the screen or not."""
        return self.turn(options=keys)

    def corrects(self, key: str, text: str = "") -> str:
        """Takes a line of the read-back out, or says it anew."""
        self.turn_ids += 1
        self.state = self.reception.correct(
            self.session_id, turn_id=f"turn-{self.turn_ids:04d}", number=self.state.turns + 1, key=key, text=text
        )
        return self.reply

    def undoes(self) -> str:
        self.state = self.reception.undo(self.session_id)
        return self.reply

    def to_page(self, key: str, **answers: str | tuple[str, ...]) -> "Talk":
        """Answers page after page until `key` stands on the screen; `answers` by page, else nothing to tell."""
        for _ in range(MOST_PAGES):
            if self.page == key or (self.page == "story" and key in ("tell_doctor", *self._rows)):
                return self
            assert self.page is not None, f"the talk ended before {key}: asked {self.state.asked}"
            self._goes_on(answers, until=key)
        raise AssertionError(f"{key} is not asked: {self.state.asked}")

    def to_department(self, **answers: str | tuple[str, ...]) -> "Talk":
        """Until a department is named."""
        for _ in range(MOST_PAGES):
            if self.state.recommended is not None:
                return self
            assert self.page is not None, f"no department, and nothing is asked: {self.reply}"
            self._goes_on(answers)
        raise AssertionError(f"no department after {self.state.asked}")

    def to_end(self, **answers: str | tuple[str, ...]) -> "Talk":
        """Until nothing is asked any more."""
        for _ in range(MOST_PAGES):
            if self.page is None or self.state.phase is not Phase.CONVERSATION:
                return self
            self._goes_on(answers)
        raise AssertionError(f"still asked after {self.state.asked}")

    def _goes_on(self, answers: dict[str, str | tuple[str, ...]], *, until: str = "") -> None:
        """On a page that asks several by its tiles, unless one of them is looked at or answered in words."""
        question = self.state.question
        if question is None or not question.rows or question.key in answers:
            self.answers_page(answers.get(self.page or ""))
            return
        keys: list[str] = []
        for part in question.parts:
            answer, tiles = answers.get(part.key), {option.key for option in part.options}
            tapped = (answer,) if isinstance(answer, str) else (answer or (("none",) if "none" in tiles else ()))
            if part.key == until or not set(tapped) <= tiles:
                self._asked_alone(part.key)
                return
            keys += [f"{part.key}/{key}" for key in tapped]
        self.answers_page(tuple(keys) or None)

    def _asked_alone(self, key: str) -> None:
        """As a nurse with a model asks it, and then one after the other whatever is left."""
        state = self.state
        page = put(key, Known(record=state.record, person=state.person, named=True, asked=state.asked))
        turn_id = state.last.turn_id if state.last else None
        said = NurseSaid(turn_id=turn_id, text=page.text[state.language], language=state.language, question=page)
        log = self.reception.services.log
        self.state = log.append(self.session_id, (said,), after=state.sequence, at=self.reception.services.now())

    def answers_page(self, answer: str | tuple[str, ...] | None = None) -> str:
        """Words, or tiles by their keys; what somebody taps who has nothing to tell when none is given."""
        if isinstance(answer, str) and self._in_its_row(answer) not in self.tiles:
            return self.says(answer)
        if answer is not None:
            return self.taps(*([answer] if isinstance(answer, str) else answer))
        of_who = OF_WHO.get(self.page or "", "")
        wanted = (of_who, of_who.partition("_")[0], "infant", *ORDINARY) if of_who else ORDINARY
        tile = next((key for one in wanted if one for key in self._in_order if key == one or _begins(key, one)), None)
        assert tile is not None, f"nothing to tap on {self.page}: {self._in_order}"
        return self.taps(tile)

    def turn(self, *, text: str = "", options: tuple[str, ...] = ()) -> str:
        """Words, tiles, or both at once."""
        self.turn_ids += 1
        utterance = Utterance(
            turn_id=f"turn-{self.turn_ids:04d}", number=self.state.turns + 1, text=text, options=options
        )
        self.state = self.reception.take_turn(self.session_id, utterance)
        return self.reply

    # --- what comes back ---------------------------------------------------------------------------------------------

    @property
    def reply(self) -> str:
        return self.state.reply.text if self.state.reply else ""

    @property
    def page(self) -> str | None:
        """Key of the question on the screen."""
        return self.state.question.key if self.state.question else None

    @property
    def tiles(self) -> set[str]:
        """Keys of all that can be tapped, ways out and body map included."""
        return {*self._in_order, *self._map}

    @property
    def _rows(self) -> tuple[str, ...]:
        """The questions of a page that asks several."""
        return tuple(row.key for row in self.state.question.rows) if self.state.question else ()

    def _in_its_row(self, key: str) -> str:
        """A tile as it stands on a page that asks several."""
        return next((f"{row}/{key}" for row in self._rows if f"{row}/{key}" in self.tiles), key)

    @property
    def _in_order(self) -> list[str]:
        question = self.state.question
        return [] if question is None else [o.key for o in (*question.options, *ways_out(question))]

    @property
    def _map(self) -> list[str]:
        shown = self.state.question is not None and self.state.question.body_map
        return [f"site:{code}" for code in knowledge().sites] if shown else []

    @property
    def signs(self) -> set[str]:
        """The danger signs on the screen."""
        return {key.removeprefix("sign:") for key in self.tiles if key.startswith("sign:")}

    def fact(self, code: str) -> Fact:
        return next(fact for fact in self.state.record if fact.code == code)

    def codes(self, *statuses: Status) -> set[str]:
        """Codes of the record's statements; the patient's words have none."""
        stated = (fact for fact in self.state.record if fact.topic is not Topic.SAID)
        return {fact.code for fact in stated if not statuses or fact.status in statuses}

    @property
    def present(self) -> set[str]:
        return self.codes(Status.PRESENT)

    @property
    def denied(self) -> set[str]:
        return self.codes(Status.ABSENT)

    @property
    def words(self) -> dict[str, str]:
        """What was kept as words, by the page it answered."""
        return {fact.asked or "unasked": fact.quote for fact in self.state.record if fact.topic is Topic.SAID}

    @property
    def alarms(self) -> set[str]:
        """The red flags raised so far, by their rule."""
        return {alert.raised.rule for alert in self.state.alerts if alert.raised.rule}


def _begins(key: str, stem: str) -> bool:
    return stem.endswith(":") and key.startswith(stem)
