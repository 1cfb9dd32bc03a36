# ruff: noqa: E501
"""Who and which record: patient ids, outpatient numbers, names, genders and the doctors who signed."""

import re
from functools import partial
from typing import Any

from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.vocabulary import pattern

HAN = "\u4e00-\u9fff"
ID = r"(?:p[ -]?\d{3,}|guest-[a-z0-9]+|[0-9a-f]{32}|[a-z]{1,3}\d{6,})"
CUED_ID = rf"(?:{ID}|[a-z]{{0,4}}-?\d{{2,}}[\w-]*)"
OF_PATIENT_EN = r"(?:patients?|pts?|mrn)(?: (?:with )?(?:ids?|identifiers?|numbers?|no|#))*[.:#=]? ?(?:is |= ?)?#?"
OF_PATIENT_ZH = r"(?:患者|病人|病患)?(?:的)?(?:编号|号码|id号?|号)?(?:为|是|:|=)?"
OF_RECORD_EN = (
    r"(?:(?:outpatient|out-patient|visit|record|encounter|entry|case|chart|op|clinic|opd) ?)?"
    r"(?:(?:numbers?|nos?|num|id|ids)\b\.?|#|№)"
)
OF_RECORD_ZH = r"(?:门诊(?:病历)?号码?|门诊编号|门诊|就诊号|就诊编号|就诊记录|病历号|病历编号|病历|记录号?|编号|挂号单|流水号|单号|号码)"
CJK_LIST = r"(?:(?: ?(?:,|、|和|及|与|或|以及|还有|跟|and|or|&|/) ?){1,2}"


def numbered(script: Script) -> Script:
    """With patient ids and outpatient numbers as letters, several of a kind in a row as one for each."""
    script = script.lettered(
        Kind.PATIENT, pattern(rf"(?<![a-z0-9_-])(?:{OF_PATIENT_EN} ?)(?P<id>{ID})(?![a-z0-9_-])"), _patient
    )
    script = script.lettered(
        Kind.PATIENT, pattern(rf"{OF_PATIENT_ZH}(?<![a-z0-9-])(?P<id>{ID})(?![a-z0-9-])"), _patient
    )
    script = script.lettered(
        Kind.RECORD,
        pattern(
            r"(?<![a-z0-9])(?:the )?(?:outpatient |visit |record |encounter |entry |case |chart |op |opd |clinic )?"
            r"(?:(?:numbers?|nos?|num|ids?)\b\.?|#|№) ?(?:is |are |of |= ?|: ?)?#?(?P<no>\d{4,9})(?![a-z0-9_/-])"
            r"|\b(?:outpatient|visit|record|encounter|entry|case|chart)s? #?(?P<no2>\d{4,9})(?![a-z0-9_/-])"
        ),
        _record,
    )
    script = script.lettered(
        Kind.RECORD,
        pattern(
            rf"{OF_RECORD_ZH}(?:为|是|:|=|#)?(?P<no>\d{{4,9}})(?:号)?(?![a-z0-9_/-]|年)|(?<![a-z0-9_])(?P<no2>\d{{5,9}})号?(?=的|病历|门诊|记录|就诊|这)"
        ),
        _record,
    )
    script = script.lettered(Kind.PATIENT, pattern(rf"\b{OF_PATIENT_EN} ?(?P<id>{CUED_ID})(?![a-z0-9_-])"), _patient)
    script = script.lettered(
        Kind.PATIENT,
        pattern(
            rf"(?:患者|病人|病患)(?:的)?(?:编号|号码|id号?|号)?(?:为|是|:|=)?(?P<id>{CUED_ID})(?:号(?=患者|病人|的))?(?![a-z0-9-])"
        ),
        _patient,
    )
    for _ in range(2):  # each further one of a list
        script = script.lettered(
            Kind.RECORD,
            pattern(r"(?<=⟨N⟩)(?: ?(?:,|、|和|及|与|或|以及|and|or|&|/) ?)+(?:no\.? ?|#)?(?P<no>\d{4,9})(?!\d|年)"),
            _record,
        )
    return script.lettered(
        Kind.RECORD, pattern(r"(?<![a-z0-9_.:/-])#?(?P<no>\d{5,9})(?![a-z0-9_:/-]|\.\d|年)"), _record
    )


def _patient(match: re.Match[str]) -> str | None:
    found = match["id"]
    if re.fullmatch(r"\d{1,3}|(?:19|20)\d\d", found):
        return None
    return re.sub(r"^p[ -]?(?=\d)", "p", found).upper() if not found.startswith("guest") else found


def _record(match: re.Match[str]) -> int:
    return int(next(number for number in match.groups() if number))


GENDERS_EN = {
    "female": r"females?|wom[ae]n|girls?|lad(?:y|ies)",
    "male": r"males?|m[ae]n|boys?|gentlem[ae]n",
}
GENDERS_ZH = {"女": r"女性|女士(?!的)|女(?!儿)", "男": r"男性|男士|男(?!科)"}


def _always(meaning: Any, match: re.Match[str]) -> Any:
    return meaning


def gendered(script: Script) -> Script:
    for gender, words in GENDERS_EN.items():
        script = script.lettered(
            Kind.GENDER,
            pattern(rf"(?<![a-z])(?:(?:who (?:is|are)|gender|sex)(?: is| =|:)? ?)?(?:{words})(?![a-z])"),
            partial(_always, gender),
        )
    for gender, words in GENDERS_ZH.items():
        script = script.lettered(
            Kind.GENDER,
            pattern(rf"(?:性别(?:为|是|:|=)?)?(?:{words})(?:的(?=患者|病人|人))?"),
            partial(_always, gender),
        )
    return script


CAPITAL = re.compile(r"[A-Z][a-z'’-]*(?: [A-Z][A-Za-z'’-]*){0,2}")
NAME_EN = r"[a-z][a-z'-]*(?: (?!and\b|or\b|from\b|in\b|on\b|for\b|to\b|by\b|at\b|s\b|with\b|of\b|the\b|since\b|who\b)[a-z][a-z-]*){0,2}"


def doctors(script: Script) -> Script:
    """With the doctors who signed, saw or treated as letters; their meaning is the bare name."""

    def english(match: re.Match[str]) -> str | None:
        written = re.sub(r"['’]s?$", "", script.written(*match.span("name")))
        capital = CAPITAL.match(written)
        return capital[0] if capital else None

    by = r"(?:(?:that |which )?(?:were |was |are |is |been )?(?:signed(?: off)?|seen|treated|written|examined|attended|handled|managed|done)(?: off)? by |under |by |with |whose (?:signature|physician|doctor) is |of |from |where )?"
    script = script.lettered(
        Kind.DOCTOR,
        pattern(
            rf"\b{by}(?P<title>(?:dr|doctor|physician|prof|professor)\b\.? )(?P<name>{NAME_EN})(?:'s)?(?: (?:signed|saw|has signed|treated)(?: off)?)?"
        ),
        english,
    )
    script = script.lettered(
        Kind.DOCTOR,
        pattern(rf"\b(?P<by>(?:signed(?: off)?|seen|treated|examined|attended) by )(?P<title>)(?P<name>{NAME_EN})"),
        english,
    )

    def chinese(match: re.Match[str]) -> str | None:
        return script.written(*match.span("name"))

    title = r"(?:主任医师|副主任医师|主治医师|医生|大夫|医师|主任|教授|专家)"
    acts = r"(?:(?:接诊|签字|签名|签署|签|诊治|看诊|看|负责|经手|诊疗|开)(?:过|了)?(?:的)?|的(?=患者|病人|就诊|记录|病历|病例))?"
    script = script.lettered(
        Kind.DOCTOR, pattern(rf"(?:由|被|是|经|找|挂)?(?P<name>⟨surname⟩[{HAN}]{{0,2}}?){title}{acts}"), chinese
    )
    return script.lettered(
        Kind.DOCTOR,
        pattern(
            rf"(?:由|被|经)(?P<name>⟨surname⟩[{HAN}]{{1,2}}?)(?:接诊|签字|签名|签署|签|诊治|看诊)(?:过|了)?(?:的)?|(?:签名|签字|医生|医师)(?:为|是|:)(?P<name2>⟨surname⟩[{HAN}]{{1,2}})(?=的|$|[,。])"
        ),
        lambda m: script.written(*(m.span("name") if m["name"] else m.span("name2"))),
    )


def named(script: Script) -> Script:
    """With the names of patients as letters: cued, or with a capital before 's, or a Chinese family name before 的."""

    def english(match: re.Match[str]) -> str | None:
        written = re.sub(r"['’]s?$", "", script.written(*match.span("name")))
        capital = CAPITAL.match(written)
        if not capital or capital[0].lower() in NOT_NAMES or capital[0].split()[0].lower() in NOT_NAMES:
            return None
        return capital[0] if match.groupdict().get("whole") is not None or capital[0] == written else None

    script = script.lettered(
        Kind.PERSON,
        pattern(
            rf"\b(?P<whole>(?:patients? )?(?:named|called|by the name of|whose name is|with the name(?: of)?|name is|name =|name:|surnamed|with (?:the )?(?:surname|last name|family name)) ?)(?P<name>{NAME_EN})(?:'s)?"
        ),
        english,
    )
    script = script.lettered(
        Kind.PERSON, pattern(rf"\b(?:mr|mrs|ms|miss)\b\.? (?P<name>{NAME_EN})(?:'s)?(?P<whole>)"), english
    )
    script = script.lettered(
        Kind.PERSON, pattern(r"\b(?:patients? )?(?P<name>[a-z]+(?: [a-z]+){0,2})'s(?![a-z])"), english
    )
    script = script.lettered(Kind.PERSON, pattern(rf"\b(?:patient|for|of) (?P<name>{NAME_EN})"), english)

    def chinese(match: re.Match[str]) -> str | None:
        name = match["name"]
        return (
            None
            if name in NOT_NAMES or any(word in name for word in NOT_IN_NAMES)
            else script.written(*match.span("name"))
        )

    person = rf"(?P<name>⟨surname⟩[{HAN}]{{1,2}}?)"
    ends = r"(?:女士|先生|小姐|老师|同志|患者|病人|奶奶|爷爷|阿姨|叔叔)?"
    for template in (
        rf"(?:姓名|名字|名)(?:为|是|叫|:)?{person}(?:的(?:患者|病人)?|(?=$|[,。;、]|在|于|⟨*⟩))",
        rf"(?:叫|名叫|叫做)(?:做)?{person}(?:的(?:那个|这个)?(?:患者|病人|人)?|(?=$|[,。;、]|⟨*⟩))",
        r"姓(?P<name>⟨surname⟩)的(?=患者|病人|人)",
        rf"(?:患者|病人|病患){person}(?:的|(?=$|[,。;、]|在|于|上|最|有|⟨*⟩))",
        rf"(?:^|(?<=[查询看把将给为找删示出下取阅,。:])|(?<=⟨*⟩)){person}{ends}(?:的|(?=在⟨*⟩|⟨W⟩))",
    ):
        script = script.lettered(Kind.PERSON, pattern(template), chinese)
    return script


NOT_NAMES = frozenset(
    [
        "today",
        "yesterday",
        "tomorrow",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "the",
        "this",
        "that",
        "patient",
        "patients",
        "doctor",
        "physician",
        "show",
        "list",
        "please",
        "all",
        "every",
        "any",
        "what",
        "which",
        "who",
        "when",
        "where",
        "how",
        "records",
        "record",
        "visits",
        "visit",
        "it",
        "he",
        "she",
        "they",
        "his",
        "her",
        "we",
        "i",
        "you",
        "everyone",
        "everybody",
        "someone",
        "week",
        "month",
        "year",
        "last",
        "outpatient",
        "department",
        "clinic",
    ]
)
NOT_IN_NAMES = tuple("科病诊查药史者人症痛炎过敏月日年周今昨明门住全部所有相关应")
