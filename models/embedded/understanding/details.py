"""What is said about a complaint beside its name: side, severity, course, suddenness, frequency, character, triggers, values."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from models.embedded.understanding.numbers import CHINESE, number
from models.embedded.understanding.times import lastings
from models.embedded.understanding.writing import Writing
from models.facts import Course, Duration, Severity, Side


class Detail(NamedTuple):
    """A value of the field `kind` of `models.facts.Details`, said from `start` to `end`."""

    start: int
    end: int
    kind: str
    value: Any
    taken_back: bool = False  # said not to be so: "not two days", 不是右边


_SIDE = {
    Side.BOTH: re.compile(
        r"两边|两侧|双侧|双边|左右都|两只|两条|两个(?=膝|肩|耳|眼|手|脚|腿)|双(?=膝|肩|耳|眼|手|脚|腿|下肢|上肢|肾|肺)|两(?=膝|肩|眼|耳|肋|腿|脚|手|条腿)"
        r"|\bboth(?: (?:sides?|of (?:them|my)|my|the|legs?|knees?|eyes?|ears?|arms?|hands?|feet|ankles?|hips?|shoulders?|wrists?))|\bbilateral|\beither side|\bboth$|^both\b"
    ),
    Side.LEFT: re.compile(
        r"左(?!右|氧)[边侧面]?|\bleft(?! (?:it|me|over|the|my|work|home|for|him|her|out|behind|untreated|alone|in|at|on|with|to)\b)(?:[- ](?:hand )?side(?:d)?)?"
    ),
    Side.RIGHT: re.compile(
        r"右[边侧面]?|\bright[- ](?:hand )?sided?|\b(?:my|the|his|her|upper|lower|its|on|in|no|not|actually|sorry) right\b(?! (?:now|away|after|before|thing|time|medicine|here|there))"
        r"|\bright (?=arm|leg|knee|eye|ear|foot|hand|shoulder|hip|breast|wrist|ankle|elbow|calf|thigh|kidney|lower|upper|flank|temple|cheek|toe|heel|big|thumb|index|ring|middle|little|nostril|testicle|buttock|lung|chest|neck|jaw|big|groin|rib|one)"
        r"|^\W*(?:it's |the )?right(?: one| side)?\W*$"
    ),
}
_SEVERITY = {
    Severity.MILD: re.compile(
        r"(?:有点儿?|有一点儿?|一点点|稍微|稍稍|略微|轻微|微微|隐隐|不太|不怎么|不算)(?:的)?(?:作)?(?=疼|痛|咳|晕|痒|难受|不舒服|胀|闷|肿|酸|麻|发|头|$|，|。|严重|厉害)|轻微|一点点|不严重|不厉害|不太疼|能忍|忍得住|还好|还行|不重|轻的"
        r"|\b(?:a bit|a little|slight(?:ly)?|mild(?:ly)?|minor|not (?:too|very|that|so) (?:bad|severe|painful|sore)|bearable|tolerable|manageable|niggling|faint(?:ly)?(?! from)|nothing (?:major|serious)|isn't (?:too|that) bad)\b"
    ),
    Severity.MODERATE: re.compile(
        r"中等|一般般|不轻不重|比较疼|挺疼|挺痛|蛮疼|蛮痛|有些疼|\b(?:moderate(?:ly)?|quite|medium|in the middle|fairly|pretty bad|so-so|middling)\b"
    ),
    Severity.SEVERE: re.compile(
        r"(?:疼|痛|咳|晕|痒|吐|拉|难受|胀|闷|肿|烧|喘|麻|酸|堵)得?(?:特别|非常|很|挺|太|越来越)?(?:厉害|要命|要死|不行|受不了|不得了|死去活来|直不起|睡不着|死了|死我)|(?:特别|非常|超级|极其|极度|十分|剧烈|钻心|撕心|超)(?:地|的)?(?:的)?(?=疼|痛|咳|晕|痒|吐|难受|不舒服|胀|闷|肿|严重|厉害|头|肚)"
        r"|(?<!不)(?<!不太)(?<!不怎么)(?:很|好|太|真|老)(?:疼|痛|严重|厉害|难受)|受不了|难以忍受|忍不了|剧痛|剧烈|要命|疼死|痛死|难受死|(?:^|[，。；！])(?:还)?挺?(?:很)?(?:厉害|严重)"
        r"|\b(?:(?:very|really|so|too|pretty) (?:bad(?:ly)?|severe(?:ly)?|painful|sore|much pain|strong|high|tired|weak|sick|dizzy|itchy|swollen|uncomfortable|hard|intense|heavy|unwell|ill|hurts?)|really hurts?|extremely|terribly|unbearabl[ey]|excruciating(?:ly)?|severe(?:ly)?|awful|horrible|horrific|terrible|intense|agonizing|agonising|agony|killing me|worst|unbearable|bad|badly|crippling|splitting|blinding|crushing|massive|can't (?:stand|bear|take) (?:it|this|the pain)|tremendous)\b"
    ),
}
_SCALE = re.compile(
    rf"(?P<n>\d{{1,2}}(?:\.5)?|{CHINESE})\s*(?:/|out of|分\s*[/，,]?\s*满分|over)\s*(?:10|ten|十分?)|(?:疼|痛|打|有|给|大概|大约|约|能有|算)(?:到|个)?(?P<n2>\d{{1,2}}|{CHINESE})分(?!钟)(?:吧|左右)?"
    r"|\b(?P<n3>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) out of (?:10|ten)\b|pain (?:is |level |score )+(?:of |about |around |a )*(?P<n4>\d{1,2})\b(?! (?:day|week|month|year|hour))"
)
_COURSE = {
    Course.COMES_AND_GOES: re.compile(
        r"时好时坏|一阵一阵|一阵儿一阵儿|阵发|一会儿?疼一会儿?不疼|时有时无|断断续续|反反复复|反复(?:发作|出现)?|时不时|间歇|疼一阵|好一阵坏一阵|不是一直|时轻时重|来来去去|来一阵|老犯|总犯"
        r"|\b(?:comes? and goe?s?|coming and going|on and off|off and on|intermittent(?:ly)?|in waves|now and (?:then|again)|some days|from time to time|not all the time|flares? up|recurr\w+|keeps? coming back|up and down)\b"
    ),
    Course.WORSE: re.compile(
        r"(?:越来越|愈来愈|越发|更加?|还更)(?:疼|痛|严重|厉害|重|难受|差|糟|咳|晕|痒|肿|大|频繁|红|不舒服)|加重|加剧|恶化|变?严重了|更厉害|没好反而|厉害了|比(?:上次|之前|以前|原来|前几天|昨天)(?:更)?(?:疼|痛|重|严重|厉害|差|难受)|坏了|不如(?:上次|以前|之前)"
        r"|\b(?:getting worse|got worse|gets worse|gotten worse|worsen(?:ing|ed)|worse (?:and worse|than|now|today|this|over)|progressively|more and more|much worse|a lot worse|is worse|been worse|it's worse|feels worse|even worse|deteriorat\w+|increasing)\b|^\W*(?:a (?:bit|little) |much |slightly )?worse\W*$"
    ),
    Course.BETTER: re.compile(
        r"(?<![了的得吐胖瘦吃询最])(?:好|轻|缓解|减轻|恢复|改善|强)(?:得)?(?:多|一?些|一?点儿?|差不多|不少)(?=了|儿|$|[，。！；])(?:了)?|(?<!没)(?<!没有)(?<!不)见好|好转|(?:在|慢慢|渐渐|逐渐)(?:地)?(?:变)?(?:好|恢复)|缓解了|减轻了|好了(?:很多|不少|一?点|一?些)|比(?:上次|之前|以前|原来|前几天)(?:好|轻|强)"
        r"|\b(?:getting better|got better|gets better(?! (?:when|with|if|after))|gotten better|(?<!not )(?<!no )(?<!any )improv(?:ing|ed)|much better|(?<!any )(?<!not )a (?:bit|little|lot) better|is better|feels? better|easing|eased|settling|healing|recovering|less (?:pain|than))\b|^\W*(?:a (?:bit|little) |much |slightly )?better\W*$"
    ),
    Course.SAME: re.compile(
        r"老样子|没(?:什么|啥|有)?(?:太大)?变化|跟(?:上次|之前|以前|原来)一样|和(?:上次|之前|以前|原来)(?:差不多|一样)|没(?:怎么)?(?:见)?好(?!了)|不见好|不好转|一直(?:这样|那样|没好)|还是(?:那样|那么|一样|这样|老)|差不多(?:一样)?$|没有?(?:缓解|好转|改善|减轻|起色)"
        r"|\b(?:the same|no (?:change|different|better|improvement)|not (?:changed|improv\w+|getting (?:any )?better|any better|better)|unchanged|hasn't (?:changed|improved|gone away|got(?:ten)? (?:any )?better)|stayed the same|about the same|constant|all the time|steady)\b"
    ),
}
_SUDDEN = re.compile(
    r"突然|忽然|一下子|猛地|猛的|骤然|突发|冷不丁|\b(?:sudden(?:ly)?|all of a sudden|out of (?:nowhere|the blue)|abrupt(?:ly)?|came on (?:quick\w*|fast))\b"
)
_GRADUAL = re.compile(
    r"慢慢(?:地|的)?(?:开始|出现|疼|来|变|起)|逐渐|渐渐|不是突然|\b(?:gradual(?:ly)?|slowly|bit by bit|little by little|crept up|over time|not sudden(?:ly)?)\b"
)
_FREQUENCY = re.compile(
    rf"(?:每|一|1|两|这|几|{CHINESE}(?:多|来|几)?)?(?:个)?(?:天|日|周|月|年|晚上?|夜|小时|星期|礼拜)(?:都|要|得|能|会|大概|差不多|有|就|里|里头)*(?:疼|痛|拉|吐|咳|尿|起|犯|发作|抽|来|跑厕所|上厕所|起夜|解)*(?:个)?(?:{CHINESE}|好几|几|十几|无数|七八|五六|三四)(?:多|来|到{CHINESE})?(?:次|遍|回|趟)"
    rf"|每(?:天|晚|周|月|次|隔?{CHINESE}?(?:天|小时|个?月|周))|天天|隔三差五|三天两头|经常|偶尔|有时候?|总是|老是|时常|常常|一直(?=疼|痛|咳|晕|痒|在|有|都)|拉了{CHINESE}次|吐了{CHINESE}次|整天|一天到晚"
    r"|\b(?:(?:once|twice|(?:about |around |maybe |up to )?(?:\d+|one|two|three|four|five|six|seven|eight|ten|several|a few|many|a couple of)(?: or \w+|-\d+| to \w+)? times?)(?: (?:a|an|per|every|each) (?:\w+ )?(?:day|night|week|month|year|hour|morning)| daily| weekly)?|every (?:other |few |\d+ |single |couple of )?(?:day|night|week|month|hour|morning|evening|time|minute|hours|days|minutes|weeks|months|two \w+|three \w+)|daily|nightly|weekly|monthly|constantly|all the time|occasionally|sometimes|often|most (?:days|nights)|non-?stop|rarely|regularly|every now and then)\b"
)
_CHARACTER = re.compile(
    r"刺痛|绞痛|胀痛|隐痛|隐隐作痛|钝痛|闷痛|酸痛|酸胀|跳痛|一跳一跳|抽痛|抽着疼|针扎|针刺|刀割|刀绞|撕裂|火烧|灼热|灼痛|烧灼|火辣辣|压榨|压着|压迫|紧缩|像压|像(?:石头|东西)[^，。]{0,6}压|电击|过电|放射|一阵一阵地?疼|拧着疼|绞着疼|搏动|天旋地转|坠痛|下坠|坠胀|干咳"
    r"|\b(?:sharp|dull|throbbing|stabbing|burning|cramping|crampy|crushing|squeezing|pressure|tight|aching|shooting|tearing|ripping|pulsating|pounding|pricking|tingling|gnawing|heavy|colicky|electric|stinging|pins and needles|spinning|like (?:a )?(?:knife|needle|needles|band|weight|elephant|vice|toothache|electric shock)\b[^,.;!?]{0,20}|radiat\w+)\b"
)
_WORSE_WITH = re.compile(
    r"(?P<w>(?:一)?(?:爬楼梯?|上楼梯?|下楼梯?|走路?|走快|走远|活动|运动|跑步?|干活|累|劳累|吃(?:完)?(?:饭|东西|油腻的?|辣的?|凉的?|冷的?|硬的?)|饭后|空腹|饿|躺下?|平躺|翻身|弯腰|坐(?:久|着)?|站(?:久|着)?|久坐|咳嗽|深呼吸|吸气|喘气|呼吸|着凉|受凉|冷空气|吹风|天冷|阴天|下雨|变天|晚上|夜里|半夜|早上|早晨|晨起|下午|紧张|生气|喝酒|喝水|吞咽|咽(?:东西|口水)|张嘴|说话|碰|按|压|动|转头|低头|抬头|蹲(?:下)?|用力|小便|大便|来月经|来例假|睡觉|熬夜|看手机|着急|闻到?[^，。]{1,5})(?:的?时候?|之?后|以后|起来|时|一下)?)"
    r"(?:就|会|也|更|时候|的话|特别|都|又|变得?|容易|、)*(?:会|更加?|就|特别)?(?:厉害|加重|严重|更?(?:疼|痛|难受|重|闷|喘|咳|晕|明显)|犯|发作|不舒服|受不了|不行|难受|胀|喘|憋)"
    r"|(?:worse|worst|bad|aggravated|hurts?(?: more| most)?|aches?|painful|triggered|(?:comes|brought) on|happens|flares up|more)(?: is| are)? (?:by |with |when(?:ever)? |if |after |on |at |during |while |in the |from )(?P<w2>[^,.;!?]{2,45})|(?P<w3>\b(?:when(?:ever)?|if|after|while) (?:i|he|she) [^,.;!?]{2,30}?) (?:it )?(?:gets|is|becomes|hurts|makes it|feels) (?:worse|more|a lot|really)"
    r"|(?P<w4>\b(?:walking|climbing(?: stairs| the stairs)?|stairs|moving|movement|exercise|eating|lying down|bending(?: over)?|coughing|breathing(?: in)?|sitting|standing|stress|cold air|cold weather)) (?:makes|make) (?:it|the pain|things) (?:worse|hurt)"
)
_BETTER_WITH = re.compile(
    r"(?P<b>(?:休息(?:一?会儿?|一下)?|歇(?:一?会儿?|着|歇|一歇|一下)?|停下(?:来)?|躺(?:下|着|平|一会儿?)|坐(?:下|着|起来)|热敷|冰敷|敷|按摩|揉(?:揉|一揉)?|吃(?:了|点|完)?(?:饭|东西|止疼药|止痛药|药|[^，。]{1,6}药|布洛芬|胃药)|喝(?:点)?热水|趴着|蹲下|吐(?:完|了|出来)|放屁|排气|大便后|拉完|睡(?:一觉|醒)|吸氧|贴膏药|活动(?:活动|开)?|喷药))(?:一?会儿?|以?后|之后|的?时候|了)?(?:就|会|能|可以|也|才|还|稍微|、|，)*(?:好|缓解|减轻|轻|舒服|不疼|不痛|不咳|缓)(?:多|一?些|一?点|很多|过来|了)*"
    r"|\b(?:better|relieved|eases?|eased|goes away|improves|less (?:pain|painful|sore))(?: \w+)? (?:by|with|when|if|after) (?P<b2>(?!(?:the past|today))[^,.;!?]{2,40})|(?P<b3>\b(?:rest(?:ing)?|sitting(?: down)?|lying down|heat|ice|eating|painkillers?|paracetamol|ibuprofen|tylenol|advil|aspirin|antacids?|massage|sleep(?:ing)?|stretching|a hot bath|a warm bath|my inhaler|an inhaler|walking(?: around)?)) (?:helps?|eases|relieves|makes it (?:better|go away)|does help|takes the edge off)"
)
_TEMPERATURE = re.compile(
    rf"(?P<c>(?:3[4-9]|4[0-3])(?:\.\d{{1,2}})?)\s*(?:度(?P<half>半)?(?P<tenth>\d(?!\d)|[一二三四五六七八九](?![个天十])))|(?P<c2>(?:3[4-9]|4[0-3])(?:\.\d{{1,2}})?)\s*(?:度(?P<half2>半)?|°\s*c?\b|℃|c\b|degrees?(?! f)|celsius)|(?P<z>[三四]十[一二三四五六七八九]?)(?:度|点)(?P<zt>[一二三四五六七八九半]?)(?!分)"
    r"|(?P<f>(?:9[5-9]|10[0-9])(?:\.\d{1,2})?)\s*(?:°\s*f?\b|f\b|degrees?|fahrenheit|华氏)|(?:fever|temp(?:erature)?|发烧|发热|体温|烧到?)(?:\s*(?:of|is|was|at|about|around|up to|got to|hit|has been|有|到|了|是|大概|最高|量了|：|:))*\s*(?P<bare>(?:3[5-9]|4[0-2])(?:\.\d{1,2})?|(?:9[7-9]|10[0-7])(?:\.\d)?)(?![\d/%.])(?!\s*(?:度|°|天|个|次|day|week|year|hour|month|岁))"
)
_PRESSURE = re.compile(
    r"(?:血压|高压|blood pressure|bp)[^0-9。.]{0,14}(?P<hi>\d{2,3})\s*(?:/|over|，?低压|，|到)?\s*(?P<lo>\d{2,3})?(?!\d)|(?P<hi2>\b[12]\d\d)\s*(?:/|over)\s*(?P<lo2>\d{2,3})\b(?!/)"
)


def details(writing: Writing, *, chinese: bool, english: bool, now: datetime | None = None) -> list[Detail]:
    """Every detail in the text, in its order."""
    lower = writing.lower
    found: list[Detail] = []
    for span in lastings(lower, chinese=chinese, english=english, now=now):
        found.append(
            Detail(
                span.start,
                span.end,
                "duration",
                Duration(hours=round(span.hours, 2), words=writing.words(span.start, span.end)),
            )
        )
    for kind, table in (("side", _SIDE), ("severity", _SEVERITY), ("course", _COURSE)):
        found += _apart(
            Detail(m.start(), m.end(), kind, value) for value, pattern in table.items() for m in pattern.finditer(lower)
        )  # type: ignore[attr-defined]
    found += [
        Detail(m.start(), m.end(), "severity", _graded(value))
        for m in _SCALE.finditer(lower)
        if (value := _first_number(m)) is not None and value <= 10
    ]
    gradual = [Detail(m.start(), m.end(), "sudden", False) for m in _GRADUAL.finditer(lower)]
    found += gradual or [Detail(m.start(), m.end(), "sudden", True) for m in _SUDDEN.finditer(lower)]
    for kind, pattern in (("frequency", _FREQUENCY), ("character", _CHARACTER)):
        found += [Detail(m.start(), m.end(), kind, writing.words(*m.span())) for m in pattern.finditer(lower)]
    for kind, pattern in (("worse_with", _WORSE_WITH), ("better_with", _BETTER_WITH)):
        for m in pattern.finditer(lower):
            group = next(name for name, words in m.groupdict().items() if words)
            found.append(Detail(m.start(), m.end(), kind, writing.words(*m.span(group))))
    found += _values(lower)
    return sorted((_denied(lower, detail) for detail in found), key=lambda detail: (detail.start, detail.end))


def grade(text: str) -> Severity | None:
    """A severity given as a number from 0 to 10, alone or in a few words."""
    match = re.search(
        rf"(?<![\d.])(\d{{1,2}}(?:\.\d)?|{CHINESE}|zero|one|two|three|four|five|six|seven|eight|nine|ten)(?![\d.])",
        text.lower(),
    )
    value = number(match[1]) if match else None
    return None if value is None or value > 10 else _graded(value)


def _graded(value: float) -> Severity:
    return Severity.SEVERE if value >= 7 else Severity.MODERATE if value >= 4 else Severity.MILD


def _first_number(match: re.Match[str]) -> float | None:
    return next((number(words) for words in match.groupdict().values() if words), None)


def _apart(found: Iterator[Detail]) -> list[Detail]:
    taken: list[Detail] = []
    for detail in sorted(found, key=lambda d: d.start - d.end):
        if all(detail.end <= other.start or other.end <= detail.start for other in taken):
            taken.append(detail)
    return taken


_NOT_BEFORE = re.compile(
    r"(?:不是|并非|没在|\bnot|\bisn't|\bnot (?:the|for|my|in the|on the|about)|\binstead of|\brather than)(?: the| my| for| on the| in the)?\s*$"
)


def _denied(lower: str, detail: Detail) -> Detail:
    return (
        detail._replace(taken_back=True)
        if _NOT_BEFORE.search(lower[max(0, detail.start - 16) : detail.start])
        else detail
    )


def _values(lower: str) -> Iterator[Detail]:
    for match in _TEMPERATURE.finditer(lower):
        degrees = _degrees(match)
        if degrees:
            yield Detail(match.start(), match.end(), "value", degrees)
    for match in _PRESSURE.finditer(lower):
        high, low = int(match["hi"] or match["hi2"]), match["lo"] or match["lo2"]
        if 60 <= high <= 280 and (low is None or 30 <= int(low) <= 180):
            yield Detail(match.start(), match.end(), "value", f"{high}/{low} mmHg" if low else f"{high} mmHg")


def _degrees(match: re.Match[str]) -> str | None:
    words = match.groupdict()
    if words["f"] or (words["bare"] and float(words["bare"]) > 90):
        return f"{words['f'] or words['bare']} °F"
    if words["z"]:
        whole = number(words["z"]) or 0.0
        tenth = 0.5 if words["zt"] == "半" else (number(words["zt"]) or 0) / 10 if words["zt"] else 0.0
        return f"{whole + tenth:g} °C" if 34 <= whole <= 43 else None
    celsius = float(words["c"] or words["c2"] or words["bare"])
    if words["half"] or words["half2"]:
        celsius += 0.5
    if words["tenth"]:
        celsius += (number(words["tenth"]) or 0) / 10
    return f"{celsius:g} °C"
