"""Whether an instruction orders a change, or only forbids one, asks about one or tells of one."""

import re

from frontdesk.his_adapter.hospinfo.languages import speaks_chinese
from frontdesk.his_adapter.hospinfo.vocabulary import patterns

END_OF_CLAUSE = re.compile(r"[,。;!?\n]")


def is_no_order(text: str) -> bool:
    """`text` has ids, quotations and fields as letters, so that what is to be written in quotes plays no part."""
    language = "zh" if speaks_chinese(text) else "en"
    if _finds("beyond", text) or _finds("withdrawn", text):
        return True
    first = patterns("orders", f"first_write_{language}")[0].search(text)
    if first is None:
        return False
    lead = text[: first.start()]
    forbidden = _finds(f"forbidden_{language}", lead) or _finds("conditional", lead)
    return forbidden or (language == "zh" and _finds("told_zh", text))


def asks_about_change(text: str, start: int, end: int) -> bool:
    """Whether the Chinese verb there is asked about: 谁把P1003的备注改了, P1003的病历被删了吗."""
    if _finds("asks_what_zh", text[end:]) or _finds("asked_zh", END_OF_CLAUSE.split(text[:end])[-1]):
        return True
    lead = END_OF_CLAUSE.split(text[:start])[-1]
    if _finds("asked_whether_zh", lead) and _finds("whether_zh", text):
        return True
    if _finds("requested_zh", text[:start]):
        return _finds("asked_of_somebody_zh", text[:start]) and _finds("asked_after_zh", text[start:])
    passive = _finds("passive_zh", lead) and not _finds("should_zh", lead)
    return passive or _finds("asked_after_zh", text[start:])


def _finds(name: str, text: str) -> bool:
    return any(expression.search(text) for expression in patterns("orders", name))
