"""Whether a visitor puts a question, and whether it is one about the house."""

import re

from app.reception.questions import OPEN
from models.retrieval.subjects import asks_of_the_house

# Beside a complaint, or in answer to a question, only what is plainly put as a question is one: "我哪里快了嘛" is not.
PLAINLY_ASKED = re.compile(
    r"[？?]|吗|请问|想问|问一下|咨询|在哪|怎么走|几点|多少钱|([来开在收能])不\1|可不可以|有[^，。]{1,8}没有\s*$|能[^，。]{1,6}不\s*$|(?:行|可以|成)不\s*$|到?几号了|[在去到]哪[儿里]?"
    r"|(?:啥|什么)时候(?:能|可以|才能?|出|取|拿|来|上班|开门|开始上)"
    r"|(?:^|[,.;!] ?|\b(?:and|but|so|or) )(?:where|when|how|which|what time)"
    r"(?:'s|'re| (?:is|are|do|does|did|can|could|will|would|should|much|many|long|far|often|soon|floor|way|room))\b"
    r"|\b(?:can i|do you|(?:is|are) there)\b",
    re.IGNORECASE,
)
BETWEEN = OPEN | {None, "anything_else", "meant", "offer"}  # where a question may come without being put as one
FETCHED = re.compile(r"(?:拿|取|领|打|打印|打一下)(?:一?下|个|我的)?[^，。看]{0,4}(?:化验单|报告单?|检查单|片子|结果)")

# 我要住院 wishes for what is not given here: how it is arranged is told.
ARRANGED = re.compile(
    r"\W*(?:我|俺|咱)?们?(?:今天|现在|就)?是?(?:来|想要?|要|得)办?(?P<what>[住出]院)(?:手续)?[的了]?\W*"
)


def in_other_words(text: str) -> str:
    """The question that stands behind a bare wish."""
    wish = ARRANGED.fullmatch(text)
    return f"{wish['what']}手续怎么办" if wish else text


def put_as_question(text: str) -> bool:
    """Plainly a question, or come to fetch what was made ready: where is it?"""
    return bool(PLAINLY_ASKED.search(text) or FETCHED.search(text) or ARRANGED.fullmatch(text))


def of_the_house(text: str) -> bool:
    """A question about what the house offers; what it names is not wished for."""
    return bool(FETCHED.search(text)) or (put_as_question(text) and asks_of_the_house(text))
