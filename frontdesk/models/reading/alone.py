"""What a reply says where it says nothing else: a finding, a place of the body, a time."""

from datetime import datetime
from functools import cache

from frontdesk.models import parsers
from frontdesk.models.facts import Duration, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import names_of
from frontdesk.models.mentions import mentions, told_as_past
from frontdesk.models.mentions.named import says_its_name

VAGUE = frozenset({"unwell", "pain_somewhere"})  # findings that say no more than that something is wrong
COMES_WITH = (Topic.FINDING, Topic.REQUEST)
SIDE_WORDS = ("左边的", "右边的", "左边", "右边", "左", "右", "left", "right")
FILLERS_ZH = tuple(
    "还有 而且 然后 还 也 和 跟 加上 又 我 有点儿 有点 一直 老是 有些 了 啊 呢 吧 就是 最近 这 那".split()  # noqa: SIM905
)
FILLERS_EN = frozenset(
    "i i've i'm it's its have had has got a an the my bit of bad for since having been some and also with plus".split()  # noqa: SIM905
)


def findings_alone(text: str, *, now: datetime) -> tuple[str, ...]:
    """Codes of the findings that are all the words say ("a cough and a runny nose for three days"); else none."""
    named = [one for one in mentions(text) if one.topic in COMES_WITH and one.code not in VAGUE]
    if not named or any(one.denied or not (one.topic is Topic.REQUEST or says_its_name(one)) for one in named):
        return ()
    if told_as_past(parsers.normalise(text)):
        return ()
    rest = text
    for one in reversed(named):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    lasting, whose = parsers.duration(text, now=now), parsers.relation(text)
    for told in (lasting.words if lasting else "", whose[1] if whose else "", *SIDE_WORDS):
        rest = rest.replace(told, " ") if told else rest
    return () if bare(rest) else tuple(dict.fromkeys(one.code for one in named))


def place_alone(text: str) -> str | None:
    """The region of the body, when the words name it and nothing else ("my left knee", 左膝盖)."""
    rest = bare(text)
    for side in SIDE_WORDS:
        rest = rest.replace(side, " ").strip()
    return _places().get(rest)


def time_alone(text: str, *, now: datetime) -> Duration | None:
    """How long, where a clause says nothing else: "me, 17. about 5 weeks. not itchy"; None for several."""
    told = []
    for clause in parsers.clauses(text):
        lasting = parsers.duration(clause, now=now, asked=True)
        if lasting and not bare(clause.replace(lasting.words, " ")):
            told.append(lasting)
    return told[0] if len(told) == 1 else None


def bare(text: str) -> str:
    lowered = parsers.normalise(text).lower()
    for filler in FILLERS_ZH:
        lowered = lowered.replace(filler, " ")
    kept = "".join(c if c.isalnum() or c in "'" else " " for c in lowered).split()
    return " ".join(word for word in kept if word not in FILLERS_EN)


@cache
def _places() -> dict[str, str]:
    return {bare(name): site.code for site in knowledge().sites.values() for name in names_of(site)}
