"""Beside this patient: the hospital's policies, and records of the clinic under the doctor's own authority."""

from collections.abc import Iterator
from datetime import date

from frontdesk.app.clinician.searching import kinds
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.his_adapter.directory_answers import WEEK_EN
from frontdesk.his_adapter.enquiries import OnDuty
from frontdesk.models.facts import Language, Value
from frontdesk.models.retrieval.terms import terms
from frontdesk.models.speaking.dates import WEEK_ZH

DAYS = {Language.EN: WEEK_EN, Language.ZH: WEEK_ZH}
MOST = 10  # patients that are named
WORDS = {
    Language.EN: {
        "found": "Patients: {patients}; records: {records}.",
        "more": "and {count} more",
        "physician": "{name}, {title}, {department} (floor {floor}, {room}): {expertise}; in the coming week {days}.",
        "gap": ", ",
        "nobody": "not there",
        "nearest": "Nearest in our policies, “{title}”: {text}",
    },
    Language.ZH: {
        "found": "{patients}位患者，{records}份病历：",
        "more": "另有{count}位",
        "physician": "{name}，{title}，{department}（{floor}楼{room}）：{expertise}；未来一周出诊：{days}。",
        "gap": "、",
        "nobody": "不出诊",
        "nearest": "院内规定里最接近的是“{title}”：{text}",
    },
}


class PolicyTold(Value):
    """`sure`: it answers the question; else it is only the nearest text there is."""

    text: str
    titles: tuple[str, ...]
    sure: bool


class Found(Value):
    """`patients`: name and number, newest visit and its diagnosis of each, the newest first."""

    records: int
    patients: tuple[tuple[str, date, str], ...]


class PolicyInputs(Inputs):
    question: str


class PhysiciansInputs(Inputs):
    """`words`: a department, an illness or a field, in words."""

    words: str


class SearchInputs(Inputs):
    """`request`: which records, in words, as in the records box; `medicines`: treated with one of these."""

    request: str
    medicines: tuple[str, ...] = ()


def _physicians(inputs: PhysiciansInputs, chart: Chart) -> Outcome:
    found = chart.clinic.physicians(inputs.words) if chart.clinic else ()
    asked, words = kinds(inputs.words), set(terms(inputs.words))

    def shares(one: OnDuty) -> int:
        expertise = " ".join(one.physician.expertise.values())
        return 2 * len(asked & kinds(expertise)) + len(words & set(terms(expertise)))

    fit = [one for one in found if shares(one)]
    of_one_department = len({one.department.department_id for one in found}) == 1
    chosen = sorted(fit, key=lambda one: -shares(one)) or (found if of_one_department else [])
    if not chosen:
        raise Unavailable("the directory names nobody for that", "名录里没有对应的医生")
    return Outcome(data=tuple(chosen[:MOST]), sources=("directory of physicians",))


def _policy(inputs: PolicyInputs, chart: Chart) -> Outcome:
    found = chart.clinic.policy(inputs.question, chart.language) if chart.clinic else None
    sure = found is not None and found.answered
    if chart.clinic and found and not sure and found.near:
        found = chart.clinic.policy(found.near[0].title[chart.language], chart.language)
    if found is None or not found.answered:
        raise Unavailable("the hospital's policies do not answer that", "院内规定里没有这个")
    sources = tuple(f"policy: {title}" for title in found.sources)
    return Outcome(data=PolicyTold(text=found.text, titles=found.sources, sure=sure), sources=sources)


def _search(inputs: SearchInputs, chart: Chart) -> Outcome:
    records = chart.clinic.records(inputs.request, inputs.medicines) if chart.clinic else None
    if records is None:
        raise Unavailable("that could not be read as a search of records", "没有读懂要查哪些病历")
    if not records:
        raise Unavailable("no record fits", "没有符合的病历")
    newest = {one.patient_id: one for one in sorted(records, key=lambda one: one.visit_date)}
    patients = sorted(newest.values(), key=lambda one: one.visit_date, reverse=True)
    told = tuple(
        (f"{one.name} {one.patient_id}".strip(), one.visit_date.date(), one.preliminary_diagnosis) for one in patients
    )
    return Outcome(data=Found(records=len(records), patients=told), sources=("HospInfo",))


def _policy_told(one: PolicyTold, chart: Chart) -> Iterator[str]:
    yield one.text if one.sure else WORDS[chart.language]["nearest"].format(title=one.titles[0], text=one.text)


def _physicians_told(found: tuple[OnDuty, ...], chart: Chart) -> Iterator[str]:
    words, language = WORDS[chart.language], chart.language
    for one in found:
        days = words["gap"].join(DAYS[language][day - 1] for day in one.weekdays) or words["nobody"]
        yield words["physician"].format(
            name=one.physician.name[language],
            title=one.physician.title[language],
            department=one.department.name[language],
            floor=one.department.floor,
            room=one.department.room,
            expertise=one.physician.expertise[language],
            days=days,
        )


def _search_told(found: Found, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    yield words["found"].format(patients=len(found.patients), records=found.records)
    for patient, day, diagnosis in found.patients[:MOST]:
        yield f"- {patient}, {day}: {diagnosis}"
    if len(found.patients) > MOST:
        yield words["more"].format(count=len(found.patients) - MOST)


TASKS = (
    Task(
        name="policy",
        description="The hospital's own policies: hours, fees, ways, reports, insurance, certificates.",
        inputs=PolicyInputs,
        outputs="{text, titles, sure}",
        piped=False,
        run=_policy,
        told=_policy_told,
    ),
    Task(
        name="physicians",
        description="Who sees what, and on which days: physicians of a department, or of a field of illness.",
        inputs=PhysiciansInputs,
        outputs="list of {physician: {name, title, expertise}, department, weekdays}",
        piped=False,
        run=_physicians,
        told=_physicians_told,
    ),
    Task(
        name="search",
        description="Which patients or records of the clinic fit a condition, as far as this doctor may see them.",
        inputs=SearchInputs,
        outputs="{records, patients: list of [patient, newest visit, diagnosis]}",
        piped=True,
        run=_search,
        told=_search_told,
    ),
)
