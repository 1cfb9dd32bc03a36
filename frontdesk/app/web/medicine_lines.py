"""A patient's list of medicines and the cautions about it, as the board and the doctor's page are sent them."""

from collections.abc import Sequence

from frontdesk.app.web.schemas import CautionLine, MedicineLine
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers import language_of
from frontdesk.models.specialists.medication.cautions import Caution, name_in_both
from frontdesk.models.specialists.medication.listing import ListedMedicine, may_be


def medicine_lines(entries: Sequence[ListedMedicine]) -> list[MedicineLine]:
    return [
        MedicineLine(
            name=name_in_both(one.code),
            may_be=[name_in_both(code) for code in may_be(one, entries)],
            **one.model_dump(exclude={"code", "holds", "outpatient_number"}),
        )
        for one in entries
    ]


def caution_lines(found: Sequence[Caution]) -> list[CautionLine]:
    return [CautionLine(**one.model_dump() | {"because": _in_both(one.because)}) for one in found]


def _in_both(because: dict[Language, str]) -> dict[Language, str]:
    """What is told or on record, by its name in each language where it is one that has names; else as it stands."""
    words = because.get(Language.EN, "")
    told = next(iter(mentions(words)), None) if words else None
    known = (knowledge().findings.get(told.code) or knowledge().conditions.get(told.code)) if told else None
    return {Language.EN: known.en, Language.ZH: known.zh} | _own(because) if known else because


def _own(because: dict[Language, str]) -> dict[Language, str]:
    """The words as they stand, in the language they are written in."""
    return {language: words for language, words in because.items() if language_of(words) is language}
