"""A patient in plain code: what their sheet says, in their own words, told when the nurse asks for it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Literal

from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.app.reception.session.state import State
from frontdesk.models.facts import Language, Topic, Value
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers import plain_reply
from frontdesk.training.conversation import ENDS, Said
from frontdesk.training.profiles import Profile
from frontdesk.training.records import VisitRecord
from frontdesk.training.roles import Spoken

Kind = Literal[
    "complaint", "since", "place", "side", "severity", "character", "course", "worse", "better", "symptom", "illness",
    "operation", "medicine", "allergy", "family", "habit", "pregnancy", "tried", "value", "wish",
]  # fmt: skip
AT_ONCE = {"low": 1, "moderate": 2, "high": 3}  # facts told in one answer at most, by extraversion
# What is told on which page; a page that is not here gets that they do not know.
TOLD_ON: Mapping[str, tuple[Kind, ...]] = {
    "open": ("complaint", "since", "symptom"),
    "offered": ("complaint", "symptom", "place"),
    "site": ("place", "complaint"),
    "place": ("place", "complaint"),
    "since": ("since", "course"),
    "side": ("side", "place"),
    "severity": ("severity", "character", "complaint"),
    "how": ("character", "complaint", "course", "worse", "better", "severity"),
    "temperature": ("value",),
    "danger": ("complaint", "symptom", "value"),
    "also": ("complaint", "symptom", "tried"),
    "differential": ("complaint", "symptom", "character", "worse"),
    "differential_again": ("complaint", "symptom", "character", "worse"),
    "own": ("symptom", "character", "course", "worse", "better", "tried"),
    "past_history": ("illness", "operation", "habit"),
    "medicines": ("medicine", "tried"),
    "allergies": ("allergy",),
    "family": ("family",),
    "pregnant": ("pregnancy",),
    "pregnant_again": ("pregnancy",),
    "report": ("value", "complaint"),
    "progress": ("course",),
    # What else comes with it, what makes it worse, and whatever else is asked in words.
    "story": ("symptom", "worse", "better", "character", "place", "wish", "tried", "family", "habit", "value"),
    "tell_doctor": ("wish", "tried", "worse", "better", "family", "habit"),
    "anything_else": ("wish",),
}
TAKES_FIRST = frozenset({"choose", "choose_again", "meant", "appointment"})
LISTED = "danger"  # a page that lists danger signs
LEAVES = frozenset({"offer", "identify", "read_on"})
WORDS = {
    Language.ZH: {"none": "没有", "unsure": "不清楚", "male": "男的", "female": "女的", "bye": "好的，谢谢",
                  "self": "我自己", "child": "是给孩子看的", "other": "帮家里人看的"},
    Language.EN: {"none": "No, none of that", "unsure": "I don't know", "male": "A man", "female": "A woman",
                  "bye": "All right, thank you", "self": "It's for me", "child": "It's for my child",
                  "other": "For somebody in the family"},
}  # fmt: skip
DENIED = re.compile(r"^(?:无|否认|未|没有|no\b|not\b|denie[sd]\b|without\b)", re.IGNORECASE)
PARTS = re.compile(r"[，,；;。]|\. |\.$")
MEDICINE = re.compile(r"服|片|胶囊|mg|用药|\btak(?:es|ing)\b|\btablet|\binhaler|\bdaily\b", re.IGNORECASE)
SINCE = re.compile(r"\d+\s*(?:天|周|个月|月|年|小时)|\b(?:hours?|days?|weeks?|months?|years?)\b", re.IGNORECASE)


class SheetFact(Value):
    """`text` as a record has it, `said` as the patient says it when asked."""

    kind: Kind
    text: str
    status: Literal["present", "absent", "past", "unknown"] = "present"
    said: str


class Sheet(Value):
    """What a patient, or whoever speaks for them, knows."""

    who: str = "self"
    opening: str
    facts: tuple[SheetFact, ...]


def sheet_of(record: VisitRecord) -> Sheet:
    """From a record alone: its own clauses, as nobody would say them, for records that come without a sheet."""
    facts = (
        *(_fact("complaint", part) for part in _parts(record.chief_complaint)),
        *(_fact("symptom", part) for part in _parts(record.present_illness_history)),
        *(_fact("illness", part) for part in _parts(record.past_history)),
        *(_fact("allergy", part) for part in _parts(record.drug_allergy_history)),
    )
    return Sheet(opening=record.chief_complaint, facts=facts)


def _fact(kind: Kind, text: str) -> SheetFact:
    absent = DENIED.match(text) is not None
    if kind == "symptom" and SINCE.search(text):
        kind = "since"
    elif kind == "illness" and MEDICINE.search(text):
        kind = "medicine"
    return SheetFact(kind=kind, text=text, status="absent" if absent else "present", said=text)


def _parts(written: str) -> Iterator[str]:
    yield from (part.strip() for part in PARTS.split(written) if len(part.strip()) > 1)


class BySheet:
    """Reproducible from the seed: how much they tell at once, and in which order."""

    def __init__(self, record: VisitRecord, sheet: Sheet, profile: Profile, *, seed: int) -> None:
        self._record = record
        self._sheet = sheet
        self._profile = profile
        self._dice = Random(f"{seed}:{record.id}:patient")
        self._left = [fact for fact in sheet.facts if not self._in_opening(fact)]
        self._words = WORDS[record.language]
        self._listed = False

    @property
    def told(self) -> tuple[SheetFact, ...]:
        """What was said so far, the opening's facts among it."""
        return tuple(fact for fact in self._sheet.facts if fact not in self._left)

    def profile(self) -> Profile:
        return self._profile

    def says(self, talk: tuple[Spoken, ...], state: State) -> Said:
        if not any(one.speaker == "patient" for one in talk):
            return self._in_words("expressing_needs", self._sheet.opening)
        question = state.question
        if question is None:
            return self._in_words(ENDS if state.recommended else "information_feedback", self._words["bye"])
        return self._answer(question)

    def _answer(self, question: Question) -> Said:
        tapped = self._taps(question)
        if tapped is not None:
            return self._tap(tapped)
        match question.key:
            case "who":
                comma = "，" if self._record.language is Language.ZH else ", "
                return self._in_words("information_feedback", comma.join(filter(None, (self._relation(), self._sex()))))
            case "sex":
                return self._in_words("information_feedback", self._sex() or self._words["unsure"])
            case "age":
                return self._in_words("information_feedback", self._record.age or self._words["unsure"])
        if question.rows:
            return self._row_by_row(question)
        told = self._asked_about(question) or (() if self._screened(question) else self._told_on(question.key))
        if told:
            joined = "，" if self._record.language is Language.ZH else ". "
            return self._in_words("information_feedback", joined.join(fact.said.rstrip(".。") for fact in told))
        again = self._told_before(question)
        return self._tap(again) if again else self._nothing(question)

    def _row_by_row(self, question: Question) -> Said:
        """Each question of the page in its turn, then what is asked in words beside them."""
        told: list[str] = []
        for part in question.parts:
            facts = self._told_on(part.key)
            none = next((one.label[self._record.language] for one in part.options if one.key == "none"), "")
            said = [none if none and plain_reply(fact.said) else fact.said for fact in facts]  # "no" to which of them?
            told += said or ([none] if none and part.key not in self._spoken_of() else [])
        told += [fact.said for fact in self._told_on(question.key)]
        if not told:
            return self._nothing(question)
        joined = "，" if self._record.language is Language.ZH else ". "
        return self._in_words("information_feedback", joined.join(one.rstrip(".。") for one in told))

    def _spoken_of(self) -> frozenset[str]:
        """The pages of which something was told already, wherever."""
        kinds = {fact.kind for fact in self.told}
        return frozenset(page for page, those in TOLD_ON.items() if kinds & set(those[:1]))

    def _taps(self, question: Question) -> Option | None:
        """Of a page that words do not answer."""
        if question.key == "doctor_reads":
            return next((one for one in (*question.options, *ways_out(question)) if one.key == "yes"), None)
        if question.key in TAKES_FIRST and question.options:
            return question.options[0]
        return question.options[-1] if question.key in LEAVES and question.options else None

    def _told_on(self, page: str) -> Sequence[SheetFact]:
        """What belongs on the page and is not told yet."""
        kinds = TOLD_ON.get(page, ())
        fit = [fact for fact in self._left if fact.kind in kinds and (page != LISTED or fact.status == "present")]
        return self._tell(sorted(fit, key=lambda fact: kinds.index(fact.kind)))

    def _asked_about(self, question: Question) -> Sequence[SheetFact]:
        """Of what the page names, what they have not told: that it is so, or that it is not."""
        named = _named(question.text[self._record.language], *self._labels(question.options))
        return self._tell([fact for fact in self._left if named & _named(fact.text)]) if named else ()

    def _screened(self, question: Question) -> bool:
        """Danger signs are listed again: what they had to say of themselves is said, and nothing of the list is so."""
        again, self._listed = self._listed, self._listed or question.key == LISTED
        return again and question.key == LISTED

    def _told_before(self, question: Question) -> Option | None:
        """The tile of a finding they told earlier; a danger sign is more than the finding it is about."""
        so = [fact for fact in self.told if fact.status == "present" and fact.kind in ("complaint", "symptom")]
        known = {f"fact:{topic}:{code}" for fact in so for topic, code in _named(fact.text)}
        return next((one for one in question.options if one.key in known), None)

    def _tell(self, fit: Sequence[SheetFact]) -> Sequence[SheetFact]:
        told = fit[: self._dice.randint(1, AT_ONCE[self._profile.traits.get("extraversion", "moderate")])]
        self._left = [fact for fact in self._left if fact not in told]
        return told

    def _labels(self, options: Sequence[Option]) -> Iterator[str]:
        return (option.label[self._record.language] for option in options)

    def _nothing(self, question: Question) -> Said:
        outs = {option.key: option for option in (*question.options, *ways_out(question))}
        for key in ("none", "no", "finish", "unsure"):
            if key in outs and not (key == "none" and question.key in ("offered", "open", "place", "site")):
                return self._tap(outs[key])
        return self._in_words("information_feedback", self._words["unsure"])

    def _relation(self) -> str:
        who = self._sheet.who
        return self._words["self" if who == "self" else "child" if who == "parent" else "other"]

    def _sex(self) -> str:
        return self._words[self._record.sex] if self._record.sex else ""

    def _in_opening(self, fact: SheetFact) -> bool:
        return fact.said in self._sheet.opening or fact.text in self._sheet.opening

    def _in_words(self, action: str, text: str) -> Said:
        return Said(Spoken(speaker="patient", action=action, text=text))

    def _tap(self, option: Option) -> Said:
        label = option.label[self._record.language]
        return Said(Spoken(speaker="patient", action="information_feedback", text=label), (option.key,))


def _named(*texts: str) -> frozenset[tuple[Topic, str]]:
    """Findings and illnesses that the words name, there or not."""
    return frozenset((one.topic, one.code) for text in texts for one in mentions(text))
