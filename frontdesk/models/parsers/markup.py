"""Signs of markup and of machines' messages: nobody says them at a reception."""

import re
import unicodedata

MARKUP = re.compile(
    r"<\s*[!/|]?\s*[A-Za-z-]|\]\(|```|\{\s*\"|[\u200b\u202a-\u202e\u2066-\u2069]"
    r"|^\s*(?:nurse|assistant|system|护士|助手|系统)\s*[:：]",
    re.IGNORECASE | re.MULTILINE,
)


def holds_markup(text: str) -> bool:
    """Tags, links, code, JSON, lines of a made-up talk, or characters that hide or turn round what is written."""
    return bool(MARKUP.search(unicodedata.normalize("NFKC", text)))
