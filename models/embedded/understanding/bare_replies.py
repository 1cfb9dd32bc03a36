"""What a bare reply says of a detail of the complaint or of the person, in the light of the question just put."""

import re
from collections.abc import Sequence
from datetime import datetime

from models.embedded.replies import answers
from models.embedded.understanding.age_replies import age_band, age_of, by_now, middle
from models.embedded.understanding.ages import OLDEST, YOUNGEST
from models.embedded.understanding.answers import answer_in
from models.embedded.understanding.asked import FREE_TOPICS
from models.embedded.understanding.corrections import marks
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details import both_alike, grade
from models.embedded.understanding.numbers import CHINESE, number
from models.embedded.understanding.pregnancy_replies import is_pregnant
from models.embedded.understanding.sizes import size_told, value_told
from models.embedded.understanding.writing import Writing, normalise
from models.facts import Answer, Course, Details, Duration, Fact, Person, Relation, Severity, Sex, Side, Status, Topic

_CUES = cues("answers")


def details_for(asked: str, writing: Writing, *, found: Details, told: Sequence[Fact] = ()) -> Details:
    """The detail a bare reply gives: a number for severity, a place for site, one word for side or course.

    What has `told` of something by its name is more than a place.
    """
    lower = writing.lower.strip(" .。,，!！~")
    update: dict[str, object] = {}
    if asked in FREE_TOPICS and asked != "wish":  # "paracetamol now and then" tells how often nothing but that
        if asked != "past_history" or told:
            return Details()
        return Details(
            worse_with=found.worse_with, duration=found.duration if begins_with_a_time(lower, found) else None
        )
    if asked == "pregnancy":  # "yes, ten weeks": no complaint has lasted so long
        return found.model_copy(update={"duration": None})
    if answer_in(writing) in (Answer.UNSURE, Answer.REFUSED):
        if asked == "course" and found.course is None and (guess := _GUESS.match(lower)):
            return found.model_copy(update={"course": _course_word(guess["words"])})  # "same, maybe a touch worse"
        given = grade(lower) if asked == "severity" else None  # "hard to say, so maybe a three"
        return found.model_copy(update={"severity": given}) if given else found
    if asked in Details.model_fields and any(_told_now(fact, asked) for fact in told):
        return found  # told of it by its name
    if asked in ("better_with", "worse_with"):  # "ibuprofen, for an hour": so long it helps
        found = found.model_copy(update={"duration": found.duration if _TILL_NOW.search(lower) else None})
    if asked == "value" and _MEASURED_AT.search(lower):
        found = found.model_copy(update={"duration": None})
    if found.side is None and only_a_side(lower):
        update["side"] = _side_word(lower)
    if asked == "severity" and found.severity is None:
        of_it = lower.replace(found.duration.words.lower(), " ") if found.duration else lower  # 七八天 is no 8 of 10
        if not only_a_side(lower):
            first = _CLAUSE_ENDS.split(of_it)[0]
            said = _severity_word(_of_what_was_asked(asked, of_it)) or _severity_word(first[:_A_WORD_OR_TWO])
            update["severity"] = grade(of_it) or said
    elif asked == "duration" and found.duration is None and _SINCE_EVENT.match(lower):
        update["duration"] = Duration(hours=_SOME_TIME, words=writing.original.strip(" .。,，!！~"))
    elif asked == "duration" and found.duration is None and (since := _SINCE_THEN.search(lower)):
        hours = _YEARS_LONG if since["young"] else _SOME_TIME
        update["duration"] = Duration(hours=hours, words=writing.words(*since.span("words")))
    elif asked == "duration" and found.duration is None and (years := _FOR_YEARS.match(lower)):
        update["duration"] = Duration(hours=_YEARS_LONG, words=years["words"])
    elif asked == "side":
        update["side"] = found.side if found.side is Side.BOTH else _side_word(lower) or found.side
    elif asked == "course" and found.course is None and not found.worse_with and not _denies(lower, told):
        update["course"] = _course_word(_of_what_was_asked(asked, lower))
        eased = _EASED.search(lower) and _HELPS.search(lower) and not told
        update["better_with"] = writing.original.strip()[:80] if eased else None
    elif asked == "site" and found.site is None and not told and not answer_in(writing) and _may_be_a_place(lower):
        update["site"] = writing.original.strip(" .。,，!！~") or None
    elif (
        asked in ("frequency", "character", "worse_with", "better_with")
        and (getattr(found, asked) is None or asked in ("worse_with", "better_with"))
        and answer_in(writing) in (None, Answer.YES)
        and (words := _in_their_words(asked, writing.original, told, found))
    ):
        update[asked] = words[:80]
    elif asked == "value" and found.value is None:
        update["value"] = value_told(writing)
    elif asked in ("sudden", "onset") and found.sudden is None:
        update["sudden"] = _sudden_word(lower, answer_in(writing))
    if asked in ("severity", "course") and not told and update.get(asked) is None and getattr(found, asked) is None:
        update |= _triggers(writing.original, found)
    if asked in Details.model_fields and found.value is None and "value" not in update:
        update["value"] = size_told(writing)  # told a question late
    return found.model_copy(update={name: value for name, value in update.items() if value is not None})


def _told_now(fact: Fact, asked: str) -> bool:
    return fact.status is Status.PRESENT and not fact.past and getattr(fact.details, asked) is not None


_A_WORD_OR_TWO = 12  # characters of 就一点点, which no model knows for a degree


def _of_what_was_asked(asked: str, lower: str) -> str:
    """The clauses that answer it: "worse only, clots also are coming", asked how it goes on."""
    return ", ".join(clause for clause in _CLAUSE_ENDS.split(lower) if clause and answers(asked, clause))


_CLAUSE_ENDS = re.compile(r"[，。,;；.!！?？]+\s*|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


_MEASURED_AT = re.compile(
    r"\b(?:this (?:morning|afternoon|evening)|last (?:night|week|time|month)|yesterday|today)\b"
    r"|[今昨前][天晚早]|早上|上[次周]"
)


def _may_be_a_place(lower: str) -> bool:
    return 0 < len(lower) <= 30 and not ONLY_A_SEX.fullmatch(lower) and answers("site", lower)


def _denies(lower: str, told: Sequence[Fact]) -> bool:
    only = bool(told) and all(fact.status is Status.ABSENT for fact in told)
    return only or _DENIES.match(lower) is not None


def begins_with_a_time(lower: str, found: Details) -> bool:
    """好几年了，今年厉害: tells since when, whatever was asked."""
    return found.duration is not None and lower.lstrip("有都快 ").startswith(found.duration.words.lower())


_TILL_NOW = re.compile(
    r"一直|到现在|这[几两]|[年月周天期拜](?:多)?了$|\b(?:since|for the (?:last|past)|(?:it's|it has|has) been)\b"
)
_DENIES = re.compile(  # "no blood no" says of nothing how often
    r"(?:no|not any|without) (?:\w+ )?(?:blood|bleeding|fever|temperature|pain|phlegm|vomit\w*|sick\w*|cough|rash|"
    r"swelling|illness\w*|allerg\w*|medicines?|tablets|pills)\b|没有?(?:再)?(?:疼|痛|血|发?烧|吐|晕|咳|过敏)[过啊呀的]?$"
)
_ACTS = frozenset({"cough", "sneezing", "anxiety", "constipation", "hot_flush"})  # findings that make another worse
_WHEN = re.compile(r"\b(?:when|whenever|after|before|if|while|during|with)\b|的?时候?|以?后|就")
BESIDE_A_TIME = 6  # characters that leave 有七八天了吧 a time and nothing else


def _tells_another_thing(asked: str, lower: str, told: Sequence[Fact], found: Details) -> bool:
    """Whether the reply is of an illness, a medicine, an age or a time, and not of how often or when it gets worse."""
    if YEARS.fullmatch(lower) or ONLY_A_SEX.fullmatch(lower):
        return True
    if found.value or _DENIES.match(lower) or (asked != "frequency" and _SAYS_NONE.match(lower)):
        return True
    if found.duration and len(lower.replace(found.duration.words.lower(), "")) <= BESIDE_A_TIME:
        return True
    others = [fact for fact in told if fact.topic is not Topic.FINDING or fact.code not in _ACTS]
    return bool(others) and not (_WHEN.search(lower) and all(fact.topic is Topic.FINDING for fact in others))


def _told_of_it(original: str, told: Sequence[Fact]) -> str:
    """The reply without the sentences that tell of a medicine or the past: "stairs, and kneeling. I take warfarin"."""
    aside = [fact.quote for fact in told if fact.topic is not Topic.FINDING]
    parts = [part for part in _SENTENCES.split(original.strip()) if part]
    kept = [part for part in parts if not any(quote in part for quote in aside)]
    between = "，" if any(char > "\u3400" for char in original) else ", "
    return between.join(part.strip(" .。,，!！~;；") for part in kept or [original])


def _in_their_words(asked: str, original: str, told: Sequence[Fact], found: Details) -> str:
    """What of the reply answers the question: all of it, or the first clause that does; "" if none does."""
    if asked == "better_with":
        told = [fact for fact in told if fact.topic is not Topic.MEDICINE]
    words = _told_of_it(original, told)
    parts = [part for part in _CLAUSE_ENDS.split(words) if part]
    candidates: list[str] = [words, *(parts if len(parts) > 1 else ())]
    for candidate in candidates:
        lower = normalise(candidate).lower()
        other = _tells_another_thing(asked, lower, [fact for fact in told if fact.quote in candidate], found)
        if not other and (answers(asked, lower) or _is_list_of_triggers(asked, lower)):
            return candidate
    return ""


def _triggers(original: str, found: Details) -> dict[str, object]:
    """What makes it worse or better, told in place of how bad it is: "only when I bend", 下楼才疼."""
    told: dict[str, object] = {}
    for part in filter(None, _CLAUSE_ENDS.split(original)):
        kind = "better_with" if _HELPS.search(part.lower()) else "worse_with"
        if getattr(found, kind) is None and _HURTS.search(part.lower()) and answers("worse_with", part.lower()):
            told.setdefault(kind, part[:80])
    return told


_HELPS = re.compile(
    r"好[些点受]|缓|舒[服坦]|松快|没事|不[疼痛]|\b(?:better|helps?|eases?|fine|all right|alright|okay|nothing|calms?)\b"
)
_HURTS = re.compile(
    r"疼|痛|憋|喘|晕|难受|受不了|厉害|[才就].|好[些点受]|缓|舒[服坦]|松快"
    r"|\b(?:only when|when|if|with|hurts?|pain\w*|sore|do(?:es)? for me|kills?|helps?|eases?|better)\b"
)


def _is_list_of_triggers(asked: str, words: str) -> bool:
    """ "Stairs, and kneeling", 上楼，还有蹲下: one that is known for a trigger says what the list is of."""
    if asked not in ("worse_with", "better_with"):
        return False
    items = [item for item in _LISTED.split(words) if item]
    return any(_DOING.fullmatch(item) or (len(items) > 1 and answers(asked, item)) for item in items)


_LISTED = re.compile(r"\s*(?:[,，、]|\band\b|\bor\b|还有|或者)+\s*")
_DOING = re.compile(  # kneeling, "going up hill"; 冷风一吹就疼
    r"\W*(?:(?:when i'?m|if i'?m|mostly|mainly|just|it's)\s+)?"
    r"(?!(?:no|some|any|every)thing|getting|feeling|being|taking|having|hurting|aching|killing|bleeding|during|evening)"
    r"[a-z]{2,}ing\b(?: (?!and\b)[a-z']+){0,4}\W*"
    r"|[^，。]{0,6}一[^，。]{1,4}就(?:疼|痛|重|厉害|犯|难受|痒|咳|喘|晕)[^，。]{0,3}"
)
_SENTENCES = re.compile(
    r"(?<=[.;!?])\s+|(?<=[。；！？])|[,，]?\s*\band (?=(?:i|i'm|i've|can|could|my|he|she|put)\b)"
    r"|[，,](?=(?:还有|另外|对了)?[我帮])",
    re.I,
)
_SAYS_NONE = re.compile(r"(?:no|not|nothing|none)\b|没有?(?!事|精神|劲|力|吃|睡|休息)")
ONLY_A_SEX = re.compile(
    r"\W*(?:我是|是|i'?m an? |an? )?"
    r"(?:[男女](?:孩[子儿]?|[的性嘞哒咯呢啊])?|先生|女士|(?:fe)?male|(?:wo)?man|boy|girl|lad|lady|lass|gent|guy|bloke|fella|chap|he|she|m|f)\W*"
)
YEARS = re.compile(  # 28, 六十二, 二十六岁女生
    rf"\W*(?:我|今年|i'?m|i am)?\W*({CHINESE}|\d{{2,3}})(?:岁|了)?(?:的?[男女][的性生孩士]?|,? (?:male|female))?\W*"
)


# "Since our Karen's wedding" tells when it began to the one who was there; to everything that reckons, some weeks ago.
_SINCE_EVENT = re.compile(
    r"(?:(?:oh|well|probably|i think|i'd say|it'?s been|ever)\W+)*(?:since|ever since|after) (?!then\b)\D{3,60}$"
)
_SINCE_THEN = re.compile(  # 从高中起, 打记事起就这样, 自从搬家以后
    r"(?:从|打|自从|自)(?P<words>(?:我|他|她)?(?:(?P<young>[^，。]{0,2}(?:小学|初中|高中|中学|大学|上学|记事|小时候|年轻|结婚|当兵|十[几来]岁|小))"
    r"|[^，。\d昨今前去上这那]{2,10}?)(?:那会儿?|那时候?|那年|的时候|以后|之后|后)?)(?=起|开始|就|以来|$)"
)
_SOME_TIME = 720.0  # hours
_FOR_YEARS = re.compile(r"\W*(?:(?:oh|well|been|for|just|it'?s)\W+)*(?P<words>years)(?=\W|$)")
_YEARS_LONG = 43830.0  # hours
_MILD_WORD, _SEVERE_WORD = pattern(_CUES["mild_word"]), pattern(_CUES["severe_word"])


def _severity_word(lower: str) -> Severity | None:
    if _MILD_WORD.search(lower):
        return Severity.MILD
    if _SEVERE_WORD.search(lower):
        return Severity.SEVERE
    return Severity.MODERATE if re.search(r"中|一般|\b(?:moderate|medium|middle|so-so|average)\b", lower) else None


_SUDDEN_WORD, _SLOW_WORD = pattern(_CUES["sudden_word"]), pattern(_CUES["slow_word"])


def _sudden_word(lower: str, answer: Answer | None) -> bool | None:
    if _SLOW_WORD.search(lower):
        return False
    return True if _SUDDEN_WORD.search(lower) or answer is Answer.YES else False if answer is Answer.NO else None


_ONLY_A_SIDE = re.compile(
    r"\W*(?:(?:it'?s|just|only|on|the|my|in)\W+)*(?:left|right|both)"
    r"(?: (?:one|ones|side|sides|hand|foot|leg|arm|knee|ear|eye))?\W*"
    r"|\W*(?:就|是|在|就是)*(?:左|右|两)(?:边|侧|只|个)?(?:这个|那个|的)?[吧啊呀]?\W*"
)


def only_a_side(lower: str) -> bool:
    return _ONLY_A_SIDE.fullmatch(lower) is not None


def _side_word(lower: str) -> Side | None:
    """The side told, or the one it is put right to: 右脚，不对，左脚; "the left, not both"."""
    put_right = lower[marked[-1][1] :] if (marked := marks(lower)) else ""
    return _side_named(_NOT_THIS_SIDE.sub("", put_right)) or _side_named(_NOT_THIS_SIDE.sub("", lower))


_NOT_THIS_SIDE = pattern(cues("details")["not_this_side"])


def _side_named(lower: str) -> Side | None:
    lower = _HANDED.sub("", lower)
    left, right = _LEFT.search(lower), _RIGHT.search(lower)
    if left and right and (one := _the_one_of_two(lower)):
        return one
    if re.search(
        r"两(?![天周年岁点三次回分]|小时|礼拜|星期|个(?:月|星期|礼拜|小时|钟头|半|多))|双|都(?:有|是|疼|痛|一样)?\W*$|\bboth\b",
        lower,
    ) or (left and right):
        return Side.BOTH
    return Side.LEFT if left else Side.RIGHT if right else None


def _the_one_of_two(lower: str) -> Side | None:
    """The side that is meant where the other is named in a clause of something else: 右耳，左耳是聋."""
    parts = [part for part in _CLAUSE_ENDS.split(lower) if _LEFT.search(part) or _RIGHT.search(part)]
    of_now = [part for part in parts if not _OF_ANOTHER_SIDE.search(part)] or parts
    if meant := next(filter(None, map(_MEANT_SIDE.search, of_now)), None):
        return Side.LEFT if _LEFT.search(meant[0]) else Side.RIGHT
    if any(_LEFT.search(part) and _RIGHT.search(part) for part in parts) or any(map(_ALSO.search, parts)):
        return None
    if all(map(only_a_side, parts)):
        return None
    return Side.LEFT if _LEFT.search(of_now[0]) else Side.RIGHT


_HANDED = re.compile(r"\b(?:left|right)[- ]hand(?:ed|er)\b|[左右]撇子")
_LEFT, _RIGHT = re.compile(r"左|\bleft\b"), re.compile(r"右|\bright\b")
_ALSO = re.compile(
    r"[也都]|有时|两|双|一点|轻|\b(?:also|too|both|as well|sometimes|a bit|a little|then|now|less|more|worse)\b"
)
_MEANT_SIDE = re.compile(
    r"(?:坏|疼|痛|难受|不舒服|麻|肿|痒)的是[左右]|(?<!不)是[左右][边侧]?[^，。]{0,3}(?:疼|痛|难受|不舒服|麻|肿|坏)"
    r"|\bit'?s (?:on )?(?:the |my )(?:left|right)(?: \w+)? (?:that|which)(?:'s| is| hurts)"
)
_OF_ANOTHER_SIDE = re.compile(r"上[次回]|以前|去年|\b(?:used to|last (?:time|year)|years? ago|years? back|was)\b")


def _course_word(lower: str) -> Course | None:
    if re.search(
        r"时好时坏|反复|一阵|(?:一会儿?|有时候?)好"
        r"|\bcom(?:es?|ing)(?: back)? and go|\bon and off|\boff and on|\bup and down",
        lower,
    ):
        return Course.COMES_AND_GOES
    if (alike := re.search(r"一样|差不多|\bsame\b", lower)) and both_alike(lower[: alike.start()].removesuffix("the ")):
        return None
    if _ON_THE_WAY_DOWN.search(lower):
        return Course.WORSE  # also "no, getting worse"
    if re.search(
        r"没(?:什么|啥)?(?:变化|好|区别)|一样|差不多|老样子|还那样|\bsame\b|\bno change|\bno\b"
        r"|(?:\bnot|n't)(?: got(?:ten)?| any| really)? worse\b",
        lower,
    ):
        return Course.SAME
    if re.search(
        r"重|坏|厉害|差|越来越(?!好|轻|少|小)|越(?!来)[^，。]越(?!好|轻|少|小)|(?<![好通顺松畅服轻强])[大多]了|\bworse|\bbigger|\bgrow",
        lower,
    ):
        return Course.WORSE
    if _EASED.search(lower):
        return None  # by something done, not with time
    return Course.BETTER if re.search(r"好|轻|\bbetter", lower) else None


_ON_THE_WAY_DOWN = re.compile(  # "downhill, gently, no sudden drop"
    r"(?<!no )(?<!not )(?<!n't )\b(?:worse|worsening|heavier|down ?hill|slipping|deteriorat\w+|declin\w+"
    r"|(?:going|creeping|climbing|edging|shooting) up(?! (?:the|a|to|and|stairs|hills?)\b)"
    r"|(?:a (?:bit|little) )?more (?:each|every) \w+|(?:each|every) \w+ (?:a (?:bit|little) )?more)\b(?! or better)"
)
_GUESS = re.compile(  # "maybe better, maybe worse" is none
    r"(?!.*\b(?:better\b.*\bworse|worse\b.*\bbetter)\b)"
    r".*?(?:\b(?:maybe|perhaps|possibly)\b|可能|也许|大概)(?P<words>[^.;!?。！？]+)"
)
_EASED = re.compile(
    r"一[^，。]{1,3}就|[^，。]一[^，。](?:能|会)?(?:好|轻)|[能会](?:好|轻)(?:一?点|些)?$|\bif i\b|\bwhen i\b"
)


def person_for(
    asked: str, answer: Answer | None, writing: Writing, *, found: Person | None, now: datetime | None = None
) -> Person | None:
    """What a bare reply to a question about the person says of them. `now` makes an age of a year of birth."""
    lower = writing.lower.strip()
    update: dict[str, object] = {}
    if asked == "age" and (
        found is None
        or found.age_months is None
        or (len(lower) < 24 and re.search(r"到|以上|\bto\b|\bunder\b|\bor older", lower))
    ):
        between = age_band(lower)
        update |= {"age_between": between, "age_months": middle(between) if between else age_of(lower, now)}
    elif (found is None or found.age_months is None) and (bare := _no_answer_but_a_number(asked, lower)):
        years = number(bare[1])
        told = years and YOUNGEST <= years <= OLDEST and not (asked.startswith("finding:") and 35 <= years <= 42)
        update["age_months"] = int(years or 0) * 12 if told else None
    elif asked == "sex" or ONLY_A_SEX.fullmatch(lower):
        found = None if ONLY_A_SEX.fullmatch(lower) else found  # "I'm a girl" is no child
        male, female = (
            re.search(
                r"男|老头|老汉|大爷|大叔|爷们|先生|小伙|小子|汉子|靓仔|哥们|老爷子|(?<!')\b(?:male|man|boy|m|he|him|guy|bloke|fella|feller|fellow|dude|geezer|mister|chap|gent\w*|lad|laddie)\b",
                lower,
            ),
            re.search(
                r"女|老太|大妈|阿姨|姑娘|妇|妹[子儿仔]|闺女|丫头|婆娘|娘们|大[嫂姐]|千金"
                r"|(?<!')\b(?:fem\w*|woman|girl|gal|f|she|her|lady|lass|lassie|madam|ma'am|dame|granny)\b",
                lower,
            ),
        )
        update["sex"] = (Sex.MALE if male else Sex.FEMALE) if bool(male) != bool(female) else None
    elif asked == "pregnancy":
        update["pregnant"] = is_pregnant(answer, lower, told=found.pregnant if found else None)
    elif (
        asked in ("who", "relation")
        and (found is None or found.relation is None)
        and re.search(r"我|自己|本人|\bme\b|\bmyself\b|\bi am\b", lower)
    ):
        update["relation"] = Relation.SELF
    update = {name: value for name, value in update.items() if value is not None}
    person = (found or Person()).model_copy(update=update)
    if asked == "age" and person.age_months is not None and person.age_between is None:
        return person.model_copy(update={"age_months": by_now(person.age_months, lower)})
    return person if update else found


def _no_answer_but_a_number(asked: str, lower: str) -> re.Match[str] | None:
    """A bare number where none is an answer: it is the age, unless it may be a fever's degrees."""
    of_ten = asked in ("severity", "frequency") and not re.fullmatch(r"\W*(?!10)\d\d\W*", lower)
    return None if asked in _COUNTED or of_ten else YEARS.fullmatch(lower)


_COUNTED = frozenset({"open", "duration", "onset", "value", "new", "result", "anything_else"})
