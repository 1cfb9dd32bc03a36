"""Under which headings the patient's words belong: of the page they answered, and of what they speak of."""

from frontdesk.app.reception.record.clauses import AROUND, clauses_of, corrects
from frontdesk.app.reception.record.lines_meant import codes_named, codes_of
from frontdesk.app.reception.record.own_lines import is_own_line
from frontdesk.app.reception.record.speaks_of import PAGES, Part, covers, speaks_of
from frontdesk.app.reception.record.statements import words_of
from frontdesk.app.reception.record.wording import details_of
from frontdesk.app.reception.session.questions import DOCTOR_READS, FOLLOW_UP, HISTORY, OF_THE_PERSON, OF_THE_STORY
from frontdesk.models import parsers
from frontdesk.models.facts import Fact, Language, Person, Record, Relation, Status, Topic
from frontdesk.models.reading.histories import NAMED_IN, named

__all__ = ["Part", "parts_of_words"]

# Pages whose words are of the illness now, or of what became of it.
OF_THE_ILLNESS = OF_THE_STORY - OF_THE_PERSON
OF_THE_VISIT = FOLLOW_UP.keys() | {"report"}


def parts_of_words(record: Record, person: Person, fact: Fact) -> dict[Part, str]:
    """The heading of the page that they answered, with all of them; others with the sentences that speak of those.

    An answer that speaks of other things alone stands under those: "just give me something, no camera" is no medicine.
    Nothing is said twice: where a heading's own lines tell what is named, the words do not stand there again.
    """
    lines = [one for one in record if one.turn == fact.turn and one.topic is not Topic.SAID]
    if fact.asked == DOCTOR_READS and _is_all_told(fact, [one for one in lines if is_own_line(one)]):
        return {}
    if fact.asked == DOCTOR_READS and _is_put_right(record, fact):
        return {}
    if fact.asked == DOCTOR_READS and (lines or corrects(fact.quote)):
        return {Part.NOTES: fact.quote}  # said of the lines themselves
    found = speaks_of(fact.quote, person.relation or Relation.SELF, fact.asked)
    more = {part: said for part, said in found.items() if not _is_told(record, fact, part, said)}
    first = _page(record, fact)
    if first in PAGES.values() and first not in found and covers(found, fact.quote):
        return found
    if first is None:
        if Part.WISHES in found and covers({Part.WISHES: found[Part.WISHES]}, fact.quote):
            first = Part.WISHES
        elif not covers(more, fact.quote):
            first = Part.STORY
    return {**({first: fact.quote} if first else {}), **{part: said for part, said in more.items() if part != first}}


def _is_put_right(record: Record, said: Fact) -> bool:
    """Whether the words only put lines right, and those lines tell now all that they tell."""
    lines = [one for one in record if one.topic is not Topic.SAID and one.status is not Status.UNKNOWN]
    anew = frozenset().union(*(codes_of(one) for one in lines if one.turn >= said.turn))
    values = [value.lower() for one in lines for value in details_of(one.details, Language.EN)]
    own = {one.quote.lower() for one in lines if is_own_line(one)}
    clauses = list(clauses_of(said.quote))
    about_lines = corrects(said.quote) or any(one.meant != one.words for one in clauses)
    return about_lines and all(
        one.rejects
        or one.orders
        or one.puts_back
        or one.meant != one.words
        or parsers.plain_reply(one.words) is not None
        or parsers.courtesy(one.words)
        or not any(map(str.isalnum, one.words))
        or one.words.strip(AROUND) in own
        or any(value in one.words for value in values)
        or bool(codes_named(one.words) & anew and not codes_named(one.words) - anew)
        for one in clauses
    )


def _is_all_told(said: Fact, own: list[Fact]) -> bool:
    """Whether the lines in the patient's own words hold all that was said."""
    rest = said.quote
    for line in own:
        rest = rest.replace(line.quote, "")
    return bool(own) and not any(map(str.isalnum, rest))


def _page(record: Record, fact: Fact) -> Part | None:
    page = fact.asked or ""
    if fact in words_of(record):
        return Part.COMPLAINT
    if page in OF_THE_ILLNESS | OF_THE_VISIT:
        return Part.STORY
    return Part.PERSON if page in OF_THE_PERSON else PAGES.get(page)


def _is_told(record: Record, fact: Fact, part: Part, said: str) -> bool:
    if part is Part.FAMILY:
        family = (one.quote for one in record if one.topic is Topic.FAMILY and one.turn == fact.turn)
        return any(quote in said or said.strip(" .。") in quote for quote in family)
    page = next((page for page, heading in PAGES.items() if heading is part), None)
    if page is None or HISTORY.get(page) not in NAMED_IN:
        return False
    told = {one.code for one in named(HISTORY[page], said, asked=fact.asked == page)}
    return bool(told) and told <= _coded_of(record, page)


def _coded_of(record: Record, page: str) -> set[str]:
    topics = (HISTORY[page], Topic.INTOLERANCE) if page == "allergies" else (HISTORY[page],)
    return {fact.code for fact in record if fact.topic in topics and fact.status is not Status.UNKNOWN}
