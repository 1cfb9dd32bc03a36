"""What a short reply means in the light of the question just put."""

import re

from models.embedded.understanding.details import grade
from models.embedded.understanding.english import FILLERS, tokens
from models.embedded.understanding.numbers import CHINESE, ENGLISH, number
from models.embedded.understanding.writing import Writing
from models.facts import Answer, Course, Details, Fact, Person, Relation, Severity, Sex, Side, Status, Topic
from models.knowledge.load import knowledge

_UNSURE = re.compile(
    r"^(?:嗯+|呃|这个|我)*[，,]?(?:也|还|都|真|实在|倒|是)*(?:不知道|不清楚|不太清楚|不确定|不晓得|不好说|说不好|说不上来?|说不清楚?|没注意|记不清楚?|记不得|忘了|忘记了|不记得|没量过?|没测过?|难说|不太确定|没留意|没印象|不大清楚|搞不清楚?)"
    r"|^\W*(?:um+|uh+|well|oh|hmm+|honestly|sorry)?[ ,]*(?:i )?(?:am |'m )?(?:really |just |honestly )?(?:don't (?:really )?know|not (?:really |too |so |quite )?sure|no idea|can't (?:remember|say|tell|recall)|couldn't (?:say|tell)|haven't (?:noticed|checked|measured)|don't (?:remember|recall)|unsure|i forget|i forgot|forgot|hard to say|dunno|no clue|haven't a clue|not certain|maybe|perhaps|possibly)\b"
)
_REFUSED = re.compile(
    r"不想(?:说|讲|回答|告诉|谈|填)|不(?:愿意?|方便|便)(?:说|讲|回答|透露|告诉|谈)|(?:这|那)(?:个)?(?:跟|和)你没关系|不告诉你|保密|隐私|你管(?:我|不着)|跳过|\b(?:rather not|prefer not|don't want to|won't|not going to|refuse to) (?:say|answer|tell|talk|discuss|share|go into)|\bnone of your business|\b(?:that's|it's) (?:private|personal)\b|^\W*(?:skip|pass|next question)\W*$|\bmind your own"
)
_NONE = re.compile(
    r"(?:(?:这些|以上|上面)?(?:都|全|统统|一个|哪个)(?:也|都)?(?:没有?|不是|没)(?:有)?(?:[了过啊呀的])?|(?:以上|这些)(?:都|全)(?:不|没)有?|(?:none|neither|nothing)(?: of (?:these|those|them|the above|that))?|not any of (?:these|those|them)|no to all)"
)
_YES_FIRST = re.compile(
    r"^(?:嗯+|恩+|对(?=$|[啊呀的对，,。！ ]|是|就是)|是的|是啊|对的|没错|当然|确实|可不是|有啊|有的)|^(?:yes|yeah|yep|yup|yea|ya|aye|correct|that's right|exactly|definitely|absolutely|of course|indeed|uh-?huh|mm-?hmm|mhm|sure)\b"
)
_YES_WHOLE = re.compile(
    r"(?:我|他|她|好像|应该|可能|偶尔|有时候?|经常|一直|确实|还|是|都|也|会|倒是)*(?:有|有点儿?|有一点儿?|有一些|有些|一点点?|会|会的|是|疼|痛|经常|偶尔|有时候?|有过|吃了|在吃|吃着|按时吃?了?|带了|带来了|肯定|可以|行|好|没少)(?:的|了|啊|呀|吧|呢|过)?"
    r"|(?:i (?:do|have|am|did|think so|believe so|guess so|suppose so)|it (?:does|is|has)|they (?:do|are)|(?:he|she) (?:does|is|has|did)|a (?:bit|little)(?: bit)?|just a (?:bit|little)|sometimes|occasionally|somewhat|kind of|sort of|slightly|a lot|often|always|probably|i suppose|right|very much(?: so)?|now and then|once or twice)"
)
_NO_FIRST = re.compile(
    r"^(?:没有没有|不不+|没有啊|没有的|没有呀|没呢|没有呢)|^(?:nope|nah|never|none|nothing|nil)\b|^no(?=$|[ ,.;!]*$| (?:i|it|it's|he|she|we|they|not|there|never|no|sorry|thanks?|problems?|just|nothing|none|ma'?am|sir|doctor|nurse)\b)"
    r"|^not (?:really|at all|that i know(?: of)?|that i'm aware(?: of)?|that i(?:'ve| have) noticed|yet|now|currently|at the moment|as far as i know|particularly|any|much|ever|so far)\b"
)
_NO_WHOLE = re.compile(
    r"(?:我|他|她|好像|应该|目前|现在|暂时|一直|从来|平时|这个|那个|倒|都|也|还|真|并|确实|以前)*(?:没有?|没得|冇|无|不是|不会|不对|不疼|不痛|不|否|没吃|没带|没做|没有过|未见|从没|从不|不怎么|不太|木有|莫得|没事|都好|正常|不抽|不喝|不吸|没怀|没啥|没什么|没感觉|没注意到|没发现|没啥事|没什么事)(?:的|了|啊|呀|吧|过|这个|这种|这样|这些|情况|症状|呢|有)*"
    r"|(?:i (?:don't|haven't|do not|have not|didn't|am not|can't say i (?:do|have))|i'm not|it (?:doesn't|isn't|hasn't|didn't)|(?:he|she) (?:doesn't|isn't|hasn't|didn't)|they (?:don't|aren't)|neither|hardly(?: ever)?|not|negative|rarely|i don't think so|don't think so|i doubt it|not (?:that|as far as) .{1,25}|i don't have (?:that|any|it|those))"
)
# To questions of history any denial will do: 不吃药, 身体一直很好, "I don't take anything", "fit and healthy".
_NO_HISTORY = re.compile(
    r"^(?:我|他|她|孩子|平时|以前|身体|一直|目前|现在|都|也|从来|从小|暂时|基本|就|什么|啥|嗯|额|，)*(?:没有?|无|不(?!知道|清楚|记得|确定|太清楚|想|愿|方便)|未|从不|从没)|(?:什么|啥|任何)[^，。]{0,4}都(?:不|没)|身体(?:一直|都|还|很|挺|蛮|比较)*(?:好|健康|不错|棒|硬朗)|(?:很|挺|都|一直)?健康|^(?:oh |well |um |uh )*(?:no|none|never|nothing|nope|nah|not|nil|i (?:don't|do not|have no|haven't|take no|take nothing|am not|never|'m not)|i've (?:no|never|not)|i'm not)\b(?! (?:sure|know|remember|certain))|\b(?:fit and (?:well|healthy)|perfectly healthy|(?:otherwise|generally|pretty|quite|always been) (?:healthy|fit|well)|healthy)\b"
)
_NEGATIVE_QUESTION_TOPICS = {
    "past_history": Topic.CONDITION,
    "medicines": Topic.MEDICINE,
    "allergies": Topic.ALLERGY,
    "operations": Topic.OPERATION,
    "family": Topic.FAMILY,
    "family_history": Topic.FAMILY,
}
FREE_TOPICS = _NEGATIVE_QUESTION_TOPICS | {"wish": Topic.WISH}
_NAME_FORGOTTEN = re.compile(
    r"忘了?(?:是)?(?:叫)?(?:什么)?(?:药)?名|(?:不知道|记不(?:得|住|清)|叫不(?:出|上))[^，。]{0,4}(?:名|叫什么|什么药)"
    r"|\b(?:forgot|forget|don't (?:know|remember)|can't remember|not sure of|no idea)(?: \w+){0,3} (?:names?|called)\b|\bi take (?:some|a few|several)\b"
)


def answer_in(writing: Writing) -> Answer | None:
    """Yes, no, unsure or refused, when the utterance begins with that as a clause of its own or is nothing else."""
    lower = re.sub(
        r"^[\W_]*(?:(?:呃|额|啊|哦|这个嘛?|oh|well|um+|uh+|er|hmm+|honestly|actually)[ ,，]*)*",
        "",
        writing.lower.strip(),
    )
    first = re.split(r"[，。,.;；!?！？\n]", lower, maxsplit=1)[0].strip(" ~…")
    if _REFUSED.search(lower):
        return Answer.REFUSED
    if _UNSURE.search(lower):
        return Answer.UNSURE
    if _NONE.fullmatch(first):
        return Answer.NONE_OF_THESE
    if _NO_FIRST.search(first) or _NO_WHOLE.fullmatch(first):
        return Answer.NO
    return Answer.YES if _YES_FIRST.search(first) or _YES_WHOLE.fullmatch(first) else None


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
        answer = answer or (_reply_about(code, writing.lower) if not said else None)
        if answer is None or any(fact.name == (topic, code) for fact in said):
            return None
        return Fact(topic=topic, code=code, status=_STATUS[answer], quote=quote)
    topic_or_none = _NEGATIVE_QUESTION_TOPICS.get(asked)
    if topic_or_none and not any(fact.topic is topic_or_none for fact in said):
        if topic_or_none is Topic.MEDICINE and _NAME_FORGOTTEN.search(writing.lower):
            return Fact(topic=Topic.MEDICINE, code=f"unknown: {quote[:60]}", quote=quote)
        if answer in (Answer.UNSURE, Answer.REFUSED):
            return Fact(topic=topic_or_none, code="any", status=_STATUS[answer], quote=quote)
        if answer in (Answer.NO, Answer.NONE_OF_THESE) or _NO_HISTORY.search(writing.lower.strip()):
            return Fact(topic=topic_or_none, code="none", status=Status.ABSENT, quote=quote)
        return None
    if asked == "wish" and not answer and quote and not any(fact.topic is Topic.WISH for fact in said):
        return Fact(topic=Topic.WISH, code=quote[:80], quote=quote)
    return _follow_up(asked, answer, writing.lower, quote)


_TAKEN = re.compile(
    r"按时|都?吃(?:完|着|了)|在吃|一直吃|坚持|每天(?:都)?吃|照(?:着)?(?:医嘱|吃)|\b(?:as (?:told|prescribed|directed)|every day|finished|all of (?:them|it)|taking (?:it|them)|taken (?:it|them)|took (?:it|them all)|regularly|religiously|never missed)\b"
)
_NOT_TAKEN = re.compile(
    r"(?:有时|偶尔|经常|老|总|常)?(?:会)?(?:忘|漏)(?:了|记|吃|服|过)*|自己停|停(?:了|药)|没(?:怎么|按时|坚持|吃|有吃|好好吃|吃完)|断断续续|想起来才吃|不(?:按时|规律)|减(?:了)?量|\b(?:missed|miss|forgot|forget|stopped|skipp?(?:ed)?|didn't (?:take|finish|always)|haven't (?:taken|been taking|finished)|not (?:always|really|every|taking|all)|sometimes|half of|ran out|gave up|quit)\b"
)
_NONE_GIVEN = re.compile(
    r"没(?:有)?(?:给|开)(?:我)?(?:药|什么药|任何药)|\bno treatment|\bno (?:medicine|medication|tablets) (?:was|were)|\bwasn't given|\bnot given any|\bdidn't (?:give|get) (?:me )?any"
)
_RESULT_THERE = re.compile(
    r"带(?:来|着)?了|(?:报告|结果|片子)?(?:已经)?出来了|拿到了|有结果|在(?:这|手机|包)|做(?:完|过)?了|\b(?:brought|with me|have (?:them|it|the)|got (?:them|it)|came back|here they are|in my (?:bag|phone)|on my phone|are ready|is ready|done)\b"
)
_RESULT_AWAY = re.compile(
    r"没(?:有)?(?:出|带|拿|做|取|收到|检查)|还没|等(?:着|结果|报告)|忘(?:了)?带|没有结果|\b(?:not (?:ready|yet|back|done|here)|waiting|still (?:waiting|pending)|haven't (?:got|had|received|done|brought)|forgot|left (?:them|it)|didn't (?:bring|do|have|get)|no tests?|not with me)\b"
)


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


def _severity_word(lower: str) -> Severity | None:
    if re.search(
        r"不(?:太|怎么|算|是很)?(?:疼|痛|厉害|严重)|还好|还行|轻|能忍|一点|有点|\bnot (?:too|very|that|so|really)\b|\b(?:mild|little|light|small|low|ok|okay|bit)\b",
        lower,
    ):
        return Severity.MILD
    if re.search(
        r"厉害|严重|受不了|要命|重|很|特别|非常|疼死|痛死|\b(?:severe|very|bad|terrible|worst|high|a lot|strong|unbearable|extreme(?:ly)?)\b",
        lower,
    ):
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
