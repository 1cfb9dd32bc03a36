"""Under which headings the patient's words belong: of the page they answered, and of the things they name."""

from collections.abc import Iterator
from enum import StrEnum

from app.reception.record.heard import HISTORY, NAMED_IN, named_for
from app.reception.record.statements import words_of
from models.facts import Fact, Record, Status, Topic

# Pages whose words are of the illness now; words that were said unasked, or as something more, are the patient's own.
OF_THE_ILLNESS = frozenset({"danger", "danger_one", "since", "side", "severity", "how", "also", "temperature", "own"})
OF_THE_VISIT = frozenset({"course", "adherence", "result", "report"})


class Part(StrEnum):
    """The headings, in reading order."""

    PERSON = "person"
    COMPLAINT = "complaint"
    STORY = "story"
    ILLNESSES = "illnesses"
    MEDICINES = "medicines"
    ALLERGIES = "allergies"
    WISHES = "wishes"
    NOTES = "notes"


PAGES = {"past_history": Part.ILLNESSES, "medicines": Part.MEDICINES, "allergies": Part.ALLERGIES}


def parts_of_words(record: Record, fact: Fact) -> Iterator[Part]:
    """The heading of the page that they answered, and each heading whose things they name and nothing else tells."""
    page = fact.asked or ""
    if fact in words_of(record):
        yield Part.COMPLAINT
    elif page in OF_THE_ILLNESS | OF_THE_VISIT:
        yield Part.STORY
    else:
        yield PAGES.get(page, Part.WISHES)
    for other in NAMED_IN:
        if other != page and not _named_codes(other, fact) <= _coded_of(record, other):
            yield PAGES[other]


def _named_codes(page: str, fact: Fact) -> set[str]:
    return {named.code for named in named_for(page, fact.quote, asked=fact.asked)}


def _coded_of(record: Record, page: str) -> set[str]:
    topics = (HISTORY[page], Topic.INTOLERANCE) if page == "allergies" else (HISTORY[page],)
    return {fact.code for fact in record if fact.topic in topics and fact.status is not Status.UNKNOWN}
