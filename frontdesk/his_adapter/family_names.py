"""Physicians asked for by a family name and a title, whether or not the hospital has such a physician."""

import re
from typing import NamedTuple

from frontdesk.models.facts import Language

COMMON_ZH = (
    "李王张刘陈杨赵黄周吴徐孙胡朱高林郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖邹熊"
    "陆郝孔白崔康毛邱秦江顾侯邵孟钱汤尹黎贺赖龚施陶殷严温莫葛倪尚樊柳俞章鲁裴聂舒何金肖梅甘"
)  # without those that are oftener something else: 任 (主任医生), 和, 向, 方, 全
TITLED_ZH = re.compile(
    rf"(?<![这下上每本一])(?P<name>欧阳|上官|司马|诸葛|慕容|[{COMMON_ZH}])(?:主任|医生|大夫|教授|医师|院长)"
    rf"|姓(?P<family>欧阳|[{COMMON_ZH}])的(?:主任|医生|大夫|教授|专家)"
)
TITLED_EN = re.compile(
    r"\b(?:dr|prof)\b\.? (?P<name>[a-z][a-z'’-]+)|\b(?:doctor|professor) (?P<family>(?-i:[A-Z][a-z'’-]+))", re.I
)
CLAUSE = re.compile(r"[。，！？；,;!?]|(?<![Dd]r)(?<![Pp]rof)\. ")


class Family(NamedTuple):
    """The family name in the language it was said in, and the rest of the clause that names it."""

    name: str
    language: Language
    rest: str


def family_named(question: str) -> Family | None:
    for clause in CLAUSE.split(question):
        for language, shape in ((Language.ZH, TITLED_ZH), (Language.EN, TITLED_EN)):
            if found := shape.search(clause):
                rest = f"{clause[: found.start()]} {clause[found.end() :]}"
                return Family(str(found["name"] or found["family"]), language, rest)
    return None
