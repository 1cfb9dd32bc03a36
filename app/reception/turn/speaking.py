"""What the model that speaks is told: the hospital, the talk, the record, the team's findings, what is still open."""

from app.reception.department import arrival
from app.reception.house import House
from app.reception.record.interview import open_pages, questions_left
from app.reception.record.pages import put
from app.reception.record.wording import pick
from app.reception.team.finding import Finding
from app.reception.turn.interviewing import Standing
from app.reception.turn.listen import Turn
from app.reception.turn.look_up import LookedUp
from app.reception.turn.prompting import NOTHING, findings_told, lines_of, names_kept, record, talk
from his_adapter import opening
from his_adapter.records import Level
from models.facts import Language
from models.nurse import Speaking
from models.red_flags import DANGER_PAGES

LIKELIEST = 3  # specialties of the triage code
UNSAID = frozenset({"open", "site", "place", "offered"})  # pages for those who tap; words say what they ask
LEFT = {
    False: ("说科室前最多再问{count}个", "before a department: at most {count} more questions"),
    True: ("科室已告诉，最多再问{count}个", "the department is named: at most {count} more questions"),
}
MUST = ("（必须先问）", " (has to be asked)")
JUST_ASKED = ("（刚问过，刚才的话答了就不再问）", " (just asked: only if the reply leaves it open)")
OWN = ("own: 你自己的一个问题", "own: a question of your own")
WRONG = (
    "你刚才的第一行不是决定。第一行只能是：ASK 项目、SEND 代码、LOOK UP 内容、CALL nurse、ANSWER、CLOSE。",
    "Your last reply did not begin with a decision. The first line has to be one of: ASK item, SEND code, "
    "LOOK UP words, CALL nurse, ANSWER, CLOSE.",
)
NAMED = ("已告诉病人去：{where}", "Department named to the patient: {where}")
EARLIER = ("复诊：上次在{department}，因为{complaint}", "Follow-up of a visit to {department} for {complaint}")
COMING = ("护士正赶来接病人", "A nurse is on her way to fetch the patient")
UNKNOWN = ("（没有查到）", "(nothing is known of it)")


def asked(
    house: House, turn: Turn, findings: tuple[Finding, ...], known: LookedUp, stands: Standing, *, wrong: bool
) -> Speaking:
    """The question to the capability `nurse`; `wrong`: her first line was no decision."""
    language = turn.language
    return Speaking(
        language=language,
        blanks={
            "hospital": house.hospital.info().name[language],
            "departments": departments(house, turn),
            "talk": talk(lines_of(turn, names_kept(house)), language),
            "record": _record(house, turn),
            "findings": findings_told(findings, language),
            "known": known_told(known, language) or pick(NOTHING, language),
            "likely": likely_told(stands.known.likely, language),
            "left": pick(LEFT[stands.known.named], language).format(count=questions_left(stands.known)),
            "open": _open(stands, turn),
            "again": pick(WRONG, language) if wrong else "",
        },
    )


def specialties(house: House) -> list[str]:
    """Every specialty that some department of the hospital serves."""
    return list(dict.fromkeys(code for d in house.departments for code in d.specialties))


def departments(house: House, turn: Turn) -> str:
    """For each specialty the department that takes this patient, a line each, with its place."""
    lines = []
    for code in specialties(house):
        choice = arrival.place(house, turn, code)
        if choice is not None and code in choice.department.specialties:
            closed = opening.told(choice.department, turn.now, turn.language, first=None)
            name = choice.department.name[turn.language]
            lines.append(f"{code}: {name}, {arrival.spot(choice.department, turn.language)} {closed}".rstrip())
    return "\n".join(lines)


def known_told(known: LookedUp, language: Language) -> str:
    """What was looked up for this turn."""
    found = [reply.text if reply.answered else pick(UNKNOWN, language) for reply in known.enquiries]
    return "\n".join(found)


def _record(house: House, turn: Turn) -> str:
    language, state = turn.language, turn.heard_by
    lines = [record(turn.record, turn.person, language)]
    if state.earlier is not None:
        told = pick(EARLIER, language)
        lines.append("- " + told.format(department=state.earlier.department, complaint=state.earlier.complaint))
    named = house.department(state.recommended.department_id) if state.recommended else None
    if named is not None:
        closed = arrival.too_late(house, named, turn.now, language)
        where = f"{named.name[language]}, {arrival.spot(named, language)} {closed}".rstrip()
        lines.append("- " + pick(NAMED, language).format(where=where))
    if any(alert.raised.level is Level.B and not alert.disputed for alert in state.standing):
        lines.append("- " + pick(COMING, language))
    return "\n".join(lines)


def likely_told(likely: tuple[tuple[str, float], ...], language: Language) -> str:
    """The triage code's likeliest specialties, as a hint."""
    likely = tuple(pair for pair in likely if pair[1] > 0)[:LIKELIEST]
    return ", ".join(f"{code} {chance:.0%}" for code, chance in likely) or pick(NOTHING, language)


def _open(stands: Standing, turn: Turn) -> str:
    """The pages that may be asked, a line each: name, words, tiles."""
    lines = [_line(key, stands, turn) for key in open_pages(stands.known) if key not in UNSAID]
    return "\n".join((*lines, pick(OWN, turn.language)))


def _line(key: str, stands: Standing, turn: Turn) -> str:
    page, language = put(key, stands.known, stands.offers), turn.language
    must = pick(MUST, language) if key in DANGER_PAGES else ""
    if turn.text and turn.question is not None and turn.question.key == key:
        must = pick(JUST_ASKED, language)
    tiles = " / ".join(option.label[language] for option in page.options)
    return f"{key}{must}: {page.text[language]} {tiles}".rstrip()
