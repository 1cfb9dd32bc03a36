"""What a model is told of a turn: what was said and found, and nothing that says who the patient is."""

from app.reception.house import House
from app.reception.record.wording import LABELS, age_words, pick, sentence_of, sex_words
from app.reception.session.events import Event, NurseSaid
from app.reception.team.finding import Finding
from app.reception.turn.anonymity import anonymous, said
from app.reception.turn.listen import Turn
from models.capability import Asked
from models.facts import Language

LINES = 2  # of the talk, the newest; older ones are in the record
SPEAKERS = (("护士：", "Nurse: "), ("病人：", "Patient: "))
NOTHING = ("（还没有）", "(nothing yet)")


def interaction(house: House, turn: Turn, findings: tuple[Finding, ...], said: NurseSaid) -> Asked:
    """For the nurse's words: the record so far, the tasks by rank, what the embedded nurse would say, the talk."""
    language = turn.language
    return Asked(
        language=language,
        blanks={
            "hospital": house.hospital.info().name[language],
            "record": record(turn),
            "tasks": tasks(findings, language),
            "talk": talk(turn),
            "say": anonymous(said.text),
        },
    )


def record(turn: Turn) -> str:
    """Age, sex and the facts, a line each."""
    language = turn.language
    who = pick(("，", ", "), language).join(
        word for word in (age_words(turn.person, language), sex_words(turn.person.sex, language)) if word
    )
    lines = [f"{pick(LABELS[f.topic], language)}: {anonymous(sentence_of(f, language))}" for f in turn.record]
    return "\n".join(f"- {line}" for line in (who, *lines) if line) or pick(NOTHING, language)


TASKS = {
    "caution": ("今天要请医生核对用药", "the doctor has to look at the medicines today"),
    "keep": (
        "病人不要自己停药改药，今天问医生",
        "no medicine is to be stopped alone: ask the doctor today",
    ),
    "question": ("病人问了一个问题，下面有答案", "the patient asked something; the answer stands below"),
    "perhaps_question": ("病人可能在问事情", "the patient may be asking something"),
    "medical_question": ("病人问病情，只有医生能回答", "the patient asks what only a doctor can tell"),
    "impatient": ("病人不耐烦了，要简短", "the patient has lost patience: be brief"),
    "distress": ("病人心里难受，要体贴", "the patient is upset: be gentle"),
    "misunderstands": ("病人没听懂，请说得更简单", "the patient did not understand: say it more simply"),
    "threat": ("护士正在过来，保持平静，要简短", "a nurse is on her way: stay calm and brief"),
    "wants_person": ("病人要找人，护士正在过来", "the patient wants a person; a nurse is on her way"),
    **dict.fromkeys(
        ("others_data", "claims_to_be", "manipulation"),
        ("不谈任何人的资料", "speak of nobody's data"),
    ),
}


def tasks(findings: tuple[Finding, ...], language: Language) -> str:
    """What the team found, by rank; only the kinds of finding that there are words for."""
    told = dict.fromkeys(pick(TASKS[f.what], language) for f in findings if f.what in TASKS)
    return "\n".join(f"- {task}" for task in told) or pick(NOTHING, language)


def talk(turn: Turn) -> str:
    """The last lines, ending with the patient's."""
    lines = [line for line in turn.heard_by.lines if not line.undone][-LINES:]
    return "\n".join(f"{pick(SPEAKERS[line.speaker == 'patient'], turn.language)}{said(line)}" for line in lines)


def line_of(events: tuple[Event, ...]) -> NurseSaid:
    return next(event for event in events if isinstance(event, NurseSaid))
