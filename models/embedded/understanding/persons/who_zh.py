"""The relatives a Chinese utterance names, and which of them is told to be ill."""

import re
from collections.abc import Iterator

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.persons.patients_kin import HAS_ILLNESS_ZH, OF_PATIENT
from models.embedded.understanding.persons.relatives import Who, any_of, called, calls
from models.embedded.understanding.persons.speakers import OF_ANOTHER, OWN_COMPLAINT
from models.facts import Relation

_CUES = cues("people")
_CALLED = calls("zh")
_NAMED = re.compile(f"(?:(?:我家|我们家|咱家|家里|我|俺)的?)?(?:{any_of(_CALLED)})")
_CLOSE = 40  # characters before and after a person that say whether they are only mentioned


def named_in_chinese(lower: str) -> Iterator[Who]:
    for name in _NAMED.finditer(lower):
        before, rest = lower[max(0, name.start() - _CLOSE) : name.start()], lower[name.end() : name.end() + _CLOSE]
        if _is_addressed(lower, name) or _names_nobody(name[0], before, rest):
            continue
        one = called(_CALLED, name)
        aside = one.relation is Relation.CHILD and _beside_own(lower, name)
        yield Who(*name.span(), one.relation, one.sex, not (aside or _is_beside(before, rest)), aside=aside)


def _is_addressed(lower: str, who: re.Match[str]) -> bool:
    """Whether the nurse is called so: 姑娘，我这腿疼, 谢谢你啊姑娘."""
    if not _ADDRESSED.fullmatch(who[0]):
        return False
    before, rest = lower[: who.start()], lower[who.end() :]
    called_so = _ADDRESSED_BEFORE.search(before) and _ADDRESSED_AFTER.match(rest)
    return bool(called_so or _THANKED.search(before))


_ADDRESSED, _THANKED = pattern(_CUES["addressed_zh"]), pattern(_CUES["thanked_zh"])
_ADDRESSED_BEFORE, _ADDRESSED_AFTER = pattern(_CUES["addressed_before_zh"]), pattern(_CUES["addressed_after_zh"])


def _names_nobody(name: str, before: str, rest: str) -> bool:
    """Whether it is the speaker (我是个老太太), a time (生完二宝那年), or 他爸 beside an illness in no other words."""
    if _I_AM.search(before) and not OF_ANOTHER.match(rest):
        return True
    if _BIRTH.search(before) and _THEN.match(rest):
        return True
    return len(name) == 1 and OF_PATIENT.search(before) is not None and not HAS_ILLNESS_ZH.match(rest)


# "I'm the husband, so male", 我是个老太太: who says so of themselves is the patient, until somebody else is spoken of.
_I_AM = re.compile("我(?:就|也|自己)*是(?:一?个|当|做)?$")
_BIRTH, _THEN = re.compile("[生怀](?:完|了|过|下)?$"), re.compile("那[年会阵时]|以后|之后|后|的?时候")


def _beside_own(lower: str, child: re.Match[str]) -> bool:
    """Whether of the child only its age is told: 我在喂奶，娃四个月，流鼻涕 or 孩子两岁，我腰疼."""
    aged = _ONLY_AGED.match(lower[child.end() :])
    if aged is None:
        return False
    own = OWN_COMPLAINT.search(lower, child.end() + aged.end())
    return bool(_NURSING.search(lower[: child.start()])) or bool(own and own.start() == child.end() + aged.end())


_ONLY_AGED, _NURSING = pattern(_CUES["only_aged_zh"]), pattern(_CUES["nursing_before_zh"])


def _is_beside(before: str, rest: str) -> bool:
    """Whether a relative between these words is named beside the trouble, and is not the one who has it."""
    if _NO_SUCH.search(before) or _has_another_illness(before, rest) or _has_none_told(before, rest):
        return True
    if rest.startswith("的") and _OF_THEIRS.search(before):
        return True  # 吃错了我老伴的药
    return _is_only_mentioned(before, rest) and not (_ON_BEHALF.search(before) or _SENT_TO_ASK.match(rest))


_NO_SUCH, _OF_THEIRS = pattern(_CUES["no_such_zh"]), pattern(_CUES["of_theirs_zh"])
_ON_BEHALF = re.compile(r"(?:替|帮|(?<![传留染])给)$")  # 我替我爸问的
_SENT_TO_ASK = pattern(_CUES["sent_to_ask_zh"])


def _is_only_mentioned(before: str, rest: str) -> bool:
    born = not rest.startswith(("来", "看", "过来")) and _BORN.search(before)
    return bool(
        born or _WITH_SELF.search(before) or _OTHERS.search(before) or _ONLY_MENTIONED.match(_BESIDE.sub("", rest, 1))
    )


_BORN, _OTHERS = pattern(_CUES["born_zh"]), pattern(_CUES["others_zh"])
_WITH_SELF = re.compile(r"(?:跟|和|像|随|同|我是(?:[^，。]{1,8}的)?)$")
# What follows when somebody is only mentioned: they told me, drove me, had the same.
_ONLY_MENTIONED = pattern(_CUES["only_mentioned_zh"])
_BESIDE = pattern(_CUES["kin_beside_zh"])  # what is told of 老婆孩子 stands behind both


def _has_another_illness(before: str, rest: str) -> bool:
    """Whether an illness is told of the relative that is not what is complained of: 口干尿多，老爸有糖尿病."""
    if len(before) > _GREETING and _KIN_ILL.match(rest):
        return True
    if _COMPLAINT.search(before) and _KIN_DIAGNOSED.match(rest):
        return True
    return bool(OF_PATIENT.search(before) and HAS_ILLNESS_ZH.match(rest))


_GREETING = 6  # characters; more before a relative is a complaint
_KIN_ILL = pattern(_CUES["kin_ill_zh"])
_COMPLAINT, _KIN_DIAGNOSED = pattern(_CUES["complaint_zh"]), pattern(_CUES["kin_diagnosed_zh"])


def _has_none_told(before: str, rest: str) -> bool:
    """Whether it is told that there is such a relative, or where and how they live, and no trouble of theirs."""
    told = _BESIDE.sub("", rest, 1)
    settled = _SETTLED.match(told) or _ALIKE.match(told)
    if _TOLD_ILL.match(told[settled.end() :] if settled else told):
        return False
    return bool(settled or _HAS.search(before))


_SETTLED, _ALIKE = pattern(_CUES["kin_settled_zh"]), pattern(_CUES["kin_alike_zh"])
_TOLD_ILL, _HAS = pattern(_CUES["kin_told_ill_zh"]), pattern(_CUES["has_kin_zh"])
