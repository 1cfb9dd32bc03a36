"""How a complaint goes, in answer to that question: better, the same, worse, or it comes and goes."""

import re
from functools import cache
from pathlib import Path

import yaml

from frontdesk.models import parsers
from frontdesk.models.facts import Course, Details

TROUBLING = (Course.WORSE, Course.COMES_AND_GOES)
RETURNS = re.compile(
    r"反复|(?<!没)(?<!不)(?:又|再次|经常|老是|总是|时不时|隔三差五|动不动就?)(?:犯|发作|疼|痛)|(?:犯|发作|疼|痛)(?:过|了)?(?:好|很多|几|两|三|四|五)几?[次回]"
    r"|\b(?:keeps?|kept) (?:on )?(?:coming|hurting|returning)|\bcom(?:es|ing) back\b|\bcame back\b|\brecur\w*"
    r"|\b(?:repeated|several|more) (?:attacks|bouts|episodes)\b|\b(?:again and again|over and over)\b",
)
DEPENDS = re.compile(r"[的时]候|一[走动跑躺坐吃喝碰按]|\b(?:when|if|after|before|with|while)\b")  # what brings it on


def progress(text: str) -> Details | None:
    """None where the words do not tell; a clause of what makes it worse or better is none of that."""
    for clause in parsers.clauses(parsers.normalise(text).lower()):
        course = next((one for one, words in _words().items() if words.search(clause)), None)
        if course is not None and not (course in (Course.WORSE, Course.BETTER) and DEPENDS.search(clause)):
            return Details(course=course)
    return None


def returns(text: str) -> bool:
    """Whether a clause of the normalised text tells that it comes back, or grows worse."""
    return any(RETURNS.search(clause) or _course(clause) in TROUBLING for clause in parsers.clauses(text.lower()))


def _course(clause: str) -> Course | None:
    told = progress(clause)
    return told.course if told else None


@cache
def _words() -> dict[Course, re.Pattern[str]]:
    """In the order they are looked for: what denies another stands before it."""
    lists = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return {Course(one): re.compile("|".join(words), re.I) for one, words in lists.items()}
