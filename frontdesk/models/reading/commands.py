"""What words mean on a page: the answers to its tiles, statements, who is ill, and acts of the talk."""

from enum import StrEnum

from frontdesk.models.facts import Language, Person, Value


class Kind(StrEnum):
    """What a statement is of."""

    SYMPTOM = "symptom"  # complaint, injury, loss of function
    ILLNESS = "illness"  # diagnosis, operation, pregnancy, birth history
    MEDICINE = "medicine"
    ALLERGY = "allergy"
    INTOLERANCE = "intolerance"  # an ordinary side effect
    VALUE = "value"
    DURATION = "duration"
    SEVERITY = "severity"  # how bad, what it is like, its course
    TRIGGER = "trigger"  # what brings it on, makes it worse or eases it
    SITE = "site"  # side or place where it stands alone
    WISH = "wish"


class Assertion(StrEnum):
    """The classes of the i2b2 2010 assertion task, with `past`, `stopped` (a medicine) and `asked` beside them."""

    PRESENT = "present"
    ABSENT = "absent"
    UNKNOWN = "unknown"  # possible
    PAST = "past"
    STOPPED = "stopped"
    OTHER_PERSON = "other_person"
    CONDITIONAL = "conditional"
    ASKED = "asked"


class DialogueAct(StrEnum):
    """Dialogue acts: what somebody does in the talk, beside what they tell."""

    ASKS = "asks"
    REFUSES = "refuses"
    PREFERS = "prefers"
    CHOOSES = "chooses"
    CORRECTS = "corrects"
    OBJECTS = "objects"
    WANTS_PERSON = "wants_person"
    FINISHES = "finishes"  # wants no more questions
    GOES_BACK = "goes_back"  # to what was asked before
    HURRIES = "hurries"  # has lost patience
    THANKS = "thanks"  # or greets
    STRAYS = "strays"  # off the point
    MANIPULATES = "manipulates"  # tries to talk the machine round


class Addressee(StrEnum):
    """Who or what answers a question; the target of `DialogueAct.ASKS`."""

    HOSPITAL = "hospital"  # its texts and directory
    UNSURE = "unsure"  # the hospital, or a doctor
    DOCTOR = "doctor"
    TRIAGE = "triage"  # which department: what the interview is there to find
    TALK = "talk"
    RECORDS = "records"  # the patient's own
    OTHERS_RECORDS = "others_records"


class Tile(Value):
    key: str
    label: str


class Page(Value):
    """What stood on the screen; no tiles where any words would do. `several`: more than one may be chosen."""

    asked: str = ""
    tiles: tuple[Tile, ...] = ()
    several: bool = False
    language: Language | None = None


class Statement(Value):
    """One thing said. `start` and `end` are places in the reply, or in the question where `in_question`.

    `name` is a short one, where the reader gives one.
    """

    kind: Kind
    quote: str
    status: Assertion
    sure: bool
    start: int
    end: int
    in_question: bool = False
    name: str = ""


class SpokenAct(Value):
    """`target` is what it is of, where the reader tells."""

    act: DialogueAct
    quote: str
    sure: bool
    target: str = ""


class Reading(Value):
    """`answers` are sure, `guesses` are for the patient to confirm; both by tile key, True for yes and False for no."""

    answers: dict[str, bool] = {}
    guesses: dict[str, bool] = {}
    statements: tuple[Statement, ...] = ()
    person: Person | None = None
    acts: tuple[SpokenAct, ...] = ()
    by: str = "embedded"

    def said(self, *kinds: Kind, status: Assertion = Assertion.PRESENT) -> tuple[Statement, ...]:
        """The sure statements of the reply of these kinds and this status."""
        return tuple(
            one
            for one in self.statements
            if one.sure and one.kind in kinds and one.status is status and not one.in_question
        )
