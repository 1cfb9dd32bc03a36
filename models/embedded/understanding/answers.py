"""What a short reply means in the light of the question just put."""

import re

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.named_replies import (
    asked_as_lacking,
    concedes,
    denied_by,
    in_its_own_words,
    is_pain,
    names_it,
    reply_about,
    says_so,
)
from models.embedded.understanding.numbers import CHINESE, number
from models.embedded.understanding.writing import Writing
from models.facts import Answer, Details, Duration, Fact, Status, Topic

_CUES = cues("answers")

_UNSURE = Cue(_CUES["unsure"])
_REFUSED = Cue(_CUES["refused"])
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
# "Funny you ask. It goes down my leg, yes."
_YES_LAST = re.compile(
    r"\w\w(?:[,，]\s*| )(?:yes|yeah|yep|aye|对|对的|是的|有的)\s*(?:[.!。！]|$)"
    r"|^[^,.!?，。！？]*\w\w (?:yes|yeah|yep|aye)\s*,"
)
# "I haven't seen any, no": what is denied is denied once more at the end.
_NO_LAST = re.compile(
    r"\b(?:not|never|nothing|\w+n't)\b[^.!?;]*[, ] ?no\W*$|[没不][^，。！？]{1,12}[，,]\s*没有?[啊呀的]?\W*$"
)
_TOLD_BEFORE = pattern(_CUES["told_before"])  # "you already asked me that, no"
_SAYS_NO = re.compile(r"\b(?:no|not|never|\w+n't|without)\b|[没不]")
_NAME_FORGOTTEN = pattern(_CUES["name_forgotten"])
_HOW_OFTEN = pattern(_CUES["how_often"])


def answer_in(writing: Writing) -> Answer | None:
    """Yes, no, unsure or refused, when the utterance begins with that as a clause of its own or is nothing else."""
    lower = _ECHO.sub("", _after_interjections(writing.lower))
    if _REFUSED.search(lower):
        return Answer.REFUSED
    lower = _SAID_AGAIN.sub(r"\1", lower)
    first, _, rest = _cut(lower)
    if rest and _HESITATES.fullmatch(first):  # "嗯……好像没有" says no
        return _begins_with(rest, _cut(rest)[0]) or Answer.YES
    answer = _begins_with(lower, first)
    for _ in range(_PREFACES):  # "我跟你说啊，没有", "Ouch. Not really", "Well, you know, no"
        longest = _PREFACE_HAN if any(c > "\u3400" for c in first) else _PREFACE_LATIN
        if answer or not rest or (len(first) > longest and not _TOLD_BEFORE.match(first)):
            break
        lower = rest
        first, _, rest = _cut(rest)
        answer = _begins_with(lower, first)
    if answer is None and _NO_LAST.search(writing.lower):
        return Answer.NO
    yes = _YES_LAST.search(writing.lower) if answer is None else None
    return Answer.YES if yes and not _SAYS_NO.search(writing.lower, 0, yes.end()) else answer


def asks_for_a_nurse(writing: Writing, facts: list[Fact]) -> bool:
    """Whether the yes goes with the wish for somebody to come: "yes please call a nurse" names no symptom."""
    return not facts and _YES_AND_CALL.match(writing.lower) is not None


_YES_AND_CALL = pattern(_CUES["yes_and_call"])


def of_another(writing: Writing, facts: list[Fact], asked: str) -> bool:
    """Whether yes or no is of something else than was asked, and answers nothing.

    "I smoke, yes", asked about chest pain, confirms itself, and so does "yes bit feverish"; 不疼, asked about black
    stools, denies a pain.
    """
    topic, _, code = asked.partition(":")
    if topic == "finding" and _ONLY_NO_PAIN.fullmatch(writing.lower):
        return not is_pain(code)
    lower = _ECHO.sub("", _after_interjections(writing.lower))
    first, _, _ = _cut(lower)
    others = [f for f in facts if f.quote.lower() in first and f"{f.topic}:{f.code}" != asked]
    if topic == "finding" and any(f.topic is Topic.FINDING for f in others) and _AT_ONCE.match(first):
        return True
    return bool(others) and _begins_with(lower, first) is None


_ONLY_NO_PAIN = re.compile(
    r"\W*(?:我|他|她|倒|也|都|现在|一点|并|又|啊|哦)*(?:不|没有?)(?:怎么|太|觉得|感觉|感到)?[疼痛](?:了|的|啊|呀|过|呢)*\W*"
    r"|\W*(?:it )?(?:doesn'?t|does not|isn'?t|not|no) (?:hurt|hurting|painful|sore|pain)\W*"
)
_AT_ONCE = re.compile(r"(?:yes|yeah|yep|no|nope) (?!but\b|and\b|it'?s|i (?:do|have|am)\b(?! \w))\w")
_SAID_AGAIN = re.compile(r"^([^\W\d_a-z]{1,4}?)(?:[，, ]?\1)+(?=\W|$)")  # 不疼不疼, 有有有
# The question said again before its answer: "Medical problems? No."
_ECHO = re.compile(r"^(?:[^.!?。！？,，]{2,40}[?？]\s*){1,3}(?=(?:no|nope|yes|yeah|yep|not|never)\b|没|不|有|是)")


def end_of_echo(lower: str, asked: str) -> int:
    """Where the question ends that was said again before its answer: "Numb? No, dear", "Eh? Numb? I can walk"."""
    begin = len(lower) - len(_after_interjections(lower))
    echo = _ECHO.match(lower[begin:])
    end = begin + echo.end() if echo else 0
    topic, _, code = asked.partition(":")
    if topic != "finding":
        return 0 if topic in _NEGATIVE_QUESTION_TOPICS and _AFFIRMS.match(lower, end) else end
    place = said_again = 0
    while question := _SHORT_QUESTION.match(lower, place):
        place = question.end()
        if names_it(code, question[0]):
            said_again = place
        elif not _EH.fullmatch(question[0]):
            break
    return max(end, said_again)


_AFFIRMS = re.compile(r"(?:yes|yeah|yep)\b|有(?!没|什么|啥)|是(?!不是|没)")
# What somebody wants to know is asked in other words.
_SHORT_QUESTION = re.compile(
    r"(?!.{0,20}(?:要紧|严重|怎么|咋|能|可以|会不会|是不是|算|哪|多少|\b(?:is|are|can|could|should|does|how|why|which)\b))"
    r"[^.!?。！？]{1,24}[?？]\s*"
)
_EH = re.compile(r"\W*(?:eh|what|pardon|sorry|me|huh|who|啥子?|什么|啊|哈|嗯|我)\W*")


def _after_interjections(lower: str) -> str:
    return _INTERJECTIONS.sub("", lower.strip())


def end_of_first_clause(writing: Writing) -> int:
    """Where the clause ends that an utterance begins with, sounds like "oh," left out: "Oh, I can't remember"."""
    lower = writing.lower
    begin = len(lower) - len(_after_interjections(lower).lstrip())
    end = _CLAUSE_END.search(lower, begin)
    return end.start() if end else len(lower)


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
        told_already = any(fact.code == code for fact in said)
        if code == "fever" and not told_already and (measured := _temperature(writing.lower)) is not None:
            status = Status.PRESENT if measured >= FEVERISH else Status.ABSENT
            told = Details(value=f"{measured:g} °C")
            return Fact(topic=topic, code=code, status=status, quote=quote, details=told)
        over = _FEVER_OVER if code in ("fever", "low_fever") else _OVER
        if topic is Topic.FINDING and not said and over.search(writing.lower) and not _of_else(code, writing.lower):
            return Fact(topic=topic, code=code, past=True, quote=quote)
        if topic is Topic.HABIT and not said and _ONCE.search(writing.lower):
            return Fact(topic=topic, code=code, past=True, quote=quote)
        if topic is Topic.HABIT and answer is None and _NOW_AND_THEN.search(writing.lower):
            answer = Answer.YES
        if topic is Topic.FINDING:
            reply = writing.lower[end_of_echo(writing.lower, asked) :]
            answer = Answer.YES if concedes(code, reply) else answer
            either = answer in (Answer.YES, Answer.NO) and asked_as_lacking(code)  # "no, they don't fade" says they are
            if either or (answer is Answer.YES and _YES_LAST.search(reply)):
                answer = says_so(code, reply) or answer  # "he passes gas, yes" confirms what stands before the yes
            answer = answer or says_so(code, reply) or in_its_own_words(code, reply)
            answer = answer or _by_what_is_denied(code, said)
            if all(fact.topic is not Topic.FINDING for fact in said):
                answer = answer or reply_about(code, reply)
            if answer is None and _HOW_OFTEN.fullmatch(reply):
                answer = Answer.YES
        if code in _AT_WORST and _A_LITTLE.search(writing.lower):
            answer = Answer.NO
        if answer is Answer.YES and _POLITE.match(writing.lower.strip()):
            return None
        if answer is None or any(fact.name == (topic, code) for fact in said):
            return None
        return Fact(topic=topic, code=code, status=_STATUS[answer], quote=quote)
    topic_or_none = _NEGATIVE_QUESTION_TOPICS.get(asked)
    if topic_or_none and not any(fact.topic is topic_or_none and fact.status is not Status.UNKNOWN for fact in said):
        if topic_or_none is Topic.MEDICINE and _NAME_FORGOTTEN.search(writing.lower):
            return Fact(topic=Topic.MEDICINE, code=f"unknown: {quote[:60]}", quote=quote)
        if answer in (Answer.UNSURE, Answer.REFUSED):
            return Fact(topic=topic_or_none, code="any", status=_STATUS[answer], quote=quote)
        if _denies_another(writing.lower, said, topic_or_none) or _has_none_of_another(topic_or_none, writing.lower):
            return None
        if answer in (Answer.NO, Answer.NONE_OF_THESE) or _NO_HISTORY.search(_after_interjections(writing.lower)):
            return Fact(topic=topic_or_none, code="none", status=Status.ABSENT, quote=quote)
        return None
    if asked == "pregnancy" and FOUND_PREGNANT.search(writing.lower):
        return Fact(topic=Topic.PREGNANCY, code="pregnancy_known", quote=quote)
    if asked == "pregnancy" and CANNOT_BE_PREGNANT.search(writing.lower):
        return Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=Status.ABSENT, quote=quote)
    if asked == "pregnancy" and not any(fact.topic is Topic.PREGNANCY for fact in said):
        doubt = answer is Answer.UNSURE or DOUBT.search(writing.lower)
        status_or_none = Status.UNKNOWN if doubt else _STATUS.get(answer) if answer else None
        if status_or_none is not None:
            return Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=status_or_none, quote=quote)
    if asked == "wish" and not answer and quote and not any(fact.topic is Topic.WISH for fact in said):
        return Fact(topic=Topic.WISH, code=quote[:80], quote=quote)
    return _follow_up(asked, answer, writing.lower, quote)


def _by_what_is_denied(code: str, said: tuple[Fact, ...]) -> Answer | None:
    denied = (fact.code for fact in said if fact.status is Status.ABSENT)
    return Answer.NO if denied_by(code, denied) else None


_AT_WORST = frozenset({"worst_headache", "tearing_pain", "rigid_belly", "bleeding_wont_stop"})
_A_LITTLE = pattern(_CUES["a_little"])


def told_to_have_none(writing: Writing) -> list[Fact]:
    """No pain, medicine or illness, said although something else was asked: 没吃药, "no other illnesses"."""
    quote = writing.original.strip()
    found = [
        Fact(topic=topic, code="none", status=Status.ABSENT, quote=quote)
        for topic, words in _HAS_NONE.items()
        if words.fullmatch(writing.lower)
    ]
    if _ONLY_NO_PAIN.fullmatch(writing.lower):
        found.append(Fact(topic=Topic.FINDING, code="pain_somewhere", status=Status.ABSENT, quote=quote))
    return found


def working_well(writing: Writing) -> list[Fact]:
    """What is told to work as it should, whatever was asked: "swallowing's fine", 胃口还行."""
    found = ((code, words.search(writing.lower)) for code, words in _WORKS.items())
    return [
        Fact(topic=Topic.FINDING, code=code, status=Status.ABSENT, quote=writing.words(*told.span()))
        for code, told in found
        if told
    ]


_WELL_SO = f"(?:{_CUES['works_en']}|{_CUES['works_zh']})"
_WORKS = {code: Cue([one.replace("#", _WELL_SO) for one in words]) for code, words in _CUES["works"].items()}

_HAS_NONE = {
    Topic.MEDICINE: re.compile(
        r"\W*(?:我|他|她|孩子|现在|平时|目前|也|都)*(?:没有?在?|不)(?:吃|用|服)(?:过|什么|啥|任何)?药[了啊呀的]?\W*"
        r"|\W*(?:no,? )?(?:i'?m not|i am not|i don'?t|s?he doesn'?t|s?he'?s not|not) (?:on|take|taking) "
        r"(?:any )?(?:medicines?|medications?|tablets|pills|meds)\W*"
        r"|\W*(?:i |s?he )?(?:have|has)(?: not|n't) taken anything(?: for it)?(?: yet)?\W*"
        r"|\W*no (?:regular |other |prescribed )*(?:medicines?|medications?|tablets|pills|meds)\W*"
    ),
    Topic.CONDITION: re.compile(
        r"\W*(?:我|他|她|孩子|也|都)*没有?(?:得过)?(?:什么|啥)?(?:别的|其他|其它|大|老)?的?(?:病|毛病)[了啊呀的]?\W*"
        r"|\W*no (?:other |past |previous )*(?:illness(?:es)?|medical (?:history|problems?)|health problems?)\W*"
    ),
    Topic.ALLERGY: re.compile(
        r"\W*(?:我|他|她|孩子|也|都|对?药物?|对?什么|对?啥)*(?:没有?|不|无)(?:对)?(?:什么|啥|任何|药物?|青霉素)*(?:都不)?过敏(?:史|的)?[了啊呀过]?\W*"
        r"|\W*(?:i have |i've got |i've |s?he has )?(?:no|not got any|don't have any) (?:known |drug )*allerg(?:ies|y)"
        r"(?: that i know of| as far as i know)?\W*"
    ),
}


def _has_none_of_another(topic: Topic, lower: str) -> bool:
    """没有别的病, asked for allergies."""
    first, _, _ = _cut(lower)
    return any(words.fullmatch(first) for other, words in _HAS_NONE.items() if other is not topic)


_OF_THE_TROUBLE = re.compile(  # 不红，也不疼; "not red, doesn't hurt"
    r"\W*(?:也|都|倒)?不(?:红|疼|痛|痒|肿|烧|发烧|晕|吐|咳|麻|反酸|闷|喘|胀|流)"
    r"|\W*(?:it'?s |it )?(?:not|doesn'?t|isn'?t|no) (?:red|hurt|hurting|painful|sore|itch\w*|swollen|"
    r"bleeding|dizzy|hot|tender)\b"
)
_OF_HISTORY = re.compile(
    r"病|药|过敏|手术|健康|\b(?:ill\w*|condition\w*|disease\w*|problem\w*|health\w*|medic\w*|tablet\w*|pill\w*|allerg\w*|operat\w*|surger\w*|nothing|none)\b"
)


def _denies_another(lower: str, said: tuple[Fact, ...], topic: Topic) -> bool:
    """The no is to a symptom named with it: "no, she didn't hit her head", asked for illnesses."""
    if _OF_THE_TROUBLE.match(lower):
        return True
    denied = any(fact.topic is not topic and fact.status is Status.ABSENT for fact in said)
    return denied and not _OF_HISTORY.search(lower)


FEVERISH = 37.3  # °C, under the arm, from which people here speak of fever
_TEMPERATURE = re.compile(rf"(?<![\d.])({CHINESE})\s*(?:度|°c?|℃|point|点)?\s*({CHINESE})?")
# It was there and is over: 前两天烧过，现在不烧了; "I had one, but it's gone".
_OVER = re.compile(
    r"过[，,。 ]*(?:但|不过)?(?:现在|今天|后来|这会儿?|已经|目前).{0,4}(?:不|没|好|退)"
    r"|\b(?:had|did|was|were)\b.{0,40}\b(?:gone|not (?:now|any ?more)|stopped|went away|better now)\b"
)
_FEVER_OVER = re.compile(rf"{_OVER.pattern}|退(?:烧)?了(?!又)")


def _of_else(code: str, lower: str) -> bool:
    """Whether what a reply says to be over is another trouble than was asked about: "it was swollen last week"."""
    return any(not names_it(code, trouble[0]) for trouble in _TROUBLE.finditer(lower))


_TROUBLE = re.compile(
    r"[肿红痒疼痛麻咳吐晕泻胀]|流血|出血"
    r"|\b(?:swoll\w+|swelling|itch\w*|red|sore|pain\w*|hurt\w*|\w*aches?|numb\w*|rash\w*|cough\w*|bleed\w*|dizz\w+|sick"
    r"|vomit\w*|runs|spots)\b"
)


def fever_measured(value: str, writing: Writing, *, since: Duration | None) -> Fact:
    """The fever that a temperature ("39.2 °C", "101 °F") tells, or that there is none."""
    status = Status.PRESENT if celsius(value) >= FEVERISH else Status.ABSENT
    quote = writing.original.strip()[:120]
    details = Details(value=value, duration=since)
    return Fact(topic=Topic.FINDING, code="fever", status=status, quote=quote, details=details)


def celsius(value: str) -> float:
    """The degrees Celsius of a temperature as details have it: "39.2 °C", "101 °F"."""
    degrees = float(value.split()[0])
    return (degrees - 32) / 1.8 if value.endswith("°F") else degrees


def sugar_measured(value: str, writing: Writing) -> Fact:
    """The high sugar that a value ("12-13 mmol/L") tells."""
    quote = writing.original.strip()[:120]
    return Fact(topic=Topic.FINDING, code="high_sugar_reading", quote=quote, details=Details(value=value))


OF_NO_BODY = re.compile(
    r"水|室|屋|房|空调|气温|天气|奶|油|炉|角度|\b(?:water|room|weather|outside|heating|oven|bath|milk|angle)\b"
)
CANNOT_BE_PREGNANT = pattern(_CUES["cannot_be_pregnant"])
FOUND_PREGNANT = pattern(_CUES["found_pregnant"])
DOUBT = re.compile(
    r"可能|也许|说不定|不一定|不敢说|没准|\b(?:maybe|perhaps|possibly|might|could be|not (?:totally|100|entirely))\b"
)


def _temperature(lower: str) -> float | None:
    """A body temperature told in °C or °F, in °C."""
    for match in _TEMPERATURE.finditer(lower):
        whole, tenth = number(match[1]), number(match[2]) if match[2] else None
        if whole is None:
            continue
        value = whole + (tenth / 10 if tenth is not None and tenth < 10 else 0)
        if 95 <= value <= 110:
            value = round((value - 32) / 1.8, 1)
        if 35 <= value <= 43:
            return value
    return None


_NOW_AND_THEN = re.compile(
    r"(?<![没不])(?:喝|抽|吸)|一点|偶尔|过年|应酬|\b(?:a (?:bit|little|few|couple)|couple|sometimes"
    r"|occasional\w*|social\w*|now and|only (?:at|on)"
    r"|weekends?|pints?|glass\w*|packs?|a day|a week|christmas)\b"
)
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
