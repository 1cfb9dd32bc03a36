"""What the hospital's directory says of a department or a physician, in a sentence or two."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from frontdesk.his_adapter import opening
from frontdesk.his_adapter.family_names import Family
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.opening import next_opening, standing
from frontdesk.his_adapter.records import Department, Physician, Slot
from frontdesk.models.facts import Language
from frontdesk.models.retrieval.subjects import shipped
from frontdesk.models.speaking.dates import WEEK, WEEK_ZH, day_words

WEEK_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ALL_DAY = time(23, 59)  # until when a department that never closes is open


class Wanted(StrEnum):
    """What is asked of a department or a physician."""

    SLOTS = "slots"
    WHO = "who"
    HOURS = "hours"
    PLACE = "place"
    PHONE = "phone"


# The first that fits is what is asked.
ASKS = (
    (
        Wanted.SLOTS,
        r"有号|有没有号|还有.{0,4}号|号源|余号|剩号|有空|能约|约到|约上|最早.{0,8}(?:号|约|看上)|约.{0,6}(?:什么时候|几点|哪天)"
        r"|(?:free|next|available|earliest|soonest|first|open) (?:\w+ ){0,2}(?:slot|appointment|visit|time)|\bslots?\b"
        r"|appointments? (?:\w+ ){0,3}(?:left|available|free|today|tomorrow)|soonest|earliest|availab",
    ),
    (
        Wanted.WHO,
        r"哪[位个些]?.{0,2}(?:医生|大夫|专家|医师|主任)|谁.{0,4}(?:坐诊|出诊|值班|看诊|在|上班)|坐诊"
        r"|出诊|有.{0,3}(?:医生|大夫|专家)|在班|当班|今天在吗|在不在|来不来|来吗|来没来"
        r"|\bwho(?:'s| is| are| will|se)?\b|which (?:\w+ ){0,3}(?:doctors?|physicians?|dentists?|surgeons?)"
        r"|on duty|on call|what doctors"
        r"|(?:working|in|here|on) today|is .*\b(?:working|in|here|around)\b",
    ),
    (
        Wanted.HOURS,
        r"几点|什么时候|啥时候|何时|时间|开门|关门|上班|下班|开到|还开|开吗|开不开|营业|开诊|停诊|周[一二三四五六日末].{0,4}[开吗]"
        r"|(?:礼拜|星期).{0,5}[开吗]|\bopen|\bclos|\bhours?\b|what time|\bwhen\b|until|\bshut",
    ),
    (
        Wanted.PLACE,
        r"在哪|哪儿|哪里|几楼|几层|哪栋|哪个楼|哪层|怎么走|怎么去|往哪|位置|哪边|方向|房间|去几|找不到"
        r"|\bwhere|which (?:floor|way|room|building)|what (?:floor|room|building)"
        r"|(?:get|go|come|walk) to|\bfind\b|\breach\b|the way|directions|\bfloor\b",
    ),
    (Wanted.PHONE, r"电话|号码|phone|number|\bcall\b|\bring\b|contact"),
)
OF_A_CLINIC = {  # subjects of the known questions
    "clinic_free_slots": Wanted.SLOTS,
    "clinic_on_duty": Wanted.WHO,
    "clinic_hours": Wanted.HOURS,
    "clinic_place": Wanted.PLACE,
    "clinic_phone": Wanted.PHONE,
}
SURELY = 0.5  # how likely a question is about the subject that is answered
WEEKDAY_ZH = re.compile(r"(?:周|礼拜|星期)([一二三四五六日天末])")
DAYS_ZH = {"今天": 0, "今日": 0, "明天": 1, "明日": 1, "后天": 2}
DAYS_EN = {"today": 0, "tonight": 0, "tomorrow": 1}


def wanted(question: str) -> Wanted | None:
    return next((kind for kind, pattern in ASKS if re.search(pattern, question, re.I)), None)


def surely_wanted(question: str) -> Wanted | None:
    """What a whole question wants of the department it names, whatever is told around it and in whatever words."""
    subject, likely = shipped().likeliest(question)
    return OF_A_CLINIC.get(subject) if likely >= SURELY else None


def asks_for_physician(question: str) -> bool:
    subject, likely = shipped().likeliest(question)
    return likely >= SURELY and subject in ("physician_in", *OF_A_CLINIC)


def day_asked(question: str, today: date) -> date:
    """The day a question is about: today when it names none."""
    for words in (DAYS_ZH, DAYS_EN):
        for word, ahead in words.items():
            if word in question.lower():
                return today + timedelta(days=ahead)
    named = WEEKDAY_ZH.search(question)
    if named:
        return _next(today, 5 if named[1] == "末" else (WEEK_ZH + "天").index(named[1]) % WEEK)
    spoken = next((n for n, name in enumerate(WEEK_EN) if name.lower() in question.lower()), None)
    if spoken is None and "weekend" in question.lower():
        spoken = 5
    return today if spoken is None else _next(today, spoken)


def _next(today: date, weekday: int) -> date:
    return today + timedelta(days=(weekday - today.weekday()) % WEEK)


def of_department(
    hospital: Hospital, department: Department, kind: Wanted, question: str, language: Language, now: datetime
) -> str:
    """The answer; empty when the directory does not hold it."""
    day = day_asked(question, now.date())
    match kind:
        case Wanted.SLOTS:
            return _slots(hospital, department, day, language, now)
        case Wanted.WHO:
            return _who(department, hospital.directory.on_duty(department.department_id, day), day, language, now)
        case Wanted.HOURS:
            free = hospital.scheduling.free_slots(department.department_id, now, limit=1)
            return hours(department, day, language, now, first=free[0].starts if free else None)
        case Wanted.PLACE:
            only_floor = re.search(r"几楼|几层|哪层|which floor|what floor", question, re.I)
            return place(department, language) if only_floor else way(department, language)
        case Wanted.PHONE:
            return _phone(department, language)


def of_physician(
    hospital: Hospital, physician: Physician, department: Department, question: str, language: Language, now: datetime
) -> str:
    """Whether the physician is here on the day asked about, and where."""
    day, zh = day_asked(question, now.date()), language is Language.ZH
    name = f"{physician.name[language]}{physician.title[language]}" if zh else f"Dr {physician.name[language]}"
    where = department.name[language]
    days = [day + timedelta(days=n) for n in range(WEEK)]
    here = [d for d in days if physician in hospital.directory.on_duty(department.department_id, d)]
    first = f"{name}在{where}看病。" if zh else f"{name} works in {where}."
    if not here:
        return first
    told = day_words(here[0], now.date(), language)
    if here[0] == day:
        then = (
            f"{told}出诊，在{_room(department, language)}。"
            if zh
            else f"On duty {told} in {_room(department, language)}."
        )
    else:
        asked = day_words(day, now.date(), language)
        then = f"{asked}不出诊，{told}出诊。" if zh else f"Not on duty {asked}; the next day is {told}."
    return f"{first}{then}" if zh else f"{first} {then}"


def of_nobody(family: Family, language: Language) -> str:
    """That the directory holds no physician of a family name."""
    if language is Language.ZH:
        called = family.name if family.language is Language.ZH else family.name.capitalize()
        return f"医生名单里没有找到姓{called}的医生。您说科室，我能告诉您谁出诊。"
    called = family.name.capitalize()
    return f"I find no doctor called {called} in our directory. Name a department, and I can say who is on duty."


def place(department: Department, language: Language) -> str:
    name, room = department.name[language], _room(department, language)
    return f"{name}在{room}。" if language is Language.ZH else f"{name} is in {room}."


def way(department: Department, language: Language) -> str:
    between = "" if language is Language.ZH else " "
    return f"{place(department, language)}{between}{department.directions[language]}"


def _room(department: Department, language: Language) -> str:
    if language is Language.ZH:
        return f"{department.building[language]}{department.floor}楼{department.room}"
    building = department.building[language]
    the = "the " if re.search(r"(?:building|centre|center|wing|tower|pavilion|hall)$", building, re.I) else ""
    return f"{the}{building}, floor {department.floor}, room {department.room}"


def hours(
    department: Department, day: date, language: Language, now: datetime, *, first: datetime | None = None
) -> str:
    """When it is open on a day; today also whether it is open now; the next day when it is closed for good.

    `first` is the first free time there.
    """
    zh, name, told = language is Language.ZH, department.name[language], day_words(day, now.date(), language)
    closed = day in department.closed_on
    spans = [] if closed else [o for o in department.openings if o.weekday == day.isoweekday()]
    between = "" if zh else " "
    if not spans:
        text = f"{name}{told}不开。" if zh else f"{name} is closed {told}."
        return f"{text}{between}{_next_opening(department, datetime.combine(day, ALL_DAY), language, now)}".strip()
    if spans[0].opens == time(0) and spans[0].closes >= ALL_DAY:
        return f"{name}{told}全天开。" if zh else f"{name} is open all day {told}."
    when = [f"{o.opens:%H:%M}到{o.closes:%H:%M}" if zh else f"{o.opens:%H:%M} to {o.closes:%H:%M}" for o in spans]
    text = f"{name}{told}{'、'.join(when)}开。" if zh else f"{name} is open {' and '.join(when)} {told}."
    if day != now.date():
        return text
    stands = standing(department, now)
    if stands.reached and department.is_open(now):
        return f"{text}现在开着。" if zh else f"{text} It is open now."
    if stands.closes_in is not None:
        return f"{text}{between}{opening.told(department, now, language, first=first)}".strip()
    return f"{text}{between}{_next_opening(department, now, language, now)}".strip()


def _next_opening(department: Department, after: datetime, language: Language, now: datetime) -> str:
    coming = next_opening(department, after)
    if coming is None:
        return ""
    if coming.date() == now.date() and coming > now and not _has_opened(department, now):
        return "现在还没开。" if language is Language.ZH else "It is not open yet."
    told = day_words(coming.date(), now.date(), language)
    if language is Language.ZH:
        return f"下次{told}{coming:%H:%M}开。"
    return f"It next opens {told} at {coming:%H:%M}."


def _has_opened(department: Department, now: datetime) -> bool:
    return any(o.weekday == now.isoweekday() and o.opens <= now.time() for o in department.openings)


def _who(department: Department, on_duty: Sequence[Physician], day: date, language: Language, now: datetime) -> str:
    zh, name, told = language is Language.ZH, department.name[language], day_words(day, now.date(), language)
    if not on_duty:
        return f"{name}{told}没有医生出诊。" if zh else f"No doctor is on duty in {name} {told}."
    if zh:
        return f"{name}{told}出诊：{'、'.join(p.name[language] + p.title[language] for p in on_duty)}。"
    names = [f"Dr {p.name[language]} ({p.title[language].lower()})" for p in on_duty]
    return f"On duty in {name} {told}: {', '.join(names)}."


def _slots(hospital: Hospital, department: Department, day: date, language: Language, now: datetime) -> str:
    after = max(now, datetime.combine(day, time()))
    free = hospital.scheduling.free_slots(department.department_id, after, limit=3)
    zh, name = language is Language.ZH, department.name[language]
    if not free:
        return f"{name}目前没有空号。" if zh else f"{name} has no free appointment at the moment."
    physicians = {p.physician_id: p for p in hospital.directory.physicians(department.department_id)}
    first, more = free[0], [slot for slot in free[1:] if slot.starts.date() == free[0].starts.date()]
    doctor = physicians[first.physician_id].name[language] if first.physician_id in physicians else ""
    told = day_words(first.starts.date(), now.date(), language)
    return _slots_told(name, doctor, told, first, more, zh)


def _slots_told(name: str, doctor: str, told: str, first: Slot, more: Sequence[Slot], zh: bool) -> str:
    times = [f"{slot.starts:%H:%M}" for slot in more]
    if zh:
        text = f"{name}最早的号是{told}{first.starts:%H:%M}" + (f"，{doctor}医生。" if doctor else "。")
        return text + (f"后面还有{'、'.join(times)}。" if times else "")
    text = f"The next free visit in {name} is {told} at {first.starts:%H:%M}" + (
        f" with Dr {doctor}." if doctor else "."
    )
    return text + (f" After that: {', '.join(times)}." if times else "")


def _phone(department: Department, language: Language) -> str:
    if not department.phone:
        return ""
    name = department.name[language]
    return f"{name}电话{department.phone}。" if language is Language.ZH else f"{name}: phone {department.phone}."
