"""An instruction given with a patient's page open: "this patient", "the last three visits" mean that one's."""

import re
from collections.abc import Sequence
from datetime import datetime

from frontdesk.his_adapter.hospinfo.reading import Read, read_words
from frontdesk.his_adapter.hospinfo.refusals import Reason, Refused, refused
from frontdesk.his_adapter.operation import ALL, NAMING, Column, HisOperation, Verb, column_of
from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers import language_of

STAND_IN = "P0000"  # put before an instruction that names nobody; the ids themselves never go through a text
NAMED = {Language.EN: f"Patient {STAND_IN}: ", Language.ZH: f"患者{STAND_IN}，"}
ONES = "the|this|that|his|her|hers|him|their|them|a|an|each|every"
MANY = re.compile(
    r"\b(?:patients|people|everyone|everybody|anyone|anybody|who|all (?:the )?records|every (?:record|patient))\b"
    rf"|\b(?:of|for)\s+(?!(?:{ONES})\b)[^\s,.?]+\s*$"  # somebody whose name could not be read
    r"|(?:所有|全部|各位|每[个位]|哪些|有谁|谁)的?(?:患者|病人|人|病历)?|(?:患者|病人)们|(?:患者|病人)(?:名单|列表)",
    re.IGNORECASE,
)
ONE = re.compile(
    r"\b(?:this|that|the) (?:patient|record|visit)\b|\b(?:he|she|his|him|hers?)\b"
    r"|[该这那][个位份条次]?(?:患者|病人|病历|就诊)|[他她]",
    re.IGNORECASE,
)
NUMBERS = {
    **{word: n for n, word in enumerate("一二三四五六七八九十", 1)},
    "两": 2,
    **{w: n for n, w in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)},
}
LATEST = re.compile(
    r"\b(?:last|latest|newest|(?:most )?recent)\s+(?P<en>\d+|[a-z]+)\s+(?:\w+\s+){0,2}(?:visit|record|appointment)s\b"
    r"|\b(?:last|latest|newest|most recent)\s+(?:visit|record|consultation)\b"
    r"|\blast time\b|\bwhen\b.*\blast\b|\bmost recent (?:diagnosis|treatment|complaint)\b"
    r"|(?:最近|最后|最新|近|上)的?(?P<zh>\d+|[一二两三四五六七八九十])[次条个份回]|上[次回]",
    re.IGNORECASE,
)


class OpenChart(Value):
    """Whose page is open: the patient, and the record when one is shown."""

    patient_id: str
    outpatient_number: int | None = None


class Asked(Value):
    """`latest`: how many of the newest records are wanted; None for all of them. `unread`: words that play no part."""

    operation: HisOperation
    latest: int | None = None
    unread: tuple[str, ...] = ()


def read_instruction(
    instruction: str, *, now: datetime, about: OpenChart | None = None, departments: Sequence[str] = ()
) -> Asked | Refused:
    """What the instruction asks; whoever it names goes before whoever's page is open."""
    read = read_words(instruction, now=now, departments=departments)
    operation = read if isinstance(read, Refused) else read.operation
    if about is not None and _names_nobody(operation, instruction):
        return read_about(instruction, now=now, about=about, departments=departments)
    return _asked(read, instruction)


def read_about(
    instruction: str, *, now: datetime, about: OpenChart, departments: Sequence[str] = ()
) -> Asked | Refused:
    """What the instruction asks of the one whose page is open, whoever else it names."""
    prefix = NAMED[language_of(instruction) or Language.EN]
    read = read_words(prefix + instruction, now=now, departments=departments)
    if not isinstance(read, Refused):
        read = Read(_about(read.operation, about), read.unread)
    asked = _asked(read, instruction)
    if isinstance(asked, Asked) and asked.unread and _asks_for_all(asked):
        return refused(Reason.NOT_UNDERSTOOD, language_of(instruction) or Language.EN)
    return _before_today(asked, now) if about.outpatient_number is not None else asked


def _asks_for_all(asked: Asked) -> bool:
    """Whether nothing but the open patient was recognised, so that words left over may have meant something else."""
    shown = asked.operation
    plain = shown.column_output == (ALL,) and not shown.summary and asked.latest is None
    return shown.operation is Verb.SELECT and plain and len(shown.condition) == 1


def _before_today(asked: Asked | Refused, now: datetime) -> Asked | Refused:
    """The last visits, asked for beside the record of today's, are those before it."""
    if isinstance(asked, Refused) or asked.latest is None:
        return asked
    condition = asked.operation.condition
    if any(column_of(key) is Column.VISIT_DATE for key in condition):
        return asked
    earlier = {**condition, f"{Column.VISIT_DATE}__lt": f"{now:%Y-%m-%dT00:00}"}
    return asked.model_copy(update={"operation": asked.operation.model_copy(update={"condition": earlier})})


def _asked(read: Read | Refused, instruction: str) -> Asked | Refused:
    if isinstance(read, Refused):
        return read
    latest = _latest(instruction) if read.operation.operation is Verb.SELECT else None
    return Asked(operation=read.operation, latest=latest, unread=read.unread)


def _names_nobody(read: HisOperation | Refused, instruction: str) -> bool:
    meant = ONE.search(instruction) is not None
    if isinstance(read, Refused):
        return read.reason is Reason.NO_PATIENT or (meant and read.reason is Reason.NOT_UNDERSTOOD)
    if read.operation is not Verb.SELECT or NAMING & {column_of(key) for key in read.condition}:
        return False
    return meant or (not read.condition and MANY.search(instruction) is None)


def _about(read: HisOperation, about: OpenChart) -> HisOperation:
    """The open patient where the stand-in is; what is changed or deleted is the open record, where there is one."""
    if read.operation is Verb.CREATE:
        change = {**read.column_change, Column.PATIENT_ID: about.patient_id}
        return read.model_copy(update={"column_change": change})
    condition = {key: term for key, term in read.condition.items() if key != Column.PATIENT_ID}
    if read.operation is not Verb.SELECT and about.outpatient_number is not None:
        return read.model_copy(
            update={"condition": {**condition, Column.OUTPATIENT_NUMBER.value: about.outpatient_number}}
        )
    return read.model_copy(update={"condition": {**condition, Column.PATIENT_ID.value: about.patient_id}})


def _latest(instruction: str) -> int | None:
    said = LATEST.search(instruction)
    if said is None:
        return None
    count = said["en"] or said["zh"]
    if count is None:
        return 1
    return int(count) if count.isdigit() else NUMBERS.get(count.lower())
