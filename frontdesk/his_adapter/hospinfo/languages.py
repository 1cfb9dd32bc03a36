"""Which language a sentence is built in; an English one may have Chinese names and values in it."""

import re

HAN = re.compile(r"[\u4e00-\u9fff]")
STRUCTURE = re.compile(
    r"(?<![a-z])(?:the|of|to|for|in|from|and|with|is|are|named|since|please|patients?|records?|visits?"
    r"|show|list|find|change|set|update|delete|remove|create|add|register)(?![a-z])",
    re.IGNORECASE,
)
PARTICLES = re.compile("[的把将为了和]")
ENGLISH_FROM = 2  # such words make an English sentence


def has_chinese(text: str) -> bool:
    return HAN.search(text) is not None


def speaks_chinese(text: str) -> bool:
    commands = STRUCTURE.match(text) is not None and not PARTICLES.search(text)
    english = text[:1].isascii() and (commands or len(STRUCTURE.findall(text)) >= ENGLISH_FROM)
    return has_chinese(text) and not english
