"""What a short reply means in the light of the question just put."""

import re

from models.embedded.understanding.details import grade
from models.embedded.understanding.numbers import CHINESE, ENGLISH, number
from models.embedded.understanding.writing import Writing
from models.facts import Answer, Course, Details, Fact, Person, Relation, Severity, Sex, Side, Status, Topic

_UNSURE = re.compile(
    r"^[\W_]*(?:嗯+|呃|这个|我)*[，,]?(?:也|还|都|真|实在|倒|是)*(?:不知道|不清楚|不太清楚|不确定|不晓得|不好说|说不好|说不上来?|说不清楚?|没注意|记不清楚?|记不得|忘了|忘记了|不记得|没量过?|没测过?|难说|不太确定|没留意|没印象|不大清楚|搞不清楚?)"
    r"|^\W*(?:um+|uh+|well|oh|hmm+|honestly|sorry)?[ ,]*(?:i )?(?:am |'m )?(?:really |just |honestly )?(?:don't (?:really )?know|not (?:really |too |so |quite )?sure|no idea|can't (?:remember|say|tell|recall)|couldn't (?:say|tell)|haven't (?:noticed|checked|measured)|don't (?:remember|recall)|unsure|i forget|i forgot|forgot|hard to say|dunno|no clue|haven't a clue|not certain|maybe|perhaps|possibly)\b"
)
_REFUSED = re.compile(
    r"不想(?:说|讲|回答|告诉|谈|填)|不(?:愿意?|方便|便)(?:说|讲|回答|透露|告诉|谈)|(?:这|那)(?:个)?(?:跟|和)你没关系|不告诉你|保密|隐私|你管(?:我|不着)|跳过|\b(?:rather not|prefer not|don't want to|won't|not going to|refuse to) (?:say|answer|tell|talk|discuss|share|go into)|\bnone of your business|\b(?:that's|it's) (?:private|personal)\b|^\W*(?:skip|pass|next question)\W*$|\bmind your own"
)
_NONE = re.compile(r"^[\W_]*(?:(?:这些|以上|上面)?(?:都|全|统统|一个)(?:没有?|不是|没)(?:有)?(?:[了过啊呀])?|(?:以上|这些)(?:都|全)(?:不|没)|(?:none|neither|nothing)(?: of (?:these|those|them|the above|that))?|not any of (?:these|those|them)|no to all)[\W_]*$")
_YES = re.compile(
    r"^[\W_]*(?:嗯+|啊|哦|额)?[，, ]*(?:有(?!没有|时候|什么|多)(?:的|啊|呀|点儿?|一点儿?|些|过|吧|呢)?|对(?!不|了|.{0,8}过敏)(?:的|啊|呀|对|呢)?|是(?!不|什么|左|右|从|我|昨|今|前)(?:的|啊|呀|吧|呢)?|没错|会(?!不)(?:的|啊)?|好像有|应该有|可能有|偶尔有?|有时候?有?|经常(?:有)?|嗯+|恩+|当然|肯定|确实|吃了|在吃|按时|带了|带来了|疼|好的|可以|行)(?=$|[\W_]|了|，|是|我|，)"
    r"|^\W*(?:oh |well |um |uh |er |hmm )?[ ,]*(?:yes|yeah|yep|yup|yea|ya|aye|sure|correct|right|that's right|exactly|definitely|absolutely|of course|indeed|uh-?huh|mm-?hmm|mhm|i (?:do|have|am|did|think so|believe so|guess so)(?! not)|it (?:does|is|has)(?! not)|they (?:do|are)|he (?:does|is|has)|she (?:does|is|has)|a (?:bit|little)|sometimes|occasionally|somewhat|kind of|sort of|slightly|a lot|often|probably|i suppose)\b(?! not\b)"
)
_NO = re.compile(
    r"^[\W_]*(?:嗯+|啊|哦|额|这个|那个|倒|我|好像|应该|目前|现在|暂时|一直|从来|平时|都|也|还)*[，, ]*(?:没有?|没得|冇|无|不是|不会|不对|不疼|不痛|不|否|没吃|没带|没做|未|从没|从不|不怎么|不太|并没有|木有|莫得|没事|都好|正常|不抽|不喝|不吸|没怀|没啥|没什么)(?=$|[\W_]|的|了|啊|呀|吧|过|有|什么|任何|这|别|其他|啥|呢)"
    r"|^\W*(?:oh |well |um |uh |er |hmm )?[ ,]*(?:no|nope|nah|none|nothing|never|not (?:really|at all|that i know(?: of)?|that i'm aware(?: of)?|yet|now|currently|at the moment|as far as i know|particularly|any|much)|negative|i (?:don't|haven't|do not|have not|didn't|am not|'m not)(?! (?:know|remember|understand|really know|recall|want))|i'm not(?! sure)|it (?:doesn't|isn't|hasn't|didn't)|he (?:doesn't|isn't|hasn't)|she (?:doesn't|isn't|hasn't)|neither|nil|nada|hardly|not)\b(?! sure| certain| (?:better|worse|know))"
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
_NOTHING_MORE = re.compile(r"^[\W_]*(?:yes|yeah|yep|有的?|对|是的?|嗯|吃的?|在吃|i do|i am|i have)[\W_]*$")


def answer_in(writing: Writing) -> Answer | None:
    """Yes, no, unsure or refused, when the utterance begins with that or is nothing else."""
    lower = writing.lower.strip()
    for pattern, meaning in ((_REFUSED, Answer.REFUSED), (_UNSURE, Answer.UNSURE), (_NONE, Answer.NONE_OF_THESE), (_NO, Answer.NO), (_YES, Answer.YES)):
        if pattern.search(lower):
            return meaning
    return None


_STATUS = {Answer.YES: Status.PRESENT, Answer.NO: Status.ABSENT, Answer.NONE_OF_THESE: Status.ABSENT, Answer.UNSURE: Status.UNKNOWN, Answer.REFUSED: Status.REFUSED}


def fact_for(asked: str, answer: Answer | None, writing: Writing, *, said: tuple[Fact, ...]) -> Fact | None:
    """The fact a reply to `asked` states, beside those it spells out in `said`."""
    quote = writing.original.strip()[:200]
    topic_name, _, code = asked.partition(":")
    if topic_name in ("finding", "request", "habit", "condition") and code:
        topic = Topic(topic_name)
        if answer is None or any(fact.name == (topic, code) for fact in said):
            return None
        return Fact(topic=topic, code=code, status=_STATUS[answer], quote=quote)
    topic_or_none = _NEGATIVE_QUESTION_TOPICS.get(asked)
    if topic_or_none and answer and not any(fact.topic is topic_or_none for fact in said):
        if answer is Answer.YES:
            return None
        return Fact(topic=topic_or_none, code="none" if answer is not Answer.UNSURE and answer is not Answer.REFUSED else "any", status=_STATUS[answer], quote=quote)
    if asked == "wish" and not answer and quote and not any(fact.topic is Topic.WISH for fact in said):
        return Fact(topic=Topic.WISH, code=quote[:80], quote=quote)
    return _follow_up(asked, answer, writing.lower, quote)


_TAKEN = re.compile(r"按时|都?吃(?:完|着|了)|在吃|一直吃|坚持|每天(?:都)?吃|照(?:着)?(?:医嘱|吃)|\b(?:as (?:told|prescribed|directed)|every day|finished|all of (?:them|it)|taking (?:it|them)|taken (?:it|them)|took (?:it|them all)|regularly|religiously|never missed)\b")
_NOT_TAKEN = re.compile(r"(?:有时|偶尔|经常|老|总|常)?(?:会)?(?:忘|漏)(?:了|记|吃|服|过)*|自己停|停(?:了|药)|没(?:怎么|按时|坚持|吃|有吃|好好吃|吃完)|断断续续|想起来才吃|不(?:按时|规律)|减(?:了)?量|\b(?:missed|miss|forgot|forget|stopped|skipp?(?:ed)?|didn't (?:take|finish|always)|haven't (?:taken|been taking|finished)|not (?:always|really|every|taking|all)|sometimes|half of|ran out|gave up|quit)\b")
_NONE_GIVEN = re.compile(r"没(?:有)?(?:给|开)(?:我)?(?:药|什么药|任何药)|\bno treatment|\bno (?:medicine|medication|tablets) (?:was|were)|\bwasn't given|\bnot given any|\bdidn't (?:give|get) (?:me )?any")
_RESULT_THERE = re.compile(r"带(?:来|着)?了|(?:报告|结果|片子)?(?:已经)?出来了|拿到了|有结果|在(?:这|手机|包)|做(?:完|过)?了|\b(?:brought|with me|have (?:them|it|the)|got (?:them|it)|came back|here they are|in my (?:bag|phone)|on my phone|are ready|is ready|done)\b")
_RESULT_AWAY = re.compile(r"没(?:有)?(?:出|带|拿|做|取|收到|检查)|还没|等(?:着|结果|报告)|忘(?:了)?带|没有结果|\b(?:not (?:ready|yet|back|done|here)|waiting|still (?:waiting|pending)|haven't (?:got|had|received|done|brought)|forgot|left (?:them|it)|didn't (?:bring|do|have|get)|no tests?|not with me)\b")


def _follow_up(asked: str, answer: Answer | None, lower: str, quote: str) -> Fact | None:
    if asked == "adherence":
        if _NONE_GIVEN.search(lower):
            return Fact(topic=Topic.ADHERENCE, code="none_given", status=Status.ABSENT, quote=quote)
        status = Status.ABSENT if _NOT_TAKEN.search(lower) else Status.PRESENT if _TAKEN.search(lower) else _STATUS.get(answer) if answer else None
        return Fact(topic=Topic.ADHERENCE, code="adherence", status=status, quote=quote) if status else None
    if asked == "result":
        status = Status.ABSENT if _RESULT_AWAY.search(lower) else Status.PRESENT if _RESULT_THERE.search(lower) else _STATUS.get(answer) if answer else None
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
    elif asked in ("frequency", "character", "worse_with", "better_with") and getattr(found, asked) is None and lower and not answer_in(writing):
        update[asked] = writing.original.strip()[:80]
    elif asked in ("sudden", "onset") and found.sudden is None:
        answer = answer_in(writing)
        update["sudden"] = True if answer is Answer.YES else False if answer is Answer.NO else None
    return found.model_copy(update={name: value for name, value in update.items() if value is not None})


def _severity_word(lower: str) -> Severity | None:
    if re.search(r"不(?:太|怎么|算|是很)?(?:疼|痛|厉害|严重)|还好|还行|轻|能忍|一点|有点|\bnot (?:too|very|that|so|really)\b|\b(?:mild|little|light|small|low|ok|okay|bit)\b", lower):
        return Severity.MILD
    if re.search(r"厉害|严重|受不了|要命|重|很|特别|非常|疼死|痛死|\b(?:severe|very|bad|terrible|worst|high|a lot|strong|unbearable|extreme(?:ly)?)\b", lower):
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
    if asked == "age" and (found is None or found.age_months is None or re.search(r"到|不到|以上|\bto\b|\bunder\b|\bor older", lower)):
        update["age_months"] = _age_of(lower)
    elif asked == "sex":
        male, female = re.search(r"男|\b(?:male|man|boy|m|he|him)\b", lower), re.search(r"女|\b(?:female|woman|girl|f|she|her|lady)\b", lower)
        update["sex"] = (Sex.MALE if male else Sex.FEMALE) if bool(male) != bool(female) else None
    elif asked == "pregnancy" and (found is None or found.pregnant is None):
        update["pregnant"] = {Answer.YES: True, Answer.NO: False, Answer.NONE_OF_THESE: False}.get(answer) if answer else None
    elif asked in ("who", "relation") and (found is None or found.relation is None) and re.search(r"我|自己|本人|\bme\b|\bmyself\b|\bi am\b", lower):
        update["relation"] = Relation.SELF
    update = {name: value for name, value in update.items() if value is not None}
    if not update:
        return found
    return (found or Person()).model_copy(update=update)


def _age_of(lower: str) -> int | None:
    between = re.search(rf"({CHINESE}|{ENGLISH})\s*(?:到|至|-|~|to)\s*({CHINESE}|{ENGLISH})", lower)
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
