"""`frontdesk check` for privacy: who the speaker says they are, against the name, birth date and number on file."""

import re
from collections.abc import Iterator

from frontdesk.models.facts import Language
from frontdesk.models.identity import patient_number
from frontdesk.models.parsers.writing import language_of, read
from frontdesk.models.specialists.case import Checked, Patient, Verdict
from frontdesk.models.specialists.labs_vitals.beside import without_values
from frontdesk.models.specialists.labs_vitals.spoken import ONES
from frontdesk.models.specialists.privacy.cues import cue
from frontdesk.models.specialists.privacy.dates import DAY_ALONE, NUMBER, Stated, dates, spoken_day, zh_number
from frontdesk.models.specialists.privacy.names import agrees, claimed

SOURCE = "Polaris 5.2.5: name and birth date agree before anything personal is told; compared by plain code"
TEXTS: dict[Verdict, tuple[str, str]] = {
    "match": ("姓名和出生日期与登记一致。", "The name and birth date agree with what is on file."),
    "mismatch": ("所报身份信息与登记不符，请再核对一次，暂不透露任何病历内容。",
                 "What was given does not agree with what is on file; please check again, nothing personal is told."),
    "incomplete": ("还需要完整的姓名和出生日期才能核对身份。",
                   "The full name and the birth date are both needed before anything personal is told."),
}  # fmt: skip

ONLY, ONLY_ZH = 24, 9  # characters; a day without its year is all that was said
ALONE = 60  # characters; a whole date in so short an utterance is the answer to "when were you born?"


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """Match, mismatch or incomplete, when the utterance says who the speaker is; else nothing."""
    verdict = identity(utterance, patient)
    if verdict is None:
        return ()
    language = language_of(utterance) or Language.EN
    text = TEXTS[verdict][0 if language is Language.ZH else 1]
    return (
        Checked(specialist="privacy", kind="identity", verdict=verdict, subject="identity", text=text, source=SOURCE),
    )


def identity(utterance: str, patient: Patient) -> Verdict | None:
    """Everything said must agree; a match takes two of name, birth date and number, one of them name or birth date."""
    said = dict(_said(utterance, patient))
    if not said:
        return "incomplete" if _is_about_identity(utterance, patient) else None
    if False in said.values():
        return "mismatch"
    sure = {what for what, agreed in said.items() if agreed}
    enough = {"name", "birth_date"} <= sure or ("number" in sure and sure & {"name", "birth_date"})
    return "match" if enough and not _for_another(utterance, patient) else "incomplete"


def _is_about_identity(utterance: str, patient: Patient) -> bool:
    low = read(utterance).lower
    known = patient.name is not None or patient.birth_date is not None
    return bool(
        cue("refuses").search(low) or (known and (cue("stand_in").search(low) or cue("wants_record").search(low)))
    )


def _for_another(utterance: str, patient: Patient) -> bool:
    """Whether somebody speaks for the patient: says so, or names them as kin or as whom they came for."""
    low = read(utterance).lower
    if cue("stand_in").search(low):
        return True
    return patient.name is not None and any(_is_anothers(low, found) for found in _name(patient.name).finditer(low))


def _name(name: str) -> re.Pattern[str]:
    """The name, or in English the first of it, where it stands in small letters."""
    first = name.lower().split()[0]
    return re.compile(rf"\b{re.escape(first)}\b(?:'s\b)?" if first.isascii() else re.escape(first))


def _is_anothers(low: str, name: re.Match[str]) -> bool:
    """Whether the name is told to be of the speaker's kin, of whom they came for or help, or not to be theirs."""
    before, after, kin = low[: name.start()], low[name.end() :], cue("kin").pattern
    told = re.search(
        rf"(?:\bmy {kin}(?:'s name(?: is|'s)|'s| is(?: called)?)?,? |我(?:家|的)?{kin}(?:叫|是|，)*)$", before
    )
    own = re.match(
        rf"[^.;]{{0,24}}\b(?:is|'s) my {kin}\b|[他她的]{{0,2}}(?:是我的?)?{kin}(?![\u4e00-\u9fff]{{0,2}}[说让叫])",
        after,
    )
    helped = re.match(rf"(?:他|她|的|家的?){{0,2}}{cue('speaks_for').pattern}", after)
    return bool(told or own or helped or cue("comes_for").search(before) or cue("denied").search(before))


def _said(utterance: str, patient: Patient) -> Iterator[tuple[str, bool | None]]:
    """What was told, and whether it agrees: None where it is partial or there is nothing to compare it with."""
    writing = read(without_values(utterance))  # 白细胞 7.5 is neither a name nor the fifth of July
    low = _as_digits(writing.lower)
    names = [] if cue("possessive").search(low) else claimed(writing.text, patient.name)
    if names:
        yield "name", agrees(names[-1], patient.name) if patient.name else None
    number, phone = cue("number").search(low), cue("phone").search(low)
    if number and patient.patient_id:
        yield "number", patient_number(number[1]) == patient_number(patient.patient_id)
    if phone and patient.phone:
        yield "phone", _figures(phone[1])[-10:] == _figures(patient.phone)[-10:]
    elif (last := cue("last_digits").search(low)) and patient.phone:
        yield "phone", None if _figures(patient.phone).endswith(last[1]) else False
    told = _birth_date(writing.lower, bool(names or number))
    if told is not None:
        yield "birth_date", _same_day(told, patient) if not cue("moons").search(low) else None


def _birth_date(low: str, beside: bool) -> Stated | None:
    """The date of birth that was told; a date counts beside a name, or with a word for birth, or alone."""
    only = len(low) <= (ONLY_ZH if language_of(low) is Language.ZH else ONLY) and not re.search(
        r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", low
    )
    found = [one for one in dates(low) if one.whole or only or cue("born").search(low)]
    if found and found[-1].whole and (put_right := _put_right(low, found[-1])):
        found.append(put_right)
    alone = len(low) <= ALONE and not cue("since").search(low)
    if not found or not (cue("born").search(low) or beside or alone):
        return None
    return found[-1]


def _put_right(low: str, told: Stated) -> Stated | None:
    """The date with what of it was said anew behind "sorry, no": its day, its month, or what nobody can tell."""
    correction = next((one for one in cue("corrects").finditer(low) if one.start() > told.start), None)
    rest = low[correction.end() :] if correction else ""
    if not rest or any(one.whole for one in dates(rest)):
        return None
    if anew := dates(rest):
        return told._replace(month=anew[-1].month, day=anew[-1].day, either=False)
    if day := DAY_ALONE.search(rest):
        return told._replace(day=spoken_day(day["day"]) if day["day"] else zh_number(day["zh"]), either=False)
    return told._replace(year=None) if NUMBER.search(rest) else None


def _same_day(told: Stated, patient: Patient) -> bool | None:
    known = patient.birth_date
    if known is None:
        return None
    pairs = [(told.month, told.day)] + ([(told.day, told.month)] if told.either else [])
    fits = [
        (told.year in (None, known.year)) and month in (None, known.month) and day in (None, known.day)
        for month, day in pairs
    ]
    if not any(fits):
        return False
    return True if told.whole else None


def _as_digits(low: str) -> str:
    """Numbers read out figure by figure, as figures: one three eight, 幺三八."""
    zh = {char: str(value) for value, char in enumerate("零一二三四五六七八九")} | {"〇": "0", "幺": "1"}
    low = re.sub(r"[零〇一二三四五六七八九幺]{4,}", lambda m: "".join(zh[c] for c in m[0]), low)
    words = "|".join([*list(ONES)[:10], "oh"])
    return re.sub(
        rf"\b(?:{words})(?:[ -]+(?:{words})){{3,}}\b",
        lambda m: "".join(str(ONES.get(w, 0)) for w in re.split(r"[ -]+", m[0])),
        low,
    )


def _figures(text: str) -> str:
    return re.sub(r"\D", "", text)
