"""What a short reply means in the light of the question just put."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details import grade
from models.embedded.understanding.english import FILLERS, tokens
from models.embedded.understanding.numbers import CHINESE, ENGLISH, number
from models.embedded.understanding.writing import Writing
from models.facts import Answer, Course, Details, Fact, Person, Relation, Severity, Sex, Side, Status, Topic
from models.knowledge.load import knowledge

_CUES = cues("answers")

_UNSURE = pattern(_CUES["unsure"])
_REFUSED = pattern(_CUES["refused"])
_NONE = pattern(_CUES["none"])
_YES_FIRST = pattern(_CUES["yes_first"])
_YES_WHOLE = pattern(_CUES["yes_whole"])
_NO_FIRST = pattern(_CUES["no_first"])
_NO_WHOLE = pattern(_CUES["no_whole"])
# To questions of history any denial will do: 不吃药, 身体一直很好, "I don't take anything", "fit and healthy".
_NO_HISTORY = pattern(_CUES["no_history"])
_NEGATIVE_QUESTION_TOPICS = {
    "past_history": Topic.CONDITION,
    "medicines": Topic.MEDICINE,
    "allergies": Topic.ALLERGY,
    "operations": Topic.OPERATION,
    "family": Topic.FAMILY,
    "family_history": Topic.FAMILY,
}
FREE_TOPICS = _NEGATIVE_QUESTION_TOPICS | {"wish": Topic.WISH}
_NAME_FORGOTTEN = pattern(_CUES["name_forgotten"])


def answer_in(writing: Writing) -> Answer | None:
    """Yes, no, unsure or refused, when the utterance begins with that as a clause of its own or is nothing else."""
    lower = _ECHO.sub("", _after_interjections(writing.lower))
    if _REFUSED.search(lower):
        return Answer.REFUSED
    first, _, rest = _cut(lower)
    if rest and _HESITATES.fullmatch(first):  # "嗯……好像没有" says no
        return _begins_with(rest, _cut(rest)[0]) or Answer.YES
    answer = _begins_with(lower, first)
    for _ in range(_PREFACES):  # "我跟你说啊，没有", "Ouch. Not really", "Well, you know, no"
        if answer or not rest or len(first) > (_PREFACE_HAN if any(c > "\u3400" for c in first) else _PREFACE_LATIN):
            break
        lower = rest
        first, _, rest = _cut(rest)
        answer = _begins_with(lower, first)
    return answer


# The question said again before its answer: "Medical problems? No."
_ECHO = re.compile(r"^[^.!?。！？,，]{2,40}[?？]\s*(?=(?:no|nope|yes|yeah|yep|not|never)\b|没|不|有|是)")


def _after_interjections(lower: str) -> str:
    return _INTERJECTIONS.sub("", lower.strip())


_INTERJECTIONS = re.compile(
    r"^[\W_]*(?:(?:呃|额|啊|哦|噢|喔|嗨|嘶+|唉|哎[呀哟呦]?|诶|这个嘛?|oh|ah|ow|ouch|well|um+|uh+|er|hmm+|honestly|actually)"
    r"(?![a-z])[\s,，.。!！…~]*|(?:yes|no)\s*(?=[\u4e00-\u9fff]))*"  # "no 没有"
)
_HESITATES = re.compile(r"[嗯恩对哦好]+|mm+|hm+|yeah|right")
_PREFACES = 2
_PREFACE_HAN, _PREFACE_LATIN = 6, 14  # characters of a clause that only leads up to the answer
_CLAUSE_END = re.compile(r"[，。,.;；!?！？\n…]+\s*")


def _cut(lower: str) -> tuple[str, str, str]:
    end = _CLAUSE_END.search(lower)
    if end is None:
        return lower.strip(" ~…"), "", ""
    return lower[: end.start()].strip(" ~…"), end[0], lower[end.end() :]


def _begins_with(lower: str, first: str) -> Answer | None:
    if _UNSURE.search(lower):
        return Answer.UNSURE
    if _NONE.fullmatch(first):
        return Answer.NONE_OF_THESE
    if _NO_FIRST.search(first) or _NO_WHOLE.fullmatch(first):
        return Answer.NO
    return Answer.YES if _YES_FIRST.search(first) or _YES_WHOLE.fullmatch(first) else None


# "好的，谢谢" and "OK, thanks" take note of a question and do not say yes to a symptom.
_POLITE = re.compile(
    r"^\W*(?:好的?|行|可以|ok(?:ay)?|sure|right)(?:[吧啊呀嘞]|\W*(?:谢谢|多谢|thanks?|thank you|知道了).*)?\W*$"
)

_DENIES = re.compile(
    r"没|不(?!知道|清楚|确定|舒服)|无|\b(?:no|not|never|none|without|haven't|hasn't|don't|doesn't|didn't|isn't|aren't)\b"
)
_HAN_OF_NO_WEIGHT = frozenset("有没了的不出感到很是会得在一个点发身体上下里大小难受痛疼")


def _reply_about(code: str, lower: str) -> Answer | None:
    """A reply that names what was asked in words no wording lists: 出了一身汗, "I was dripping with sweat"."""
    finding = knowledge().findings.get(code)
    if finding is None or len(lower) > 60:
        return None
    chars = (set(finding.zh) | set(finding.record_zh or "")) - _HAN_OF_NO_WEIGHT
    stems = {token.stem for token in tokens(finding.en.lower()) if token.stem not in FILLERS and len(token.stem) > 3}
    if not any(char in lower for char in chars if char > "\u3400") and not stems & {t.stem for t in tokens(lower)}:
        return None
    return Answer.NO if _DENIES.search(lower) else Answer.YES


_STATUS = {
    Answer.YES: Status.PRESENT,
    Answer.NO: Status.ABSENT,
    Answer.NONE_OF_THESE: Status.ABSENT,
    Answer.UNSURE: Status.UNKNOWN,
    Answer.REFUSED: Status.REFUSED,
}


def fact_for(asked: str, answer: Answer | None, writing: Writing, *, said: tuple[Fact, ...]) -> Fact | None:
    """The fact a reply to `asked` states, beside those it spells out in `said`."""
    quote = writing.original.strip()[:200]
    topic_name, _, code = asked.partition(":")
    if topic_name in ("finding", "request", "habit", "condition") and code:
        topic = Topic(topic_name)
        if topic is Topic.HABIT and not said and _ONCE.search(writing.lower):
            return Fact(topic=topic, code=code, past=True, quote=quote)
        answer = answer or (_reply_about(code, writing.lower) if not said else None)
        if answer is Answer.YES and _POLITE.match(writing.lower.strip()):
            return None
        if answer is None or any(fact.name == (topic, code) for fact in said):
            return None
        return Fact(topic=topic, code=code, status=_STATUS[answer], quote=quote)
    topic_or_none = _NEGATIVE_QUESTION_TOPICS.get(asked)
    if topic_or_none and not any(fact.topic is topic_or_none for fact in said):
        if topic_or_none is Topic.MEDICINE and _NAME_FORGOTTEN.search(writing.lower):
            return Fact(topic=Topic.MEDICINE, code=f"unknown: {quote[:60]}", quote=quote)
        if answer in (Answer.UNSURE, Answer.REFUSED):
            return Fact(topic=topic_or_none, code="any", status=_STATUS[answer], quote=quote)
        if answer in (Answer.NO, Answer.NONE_OF_THESE) or _NO_HISTORY.search(_after_interjections(writing.lower)):
            return Fact(topic=topic_or_none, code="none", status=Status.ABSENT, quote=quote)
        return None
    if asked == "wish" and not answer and quote and not any(fact.topic is Topic.WISH for fact in said):
        return Fact(topic=Topic.WISH, code=quote[:80], quote=quote)
    return _follow_up(asked, answer, writing.lower, quote)


_ONCE = re.compile(
    r"\b(?:i did|used to|in the past|when i was young\w*|years ago|way back|quit|stopped|gave (?:it )?up)\b"
    r"|\bnot any ?more\b|以前(?:抽|喝|吸)|戒了"
)


_TAKEN = pattern(_CUES["taken"])
_NOT_TAKEN = pattern(_CUES["not_taken"])
_NONE_GIVEN = pattern(_CUES["none_given"])
_RESULT_THERE = pattern(_CUES["result_there"])
_RESULT_AWAY = pattern(_CUES["result_away"])


def _follow_up(asked: str, answer: Answer | None, lower: str, quote: str) -> Fact | None:
    if asked == "adherence":
        if _NONE_GIVEN.search(lower):
            return Fact(topic=Topic.ADHERENCE, code="none_given", status=Status.ABSENT, quote=quote)
        status = (
            Status.ABSENT
            if _NOT_TAKEN.search(lower)
            else Status.PRESENT
            if _TAKEN.search(lower)
            else _STATUS.get(answer)
            if answer
            else None
        )
        return Fact(topic=Topic.ADHERENCE, code="adherence", status=status, quote=quote) if status else None
    if asked == "result":
        status = (
            Status.ABSENT
            if _RESULT_AWAY.search(lower)
            else Status.PRESENT
            if _RESULT_THERE.search(lower)
            else _STATUS.get(answer)
            if answer
            else None
        )
        return Fact(topic=Topic.RESULT, code="result", status=status, quote=quote) if status else None
    return None


def details_for(asked: str, writing: Writing, *, found: Details) -> Details:
    """The detail a bare reply gives: a number for severity, a place for site, one word for side or course."""
    lower = writing.lower.strip(" .。,，!！~")
    update: dict[str, object] = {}
    if asked == "pregnancy":  # "yes, ten weeks": no complaint has lasted so long
        return found.model_copy(update={"duration": None})
    if answer_in(writing) in (Answer.UNSURE, Answer.REFUSED):
        return found
    if asked == "severity" and found.severity is None:
        update["severity"] = grade(lower) or _severity_word(lower)
    elif asked == "side" and found.side is None:
        update["side"] = _side_word(lower)
    elif asked == "course" and found.course is None:
        update["course"] = _course_word(lower)
    elif asked == "site" and found.site is None and lower and len(lower) <= 30:
        update["site"] = writing.original.strip(" .。,，!！~") or None
    elif (
        asked in ("frequency", "character", "worse_with", "better_with")
        and getattr(found, asked) is None
        and lower
        and not answer_in(writing)
    ):
        update[asked] = writing.original.strip()[:80]
    elif asked in ("sudden", "onset") and found.sudden is None:
        answer = answer_in(writing)
        update["sudden"] = True if answer is Answer.YES else False if answer is Answer.NO else None
    return found.model_copy(update={name: value for name, value in update.items() if value is not None})


_MILD_WORD, _SEVERE_WORD = pattern(_CUES["mild_word"]), pattern(_CUES["severe_word"])


def _severity_word(lower: str) -> Severity | None:
    if _MILD_WORD.search(lower):
        return Severity.MILD
    if _SEVERE_WORD.search(lower):
        return Severity.SEVERE
    return Severity.MODERATE if re.search(r"中|一般|\b(?:moderate|medium|middle|so-so|average)\b", lower) else None


def _side_word(lower: str) -> Side | None:
    left, right = re.search(r"左|\bleft\b", lower), re.search(r"右|\bright\b", lower)
    if re.search(r"两|双|都|\bboth\b", lower) or (left and right):
        return Side.BOTH
    return Side.LEFT if left else Side.RIGHT if right else None


def _course_word(lower: str) -> Course | None:
    if re.search(r"时好时坏|反复|一阵|\bcome|\bup and down", lower):
        return Course.COMES_AND_GOES
    if re.search(r"没(?:什么|啥)?(?:变化|好|区别)|一样|差不多|老样子|还那样|\bsame\b|\bno change|\bno\b", lower):
        return Course.SAME
    if re.search(r"重|坏|厉害|差|\bworse", lower):
        return Course.WORSE
    return Course.BETTER if re.search(r"好|轻|\bbetter", lower) else None


def person_for(asked: str, answer: Answer | None, writing: Writing, *, found: Person | None) -> Person | None:
    """What a bare reply to a question about the person says of them."""
    lower = writing.lower.strip()
    update: dict[str, object] = {}
    if asked == "age" and (
        found is None
        or found.age_months is None
        or (len(lower) < 24 and re.search(r"到|以上|\bto\b|\bunder\b|\bor older", lower))
    ):
        update["age_months"] = _age_of(lower)
    elif asked == "sex":
        male, female = (
            re.search(r"男|\b(?:male|man|boy|m|he|him)\b", lower),
            re.search(r"女|\b(?:female|woman|girl|f|she|her|lady)\b", lower),
        )
        update["sex"] = (Sex.MALE if male else Sex.FEMALE) if bool(male) != bool(female) else None
    elif asked == "pregnancy" and (found is None or found.pregnant is None):
        update["pregnant"] = (
            {Answer.YES: True, Answer.NO: False, Answer.NONE_OF_THESE: False}.get(answer) if answer else None
        )
    elif (
        asked in ("who", "relation")
        and (found is None or found.relation is None)
        and re.search(r"我|自己|本人|\bme\b|\bmyself\b|\bi am\b", lower)
    ):
        update["relation"] = Relation.SELF
    update = {name: value for name, value in update.items() if value is not None}
    if not update:
        return found
    return (found or Person()).model_copy(update=update)


def _age_of(lower: str) -> int | None:
    between = re.search(rf"({CHINESE}|{ENGLISH})\s*(?:到|至|~|to|(?<=\d)-)\s*({CHINESE}|{ENGLISH})", lower)
    if between:
        low, high = number(between[1]), number(between[2])
        return int((low + high) / 2 * 12) if low is not None and high is not None else None
    under = re.search(rf"(?:不到|未满|小于|under|less than|younger than)\s*({CHINESE}|{ENGLISH})", lower)
    match = under or re.search(rf"({CHINESE}|{ENGLISH})", lower)
    value = number(match[1]) if match else None
    if value is None or value > 120:
        return None
    months = bool(re.search(r"个?多?月|\bmonths?\b|\bmths?\b", lower))
    weeks, days = re.search(r"周(?!岁)|\bweeks?\b", lower), re.search(r"天|\bdays?\b", lower)
    if weeks or days:
        return int(value / (4.345 if weeks else 30.4))
    over = re.search(r"以上|\bor (?:older|over|more)\b|\bover\b|\+", lower)
    half = 0.5 if re.search(r"岁半|\band a half\b", lower) else 0.0
    return int((value + half - (0.5 if under else 0) + (5 if over else 0)) * (1 if months else 12))
