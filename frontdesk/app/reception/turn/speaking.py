"""What the model that speaks is told: the hospital, the talk, the record, the team's findings, what is still open."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.record.interview import also, open_pages, questions_left
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.wording import pick
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.questions import UNSAID
from frontdesk.app.reception.team.finding import Finding
from frontdesk.app.reception.turn.interviewing import Standing
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.prompting import NOTHING, findings_told, lines_of, names_kept, record, talk
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.records import Department, Rules
from frontdesk.models.ages import CHILD_UNDER
from frontdesk.models.facts import Language, Sex
from frontdesk.models.nurse import Speaking, treats
from frontdesk.models.red_flags import DANGER_PAGES
from frontdesk.models.speaking.dates import day_words

LIKELIEST = 3  # specialties of the triage code
SIGNS = 4  # danger signs she is to name
LEFT = {
    False: ("说科室前最多再问{count}个", "before a department: at most {count} more questions"),
    True: ("科室已告诉，最多再问{count}个", "the department is named: at most {count} more questions"),
}
DONE = {False: ("没有了，请 SEND", "nothing: SEND"), True: ("没有了，请 CLOSE", "nothing: CLOSE")}
MUST = ("（先问这个）", " (ask this first)")
JUST_ASKED = ("（刚问过，刚才的话答了就不再问）", " (just asked: only if the reply leaves it open)")
OWN = ("own: 你自己的一个问题", "own: a question of your own")
NAMED = ("已告诉病人去：{where}", "Department named to the patient: {where}")
EARLIER = ("复诊：上次在{department}，因为{complaint}", "Follow-up of a visit to {department} for {complaint}")
COMING = ("护士正赶来接病人", "A nurse is on her way to fetch the patient")
UNKNOWN = ("（没有查到）", "(not known)")
PLACE = ("{building}{floor}楼", "{building}, floor {floor}")
ALL_OPEN = ("没有，都开着", "none, all are open")
CLOSED = ("{names}（{when}才开）", "{names} (opens {when})")
ALL = ("全部", "all")
ALL_BUT = ("除了{names}都关着", "all but {names}")
FOR_LONG = ("近几天不开", "in some days")


def asked(
    services: Services, turn: Turn, findings: tuple[Finding, ...], known: LookedUp, stands: Standing, notices: str
) -> Speaking:
    """The question to the capability `nurse`; `notices`: what she is told of her own replies.

    Hospital and departments are the same for everybody, and stand in front.
    """
    language = turn.language
    return Speaking(
        language=language,
        blanks={
            "hospital": services.hospital.directory.info().name[language],
            "departments": departments(services.departments, language),
            "closed": closed_told(services, turn),
            "talk": talk(lines_of(turn, names_kept(services)), language),
            "record": _record(services, turn),
            "findings": findings_told(findings, language),
            "known": known_told(known, language) or pick(NOTHING, language),
            "likely": likely_told(stands.known.likely, language),
            "left": _left(stands, language),
            "open": _open(stands, turn),
            "notices": notices,
        },
    )


# --- departments -----------------------------------------------------------------------------------------------------


def specialties(services: Services) -> list[str]:
    """Every specialty that some department of the hospital serves."""
    return list(dict.fromkeys(code for d in services.departments for code in d.specialties))


def departments(every: Sequence[Department], language: Language) -> str:
    """By building and floor: the code to send by, name, room, what people bring there and whom it takes."""
    lines = []
    ordered = sorted(every, key=lambda one: (one.building[language], one.floor))
    for (building, floor), there in groupby(ordered, key=lambda one: (one.building[language], one.floor)):
        lines.append(pick(PLACE, language).format(building=building, floor=floor))
        lines += [_line_of(one, language) for one in there]
    return "\n".join(lines)


def _line_of(department: Department, language: Language) -> str:
    code = department.specialties[0]
    told = [words for words in (treats(code, language), *_takes(department.rules, language)) if words]
    about = f": {', '.join(told) if language is Language.EN else '、'.join(told)}" if told else ""
    return f"{code} = {department.name[language]} {department.room}{about}"


def _takes(rules: Rules, language: Language) -> Iterator[str]:
    """Whom the department takes, where it is not everybody."""
    if rules.age_under is not None and rules.age_under >= 1:
        yield pick(("{age:g}岁以下", "under {age:g}"), language).format(age=rules.age_under)
    if rules.age_from is not None and rules.age_from != CHILD_UNDER:
        yield pick(("{age:g}岁以上", "from {age:g}"), language).format(age=rules.age_from)
    if rules.pregnant is not None:
        yield pick(("孕妇", "the pregnant") if rules.pregnant else ("不收孕妇", "not the pregnant"), language)
    if rules.sex is not None:
        yield pick(("男", "men") if rules.sex is Sex.MALE else ("女", "women"), language)
    if rules.fever:
        yield pick(("发烧的", "with fever"), language)


def closed_told(services: Services, turn: Turn) -> str:
    """Departments that whoever sets out now finds closed, by when they open."""
    language, closed = turn.language, dict[str, list[str]]()
    for one in services.departments:
        stands = opening.standing(one, turn.now)
        if stands.reached:
            continue
        when = pick(FOR_LONG, language)
        if stands.opens is not None:
            day = day_words(stands.opens.date(), turn.now.date(), language)
            when = f"{day}{stands.opens:%H:%M}" if language is Language.ZH else f"{day} at {stands.opens:%H:%M}"
        closed.setdefault(when, []).append(one.specialties[0])
    shut = pick(CLOSED, language)
    told = (shut.format(when=when, names=_closed_names(services, names, language)) for when, names in closed.items())
    return "; ".join(told) or pick(ALL_OPEN, language)


def _closed_names(services: Services, names: Sequence[str], language: Language) -> str:
    """The codes; where nearly all are meant, those that are not."""
    others = [one.specialties[0] for one in services.departments if one.specialties[0] not in names]
    if len(others) < len(names):
        return pick(ALL_BUT, language).format(names=", ".join(others)) if others else pick(ALL, language)
    return ", ".join(dict.fromkeys(names))


# --- what is known ---------------------------------------------------------------------------------------------------


def known_told(known: LookedUp, language: Language) -> str:
    """What was looked up for this turn."""
    found = [reply.text if reply.answered else pick(UNKNOWN, language) for reply in known.enquiries]
    return "\n".join(found)


def _record(services: Services, turn: Turn) -> str:
    language, state = turn.language, turn.heard_by
    lines = [record(turn.record, turn.person, language, talk=state.said)]
    if state.earlier is not None:
        told = pick(EARLIER, language)
        lines.append("- " + told.format(department=state.earlier.department, complaint=state.earlier.complaint))
    named = services.department(state.recommended.department_id) if state.recommended else None
    if named is not None:
        closed = arrival.too_late(services, named, turn.now, language)
        where = f"{named.name[language]}, {arrival.spot(named, language)} {closed}".rstrip()
        lines.append("- " + pick(NAMED, language).format(where=where))
    if state.is_fetched:
        lines.append("- " + pick(COMING, language))
    return "\n".join(lines)


def likely_told(likely: tuple[tuple[str, float], ...], language: Language) -> str:
    """The triage code's likeliest specialties, as a hint."""
    likely = tuple(pair for pair in likely if pair[1] > 0)[:LIKELIEST]
    return ", ".join(f"{code} {chance:.0%}" for code, chance in likely) or pick(NOTHING, language)


# --- what is open ----------------------------------------------------------------------------------------------------


def _items(stands: Standing) -> list[str]:
    """The pages that may be asked now: where no questions are left, danger alone."""
    pages = [key for key in open_pages(stands.known) if key not in UNSAID]
    return pages if questions_left(stands.known) else [key for key in pages if key in DANGER_PAGES]


def _left(stands: Standing, language: Language) -> str:
    left = max(questions_left(stands.known), len(_items(stands)[:1]))
    return pick(LEFT[stands.known.named], language).format(count=left)


def _open(stands: Standing, turn: Turn) -> str:
    """A line each: name, words, tiles."""
    language, items = turn.language, _items(stands)
    own = [pick(OWN, language)] if questions_left(stands.known) else []
    beside = _beside(stands, language) if questions_left(stands.known) else []
    lines = [_line(key, stands, turn) for key in items]
    return "\n".join((*lines, *beside, *own)) or pick(DONE[stands.known.named], language)


def _line(key: str, stands: Standing, turn: Turn) -> str:
    page, language = put(key, stands.known, stands.offers), turn.language
    must, options = "", page.options
    if key in DANGER_PAGES:
        must = pick(MUST, language) if stands.known.endangered else ""
        options = options[:SIGNS]
    if turn.text and turn.question is not None and turn.question.key == key:
        must = pick(JUST_ASKED, language)
    tiles = " / ".join(option.label[language] for option in options)
    return f"{key}{must}: {page.text[language]} {tiles}".rstrip()


def _beside(stands: Standing, language: Language) -> list[str]:
    """What often goes with the complaint, each to be asked by its own name."""
    codes = also(stands.known) if "also" in open_pages(stands.known) else []
    page = put("also", stands.known) if codes else None
    options = page.options if page else ()
    return [f"{one.key.rpartition(':')[2]}: {one.label[language]}?" for one in options]
