"""Puts a page of the interview into words, with its tiles, in both languages."""

from collections.abc import Iterable

from app.reception.record.interview import Known, also, childbearing, is_child, place_told
from app.reception.record.persons import of_person, who
from app.reception.record.statements import HOW, complaints_of
from app.reception.session.events import Option, Question
from his_adapter.records import Text
from models.embedded.speaking import knows, say
from models.facts import Language, Person, Record
from models.knowledge.load import knowledge
from models.knowledge.schema import Condition, Finding

Table = tuple[tuple[str, str, str], ...]

MOST_TILES = 6  # beside the ways out
COMMON = ("fever", "cough", "headache", "abdominal_pain", "back_pain", "rash")
PLACES = ("head", "throat", "chest", "abdomen", "lower_back", "leg")
SPANS: Table = (
    ("today", "今天刚开始", "Since today"),
    ("days", "两三天", "Two or three days"),
    ("week", "一个星期左右", "About a week"),
    ("month", "一个月左右", "About a month"),
    ("half_year", "半年左右", "About half a year"),
    ("years", "一年以上", "More than a year"),
)
SIDES: Table = (("left", "左边", "Left"), ("right", "右边", "Right"), ("both", "两边都有", "Both sides"))
WHO: Table = (
    ("self_male", "我自己，男", "Me, a man"),
    ("self_female", "我自己，女", "Me, a woman"),
    ("child_male", "我的孩子，男孩", "My child, a boy"),
    ("child_female", "我的孩子，女孩", "My child, a girl"),
    ("other_male", "陪来的人，男", "Someone else, a man"),
    ("other_female", "陪来的人，女", "Someone else, a woman"),
)
WHO_ALONE: Table = (("self", "我自己", "Me"), ("child", "我的孩子", "My child"), ("other", "陪来的人", "Someone else"))
SEXES: Table = (("male", "男", "Male"), ("female", "女", "Female"))
COURSES: Table = (("better", "好些了", "Better"), ("same", "没变化", "The same"), ("worse", "更重了", "Worse"))
ADHERENCE: Table = (
    ("yes", "按时吃了", "Yes, as told"),
    ("missed", "有时忘了", "Missed some"),
    ("stopped", "自己停了", "I stopped"),
    ("none_given", "没有开药", "No treatment was given"),
)
RESULTS: Table = (
    ("brought", "带来了", "I have them with me"),
    ("waiting", "还没出来", "Not ready yet"),
    ("no_test", "没做检查", "No tests were done"),
)
MEDICINES: Table = (
    ("fact:medicine:blood pressure medicine", "降压药", "Blood pressure tablets"),
    ("fact:medicine:diabetes medicine", "降糖药或胰岛素", "Diabetes tablets or insulin"),
    ("fact:medicine:blood thinner", "抗凝药、阿司匹林", "A blood thinner or aspirin"),
    ("fact:medicine:painkiller", "止痛药", "Painkillers"),
    ("forgot", "在吃，忘了名字", "Yes, I forgot the name"),
)
ALLERGIES: Table = (
    ("fact:allergy:penicillin", "青霉素", "Penicillin"),
    ("fact:allergy:cephalosporin", "头孢", "Cephalosporins"),
    ("fact:allergy:sulfonamide", "磺胺药", "Sulfa medicines"),
    ("fact:allergy:nsaid", "止痛退烧药", "Pain or fever tablets"),
    ("fact:allergy:food", "食物", "Food"),
    ("fact:allergy:pollen", "花粉、灰尘", "Pollen or dust"),
)
PREGNANT = ("fact:pregnancy:pregnancy_known", "怀孕了，或可能怀孕", "Pregnant, or may be")
TABLES: dict[str, Table] = {
    "since": SPANS,
    "side": SIDES,
    "sex": SEXES,
    "course": COURSES,
    "adherence": ADHERENCE,
    "result": RESULTS,
    "medicines": MEDICINES,
    "allergies": ALLERGIES,
}
SEVERAL = frozenset({"open", "offered", "place", "danger", "how", "also", "past_history", "medicines", "allergies", "new"})
# What is told of a complaint on one page, by the detail its knowledge asks for; the first of each come first.
HOW_BY_DETAIL = {
    "course": ("worse", "better"),
    "frequency": ("comes_and_goes", "constant"),
    "sudden": ("sudden",),
    "severity": ("severe", "comes_and_goes"),
    "character": ("stabbing", "burning", "cramping"),
    "worse_with": ("moving", "night"),
    "duration": ("worse", "comes_and_goes"),
}
WORSE_WITH = {  # by the region of the complaint
    "chest": ("effort", "lying"),
    "abdomen": ("eating", "night"),
    "upper_abdomen": ("eating", "lying"),
    "throat": ("eating",),
}

UNSURE = Option(key="unsure", label={Language.ZH: "不清楚", Language.EN: "Not sure"})
NONE = Option(key="none", label={Language.ZH: "都没有", Language.EN: "None of these"})
PERSON = Option(key="person", label={Language.ZH: "找真人护士", Language.EN: "A person, please"})
SKIP = Option(key="skip", label={Language.ZH: "不说了，直接去", Language.EN: "Go now"})
FINISH = Option(key="finish", label={Language.ZH: "没有了，就这些", Language.EN: "That is all"})
ONLY_A_PERSON = frozenset({"open", "anything_else", "meant", "offer", "identify", "read_on", "report"})


def put(key: str, known: Known, offers: tuple[tuple[str, str | None], ...] = (), *, variant: int = 0) -> Question:
    """The page `key`; `offers` are findings the words may mean, with the words where they plainly name one."""
    options = _options(key, known, offers)
    return Question(
        key=key,
        text={language: _words(key, known, language, variant) for language in Language},
        options=options,
        several=key in SEVERAL and bool(options),
        pad={"age": "age", "temperature": "number"}.get(key),  # type: ignore[arg-type]
        body_map=key in ("open", "site"),
        optional=known.named,
    )


def ways_out(question: Question) -> tuple[Option, ...]:
    """The answers every question has beside its own."""
    if question.key in ONLY_A_PERSON:
        return (PERSON,)
    if question.key == "read_back":
        return (NONE, PERSON)
    if question.key == "tell_doctor":
        return (FINISH, PERSON)
    none = (NONE,) if question.several else ()
    if question.optional:
        return (*(none or (UNSURE,)), SKIP, PERSON)
    return (UNSURE, *none, PERSON)


def simple(key: str, phrase: str, options: tuple[Option, ...], values: dict[str, Text] | None = None) -> Question:
    """A question outside the interview: an offer, a choice, anything else."""
    text = {
        language: say(phrase, language, variant=0, **{name: words[language] for name, words in (values or {}).items()})
        for language in Language
    }
    return Question(key=key, text=text, options=options)


def option(key: str, phrase: str) -> Option:
    return Option(key=key, label={language: say(phrase, language) for language in Language})


def options_of(question: Question | None, keys: Iterable[str]) -> tuple[Option, ...]:
    """The tiles of `question` with these keys, ways out included; a way out stands alone."""
    if question is None:
        return ()
    tiles = {o.key: o for o in (*question.options, *ways_out(question))}
    found = tuple(tiles[key] for key in dict.fromkeys(keys) if key in tiles)
    out = tuple(o for o in found if o in ways_out(question))
    return out[:1] or found


def _words(key: str, known: Known, language: Language, variant: int) -> str:
    person = known.person
    phrase = f"{key}_child" if is_child(person) and knows(f"{key}_child", language) else key
    if key == "place":
        site = knowledge().sites[place_told(known.record) or "whole_body"]
        return say("place", language, place=site.zh if language is Language.ZH else site.en)
    name = who(person, language)
    words = say(phrase, language, variant=variant, who=name, **_verbs(name == say("who_self", language)))
    return words if "{who}" in phrase else of_person(words, person, language)


def _verbs(second: bool) -> dict[str, str]:
    are, have, do = ("are", "have", "do") if second else ("is", "has", "does")
    return {"are": are, "Are": are.capitalize(), "Have": have.capitalize(), "Do": do.capitalize()}


def _options(key: str, known: Known, offers: tuple[tuple[str, str | None], ...]) -> tuple[Option, ...]:
    match key:
        case "open":
            return _findings(COMMON, known.person)
        case "offered":
            return tuple(_finding(code, quote) for code, quote in offers)
        case "new":
            return ()
        case "site":
            return tuple(_site(code) for code in PLACES)
        case "place":
            return _findings(_at_place(known), known.person)
        case "danger":
            return tuple(_sign(one.sign) for one in known.obligations if not one.met)
        case "who":
            return _labelled(WHO if known.person.sex is None else WHO_ALONE)
        case "how":
            return tuple(_how(code) for code in _how_codes(known.record))
        case "also":
            return _findings(also(known), known.person)
        case "past_history":
            return _history(known)
    return _labelled(TABLES.get(key, ()))


def _at_place(known: Known) -> list[str]:
    code = place_told(known.record) or ""
    site = knowledge().sites[code]
    there = [finding.code for finding in knowledge().findings.values() if finding.site == code]
    return [*site.offers, *there]


def _how_codes(record: Record) -> list[str]:
    findings = knowledge().findings
    complaints = [findings[fact.code] for fact in complaints_of(record)]
    wanted = [name for finding in complaints for name in finding.details] or ["course", "frequency", "sudden"]
    site = next((finding.site for finding in complaints if finding.site), None)
    lists = []
    for name in dict.fromkeys((*wanted, "course", "frequency")):
        tiles = WORSE_WITH.get(site or "", HOW_BY_DETAIL["worse_with"]) if name == "worse_with" else None
        lists.append(tiles or HOW_BY_DETAIL.get(name, ()))
    first = [codes[0] for codes in lists if codes]
    later = [code for codes in lists for code in codes[1:]]
    return list(dict.fromkeys((*first, *later)))[:MOST_TILES]


def _history(known: Known) -> tuple[Option, ...]:
    histories = knowledge().histories
    sites = (knowledge().findings[fact.code].site for fact in complaints_of(known.record))
    site = next((site for site in sites if site in histories.sites), None)
    codes = histories.children if is_child(known.person) else histories.sites[site] if site else histories.default
    tiles = [_condition(knowledge().conditions[code]) for code in codes]
    pregnant = _labelled((PREGNANT,)) if childbearing(known.person, known.record) else ()
    return (*tiles[: MOST_TILES - len(pregnant)], *pregnant)


def _findings(codes: Iterable[str], person: Person) -> tuple[Option, ...]:
    found = (knowledge().findings[code] for code in dict.fromkeys(codes))
    return tuple(_finding(one.code) for one in found if suits(one, person))[:MOST_TILES]


def suits(finding: Finding, person: Person) -> bool:
    """Neither the other sex's, nor what children are brought with where a grown person is ill."""
    of_children = sum(weight for code, weight in finding.specialties.items() if code in CHILDRENS)
    childish = of_children > 0.6 * sum(finding.specialties.values())
    return finding.only in (None, person.sex or finding.only) and not (childish and not is_child(person))


CHILDRENS = frozenset({"pediatrics", "pediatric_surgery", "neonatology", "child_development"})


def _finding(code: str, quote: str | None = None) -> Option:
    finding = knowledge().findings[code]
    return Option(key=f"fact:{finding.topic}:{code}", label=_label(finding.zh, finding.en), quote=quote)


def _condition(condition: Condition) -> Option:
    return Option(key=f"fact:condition:{condition.code}", label=_label(condition.zh, condition.en))


def _sign(code: str) -> Option:
    sign = knowledge().signs[code]
    return Option(key=f"sign:{code}", label=_label(sign.zh, sign.en))


def _site(code: str) -> Option:
    site = knowledge().sites[code]
    return Option(key=f"site:{code}", label=_label(site.zh, site.en))


def _how(code: str) -> Option:
    tile = HOW[code]
    return Option(key=f"how:{code}", label=_label(tile.zh, tile.en))


def _label(zh: str, en: str) -> Text:
    return {Language.ZH: zh, Language.EN: en[:1].upper() + en[1:]}


def _labelled(table: Table) -> tuple[Option, ...]:
    return tuple(Option(key=key, label={Language.ZH: zh, Language.EN: en}) for key, zh, en in table)
