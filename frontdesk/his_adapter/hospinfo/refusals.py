"""Why an instruction becomes no operation, and what is told about it."""

from enum import StrEnum

from frontdesk.his_adapter.hospinfo.vocabulary import vocabulary
from frontdesk.models.facts import Language, Value


class Reason(StrEnum):
    SEVERAL = "several"
    NO_PATIENT = "no_patient"
    NO_CHANGE = "no_change"
    NO_ORDER = "no_order"
    WHICH_RECORD = "which_record"
    EXCEPTION = "exception"
    MEASURED = "measured"  # by a number about a finding, which no field holds as one
    TOGETHER = "together"  # one field has to hold two things
    UNKNOWN_FIELD = "unknown_field"
    BAD_VALUE = "bad_value"
    NOT_UNDERSTOOD = "not_understood"


class Refused(Value):
    """Why there is no operation; `help` says, in the language of the instruction, what would make one.

    `words` are those of the instruction that were not understood, where it is refused for them.
    """

    reason: Reason
    help: str
    words: tuple[str, ...] = ()


class No(Exception):
    """Raised where an instruction cannot be read any further."""

    def __init__(self, reason: Reason, words: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason, self.words = reason, words


def refused(reason: Reason, language: Language, words: tuple[str, ...] = ()) -> Refused:
    told = vocabulary().words_not_read[language]
    lead = told.format(words=("、" if language is Language.ZH else ", ").join(words)) if words else ""
    return Refused(reason=reason, help=lead + vocabulary().refusals[reason][language], words=words)
