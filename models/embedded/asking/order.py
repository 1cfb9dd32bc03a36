"""Which question to ask next: first about danger, then about the department, then to fill the record."""

from collections.abc import Iterator

from models.embedded.asking.danger import danger
from models.embedded.asking.department import department
from models.embedded.asking.known import MOST, VAGUE, Ask, Known, Purpose, complaints_of, in_own_words
from models.embedded.asking.record import of_a_follow_up, to_fill_the_record, to_spare
from models.embedded.certainty import SURE
from models.facts import Fact, Status, Topic
from models.knowledge.load import knowledge

OF_THE_PERSON = ("age", "sex")  # asked for the record too
GENERAL = ("fever", "fatigue", "poor_appetite", "dizziness")  # asked of one who cannot say where or what


def next_question(known: Known) -> Ask | None:
    """The next question, or None when enough is known; those that find the department leave room for the record."""
    if len(set(known.asked)) >= MOST:
        return None
    room = known.brief or to_spare(known) > 0
    asks = (
        ask for ask in questions(known) if room or ask.purpose is not Purpose.DEPARTMENT or ask.key in OF_THE_PERSON
    )
    return next((ask for ask in asks if is_open(ask, known)), None)


def is_open(ask: Ask, known: Known) -> bool:
    """Not asked yet; one about danger, the age or allergies is put once more if it was passed over."""
    times = known.asked.count(ask.key)
    matters = ask.purpose is Purpose.DANGER or ask.key in ("age", "allergies")
    again = times == 1 and matters and ask.key not in known.settled
    return times == 0 or again


def questions(known: Known) -> Iterator[Ask]:
    """Every question still worth asking, most telling first."""
    complaints = [f for f in complaints_of(known.record, follow_up=known.follow_up) if f.code not in known.aside]
    if known.follow_up:
        yield from of_a_follow_up(known)
    if not complaints and not (known.likely and known.likely[0][1] >= SURE and _names_an_illness(known)):
        if not known.follow_up:
            yield from _opening(known)
        return
    findings = [knowledge().findings[f.code] for f in complaints if f.code in knowledge().findings]
    if complaints and _says_no_place(known, complaints):
        yield Ask(key="site", purpose=Purpose.DEPARTMENT)
    yield from danger(known, findings)
    yield from department(known, findings)
    if not known.brief:
        yield from to_fill_the_record(known, complaints)


def _says_no_place(known: Known, complaints: list[Fact]) -> bool:
    """Vague, or in words no list knows that leave the department open; and nothing of where it is."""
    sure = bool(known.likely) and known.likely[0][1] >= SURE
    told = (f.details.site or (f.code not in VAGUE and (sure or not in_own_words(f))) for f in complaints)
    return not any(told)


def _names_an_illness(known: Known) -> bool:
    """ "I need more of my thyroid tablets" complains of nothing and yet says why they came."""
    return any(f.topic in (Topic.CONDITION, Topic.MEDICINE) and f.status is Status.PRESENT for f in known.record)


def _opening(known: Known) -> Iterator[Ask]:
    if any(f.topic is Topic.MEDICINE and f.status is Status.PRESENT for f in known.record):
        yield Ask(key="request:repeat_prescription", purpose=Purpose.DEPARTMENT)
    if not any(f.code == "unwell" for f in known.record):
        yield Ask(key="open", purpose=Purpose.DEPARTMENT)
    yield Ask(key="site", purpose=Purpose.DEPARTMENT)
    if any(f.code == "unwell" for f in known.record):
        said = {f.code for f in known.record}
        for code in GENERAL:
            if code not in said:
                yield Ask(key=f"finding:{code}", purpose=Purpose.DEPARTMENT)
