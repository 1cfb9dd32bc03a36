"""What models are told of a turn: what was said and found, and nothing that says who the patient is."""

from collections.abc import Iterator

from frontdesk.app.reception.record.wording import LABELS, about, age_words, pick, sentence_of, sex_words
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.team.finding import Finding
from frontdesk.app.reception.turn.anonymity import said, worded
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Fact, Language, Person, Record, Topic
from frontdesk.models.notes import Line

LONGEST = 6000  # characters of the talk; what is older is in the record
SPEAKERS = {True: ("病人", "Patient"), False: ("护士", "Nurse")}  # by whether the patient spoke
NOTHING = ("（没有）", "(nothing)")
FINDINGS = {
    "caution": ("用药要请医生今天核对，已告诉病人", "the medicines have to be looked at by the doctor today"),
    "keep": ("病人不要自己停药改药，今天问医生", "no medicine is to be stopped alone: ask the doctor today"),
    "impatient": ("病人不耐烦了，要简短", "the patient has lost patience: be brief"),
    "distress": ("病人心里难受，要体贴", "the patient is upset: be gentle"),
    "misunderstands": ("病人没听懂，请说得更简单", "the patient did not understand: say it more simply"),
    "threat": ("护士正在过来，保持平静，要简短", "a nurse is on her way: stay calm and brief"),
}


def names_kept(services: Services) -> tuple[str, ...]:
    """Names that stay in a prompt: of the hospital, its buildings and its departments, longest first."""
    named = {name for one in services.departments for names in (one.name, one.building) for name in names.values()}
    return tuple(
        sorted(named | set(services.hospital.directory.info().name.values()), key=lambda name: (-len(name), name))
    )


def lines_of(turn: Turn, kept: tuple[str, ...]) -> tuple[Line, ...]:
    """The talk so far, ending with the patient's words."""
    told = "\n".join(turn.heard_by.said)
    return tuple(
        Line(text=line.text, shown=said(line, kept, told), turn=line.number or 0)
        for line in turn.heard_by.lines
        if not line.undone
    )


def talk(lines: tuple[Line, ...], language: Language) -> str:
    """The talk in words, a line each; of a long one the end."""
    told = [f"{pick(SPEAKERS[line.by_patient], language)}: {line.shown}" for line in lines]
    while len(told) > 1 and sum(map(len, told)) > LONGEST:
        del told[0]
    return "\n".join(told)


def record(record: Record, person: Person, language: Language, *, talk: tuple[str, ...] = ()) -> str:
    """Who is ill and the facts, a line each; without words that stand in the `talk` as they are."""
    in_words = (fact for fact in record if fact.topic is Topic.SAID and fact.quote in talk)
    left_out = {fact.key for fact in in_words}
    lines = [f"- {_line_of(fact, language)}" for fact in record if fact.key not in left_out]
    return "\n".join((*_who(person, language), *lines)) or pick(NOTHING, language)


def numbered(record: Record, person: Person, language: Language) -> tuple[str, tuple[str, ...]]:
    """Who is ill and the coded facts by number, and their keys in that order: operations name the numbers."""
    facts = tuple(fact for fact in record if fact.topic is not Topic.SAID)
    lines = [f"{number}. {_line_of(fact, language)}" for number, fact in enumerate(facts, 1)]
    told = "\n".join((*_who(person, language), *lines)) or pick(NOTHING, language)
    return told, tuple(fact.key for fact in facts)


def _who(person: Person, language: Language) -> Iterator[str]:
    words = (about(person, language), age_words(person, language), sex_words(person.sex, language))
    if any(words):
        yield f"- {pick(('，', ', '), language).join(filter(None, words))}"


def _line_of(fact: Fact, language: Language) -> str:
    return f"{pick(LABELS[fact.topic], language)}: {worded(sentence_of(fact, language))}"


def findings_told(findings: tuple[Finding, ...], language: Language) -> str:
    """What the team found, by rank; only the kinds of finding that there are words for."""
    told = dict.fromkeys(pick(FINDINGS[f.what], language) for f in findings if f.what in FINDINGS)
    return "\n".join(f"- {one}" for one in told) or pick(NOTHING, language)
