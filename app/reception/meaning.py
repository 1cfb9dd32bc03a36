"""What an utterance means in the session it was said in: to the question asked, of the one who is ill, as a tap."""

import re
from datetime import datetime
from functools import partial

from app.reception.asides import without_others
from app.reception.asked import of_the_house
from app.reception.events import Option
from app.reception.questions import OPEN
from app.reception.state import State
from models.embedded.asking import VAGUE
from models.embedded.certainty import LIKE_A_COMPLAINT, LIKE_NONE, PERHAPS_ILL, SOUNDS_ILL
from models.embedded.everyday import complains, size, with_everyday
from models.embedded.speaking.manner import Manner, manners
from models.embedded.triage import triage
from models.embedded.triage.statistics import is_chinese
from models.embedded.understanding import normalise, understand
from models.embedded.understanding.alone import felt_alone
from models.embedded.understanding.carried import OF_A_JOINT, told_swollen
from models.embedded.understanding.replies.free_words import names_the_body, place_of_theirs
from models.embedded.understanding.requested import SEEN_TO_THERE
from models.embedded.understanding.words.corrections import is_correction
from models.facts import Answer, Details, Fact, Intent, Language, Mood, Person, Relation, Status, Topic, Understanding
from models.knowledge.load import knowledge
from models.retrieval.subjects import asks_of_the_house

LASTED = re.compile(
    r"(?:拖|疼|痛|病|已经|持续|有)(?:了)|以前|前$|以来|开始|(?:天|周|星期|礼拜|月|半年)[多来]?了[吧呢]?(?:\W|$)"
)
LASTED_EN = re.compile(
    r"\b(?:it'?s been|it has been|been going on|for|since|ago|you (?:wrote|put|said)|(?:days?|weeks?|months?) now)\b",
    re.I,
)
BEFORE_A_PLACE = "(?:my|the|our|a+r*g+h+|ow+|ouch|oh|哎[呀哟呦]?|我的?|就是|是|在)"
# Where, when, who and how much are asked of a house; nobody's complaint is put so.
ASKS_WHERE = re.compile(
    r"\W*(?:(?:and|so|but|well|oh|ok|sorry|excuse me)\W+)*"
    r"(?:where|whereabouts|what time|who|how much|which|when (?:is|are|do|does|can|will))\b.*\?\s*$"
    r"|.{0,12}(?:[在去到上]哪|几点|多少钱|怎么走)[^，。]{0,8}[？?]?\s*$"
    r"|(?:请问|你们?|这[里儿]|咱们?|医院|院里?){0,4}有(?:没有)?(?!点|些)[^，。疼痛]{1,10}(?:吗|么|没有?)[？?]?\s*$",
    re.I,
)
CALLS = re.compile(r"^(?:(?:哎[呀哟]?|喂|大夫|医生|护士|同志|师傅|小?姑娘|小伙子|您?你?好)[啊呀，,。！! ]+)+")
ONLY_A_DEPARTMENT = re.compile(
    r"^\W*(?:就?[在去是]|上(?:次|回))*[^，。疼痛]{1,6}科(?:门诊|大夫|医生)?(?:看|挂|治)?的?\W*$"
)
ENQUIRES = re.compile(r"请问|想问|问一下|咨询|\b(?:can|could|may) i ask\b|\blike to ask\b", re.IGNORECASE)
UNSAID = frozenset({Manner.SHY, Manner.POINTS, Manner.REGISTERS, Manner.WANTS_DOCTOR_NAMED, Manner.SENT_BY_OTHERS})
BARE_NUMBER = re.compile(
    r"\W*(?:大概|大约|差不多|最高|有|到|about|around|maybe)*\W*(?P<number>\d{2,3}(?:\.\d+)?)[多吧左右]*\W*", re.I
)
# A wish or a question, and no complaint unless it names what hurts or where: 我来做核酸, 先看病后交钱行吗.
WISHES = re.compile(
    r"^\W*(?:我|俺|咱)?(?:们)?(?:今天|现在|就)?是?(?:来|想要?|要|得|需要|帮我|给我|麻烦)"
    r"(?:找|做|开|办|取|拿|问|查|复印|打印|交|退|改|换|约|领|补|报销|预约)"
    r"|(?:行|可以|成|中)(?:吗|不|么)\W*$|^\W*有没有|谁能|能不能|^\W*[开办补]一?[个张份]"
)
WANTS_TO_KNOW = re.compile(
    r"^\W*(?:我|俺|她|他)?(?:就是|今天|过来)?(?:来|想要?|要|得)(?:来|过来)?(?:查|测|验|化验|检查|看)(?:一?[下个查测看])?(?!病)(?:一下)?(?:是不是|有没有|[^，。]{0,3}没)"
    r"|\b(?:want|like|need|came|here|come) to (?:know|find out|check|see|get checked) (?:if|whether)\b",
    re.I,
)
HOTTEST = 45.0  # degrees Celsius of a person; more is Fahrenheit
BESIDE = frozenset({Topic.MEDICINE, Topic.ALLERGY})  # told with a complaint, and none themselves
ANYWHERE = (None, "skin", "whole_body", "joints")
NONE_OF_THEM = re.compile(r"^\W*(?:no|none|neither|nothing|not)\b[^,.;!?]*[,.;!?]\s*", re.I)
TELLS_MORE = 7  # words of "I don't know how to say it, ..." that say it after all
POLITE = frozenset({Intent.GREETING, Intent.THANKS})
WITHOUT_WORDS = ("skip", "finish", "now", "shortest", "more", "identify")  # keys that mean no more than themselves


def asked_of(state: State, text: str = "") -> str | None:
    """The question this may answer; to a person who has taken over they answer something else.

    Asked for an age, "not three days, three months" and "it has been two weeks" tell how long it has lasted.
    """
    key = state.question.key if state.question and state.owner is None else None
    if key == "offer":  # who has lost patience may tell what it is after all
        return "open"
    if key != "age" or state.person.relation is Relation.CHILD:
        return key
    lasts = any(fact.details.duration for fact in state.record)
    months = _MONTHS_ALONE.fullmatch(text.lower()) and (not lasts or any(map(_OF_ONESELF.search, state.said)))
    return "duration" if months or _tells_how_long(text.lower()) else key


_MONTHS_ALONE = re.compile(
    r"\W*(?:(?:oh|well|been|for)\W+)*(?:years|ages|months)(?:[,.]? .*)?"
    r"|\W*(?:(?:about|around|maybe|oh|well|it'?s|a|an?)\W+)*[\w-]+(?: of| and a half)? (?:months?|weeks?|days?)\W*"
    r"|\W*(?:大概|大约|差不多|有|快|得有)*[一二两三四五六七八九十几\d]+个?多?(?:月|星期|礼拜|周|天)[了吧多]*\W*"
)
# Who speaks of "my back" or of 我这腰 is no baby of four months.
_OF_ONESELF = re.compile(
    r"\b(?:my (?!baby|son|daughter|child|little|kid|boy|girl|grand)|i'm|i've|i )|我(?![家们儿女孙娃宝]|的?[孩娃宝小])",
    re.I,
)


def _tells_how_long(lower: str) -> bool:
    if re.match(r"\W*(?:oh |well |probably )?(?:ever )?since (?!i was)", lower):
        return True
    if not re.search(r"半年|天|周|星期|礼拜|月|\b(?:day|week|month)s?\b", lower) or re.search(
        r"岁|大\W*$|\bold\b", lower
    ):
        return False
    return bool(is_correction(lower) or re.match(r"不是.+是", lower) or LASTED.search(lower) or LASTED_EN.search(lower))


def meaning(
    text: str, option: Option | None, state: State, asked: str | None, language: Language, *, now: datetime
) -> Understanding:
    if option is not None:
        return _felt_there(tapped(option, asked, text, language, now=now), state, asked, text, now=now)
    heard = understand(_as_measured(text, asked, state), language=language, asked=asked, now=now)
    if asked == "how" and state.last is not None and not any(map(_says_where, heard.facts)):
        placed = f"{_place_told(state) or state.last.text} {NONE_OF_THEM.sub('', text)}"  # "buzzing", of the ear
        heard = _of_the_place(heard, understand(placed, language=language, now=now), text)
    heard = _felt_there(heard, state, asked, text, now=now)
    heard = _swollen_there(heard, state, asked, text, now=now)
    heard = _without_wishes_asked_about(heard, asked, text)
    heard = without_others(heard, state, asked, text, read=partial(understand, language=language, asked=asked, now=now))
    heard = _never_said(heard, asked, text)
    heard = _or_everyday_words(heard, text, state, asked)
    heard = _or_own_words(heard, text, asked, again=state.misses > 0 or asked == "how")
    return _calm_if_answering(_with_the_place_alone(heard, asked), asked, text)


def _calm_if_answering(heard: Understanding, asked: str | None, text: str) -> Understanding:
    """ "Every bloody June", and 尿得慢，等半天, in answer to what was asked, are not said in anger at us."""
    answers = heard.answer or heard.facts or heard.person or heard.details != Details()
    if heard.mood is not Mood.ANGRY or asked in OPEN or asked is None or not answers or AT_US.search(text):
        return heard
    return heard.model_copy(update={"mood": Mood.CALM})


AT_US = re.compile(
    r"你|您|机器|医院|护士|大夫|医生|系统|投诉|废话|没完|[别不]要?再?问|[烦气]死|真烦|说了(?:好?几|多少|[三八百])遍|[！!]{2}"
    r"|\b(?:you\w*|machine|computer|robot|hospital|nurse|questions?|stop|fed up|sick of|complain|ridiculous|useless"
    r"|stupid|waste|told|said|answered|times|waiting|leave me)\b",
    re.I,
)


def _as_measured(text: str, asked: str | None, state: State) -> str:
    """A bare number, asked what a fever measured, is of degrees."""
    bare = BARE_NUMBER.fullmatch(text) if asked == "value" else None
    fever = any(f.code in ("fever", "low_fever") and f.status is Status.PRESENT for f in state.record)
    return f"{bare['number']}{' °C' if float(bare['number']) < HOTTEST else ' °F'}" if bare and fever else text


def is_empty(heard: Understanding) -> bool:
    """Nothing was made of the words, except that they may be nonsense."""
    nothing = Understanding(language=heard.language, intents=heard.intents & {Intent.NONSENSE}, mood=heard.mood)
    return heard == nothing


def tapped(option: Option, asked: str | None, text: str, language: Language, *, now: datetime) -> Understanding:
    """A quick reply means exactly what its key says; only keys without a meaning of their own are read as words."""
    kind, _, rest = option.key.partition(":")
    if kind == "fact":
        topic, _, code = rest.partition(":")
        return Understanding(language=language, facts=(Fact(topic=Topic(topic), code=code, quote=text),))
    if kind == "ask":
        return Understanding(language=language, intents=frozenset({Intent.QUESTION}), questions=(text,))
    if option.key == "person":
        return Understanding(language=language, intents=frozenset({Intent.WANTS_PERSON}))
    if kind in ("site", "department", "read_on") or option.key in WITHOUT_WORDS:
        return Understanding(language=language)
    heard = understand(text, language=language, asked=asked, now=now)
    answers = {"unsure": Answer.UNSURE, "none": Answer.NONE_OF_THESE, "yes": Answer.YES, "no": Answer.NO}
    return heard.model_copy(update={"answer": answers.get(option.key, heard.answer)})


def _says_where(fact: Fact) -> bool:
    """Whether it is a finding of one place of the body, not one that may be anywhere."""
    finding = knowledge().findings.get(fact.code)
    return finding is not None and finding.site not in ANYWHERE


def _place_told(state: State) -> str | None:
    told = (fact.details.site for fact in reversed(state.record) if fact.topic is Topic.FINDING)
    return next((place for place in told if place), None)


def _felt_there(heard: Understanding, state: State, asked: str | None, text: str, *, now: datetime) -> Understanding:
    """A sensation told first and its place when asked for it are one complaint: 疼, then 肚子."""
    if asked != "site" or state.last is None or any(f.topic is not Topic.FINDING for f in heard.facts):
        return heard
    first = state.last.text
    if felt_alone(normalise(first).lower()) is None and all(f.code != "pain_somewhere" for f in state.record):
        return heard
    gap = "" if is_chinese(text) else " "
    placed = understand(f"{text}{gap}{first}", language=heard.language, now=now)
    one = len(placed.facts) == 1 and placed.facts[0].code not in VAGUE
    return _of_the_place(heard, placed, text) if one else heard


def _swollen_there(heard: Understanding, state: State, asked: str | None, text: str, *, now: datetime) -> Understanding:
    """What is swollen where no place is named is the joint told of before: 膝盖疼, then 右边的还肿起来了."""
    joint = next((f for f in state.record if f.code in OF_A_JOINT and f.status is Status.PRESENT), None)
    named = any(f.topic is Topic.FINDING and f.status is Status.PRESENT for f in heard.facts)
    if joint is None or named or not told_swollen(normalise(text).lower()):
        return heard
    gap = "，" if is_chinese(text) else ", "
    beside = understand(f"{joint.quote}{gap}{text}", language=heard.language, now=now)
    swelling = tuple(f.model_copy(update={"quote": text}) for f in beside.facts if f.code == "joint_swelling")
    if not swelling or any(f.name == swelling[0].name for f in heard.facts):
        return heard
    details = heard.details if asked in Details.model_fields else Details()
    return heard.model_copy(update={"facts": (*heard.facts, *swelling), "details": details})


def _of_the_place(heard: Understanding, placed: Understanding, text: str) -> Understanding:
    """What was said of the place named just before, in the words that were said now."""
    facts = tuple(f.model_copy(update={"quote": text}) for f in placed.facts if f.topic is Topic.FINDING)
    return heard.model_copy(update={"facts": facts, "details": Details()}) if facts else heard


def _without_wishes_asked_about(heard: Understanding, asked: str | None, text: str) -> Understanding:
    """ "Where do I pay for a blood test?" asks about one; it does not ask for one."""
    if any(f.code in SEEN_TO_THERE for f in heard.facts):  # 换药在哪里: where they are sent
        return heard.model_copy(update={"intents": heard.intents - {Intent.QUESTION}, "questions": ()})
    only_wishes = heard.facts and all(f.topic is Topic.REQUEST for f in heard.facts)
    if only_wishes and asked in OPEN and of_the_house(text):
        return heard.model_copy(update={"facts": ()})
    if asked in OPEN and only_wishes and WANTS_TO_KNOW.search(text):  # 我想查一下是不是怀孕了
        return heard.model_copy(update={"intents": heard.intents - {Intent.MEDICAL_QUESTION}, "questions": ()})
    questions = " ".join(heard.questions)
    facts = tuple(f for f in heard.facts if f.topic is not Topic.REQUEST or f.quote not in questions)
    return heard.model_copy(update={"facts": facts})


def _never_said(heard: Understanding, asked: str | None, text: str) -> Understanding:
    """ "No, I said legs" answers nothing, and "I never said fever" takes fever out of the record and denies nothing."""
    if Manner.MISHEARD not in manners(text):
        return heard
    denied = tuple(fact for fact in heard.facts if fact.status is Status.ABSENT)
    asked_for = frozenset(fact.code for fact in denied if f"finding:{fact.code}" == asked)
    facts = tuple(fact for fact in heard.facts if fact not in denied)
    back = heard.takes_back | {fact.code for fact in denied} - asked_for
    return heard.model_copy(update={"facts": facts, "takes_back": back, "correction": True, "answer": None})


def _or_everyday_words(heard: Understanding, text: str, state: State, asked: str | None) -> Understanding:
    """A complaint told in words that no list holds, but that are like what others say of it."""
    asks = ENQUIRES.search(text) or ASKS_WHERE.match(text) or heard.intents - POLITE - {Intent.MEDICAL_QUESTION}
    hesitates = heard.answer in (Answer.UNSURE, Answer.REFUSED) and size(text) >= TELLS_MORE
    fetches = any(
        fact.code == "repeat_prescription" for fact in heard.facts
    )  # 开高血压的药: what it is for is no complaint
    if asked not in OPEN or asks or fetches or (heard.answer and not hesitates):
        return heard
    told = CALLS.sub("", text)
    for question in heard.questions:
        told = told.replace(question, " ")
    place = _place_told(state) if asked == "how" else None
    read = with_everyday(heard, _placed(told, place) if place else told, again=state.misses > 0 or asked == "how")
    read = _without_wishes_asked_about(read, asked, text)
    return read.model_copy(update={"answer": None}) if hesitates and read != heard else read


def _placed(told: str, place: str) -> str:
    return f"{place}{told}" if is_chinese(told) else f"my {place} {told}"


def _or_own_words(heard: Understanding, text: str, asked: str | None, *, again: bool) -> Understanding:
    """A complaint that no list knows is kept in their own words, if it sounds like one or names a place of theirs."""
    place = place_of_theirs(text)
    if _ONLY_A_SOUND.fullmatch(text):
        return heard
    if asked not in OPEN or heard.answer or not _may_complain(heard, text, placed=place is not None):
        return heard
    if place is None and not _sounds_like_one(heard, text, again=again):
        return heard
    said = Details(site=place, side=heard.details.side, duration=heard.details.duration)
    text = CALLS.sub("", text)
    own = Fact(topic=Topic.FINDING, code=text[:60], status=Status.PRESENT, quote=text[:120], details=said)
    return heard.model_copy(update={"facts": (*heard.facts, own), "details": Details()})


_ONLY_A_SOUND = re.compile(r"\W*(?:m+|h+m+|u+h*m*|e+r+m*|a+h+|o+h*|嗯+|呃+|啊+|唔+|额+)\W*", re.I)


def _sounds_like_one(heard: Understanding, text: str, *, again: bool) -> bool:
    told = complains(text)
    if told < LIKE_NONE or told >= LIKE_A_COMPLAINT:
        return told >= LIKE_A_COMPLAINT
    sounds_ill = triage((), person=heard.person or Person(), text=text).confidence
    return sounds_ill >= (PERHAPS_ILL if again else SOUNDS_ILL)


def _may_complain(heard: Understanding, text: str, *, placed: bool) -> bool:
    """Nothing else is said that would explain why they came; a place that hurts stands beside a wish or a medicine."""
    if ENQUIRES.search(text) or ASKS_WHERE.match(text) or ONLY_A_DEPARTMENT.match(text):
        return False
    if not placed:
        if asks_of_the_house(text) or (WISHES.search(text) and not names_the_body(text)):
            return False
        aside = heard.facts or heard.questions or manners(text) & UNSAID
        return not (aside or heard.intents - POLITE)
    complains = any(fact.topic not in BESIDE for fact in heard.facts)
    return not (complains or heard.intents - POLITE - {Intent.MEDICAL_QUESTION})


def _with_the_place_alone(heard: Understanding, asked: str | None) -> Understanding:
    """ "My ear", as a whole answer, says where and not what: unwell there, until it is told how."""
    if asked not in ("open", "site") or len(heard.facts) != 1:
        return heard
    fact = heard.facts[0]
    if fact.topic is not Topic.FINDING or fact.details.site is None or not _is_bare(fact):
        return heard
    unwell = fact.model_copy(update={"code": "unwell"})
    return heard.model_copy(update={"facts": (unwell,)})


def _is_bare(fact: Fact) -> bool:
    place = re.escape(fact.details.site or "")
    return bool(re.fullmatch(rf"\W*(?:{BEFORE_A_PLACE}\W*)*{place}\W*", fact.quote, re.I))
