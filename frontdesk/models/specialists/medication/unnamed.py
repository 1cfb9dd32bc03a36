"""What is said of a medicine that is only "it" or "my pills", or is not spoken of at all: 出门那天就不吃."""

import re
from collections.abc import Iterator

from frontdesk.models.specialists.medication.habits import told_habit
from frontdesk.models.specialists.medication.intake import Intake, read_intake
from frontdesk.models.specialists.medication.situation import Listed

THE_MEDICINE = re.compile(
    r"\b(?:my (?:medicines?|medications?|meds|pills?|tablets?|dose|prescription|insulin|drugs?|inhaler|shots?)"
    r"|the (?:pills?|tablets?|medicine|medication|meds|dose|shots?)|a (?:pill|tablet|dose)|doses?|pills?|tablets?"
    r"|doubled? up|last night's|this morning's|(?:[2-9]|1?\d\d)[05]?s)\b"
    r"|药(?!店|房)|(?<![薯肉鱼土面芯鲨])片(?!儿?警|面|肉)|[一二两三四半几\d]粒|针|剂量|单位"
)
ALL = re.compile(
    r"\b(?:all|any|none) (?:of )?(?:my|the) (?:medicines?|medications?|meds|pills|drugs|tablets)\b"
    r"|\bmy (?:medicines|medications|meds)\b|\b(?:all|every one|both|each) of them\b"
    r"|(?:所有|全部|那些|几种|这些|两种)的?药|药(?:我)?(?:都|全)"
)
TAKES = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|swallow\w*|inject\w*|us(?:e|ed|ing)|stopped|quit|ran out|forg[eo]t|doubl\w+|miss\w*"
    r"|skip\w*|supposed|cut|every ?day|label|bottle|units"
    r"|(?:like|as) (?:you|the doctor|they|he|she)?(?: ?(?:said|told|directed|prescribed)))\b"
    r"|吃|服|打|喷|停|漏|忘|一天|每天"
)
# What else is eaten, drunk, measured or told by number.
SOMETHING_ELSE = re.compile(
    r"\b(?:eat\w*|ate|drinks?|drank|drinking|glass(?:es)?|cups?|water|coffee|tea|wine|beers?|salt|sodium|protein|sugar"
    r"|ounces|gallon|lunch|dinner|food|smok\w*|a1c|tsh|cholesterol|pressure|over \d+|glucose|test"
    r"|birthday|born|toe|chest|heart|appointment)\b"
    r"|喝|[饭菜汤面肉鱼虾蛋奶酒茶盐糖果瓜饺饼馒豆酱甲鲜烟螺茄麸]|[一二两三四五六七八九十几半\d][盘碗杯瓶串份斤两根块包]"
    r"|火锅|胃|脸|嘴|拉肚|打我|出生|生日|名字|被[^，。]{0,3}打"
)


def of_the_unnamed(lower: str, listed: tuple[Listed, ...]) -> Iterator[tuple[Listed, Intake]]:
    """The lines of the list that are meant, with what is told of them: the only one, or every one of "all my pills"."""
    if not listed:
        return
    intake = read_intake(lower)
    if intake.asked:
        return
    if ALL.search(lower) and intake.tells:
        yield from ((one, intake) for one in listed)
    elif len(listed) == 1 and _is_about_it(lower) and (intake.tells or told_habit(lower)):
        yield listed[0], intake


TAKES_IT = re.compile(r"\b(?:tak(?:e|es|ing)|took|us(?:e|es|ed|ing)|stopped|quit|hold) (?:it|them|mine)\b")


def _is_about_it(lower: str) -> bool:
    return bool(
        THE_MEDICINE.search(lower)
        or TAKES_IT.search(lower)
        or (TAKES.search(lower) and not SOMETHING_ELSE.search(lower))
    )
