"""Where the patient steers: another department, a woman doctor, another floor, a time; each does what was said."""

from datetime import datetime, time, timedelta

from frontdesk.app.reception.department import naming
from frontdesk.app.reception.department.alternatives import alternatives
from frontdesk.app.reception.department.directory import accepts
from frontdesk.app.reception.department.steering import Act, Wish, asks_of_the_way, wonders_at
from frontdesk.app.reception.department.wished import refused_so_far, taking
from frontdesk.app.reception.record.pages import simple
from frontdesk.app.reception.record.statements import doctor_wanted, has_fever
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action, DepartmentRefused, Event, Option, TimeChosen
from frontdesk.app.reception.session.questions import CHOICE, CHOOSE_AGAIN
from frontdesk.app.reception.steps.steps import without_booking
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.beside import why_sent
from frontdesk.app.reception.turn.interviewing import first_after, going_on, interview, standing
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken, again, and_back
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.records import Department, Physician, Slot
from frontdesk.models.facts import Language, Sex
from frontdesk.models.parsers import empty
from frontdesk.models.speaking import join, say
from frontdesk.models.speaking.dates import day_words

WHY_DEPARTMENT = "why_department"  # why an answer was chosen: it told why that department
LOOKED_AT = 200  # free times of a department
TOLD = 3  # of them said


def steers(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """The gravest of what the patient wants of where they are sent: another department before a doctor or a time."""
    refusals = tuple(wish for wish in turn.wishes if wish.refuses)
    for wish in sorted(turn.wishes, key=lambda wish: _comes(turn, wish)):
        match wish:
            case Wish(act=Act.CHOOSES, department=str() as wanted):
                said = _chosen(services, turn, wanted, refusals)
            case Wish(act=Act.REFUSES):
                said = refused(services, turn, findings, wish)
            case Wish(act=Act.TAKES_BACK, department=str() as kept):
                said = _refusal_taken_back(services, turn, kept)
            case Wish(act=Act.TAKES_BACK):
                said = _taken_back(services, turn, findings)
            case Wish(act=Act.PREFERS, doctor=Sex() as sex):
                said = _doctor(services, turn, findings, sex)
            case Wish(act=Act.PREFERS, floor=int() as floor):
                said = _floor(services, turn, floor)
            case Wish(act=Act.CHOOSES, starts=time() as starts):
                said = _time(services, turn, starts)
            case Wish(act=Act.GOES):
                said = interview(services, turn, findings, LookedUp())
            case _:
                said = None
        if said is not None:
            return said
    return None


def _comes(turn: Turn, wish: Wish) -> int:
    if wish.act in (Act.CHOOSES, Act.TAKES_BACK) and wish.department:
        return 0
    if wish.refuses:
        return 1 if wish.department in (None, turn.heard_by.department_id) else 3
    return 2


# --- another department ----------------------------------------------------------------------------------------------


def chosen(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """The patient picked a department by its tile; the questions for the doctor come after that."""
    key = next((o.key for o in turn.tapped if o.key.startswith("department:")), "")
    department = services.department(key.partition(":")[2]) if key else None
    if department is None:
        return None
    return naming.chosen(services, turn, department, first_after(turn, standing(turn).known))


def _chosen(services: Services, turn: Turn, wanted: str, refusals: tuple[Wish, ...]) -> Spoken | None:
    """Another department than the one named, or one of some to choose from; before that it is looked at in naming."""
    named, choosing = turn.before.recommended, turn.asked in CHOICE
    department = services.department(wanted)
    if department is None or turn.heard_by.is_fetched or not (named or choosing):
        return None
    at = taking(services, turn, department)
    if at is None:
        return _stays(
            turn, "not_taken", say("department_not_taken", turn.language, department=department.name[turn.language])
        )
    if named is not None and at.department_id == named.department_id:
        return None
    said = naming.chosen(services, turn, at, first_after(turn, standing(turn).known))
    gone = [wish.department or turn.heard_by.department_id for wish in refusals]
    before = tuple(DepartmentRefused(department_id=one, quote=turn.text) for one in dict.fromkeys(gone) if one)
    return said.model_copy(update={"before": (*before, *said.before)})


def _refusal_taken_back(services: Services, turn: Turn, kept: str) -> Spoken | None:
    """The department that was never refused is named again."""
    department = services.department(kept)
    if department is None or turn.heard_by.is_fetched:
        return None
    return naming.chosen(services, turn, department, first_after(turn, standing(turn).known))


def wonders(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Why that department, whether it can be caught, what the mask is for: answered, and what was named stands."""
    if turn.tapped or _named(services, turn) is None or turn.heard_by.is_fetched:
        return None
    catching, of_the_mask = asks_of_the_way(turn.text)
    masked = turn.heard_by.on_infection_route and (catching or of_the_mask)
    if not masked and not wonders_at(services, turn.text):
        return None
    if masked and not wonders_at(services, turn.text):
        told = say("catching" if catching else "mask_meanwhile", turn.language)
    else:
        told = why_sent(services, turn)
    if turn.answers and not empty(turn.acts.rest):
        return going_on(services, turn, findings, told)
    return and_back(turn, WHY_DEPARTMENT, told)


def refused(services: Services, turn: Turn, findings: Findings, wish: Wish) -> Spoken | None:
    """What is refused is taken back, and the next choice offered, with a reason each; else a nurse helps to choose."""
    state, language = turn.heard_by, turn.language
    department = services.department(wish.department or state.department_id or "")
    if department is None or turn.heard_by.is_fetched:
        return None
    before = (DepartmentRefused(department_id=department.department_id, quote=wish.quote),)
    if department.department_id != state.department_id and turn.asked != CHOOSE_AGAIN:
        return _kept_in_mind(services, turn, findings, department, before)
    fell = without_booking(state, None)
    words = join(language, say("refused", language, department=department.name[language]), fell)
    found = alternatives(services, turn, but=refused_so_far(turn) | {department.department_id})
    if not found:
        called = naming.person(services, turn)
        return called.model_copy(
            update={"text": join(language, words, called.text), "before": (*before, *called.before)}
        )
    keeps = Option(
        key=f"department:{department.department_id}",
        label={one: say("keep_department", one, department=department.name[one]) for one in Language},
    )
    question = simple(CHOOSE_AGAIN, "alternatives", (*(one.option for one in found), keeps))
    text = join(language, words, question.text[language])
    return Spoken(action=Action.RECOMMENDATION, why="refused", text=text, question=question, before=before)


def _kept_in_mind(
    services: Services, turn: Turn, findings: Findings, department: Department, before: tuple[Event, ...]
) -> Spoken:
    """One that was not named is not named later either; the interview goes on."""
    following = interview(services, turn, findings, LookedUp())
    noted = say("refused", turn.language, department=department.name[turn.language])
    asked = following.question.text[turn.language] if following.question and not following.before else ""
    text = join(turn.language, noted, asked or following.text)
    return following.model_copy(update={"text": text, "before": (*before, *following.before)})


def _taken_back(services: Services, turn: Turn, findings: Findings) -> Spoken:
    """A wish that was heard and never told; what is wished for stays."""
    sex = doctor_wanted(turn.record)
    noted = say(f"doctor_{sex.value}_noted" if sex else "wish_withdrawn", turn.language)
    if turn.answers:
        following = interview(services, turn, findings, LookedUp())
        return following.model_copy(update={"text": join(turn.language, noted, following.text)})
    return _stays(turn, "wish_withdrawn", noted)


# --- a doctor, a floor, a time ---------------------------------------------------------------------------------------


def _doctor(services: Services, turn: Turn, findings: Findings, sex: Sex) -> Spoken:
    """Which doctors of that sex the department has, and when the first is free; before one is named it is noted."""
    language, department = turn.language, _named(services, turn)
    if department is None:
        noted = say(f"doctor_{sex.value}_noted", language)
        if turn.answers:
            following = interview(services, turn, findings, LookedUp())
            return following.model_copy(update={"text": join(language, noted, following.text)})
        return _stays(turn, "doctor", noted)
    name = department.name[language]
    those = [one for one in services.hospital.directory.physicians(department.department_id) if one.sex is sex]
    if not those:
        return _stays(turn, "doctor", say(f"doctor_{sex.value}_none", language, department=name))
    free = [
        slot for slot in _free(services, turn, department) if slot.physician_id in {one.physician_id for one in those}
    ]
    if not free:
        names = pick_names(those, language)
        return _stays(turn, "doctor", say("doctor_not_free", language, department=name, physicians=names))
    physician = next(one for one in those if one.physician_id == free[0].physician_id)
    told = say("doctor_free", language, physician=physician.name[language], time=when(free[0], turn.now, language))
    return _stays(turn, "doctor", told)


def pick_names(those: list[Physician], language: Language) -> str:
    return ("、" if language is Language.ZH else ", ").join(one.name[language] for one in those)


def _floor(services: Services, turn: Turn, floor: int) -> Spoken | None:
    """What stands on that floor for this patient; the department named where it is there already."""
    language, named = turn.language, _named(services, turn)
    if named is not None and named.floor == floor:
        return _stays(turn, "floor", say("floor_same", language, floor=str(floor), department=named.name[language]))
    fever = has_fever(turn.record)
    there = [d for d in services.departments if d.floor == floor and accepts(d.rules, turn.person, fever=fever)]
    if named is None or not there:
        return None
    fitting = {one.department.department_id: one for one in alternatives(services, turn, but=())}
    offered = [fitting[d.department_id].option for d in there if d.department_id in fitting]
    names = ("、" if language is Language.ZH else ", ").join(d.name[language] for d in there[:TOLD])
    told = say(
        "floor_other",
        language,
        floor=str(floor),
        departments=names,
        department=named.name[language],
        of=str(named.floor),
    )
    if not offered:
        return _stays(turn, "floor", told)
    keeps = Option(key=f"department:{named.department_id}", label=named.name)
    question = simple(CHOOSE_AGAIN, "alternatives", (*offered, keeps))
    text = join(language, told, question.text[language])
    return Spoken(action=Action.RECOMMENDATION, why="floor", text=text, question=question)


def _time(services: Services, turn: Turn, starts: time) -> Spoken | None:
    """The free time that was named is booked; else the ones near it are told."""
    language, department = turn.language, _named(services, turn)
    if department is None or turn.heard_by.is_fetched:
        return None
    free = _free(services, turn, department)
    wanted = next((slot for slot in free if slot.starts.time() == starts), None)
    if wanted is None:
        near = sorted(free[:LOOKED_AT], key=lambda slot: _apart(slot.starts, starts, turn.now))[:TOLD]
        times = ("、" if language is Language.ZH else ", ").join(
            when(slot, turn.now, language) for slot in sorted(near, key=lambda slot: slot.starts)
        )
        phrase = "time_not_free" if near else "time_none_free"
        return _stays(turn, "time", say(phrase, language, time=f"{starts:%H:%M}", times=times))
    told = say("time_chosen", language, time=when(wanted, turn.now, language))
    return _stays(turn, "time", told, TimeChosen(slot_id=wanted.slot_id))


def _apart(starts: datetime, wanted: time, now: datetime) -> timedelta:
    """How far a free time is from the one named, today's before another day's."""
    days = (starts.date() - now.date()) * 4
    return abs(starts - datetime.combine(starts.date(), wanted)) + days


def when(slot: Slot, now: datetime, language: Language) -> str:
    day = day_words(slot.starts.date(), now.date(), language)
    return f"{day}{' at ' if language is Language.EN else ''}{slot.starts:%H:%M}"


def _free(services: Services, turn: Turn, department: Department) -> list[Slot]:
    """The department's free times from when the patient can be there."""
    after = opening.arrives(department, turn.now)
    return list(services.hospital.scheduling.free_slots(department.department_id, after, limit=LOOKED_AT))


def _named(services: Services, turn: Turn) -> Department | None:
    return services.department(turn.heard_by.department_id or "")


def _stays(turn: Turn, why: str, told: str, *before: Event) -> Spoken:
    """An answer beside the page on the screen, which stays."""
    left = turn.before.reply.pages_left if turn.before.reply else None
    text = join(turn.language, told, again(turn))
    return Spoken(
        action=Action.ADMINISTRATIVE_ANSWER, why=why, text=text, question=turn.question, pages_left=left, before=before
    )
