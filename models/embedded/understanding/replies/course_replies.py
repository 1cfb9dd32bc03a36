"""How a complaint goes on, by a bare reply: better, worse, the same, coming and going."""

import re

from models.embedded.understanding.details.details import both_alike
from models.facts import Course


def course_told(lower: str) -> Course | None:
    if _COMES_AND_GOES.search(lower):
        return Course.COMES_AND_GOES
    if (alike := _ALIKE.search(lower)) and both_alike(lower[: alike.start()].removesuffix("the ")):
        return None
    if _ON_THE_WAY_DOWN.search(lower):
        return Course.WORSE  # also "no, getting worse"
    if _THE_SAME.search(lower):
        return Course.SAME
    if _WORSE.search(lower):
        return Course.WORSE
    if EASED.search(lower):
        return None  # by something done, not with time
    return Course.BETTER if _BETTER.search(lower) else None


_COMES_AND_GOES = re.compile(
    r"时好时坏|反复|一阵|(?:一会儿?|有时候?)好"
    r"|有时候?[^，。不没]{1,3}[，,]?有时候?[^，。]{1,3}|时[多轻大重][^，。]?时[少重小轻]"
    r"|\b(?:fine|gone|clear|all right|ok(?:ay)?|nothing)\b[^.;]{0,24}\b(?:back|again)\b"
    r"|\bcom(?:es?|ing)(?: back)? and go|\bon and off|\boff and on|\bup and down"
)
_ALIKE = re.compile(r"一样|差不多|\bsame\b")
_ON_THE_WAY_DOWN = re.compile(  # "downhill, gently, no sudden drop"
    r"(?<!no )(?<!not )(?<!n't )\b(?:worse|worsening|heavier|down ?hill|slipping|deteriorat\w+|declin\w+"
    r"|(?:going|creeping|climbing|edging|shooting) up(?! (?:the|a|to|and|stairs|hills?)\b)"
    r"|(?:a (?:bit|little) )?more (?:each|every) \w+"
    r"|(?:each|every) \w+ (?:it adds |adds )?(?:a (?:bit|little) )?more|increas\w+|down,? down)\b(?! or better)"
)
_THE_SAME = re.compile(
    r"没(?:什么|啥)?(?:变化|好|区别)|一样|差不多|老样子|还那样|\bsame\b|\bno change|\bno\b"
    r"|(?:\bnot|n't)(?: got(?:ten)?| any| really)? worse\b"
)
_WORSE = re.compile(
    r"一[年天月次回日]不[如胜及]一|大不如|不如(?:以前|从前|去年|原来|过去)|重|坏|厉害|差|越来越(?!好|轻|少|小)|越(?!来)[^，。]越(?!好|轻|少|小)|(?<![好通顺松畅服轻强])[大多]了|\bworse|\bbigger|\bgrow"
)
EASED = re.compile(
    r"一[^，。]{1,3}就|[^，。]一[^，。](?:能|会)?(?:好|轻)|[能会](?:好|轻)(?:一?点|些)?$|\bif i\b|\bwhen i\b"
)
_BETTER = re.compile(r"好|轻|\bbetter")


def course_guessed(lower: str) -> Course | None:
    """ "Same, maybe a touch worse", after "I don't know"."""
    guess = _GUESS.match(lower)
    return course_told(guess["words"]) if guess else None


_GUESS = re.compile(  # "maybe better, maybe worse" is none
    r"(?!.*\b(?:better\b.*\bworse|worse\b.*\bbetter)\b)"
    r".*?(?:\b(?:maybe|perhaps|possibly)\b|可能|也许|大概)(?P<words>[^.;!?。！？]+)"
)
