"""The language model's parts in a simulated conversation (PIORS, section 3 and appendix B): one capability each."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ValidationInfo, field_validator

from frontdesk.models.capability import Asked, Capability, Unfounded
from frontdesk.models.facts import Language, Value
from frontdesk.training.profiles import Profile, Visit, described, service_flow, words
from frontdesk.training.records import VisitRecord

A = TypeVar("A", bound=BaseModel)

PROMPTS = Path(__file__).parent / "prompts"
NOTHING = {Language.ZH: "（没有）", Language.EN: "(none)"}
SPEAKS = {
    Language.ZH: {"patient": "病人自己", "parent": "病人的家长，替孩子说"},
    Language.EN: {"patient": "the patient", "parent": "the patient's parent, for the child"},
}
BY = {Language.ZH: {"nurse": "护士", "patient": "病人"}, Language.EN: {"nurse": "Nurse", "patient": "Patient"}}
VISITS = {
    Language.ZH: {Visit.FIRST: "初诊", Visit.FOLLOW_UP: "上次看过这个病，现在复诊："},
    Language.EN: {Visit.FIRST: "first", Visit.FOLLOW_UP: "a follow-up of the visit below:"},
}
Inquiry = Literal["symptom_inquiry", "medical_history_inquiry", ""]


class Spoken(Value):
    """One line of the conversation."""

    speaker: Literal["nurse", "patient"]
    action: str
    text: str


class Asking(Value):
    """The question to every part: who speaks, what their record says, what was said."""

    record: VisitRecord
    visit: Visit
    profile: Profile
    talk: tuple[Spoken, ...] = ()
    more: dict[str, str] = {}  # further blanks of the prompt

    @property
    def language(self) -> Language:
        return self.record.language


def _of(whose: Literal["nurse", "patient"], action: str) -> str:
    name = action.strip().lower().replace(" ", "_")
    if name not in service_flow()[whose]:
        raise ValueError(f"{action} is no action of the {whose}")
    return name


class Portrait(BaseModel):
    manner: str
    scene: str


class PatientAction(BaseModel):
    action: Annotated[str, AfterValidator(partial(_of, "patient"))]


class NurseAction(BaseModel):
    action: Annotated[str, AfterValidator(partial(_of, "nurse"))]


class Advice(BaseModel):
    """Of the supervisor of the dialogue: empty where nothing is to be said."""

    suggestion: str


class NewFacts(BaseModel):
    facts: list[str]


class Sufficient(BaseModel):
    """Of the supervisor of the information. `action`: what she advises, empty where it is enough."""

    enough: bool
    suggestion: str
    action: Inquiry

    @field_validator("action", mode="before")
    @classmethod
    def _or_none(cls, action: object, info: ValidationInfo) -> object:
        return "" if info.data.get("enough") else action


def _blanks(asking: Asking) -> Asked:
    language, record, profile = asking.language, asking.record, asking.profile
    nothing = NOTHING[language]
    return Asked(
        language=language,
        blanks={
            **words(profile, language),
            "speaks": SPEAKS[language][profile.speaks],
            "gender": record.gender or nothing,
            "age": record.age or nothing,
            "name": record.name or nothing,
            "visit": VISITS[language][asking.visit],
            "complaint": record.chief_complaint,
            "illness": record.present_illness_history or nothing,
            "history": record.past_history or nothing,
            "allergy": record.drug_allergy_history or nothing,
            "diagnosis": record.preliminary_diagnosis or nothing,
            "manner": profile.manner,
            "scene": profile.scene,
            "talk": told(asking.talk, language) or nothing,
            **asking.more,
        },
    )


def told(talk: Iterable[Spoken], language: Language) -> str:
    """The talk as lines "Nurse: ..."."""
    colon = "：" if language is Language.ZH else ": "
    return "\n".join(f"{BY[language][one.speaker]}{colon}{one.text}" for one in talk)


def with_actions(asking: Asking, whose: Literal["nurse", "patient"]) -> Asking:
    """With the actions that the prompt is to list."""
    actions = described(whose, asking.visit, asking.language)
    return asking.model_copy(update={"more": {**asking.more, "actions": actions}})


def _part(name: str, answer: type[A], tokens: int) -> Capability[Asking, A]:
    def accepted(asking: Asking, reply: BaseModel) -> A:
        assert isinstance(reply, answer)
        return reply

    return Capability(
        name=name, embedded=_nobody, asked=_blanks, prompts=PROMPTS, answer=answer, accepted=accepted, tokens=tokens
    )


def _nobody(asking: Asking) -> Any:
    raise Unfounded("a model's part")


PROFILE = _part("profile", Portrait, 300)
PATIENT_ACTION = _part("patient_action", PatientAction, 40)
PATIENT_WORDS: Capability[Asking, str] = Capability(
    name="patient_words", embedded=_nobody, asked=_blanks, prompts=PROMPTS, tokens=200
)
QUALITY = _part("quality", Advice, 120)
EXTRACT = _part("extract", NewFacts, 300)
SUGGEST = _part("suggest", Sufficient, 150)
NURSE_ACTION = _part("nurse_action", NurseAction, 40)
REFLECT = _part("reflect", NurseAction, 40)
