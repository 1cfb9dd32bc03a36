"""Puts a question into words, with the quick replies that match it."""

from collections.abc import Iterable

from app.reception.events import Option, Question
from app.reception.persons import is_child, of_person, who
from his_adapter.records import Text
from models.embedded.asking import VAGUE, WANTS, Ask
from models.embedded.everyday import nearest
from models.embedded.speaking import say
from models.facts import Language, Person, Topic
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding

OPEN = frozenset({"open", "site", "how", "new", "open_follow_up", "report"})  # questions that anything may answer
SPANS: tuple[tuple[str, str, str], ...] = (
    ("today", "今天刚开始", "Since today"),
    ("days", "两三天", "Two or three days"),
    ("week", "一个星期左右", "About a week"),
    ("month", "一个月左右", "About a month"),
    ("half_year", "半年左右", "About half a year"),
    ("years", "一年以上", "More than a year"),
)
SIDES = (("left", "左边", "Left"), ("right", "右边", "Right"), ("both", "两边都有", "Both sides"))
COURSES = (
    ("better", "好些了", "Getting better"),
    ("same", "没变化", "The same"),
    ("worse", "更重了", "Getting worse"),
    ("comes_and_goes", "时好时坏", "Comes and goes"),
)
SEXES = (("male", "男", "Male"), ("female", "女", "Female"))
AGES = (
    ("infant", "不到1岁", "Under 1 year"),
    ("child", "1到13岁", "1 to 13 years"),
    ("youth", "14到39岁", "14 to 39 years"),
    ("middle", "40到59岁", "40 to 59 years"),
    ("sixties", "60到74岁", "60 to 74 years"),
    ("old", "75岁以上", "75 or older"),
)
AGES_OF_CHILDREN = (
    ("newborn", "不到3个月", "Under 3 months"),
    ("infant", "3到12个月", "3 to 12 months"),
    ("toddler", "1到3岁", "1 to 3 years"),
    ("small", "4到6岁", "4 to 6 years"),
    ("school", "7到13岁", "7 to 13 years"),
    ("youth", "14到17岁", "14 to 17 years"),
)
ADHERENCE = (
    ("yes", "按时吃了", "Yes, as told"),
    ("missed", "有时忘了", "Missed some"),
    ("stopped", "自己停了", "I stopped"),
    ("none_given", "没有开药", "No treatment was given"),
)
RESULTS = (
    ("brought", "带来了", "I have them with me"),
    ("waiting", "还没出来", "Not ready yet"),
    ("no_test", "没做检查", "No tests were done"),
)
HISTORY = (
    ("no", "没有", "None"),
    ("fact:condition:hypertension", "高血压", "High blood pressure"),
    ("fact:condition:diabetes", "糖尿病", "Diabetes"),
    ("fact:condition:heart_disease", "心脏病", "Heart disease"),
    ("fact:condition:asthma", "哮喘", "Asthma"),
)
HISTORY_OF_CHILDREN = (
    ("no", "没有", "None"),
    ("fact:condition:asthma", "哮喘", "Asthma"),
    ("fact:condition:eczema", "湿疹", "Eczema"),
    ("convulsion", "发烧抽过筋", "A fit with fever"),
    ("premature", "早产", "Born early"),
)
MEDICINES = (("no", "没吃药", "No medicines"), ("forgot", "吃药，忘了名字", "Yes, I forgot the name"))
FORGOT = (("forgot", "忘了名字", "I forgot the name"),)
ALLERGIES = (("no", "没有过敏", "No allergies"), ("penicillin", "青霉素过敏", "Allergic to penicillin"))
WORSE_WITH = (
    ("moving", "活动的时候", "When moving"),
    ("eating", "吃东西以后", "After eating"),
    ("lying", "躺下的时候", "When lying down"),
    ("night", "夜里", "At night"),
    ("cold", "受凉以后", "In the cold"),
)
FREQUENCIES = (
    ("always", "一直都有", "All the time"),
    ("daily", "一天好几次", "Several times a day"),
    ("some_days", "几天一次", "Every few days"),
    ("seldom", "偶尔一次", "Now and then"),
)
CHARACTERS = (
    ("dull", "闷着疼", "A dull ache"),
    ("stabbing", "像针扎", "Sharp, like a needle"),
    ("burning", "火辣辣地疼", "Burning"),
    ("cramping", "一阵阵绞着疼", "Cramps that come and go"),
    ("throbbing", "一跳一跳地疼", "Throbbing"),
)
ONSETS = (("sudden", "一下子就这样", "All at once"), ("slow", "慢慢来的", "Slowly"))
MOST_OPTIONS = 6  # field notes: at most six beside the ways out
NEAREST = 3  # of them those that words not understood are most like
CHILDRENS = frozenset({"pediatrics", "pediatric_surgery", "neonatology", "child_development"})
MOSTLY = 0.6  # of a finding's weight that makes it one of children
OF_FINDINGS = ("finding:", "request:")  # keys that ask whether something is there
PLACES = ("head", "chest", "abdomen", "lower_back", "leg", "skin")
TABLES = {
    "duration": SPANS,
    "side": SIDES,
    "course": COURSES,
    "worse_with": WORSE_WITH,
    "frequency": FREQUENCIES,
    "character": CHARACTERS,
    "sudden": ONSETS,
    "sex": SEXES,
    "age": AGES,
    "adherence": ADHERENCE,
    "result": RESULTS,
    "past_history": HISTORY,
    "medicines": MEDICINES,
    "allergies": ALLERGIES,
}
TABLES_OF_CHILDREN = {"age": AGES_OF_CHILDREN, "past_history": HISTORY_OF_CHILDREN}
YES_NO = (  # what agrees and denies, by a word of the Chinese question; the first that is in it
    ("有没有", "有", "没有"),
    ("是不是", "是", "不是"),
    ("会不会", "会", "不会"),
    ("是", "是", "不是"),
    ("有", "有", "没有"),
    ("会", "会", "不会"),
    ("", "是的", "没有"),
)

UNSURE = Option(key="unsure", label={Language.ZH: "不清楚", Language.EN: "Not sure"})
NONE = Option(key="none", label={Language.ZH: "都不是", Language.EN: "None of these"})
PERSON = Option(key="person", label={Language.ZH: "找真人护士", Language.EN: "A person, please"})
SKIP = Option(key="skip", label={Language.ZH: "先不说了，直接看去哪", Language.EN: "Just tell me where to go"})
FINISH = Option(key="finish", label={Language.ZH: "没有了，就这些", Language.EN: "That is all"})
CHOICES = frozenset({"site", "how", "past_history", "choose"})  # questions with a list that may not hold the answer


def put(ask: Ask, person: Person, *, variant: int = 0, optional: bool = False) -> Question:
    """`ask` as a question about `person`; an optional one may be skipped, since a department is already named."""
    text = {language: _words(ask, person, language, variant) for language in Language}
    return Question(
        key=ask.key,
        text=text,
        options=_options(ask, text, person),
        body_map=ask.key == "site",
        pain_scale=ask.key == "severity",
        optional=optional,
    )


def how(site: str, person: Person, *, told: str = "") -> Question:
    """What kind of trouble at a body region, with the commonest findings there as answers.

    Where it has been `told` in words that were not understood, what those are most like is offered first.
    """
    facts = knowledge()
    place = facts.sites[site]
    there = (f.code for f in facts.findings.values() if f.site == site)
    like = _nearest(told, NEAREST) if told else []
    text: Text = {Language.ZH: f"{place.zh}怎么不舒服？", Language.EN: f"What is wrong with your {place.en}?"}
    if told:
        text = {
            Language.ZH: f"{place.zh}不舒服，哪一样最像？",
            Language.EN: f"About your {place.en}: which of these comes nearest?",
        }
    spoken = {language: of_person(words, person, language) for language, words in text.items()}
    return Question(key="how", text=spoken, options=_offered((*like, *place.offers, *there), person))


def which(told: str, person: Person) -> Question | None:
    """What words that were not understood are most like, of no one place; None where they are like nothing."""
    options = _offered([code for code in _nearest(told, MOST_OPTIONS) if code not in VAGUE], person)
    text: Text = {Language.ZH: "我想听准一些，下面哪一样最像？", Language.EN: "Which of these comes nearest?"}
    return Question(key="how", text=text, options=options) if len(options) > 1 else None


def _nearest(told: str, most: int) -> list[str]:
    return [code for code in nearest(told, most=most) if knowledge().findings[code].topic is Topic.FINDING]


def _offered(codes: Iterable[str], person: Person) -> tuple[Option, ...]:
    findings = (knowledge().findings[code] for code in dict.fromkeys(codes))
    suiting = [finding for finding in findings if _suits(finding, person)]
    return tuple(map(_finding_option, suiting[:MOST_OPTIONS]))


def _suits(finding: Finding, person: Person) -> bool:
    """Neither the other sex's, nor what children are brought with where nobody spoke of a child."""
    of_children = sum(weight for code, weight in finding.specialties.items() if code in CHILDRENS)
    if of_children > MOSTLY * sum(finding.specialties.values()) and not is_child(person):
        return False
    return person.sex is None or finding.only in (None, person.sex)


def ways_out(question: Question) -> tuple[Option, ...]:
    """The answers every question has beside its own."""
    if question.key in ("open", "anything_else", "meant", "offer", "identify", "read_on"):
        return (PERSON,)
    if question.optional:
        return (UNSURE, SKIP, PERSON)
    return (UNSURE, NONE, PERSON) if question.key in CHOICES else (UNSURE, PERSON)


def simple(key: str, phrase: str, options: tuple[Option, ...], values: dict[str, Text] | None = None) -> Question:
    """A question outside the interview: an offer, a choice, anything else."""
    text = {
        language: say(phrase, language, variant=0, **{name: words[language] for name, words in (values or {}).items()})
        for language in Language
    }
    return Question(key=key, text=text, options=options)


def option(key: str, phrase: str) -> Option:
    return Option(key=key, label={language: say(phrase, language) for language in Language})


def option_of(question: Question | None, key: str) -> Option | None:
    """The option of `question` named `key`, ways out included."""
    if question is None:
        return None
    return next((o for o in (*question.options, *ways_out(question)) if o.key == key), None)


def _words(ask: Ask, person: Person, language: Language, variant: int) -> str:
    if ask.key.startswith(OF_FINDINGS):
        return _finding_words(ask.key.partition(":")[2], person, language)
    key = "follow_up_course" if ask.key == "course" and ask.purpose == "follow_up" else PHRASES.get(ask.key, ask.key)
    key = ABOUT.get((ask.key, ask.about or ""), key)
    key = "past_history_child" if key == "past_history" and is_child(person) else key
    name = who(person, language)
    return say(key, language, variant=variant, who=name, **_verbs(name == say("who_self", language)))


_VALUES_OF = {
    "fever": "value_of_fever",
    "low_fever": "value_of_fever",
    "weight_loss": "value_of_weight",
    "weight_gain": "value_of_weight",
    "high_blood_pressure_reading": "value_of_blood_pressure",
    "low_blood_pressure": "value_of_blood_pressure",
    "blood_pressure_concern": "value_of_blood_pressure",
    "thyroid_nodule": "value_of_size",
    "lung_nodule": "value_of_size",
}
ABOUT = {
    ("medicines", "repeat_prescription"): "medicines_wanted",
    **{("value", code): phrase for code, phrase in _VALUES_OF.items()},
}
PHRASES = {"adherence": "follow_up_adherence", "result": "follow_up_result"}


def _verbs(second: bool) -> dict[str, str]:
    are, have, do = ("are", "have", "do") if second else ("is", "has", "does")
    return {"are": are, "Are": are.capitalize(), "Have": have.capitalize(), "Do": do.capitalize()}


def _finding_words(code: str, person: Person, language: Language) -> str:
    finding = knowledge().findings[code]
    asked = finding.question_zh if language is Language.ZH else finding.question_en
    words = asked or say("ask_finding", language, name=finding.zh if language is Language.ZH else finding.en)
    return of_person(words, person, language)


def _options(ask: Ask, text: Text, person: Person) -> tuple[Option, ...]:
    key = ask.key
    if ask.about in WANTS:
        return _labelled(FORGOT) if key == "medicines" else ()
    if key.startswith(OF_FINDINGS) or key == "pregnancy":
        return _yes_no(text[Language.ZH])
    if key == "new":
        return _labelled((("no", "没有", "No, nothing new"),))
    if key == "site":
        return tuple(_place_option(code) for code in PLACES if code in knowledge().sites)
    return _labelled((TABLES | TABLES_OF_CHILDREN if is_child(person) else TABLES).get(key, ()))


def _yes_no(question: str) -> tuple[Option, ...]:
    _, yes, no = next(row for row in YES_NO if row[0] in question)
    return _labelled((("yes", yes, "Yes"), ("no", no, "No")))


def _labelled(table: tuple[tuple[str, str, str], ...]) -> tuple[Option, ...]:
    return tuple(Option(key=key, label={Language.ZH: zh, Language.EN: en}) for key, zh, en in table)


def _place_option(code: str) -> Option:
    place = knowledge().sites[code]
    return Option(key=f"site:{code}", label={Language.ZH: place.zh, Language.EN: place.en.capitalize()})


def _finding_option(finding: Finding) -> Option:
    label: Text = {Language.ZH: finding.zh, Language.EN: finding.en[:1].upper() + finding.en[1:]}
    return Option(key=f"fact:finding:{finding.code}", label=label)
