"""Of whom a reply tells: what of it is new, asked for or put right."""

from frontdesk.app.reception.record.corrected import PERSON_PAGES
from frontdesk.app.reception.session.questions import COMPLAINT, OF_THE_PERSON
from frontdesk.models.facts import Person, Relation
from frontdesk.models.reading import Reading


def with_the_readers(told: Person | None, reading: Reading, known: Person, key: str | None) -> Person | None:
    """With what the reader knows of who is ill: in the complaint, and where the words tell nothing else."""
    read, opening = reading.person, key in COMPLAINT and known.relation is None
    if read is None or read.age_months is None or not (opening or not reading.statements):
        return told  # without an age it is too little to go by
    told = told or Person()
    fields = ("sex", "age_months", "relation") if opening else ("sex", "age_months")
    more = {field: getattr(read, field) for field in fields if getattr(told, field) is getattr(known, field) is None}
    return told.model_copy(update=more)


def new_of(told: Person | None, known: Person, key: str | None, *, corrects: bool, alone: bool) -> Person | None:
    """Of what was told of a person what was asked for, new or put right: kin named in passing change nothing."""
    if told is None:
        return None
    asked = {field for field, page in PERSON_PAGES.items() if page == key}
    if key in OF_THE_PERSON:
        asked |= {field for field in ("sex", "age_months") if getattr(known, field) is None}
    opening = key in COMPLAINT and known.relation is None
    asked |= {"sex", "age_months"} if alone else set()
    asked |= {"sex"} if known.sex is None and known.relation in (None, Relation.SELF) else set()
    kept = {
        field: value
        for field, value in told
        if value is not None
        and (corrects or field in asked or (opening and getattr(known, field) is None) or field == "pregnant")
    }
    if told.age_between is not None and ("age_months" in asked or corrects or not known.age_told):
        kept["age_between"] = told.age_between
    if "relation" in kept and told.words:
        kept["words"] = told.words
    return Person(**kept) if kept else None
