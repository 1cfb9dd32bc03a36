"""What models are told of a turn: what was said and found, and nothing that says who the patient is."""

from app.reception.house import House
from app.reception.record.wording import LABELS, about, age_words, pick, sentence_of, sex_words
from app.reception.team.finding import Finding
from app.reception.turn.anonymity import anonymous, said
from app.reception.turn.listen import Turn
from models.facts import Language, Person, Record, Topic
from models.notes import Line

LONGEST = 6000  # characters of the talk; what is older is in the record
SPEAKERS = {True: ("病人", "Patient"), False: ("护士", "Nurse")}  # by whether the patient spoke
NOTHING = ("（没有）", "(nothing)")
FINDINGS = {
    "caution": ("用药要请医生今天核对，已告诉病人", "the medicines have to be looked at by the doctor today"),
    "keep": ("病人不要自己停药改药，今天问医生", "no medicine is to be stopped alone: ask the doctor today"),
    "question": (
        "病人问了医院的事，查到的在下面",
        "asks about the hospital; what is known of it stands below",
    ),
    "perhaps_question": ("病人可能在问医院的事", "the patient may be asking about the hospital"),
    "medical_question": ("病人问病情，只有医生能回答，已转告医生", "asks what only a doctor can tell; it is passed on"),
    "impatient": ("病人不耐烦了，要简短", "the patient has lost patience: be brief"),
    "distress": ("病人心里难受，要体贴", "the patient is upset: be gentle"),
    "misunderstands": ("病人没听懂，请说得更简单", "the patient did not understand: say it more simply"),
    "threat": ("护士正在过来，保持平静，要简短", "a nurse is on her way: stay calm and brief"),
}


def names_kept(house: House) -> tuple[str, ...]:
    """Names that stay in a prompt: of the hospital and its departments, longest first."""
    named = {name for department in house.departments for name in department.name.values()}
    return tuple(sorted(named | set(house.hospital.info().name.values()), key=lambda name: (-len(name), name)))


def lines_of(turn: Turn, kept: tuple[str, ...]) -> tuple[Line, ...]:
    """The talk so far, ending with the patient's words."""
    return tuple(
        Line(text=line.text, shown=said(line, kept), turn=line.number or 0)
        for line in turn.heard_by.lines
        if not line.undone
    )


def talk(lines: tuple[Line, ...], language: Language) -> str:
    """The talk in words, a line each; of a long one the end."""
    told = [f"{pick(SPEAKERS[line.by_patient], language)}: {line.shown}" for line in lines]
    while len(told) > 1 and sum(map(len, told)) > LONGEST:
        del told[0]
    return "\n".join(told)


def record(record: Record, person: Person, language: Language, *, coded: bool = False) -> str:
    """Who is ill and the facts, a line each; with their codes where operations are to name them."""
    gap = pick(("，", ", "), language)
    who = gap.join(
        w for w in (about(person, language), age_words(person, language), sex_words(person.sex, language)) if w
    )
    lines = [f"- {who}"] if who else []
    for fact in record:
        if coded and fact.topic is Topic.SAID:
            continue
        label, words = pick(LABELS[fact.topic], language), anonymous(sentence_of(fact, language))
        lines.append(f"- {label}: {words} [{fact.code}]" if coded else f"- {label}: {words}")
    return "\n".join(lines) or pick(NOTHING, language)


def findings_told(findings: tuple[Finding, ...], language: Language) -> str:
    """What the team found, by rank; only the kinds of finding that there are words for."""
    told = dict.fromkeys(pick(FINDINGS[f.what], language) for f in findings if f.what in FINDINGS)
    return "\n".join(f"- {one}" for one in told) or pick(NOTHING, language)
