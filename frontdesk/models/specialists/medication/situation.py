"""Who takes the medicine: what the patient's record and their own words say that counts in the rules."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from frontdesk.models.ages import GROWN_UP_FROM, OLD_FROM
from frontdesk.models.facts import Person
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers import person_of
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH
from frontdesk.models.parsers.patterns import scripts
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.case import Patient, Prescribed
from frontdesk.models.specialists.medication.amounts import amount
from frontdesk.models.specialists.medication.dose import Dose, read_dose
from frontdesk.models.specialists.medication.lexicon import Named
from frontdesk.models.specialists.medication.mentions import named


class Listed(NamedTuple):
    """A medicine on the patient's list with its prescription; `name` as the list writes it."""

    name: str
    named: Named
    dose: Dose


class Situation(NamedTuple):
    """`weeks` of pregnancy are None while unknown; `allergies` are medicines with their classes; of `person` the age
    counts."""

    person: Person  # for the age
    weight: float | None
    pregnant: bool
    weeks: float | None
    breastfeeding: bool
    illnesses: dict[str, str]  # code: as it was written
    allergies: frozenset[str]
    listed: tuple[Listed, ...]
    list_known: bool
    substances: frozenset[str]

    @property
    def tells(self) -> bool:
        """Whether anything is known that a medicine can be held against."""
        child_or_old = self.person.age_told and (
            self.person.may_be_under(GROWN_UP_FROM) or self.person.may_be_from(OLD_FROM)
        )
        return bool(self.illnesses or self.allergies or self.pregnant or self.breastfeeding or child_or_old)


_BREASTFEEDING = re.compile(
    r"breast-?\s?feed|nursing (?:my|a|the) |nursing mother|lactating|哺乳|喂奶|奶娃|奶孩子|"
    r"母乳喂养|喂母乳"
)
_PREGNANT = re.compile(r"\bpregnan|\bexpecting a baby|怀孕|孕妇|孕期|孕\d|怀着|孕[早中晚]期|孕[一二三四五六七八九十]")
_NOT_YET = re.compile(
    r"(?:not|n't|no longer|trying to (?:get|become)|want to (?:get|be)|没有?|不是|没|备|准备|想)(?:\s\w+)?\s*$"
)
_WEEKS = re.compile(
    rf"(?P<en>{ENGLISH}) ?-?(?P<u>weeks?|months?) (?:pregnant|along|into|of pregnancy)|"
    rf"孕(?:期)?(?P<zh>{CHINESE})(?P<uz>周|个?月)|怀孕(?:了|有|已经|大概|快)*(?P<zh2>{CHINESE})(?P<uz2>周|"
    rf"个?月)|(?P<zh3>{CHINESE})(?P<uz3>周|个月)的?(?:身孕|孕)"
)
_TRIMESTERS = (
    (re.compile(r"first trimester|early pregnancy|early in my pregnancy|孕早期|怀孕早期|刚怀孕"), 8.0),
    (re.compile(r"second trimester|孕中期|怀孕中期"), 20.0),
    (re.compile(r"third trimester|late pregnancy|孕晚期|怀孕晚期|快生了|临产"), 33.0),
)  # fmt: skip
_ALLERGIC = re.compile(
    r"allergic to (?P<en>[\w' -]{3,40})|(?P<en2>[a-z]{4,20}) allergy|对(?P<zh>[^，"
    r"。]{2,10}?)过敏|(?P<zh2>[\u4e00-\u9fff]{2,6})过敏"
)
_SUBSTANCES = {
    name: re.compile(pattern)
    for name, pattern in {
        "alcohol": r"\b(?:alcohol|nightcap|wine|beers?|vodka|whisk(?:e)?y|rum|martinis?|margaritas?|scotch|bourbon|"
        r"tequila|brandy|gin(?: and tonic)?|sake|mojitos?|hard seltzers?|liquor|cocktails?|champagne|"
        r"drinks? (?:a lot|daily)|drinking|booze|a drink|drinks)\b(?! (?:of )?(?:water|"
        r"tea|coffee|milk|juice|grapefruit|plenty))|喝(?:点|了|过|完)?(?:\w{0,3})?酒|"
        r"白酒|啤酒|红酒|黄酒|洋酒|米酒|威士忌|鸡尾酒|二锅头|茅台|饮酒|酒精|喝两口|喝几杯|(?:和|跟|与|同|就着|配)酒(?![店窝吧石])|[喝整来干抿咪闷弄](?:了|点|上|个|口)*(?:[一二两三四几半\d]+)?(?:小?[杯盅口两瓶斤])?的?[白啤红黄]的(?![药片粒丸衣那小])|酒(?=能|可以|一起|同时)",
        "contrast": r"\bcontrast\b|\bdye\b|\bct scan\b|造影|增强ct|增强核磁|ct增强|增强扫描",
        "soy": r"\bsoy(?:a)? ?milk\b|\btofu\b|豆浆|豆奶",
        "grapefruit": r"grapefruit|西柚|葡萄柚|柚子",
        "juice": r"\b(?:orange|apple|fruit|pineapple|tomato) juice\b|\boj\b|(?:橙|苹果|橘子|水果|鲜|果)汁|果粒橙",
        "dairy": r"\b(?:milk(?! of magnesia)|yogh?urt|dairy)\b|牛奶|酸奶|奶粉",
        "greens": r"\b(?:spinach|kale|broccoli|leafy greens|greens|brussels sprouts|collard)\b|菠菜|绿叶菜|西兰花|青菜",
        "tyramine": r"\b(?:aged cheese|blue cheese|cured meat|salami|sauerkraut|soy sauce|tap "
        r"beer)\b|奶酪|腌肉|腊肉|豆豉|腐乳",
        "tobacco": r"\b(?:smok(?:e|es|ing)|cigarettes?)\b|抽烟|吸烟|香烟",
        "coffee": r"\bcoffee\b|\bespresso\b|\btea\b|咖啡|浓茶|喝茶|茶水|[绿红花]茶|(?:和|跟|用|就着|泡)茶",
    }.items()
}
_NONE = re.compile(
    r"(?:don't|do not|never|no|not|without|stopped|quit|avoid)(?: \w+){0,2} $|"
    r"(?<![能可是要该])(?:不|没|没有|不能|戒|从不|别)(?:怎么)?(?:喝|抽|吸|吃)?$"
)


@cache
def _illness_patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    rows = []
    for one in formulary().illnesses:
        english = "|".join(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])" for word in one.en)
        chinese = "|".join(re.escape(word) for word in one.zh)
        rows.append((one.code, one.also, re.compile(f"{english}|{chinese}")))
    return tuple(rows)


_NO_ILLNESS = re.compile(
    r"(?:\bno|\bnot|n't have|without|denies|never had)(?: \w+){0,3} $|(?:没有?|无|否认|不是)(?:得过|过)?$"
)
# What only sounds like an illness that counts.
_ANOTHER = re.compile(
    r"\b(?:portal|pulmonary|ocular|intracranial|white coat) hypertension|\bwolff[- ]parkinson|\bdiabetes insipidus"
    r"|(?:输尿管|尿道|胆道?|胆管|食管|肠道)支架"
)


@lru_cache(maxsize=2048)  # of the same record in every turn
def illnesses_in(words: str) -> Mapping[str, str]:
    """The illnesses that count in the rules, by code, with the words they were read from."""
    lower, found = _ANOTHER.sub(" ", read(words).lower), dict[str, str]()
    for code, also, pattern in _illness_patterns():
        for match in pattern.finditer(lower):
            if not _NO_ILLNESS.search(lower[: match.start()]):
                found |= {one: match[0] for one in (code, *also) if one not in found}
                break
    return MappingProxyType(found)


def situation(utterance: str, patient: Patient) -> Situation:
    """What is known from the record, with what the utterance adds; the record's own values go first."""
    lower = read(utterance).lower
    known = " . ".join(read(words).lower for words in patient.conditions)
    both = f"{known} . {lower}"
    ill = {
        code: words
        for one in (*patient.conditions, _without_medicines(lower))
        for code, words in illnesses_in(one).items()
    }
    person = patient.person if patient.person.age_told else person_of(utterance)
    weeks = _weeks(both)
    pregnant = patient.pregnant is True or (patient.pregnant is None and (weeks is not None or _says_pregnant(both)))
    if patient.pregnant is False:
        pregnant, weeks = _says_pregnant(lower), _weeks(lower)
    return Situation(
        person=person,
        weight=patient.weight_kg,
        pregnant=pregnant,
        weeks=weeks,
        breastfeeding=bool(_BREASTFEEDING.search(both)),
        illnesses=ill,
        allergies=_allergies(lower, patient),
        listed=tuple(_listed(patient)),
        list_known="medications" in patient.model_fields_set,
        substances=_substances(lower),
    )


def _without_medicines(lower: str) -> str:
    # "my blood pressure pill" and "sugar pills" name no illness; an illness asked about still counts.
    return re.sub(
        r"(?:high )?blood pressure (?:pills?|meds?|medicines?|medications?|tablets?)|高?血压药|降压药|降糖药",
        " ",
        lower,
    )


def _listed(patient: Patient) -> list[Listed]:
    found = []
    for one in patient.medications:
        meant = named(one.name) or Named((bare_name(one.name),))
        found.append(Listed(one.name, meant, _prescription(one)))
    return found


def bare_name(name: str) -> str:
    """The name on a list without strength and form, small: "Vextoril XR 20 mg" is vextoril."""
    lower = read(name).lower
    return re.split(r"\s*[\d(（/]|\s+(?:tab|cap|xr|er|sr|cr|hcl)\w*\b", lower)[0].strip() or lower


def _prescription(one: Prescribed) -> Dose:
    told = ", ".join(part for part in (one.dose, one.frequency) if part)
    dose = read_dose(read(told).lower)
    if dose.in_all and (dose.units is None or dose.units <= 1):
        dose = dose._replace(in_all=None)  # "5 mg, daily" is one dose a day
    in_name = read_dose(read(one.name).lower)
    if dose.mg is None and dose.units is not None and dose.unit == "tablet" and in_name.mg:
        return dose._replace(strength=in_name.mg, mg=dose.units * in_name.mg)  # "metformin 500 mg", "1 tablet"
    return dose._replace(mg=in_name.mg) if dose.mg is None and dose.units is None and dose.ml is None else dose


@lru_cache(maxsize=256)
def _weeks(both: str) -> float | None:
    match = _WEEKS.search(both)
    if match:
        count = amount(match["en"] or match["zh"] or match["zh2"] or match["zh3"])
        unit = match["u"] or match["uz"] or match["uz2"] or match["uz3"]
        if count is not None:
            return count if unit.startswith(("week", "周")) else count * 4.3
    return next((weeks for pattern, weeks in _TRIMESTERS if pattern.search(both)), None)


def _says_pregnant(lower: str) -> bool:
    return any(not _NOT_YET.search(lower[: match.start()]) for match in _PREGNANT.finditer(lower))


def _allergies(lower: str, patient: Patient) -> frozenset[str]:
    said = [next(g for g in match.groups() if g) for match in _ALLERGIC.finditer(lower)]
    found: set[str] = set()
    for words in (*patient.allergies, *said):
        meant = named(words)
        kinds = (
            _family(words) if meant is None else {kind for code in meant.codes for kind in formulary().counts_as(code)}
        )
        found |= kinds
    return frozenset(found)


_FAMILIES = {
    "nsaid": r"nsaid|anti-?inflammator|解热镇痛|非甾体",
    "penicillins": r"penicillin|青霉素",
    "cephalosporins": r"cephalosporin|头孢|先锋",
    "sulfonamide_antibiotic": r"sul(?:f|ph)a|磺胺",
    "macrolide": r"macrolide|大环内酯",
    "fluoroquinolone": r"quinolone|沙星",
    "tetracyclines": r"cycline|四环素",
    "opioid": r"opioid|opiate|阿片",
    "statin": r"\bstatins?\b|他汀",
    "shellfish": r"shellfish|shrimp|crab|海鲜|虾|蟹",
    "fish": r"(?<!shell)\bfish\b|鱼",
    "antihistamine": r"antihistamine|抗组胺",
}


def _family(words: str) -> set[str]:
    lower = words.lower()
    return {family for family, pattern in _FAMILIES.items() if re.search(pattern, lower)}


@lru_cache(maxsize=512)
def _substances(lower: str) -> frozenset[str]:
    return frozenset(
        name
        for name, pattern in _SUBSTANCES.items()
        if any(not _NONE.search(lower[: match.start()]) for match in pattern.finditer(lower))
    )


def is_chinese(lower: str) -> bool:
    """Whether the answer should be in Chinese."""
    chinese, english = scripts(lower)
    return chinese and (not english or len(re.findall(r"[\u4e00-\u9fff]", lower)) >= 3)
