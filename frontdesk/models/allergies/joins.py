"""Whether a sentence says that an effect is of a medicine or food: by its verbs and order, not by nearness alone."""

import re
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.allergies.effects import Effect
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers.patterns import Cue, compiled, entries

NEAR = 24  # characters from "allergic to" to its name
BEHIND = 8  # characters behind an effect that may say it went
REACH = 90  # characters between a name and what it did


class Name(NamedTuple):
    start: int
    end: int
    code: str


def gap(name: Name, effect: Effect) -> int:
    return max(effect.start - name.end, name.start - effect.end)


def joined(lower: str, name: Name, effect: Effect, names: list[Name]) -> bool:
    """Whether the sentence says that the one is of the other."""
    if effect.denied or gap(name, effect) > REACH:
        return False
    if effect.kind != "word" and (end := last_of_row(lower, name, effect, names)) != name:
        return of_all(lower, name, end, names) is not False and joined(lower, end, effect, names)
    first, last = min(name.end, effect.end), max(name.start, effect.start)
    between, before, behind = (
        lower[first:last],
        lower[: min(name.start, effect.start)],
        lower[max(name.end, effect.end) :],
    )
    if name.start < effect.start and (again := list(_IT.finditer(between))):
        between = between[again[-1].end() :]  # "clarithromycin for my chest, and it made the lids worse"
    if _DENIED.search(lower[max(0, name.start - 30) : name.start]) and effect.kind == "word":
        return False
    listed = any(n.start >= first and n.end <= last for n in names) and not _is_list(between, names, lower, first)
    if listed and effect.kind != "word":
        return False
    if name.code in _RESCUE and effect.kind in ("allergic", "grave") and not _CAUSES.search(between):
        return False
    if effect.kind == "word":
        return not PART.search(between) and not _is_of_another(lower, name, effect, names)
    if effect.kind == "avoided":
        return not _BECAUSE.search(lower)
    if _NO_CAUSE.search(between) or _GONE.search(between) or _GONE.search(behind):
        return False
    if _PERSISTS.search(lower, first, max(last, effect.end)):
        return False  # "I took ibuprofen and my knee still hurts"
    strong = effect.kind not in ("intolerance", "unclear")
    if name.start < effect.start:
        return _follows(before, between, strong=strong)
    if _ARTICLE.fullmatch(between):
        return True  # "I couldn't tolerate metformin"
    if not strong and name.code not in formulary().medicines:
        return False  # "it hurts since I fell over the dog"
    return bool(_COMES_OF.search(between)) and not GOING_ON.search(between) and not _SO.search(between)


def last_of_row(lower: str, name: Name, effect: Effect, names: list[Name]) -> Name:
    """The last of the names in a row that `name` stands in and `effect` follows."""
    for one in sorted(names):
        if name.end <= one.start and one.end <= effect.start and _is_list(lower[name.end : one.start], names, lower, 0):
            name = one
    return name


def of_all(lower: str, name: Name, last: Name, names: list[Name]) -> bool | None:
    """Whether what is said behind the `last` of a row is of `name` as well; None where it may be.

    By the number of the verb, else by how they stand: "metformin, and penicillin brings me out in a rash" is of the
    last alone, "penicillin and aspirin bring me out" and 青霉素、头孢都过敏 of both.
    """
    if name == last:
        return True
    row = [one for one in names if one.end <= last.start and _is_list(lower[one.end : last.start], names, lower, 0)]
    apart = _COMMA.search(lower, min(row).end, last.start) is not None
    taken = GOING_ON.search(CLAUSE.split(lower[: min(row).start])[-1]) is not None
    verb = _VERB.match(lower, last.end)
    if taken and verb and not verb["all"] and (verb["past"] or verb["word"].endswith("s")):
        return False
    if verb is None:
        return not apart or _ALL_ZH.search(lower, last.end) is not None
    if verb["past"]:
        return None if apart and len(row) > 1 else not apart
    if verb["all"] or not verb["word"].endswith("s"):
        return True
    return False if apart else None


def _is_of_another(lower: str, name: Name, effect: Effect, names: list[Name]) -> bool:
    """Whether the word for an allergy has its own name beside it: "takes metformin, allergic to sulfa"."""
    others = [one for one in names if one != name]
    before = (one for one in others if one.end <= effect.start and not lower[one.end : effect.start].strip(" 的"))
    nearest = next(before, None)
    if name.start > effect.start:
        last = max((one.end for one in others if effect.end <= one.start and one.end <= name.start), default=0)
        own = last or (nearest and effect.end)
        taken = _TAKES.search(lower, own or 0, name.start) or GOING_ON.search(CLAUSE.split(lower[name.end :])[0])
        return bool(own) and taken is not None
    between = lower[name.end : effect.start]
    behind = _TO.match(lower, effect.end)
    if _OF.search(between) or (behind and any(0 <= one.start - behind.end() < NEAR for one in others)):
        return True
    if nearest is None or nearest.start < name.end:
        return False
    told_apart = not _is_list(lower[name.end : nearest.start], names, lower, name.end)
    return told_apart or _TAKES.search(CLAUSE.split(lower[: name.start])[-1]) is not None


def _follows(before: str, between: str, *, strong: bool) -> bool:
    """The name, then the effect."""
    clause = CLAUSE.split(before)[-1]
    if _FOR_IT.search(between):
        return False
    if GOING_ON.search(clause) and not _CAUSES.search(between):
        return False
    if _CAUSES.search(between) and (strong or not CLAUSE.search(between)):
        return True
    if not between.strip(" ") or _ADVERB.fullmatch(between):
        return True  # it is what does it: "peanuts close my throat"
    once = _TAKEN_ONCE.search(clause) or _TAKEN_ONCE.search(between) or _AVOIDED.search(clause)
    if once and (strong or not CLAUSE.search(between)):
        return True
    return not clause.strip() and bool(_SET_BESIDE[strong].match(between))


def _is_list(between: str, names: list[Name], lower: str, first: int) -> bool:
    rest = between
    for one in names:
        rest = rest.replace(lower[one.start : one.end], " ") if one.start >= first else rest
    return _LIST.fullmatch(rest) is not None


CLAUSE = re.compile(r"[，,;；。！!?？]|\.(?!\d)")
# Where somebody goes on to tell another thing; a comma of a list is none.
PART = re.compile(
    r"[;；。！!?？]|，(?!(?:都|也|全|会|就|我|是)*(?:过敏|$))|, (?=(?:i|he|she|it|my|and|but|so)\b)|\.(?!\d)"
    r"|\b(?:and|but|so)\b(?= (?:i|i'm|i've|he|she|they|my|it|then|allergic)\b)"
)
_ADVERB = re.compile(r"[ ,]*(?:really|always|just|only|also|once|all|them|it|我一?|都)?[ ]*")
# "Paracetamol when my knees are bad" is taken for them; "ibuprofen, when I take it, hurts" is not.
_FOR_IT = re.compile(
    r"\b(?:when(?:ever)?|if|every time|each time|any time|as soon as|on days)\b"
    r"(?!.*\b(?:it|them|one|ones|those|take|takes|took|taken|taking|had|have|use|used)\b)"
)
_DASH = re.compile(r"\s*[-–—:：]")
_SET_BESIDE = {True: re.compile(rf"{_DASH.pattern}|\s*[，,]"), False: _DASH}  # by whether the effect is an allergy's
_ARTICLE = re.compile(r"\s*(?:(?:the|any|my|all)\s+)?")
_LIST = re.compile(r"[\W_]*(?:(?:and|or|也|还有|或|和|以及|、)[\W_]*)*")
_ALL_ZH, _COMMA = re.compile("[都全]"), re.compile("[,，]")
_VERB = re.compile(
    r"\W*(?:(?P<all>both|all)\b|(?:(?:really|always|just|once|also|nearly|almost) )*"
    r"(?:(?P<past>\w+ed|gave|made|brought|came|broke|sent|put|left|set|did|had)\b|(?P<word>[a-z]+)))"
)
_TO, _OF = re.compile(r"\s*(?:to|of)\b"), re.compile("对")
_IT = re.compile(r"(?:[,，]|\b(?:and|but)) (?:it|they)\b(?=\W*$)")
_SO = re.compile(r"\bso\b(?! much)|\bthen\b|所以|就去|于是")
_WORDS = entries("words", Path(__file__).parent)
_NO_CAUSE, _GONE, _CAUSES, _TAKEN_ONCE, _COMES_OF, GOING_ON, _DENIED = (
    compiled(_WORDS[name]) for name in ("no_cause", "gone", "causes", "taken_once", "comes_of", "going_on", "denied")
)
_TAKES, _PERSISTS = compiled(_WORDS["takes"]), compiled(_WORDS["persists"])
_BECAUSE, _AVOIDED, _RESCUE = compiled(_WORDS["because"]), Cue(_WORDS["avoided"]), frozenset(_WORDS["rescue"])
