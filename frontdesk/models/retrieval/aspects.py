"""Which kind of fact a question asks for, and whether a text holds one."""

import re
from enum import StrEnum


class Aspect(StrEnum):
    PLACE = "place"
    TIME = "time"
    PRICE = "price"
    CONTACT = "contact"


ASKED = {
    Aspect.PLACE: re.compile(
        r"在哪|哪儿|哪里|去哪|几楼|几层|哪栋|哪个楼|哪层|怎么走|怎么去|往哪|位置|哪边|哪个方向|什么地方"
        r"|\bwhere|which (?:floor|way|room|building|door|entrance|window|counter|gate)|what (?:floor|room|building)"
        r"|how (?:do|can|would) (?:i|we|you) (?:get to|find|reach)|the way to|directions",
        re.I,
    ),
    Aspect.TIME: re.compile(
        r"几点|什么时候|啥时候|何时|多久|多长时间|哪天|几天|几号|时间|开门|关门|上班|下班|开到|开吗|周[一二三四五六日末]|礼拜|星期"
        r"|\bwhen\b|what time|how long|how soon|\bhours\b|\bopen|\bclose[sd]?\b|\bshut|until|which day"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
        re.I,
    ),
    Aspect.PRICE: re.compile(
        r"多少钱|价格|费用|贵|几块|几元|价钱|收费|花多少|免费|要钱|押金多少|多少押金"
        r"|how much (?!time|longer)|\bcosts?\b|\bprices?\b|\bfees?\b|\bcharges?\b|expensive|\bfree\b|set me back|cheap",
        re.I,
    ),
    Aspect.CONTACT: re.compile(
        r"电话|号码|打给|怎么联系|网址|邮箱|联系方式|phone|number|\bcall\b|\bring\b|contact|e-?mail|website|web page",
        re.I,
    ),
}
HELD = {
    Aspect.PLACE: re.compile(
        r"\d\s*[楼层]|[一二三四五六七八九十]楼|[一二三四五六七八九十]层|窗口|旁边|左边|右边|对面|门口|大厅|栋|座|楼|[A-Z]\d{2,}"
        r"|\bfloor|\broom\b|window|beside|\bleft\b|\bright\b|behind|building|\bblock\b|\bgate\b|\bdoor|lobby|\bhall\b|\bdesk\b"
        r"|basement|outside|entrance",
        re.I,
    ),
    Aspect.TIME: re.compile(
        r"\d{1,2}[:：]\d\d|\d+\s*(?:天|小时|分钟|工作日|周|个月)|[点天]|小时|分钟|周[一二三四五六日末]|每天|全天|\b[ap]m\b|day|hour|week|minute"
        r"|month|always",
        re.I,
    ),
    Aspect.PRICE: re.compile(
        r"\d\s*(?:元|块|角)|[一二三四五六七八九十百千]元|免费|不收|自费|yuan|\bfree\b|[$¥€£]|no charge|percent|%", re.I
    ),
    Aspect.CONTACT: re.compile(r"\d{3,}[- ]?\d{3,}|\b1\d\d\b|@|www\.|\.com|电话|网站|phone|\bcall\b", re.I),
}

A_SUM = re.compile(
    r"多少钱|好多钱|几块|几元|几毛|价钱|什么价|花多少|收多少|要多少费|多少费用"
    r"|how much (?:is|are|does|do|would|will|for)\b(?!.*\b(?:time|longer)\b)"
    r"|what (?:does|do|would|will) .{0,40}\bcost|what do you charge|price of|set me back",
    re.I,
)


def asks_a_sum(question: str) -> bool:
    return bool(A_SUM.search(question))


def asked(question: str) -> frozenset[Aspect]:
    return frozenset(aspect for aspect, pattern in ASKED.items() if pattern.search(question))


def held(text: str) -> frozenset[Aspect]:
    return frozenset(aspect for aspect, pattern in HELD.items() if pattern.search(text))
