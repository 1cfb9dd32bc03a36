"""What of a question asks, apart from what is told around it."""

import re

_END = re.compile(r"[，。！？；,;!?]|(?<=[a-z])\. ")
_SHORTEST = 4  # a clause of fewer characters asks nothing
_ASKS = re.compile(
    r"[吗呢谁啥咋怎哪几]|什么|多少|能不能|有没有|是不是|要不要|可不可以|[不没][哦嘛呀啊噻咯哟啦哈]?$|([\u4e00-\u9fff])[不没]\1|\b(?:who|what|where|when|which|how|why)\b"
    r"|^(?:is|are|do|does|can|could|may|must|will|would|should)\b",
    re.I,
)


def asking(question: str) -> list[str]:
    """The clauses that ask; none where all of it is told."""
    clauses = (part.strip() for part in _END.split(question))
    return [part for part in clauses if len(part) >= _SHORTEST and _ASKS.search(part)]
