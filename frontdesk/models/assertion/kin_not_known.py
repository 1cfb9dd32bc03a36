"""Who does not know of an illness of the family tells that it is not known, and asks nothing."""

import re

from frontdesk.models.assertion.kin import any_kin, any_kin_of_mine
from frontdesk.models.facts import Language

_NOT_KNOWN = re.compile(
    r"(?:n't|\b(?:not|never|unsure|no idea|no clue|cannot))\b[^.;!?]{0,24}\b(?:whether|if|of any|about any|who|what)\b"
    r"|(?<!自己)[不没](?:太|大|是很|怎么)?(?:清楚|知道|晓得|记得|确定|了解|问过)(?!自己)|说不[清准]|记不[清得]"
)
_FAMILY = re.compile(
    r"\b(?:family|relatives?|parents|grandparents|siblings)\b|家里|家族|家人|亲戚|父母|爸|妈|老人|长辈"
    rf"|\b(?:{any_kin(Language.EN)})\b|\bmy (?:{any_kin_of_mine(Language.EN)})\b|{any_kin(Language.ZH)}",
    re.I,
)
_ASKS = re.compile(r"[?？]|[吗呢]\W*$|\b(?:should|could|can|must|need to) i\b|\b(?:does|would) that (?:mean|matter)\b")


def is_not_known_of_kin(clause: str) -> bool:
    """ "I'm not sure whether anyone in my family has migraines", 不清楚家里有没有人得过."""
    lower = clause.lower()
    return bool(_NOT_KNOWN.search(lower) and _FAMILY.search(lower)) and not _ASKS.search(lower)
