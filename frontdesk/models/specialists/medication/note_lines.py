"""The medicines that a doctor's note names, each with the words around it; short names are read beside a dose alone."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.models.parsers.writing import Writing, read
from frontdesk.models.specialists.medication.lexicon import Mention, Named, covered, is_kind
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.not_taken import is_allergy, is_level, is_value
from frontdesk.models.specialists.medication.written_dose import DOSE

HARD = re.compile(r"[；;。\n]|\.(?=\s|$)")
_LIST_NUMBER = re.compile(r"^(?:[-*•]\s*)?[（(]?\d{1,2}[.)）、](?=[^\d])\s*|^[-*•]\s+")
_BESIDE = re.compile(
    r"^(?:[\s:：(（]|(?:now|at|to|is|was|back|up|down|dose|stays?|taken|put"
    r"|cut|reduced|lowered|increased|raised|changed|tapered|weaned|titrated|since|been)\b|->|→|[续停减加改维持仍现])*(?:\d(?!\d*\s*%)|半片)"
    r"|^\s*(?:stopped|held|withheld|restarted|resumed|continued?|unchanged|as before|taper|[续停减]|不变)"
)
_GIVEN = re.compile(
    r"(?:\b(?:cont(?:inued?|inue)?|start(?:ed)?|stop(?:ped)?|add(?:ed)?|hold|held|resumed?|restart(?:ed)?|give|given|taper\w*"
    r"|wean\w*|reduce|increase|on|taking)|[续停加予服用及和、+])\s*$"
)
_PER_CENT = re.compile(r"%\s*$")
_SAME_AGAIN = re.compile(r"[^，,。；;.]{0,8}[（(]\s*")


class NoteLine(NamedTuple):
    """`either`: what a short name may stand for."""

    mention: Mention
    before: str  # since the medicine before, or the sentence's beginning
    after: str  # to the next medicine, or the sentence's end
    rest: str  # to the sentence's end
    sentence: str  # the whole of it, as it is written
    so_far: str  # of the sentence, to the medicine
    following: bool = False  # another medicine stands behind it in the sentence
    either: tuple[str, ...] = ()


def lines_of(text: str) -> Iterator[NoteLine]:
    writing = read(text)
    lower = writing.lower
    named = [one for one in mentions(writing) if one.named and not is_kind(one.named)]
    short: dict[int, tuple[Mention, tuple[str, ...]]] = dict(_short(writing, named))
    found = sorted([*named, *(one for one, _ in short.values())], key=lambda one: one.start)
    found = [one for at, one in enumerate(found) if not _is_no_medicine(lower, one, found[at + 1 : at + 2])]
    stops = [0, *(match.end() for match in HARD.finditer(lower) if not _is_list_number(lower, match)), len(lower)]
    for place, one in enumerate(found):
        first = max(stop for stop in stops if stop <= one.start)
        last = min(stop for stop in stops if stop >= one.end)
        start = max([first, *(other.end for other in found[:place])])
        end = min([last, *(other.start for other in found[place + 1 :])])
        sentence = _LIST_NUMBER.sub("", writing.words(first, last).strip(" 。；;\n"), count=1).strip()
        following = any(other.start < last for other in found[place + 1 :])
        yield NoteLine(
            one,
            lower[start : one.start],
            lower[one.end : end],
            lower[one.end : last],
            sentence,
            lower[first : one.start],
            following,
            short[one.start][1] if one.start in short else (),
        )


def _is_list_number(lower: str, stop: re.Match[str]) -> bool:
    """Whether the full stop is one behind the number of an item: "2. Bisoprolol"."""
    return stop[0] == "." and re.search(r"(?:^|[。；;\n]|\.\s+)\s*\d{1,2}$", lower[: stop.start()]) is not None


def _is_no_medicine(lower: str, one: Mention, following: list[Mention]) -> bool:
    """Also the name that stands again in brackets behind another of its own: mycophenolate sodium (Myfortic)."""
    again = bool(
        following
        and following[0].named
        and one.named
        and following[0].named.codes == one.named.codes
        and _SAME_AGAIN.fullmatch(lower, one.end, following[0].start)
    )
    return again or is_allergy(lower, one) or is_level(lower, one) or _is_measured(lower, one)


def _is_measured(lower: str, one: Mention) -> bool:
    """Potassium that is measured, or eaten less of, and not prescribed; its dose would stand behind it."""
    return is_value(lower, one) and not DOSE.match(lower[one.end :].lstrip())


@cache
def _short_names() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    rows = yaml.load(
        (Path(__file__).parent / "abbreviations.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return tuple(
        (re.compile(rf"(?<![a-z0-9/-])(?:{one['short']})(?![a-z0-9/])(?!-[a-z])"), (*one["codes"],)) for one in rows
    )


def _short(writing: Writing, found: list[Mention]) -> Iterator[tuple[int, tuple[Mention, tuple[str, ...]]]]:
    lower = writing.lower
    for shape, codes in _short_names():
        for match in shape.finditer(lower):
            if covered(*match.span(), found) or _PER_CENT.search(lower[: match.start()]):
                continue
            if _BESIDE.match(lower[match.end() :]) or _GIVEN.search(lower[: match.start()]):
                yield match.start(), (Mention(*match.span(), writing.words(*match.span()), Named(codes[:1])), codes)
