"""Two nurses before human raters who do not know which is which: the page, its key, and what the raters said.

After PIORS, section 6: the better of two talks of one patient, or neither, and how real the patient was.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import BaseModel, ConfigDict

from frontdesk.evaluation.nurse.beside import Both, compared, pairs
from frontdesk.evaluation.nurse.figures import Report, shown
from frontdesk.evaluation.nurse.intervals import share

FOLDER = Path(__file__).parent
MOST = 20  # pairs of talks that one rater reads (PIORS, section 6)
Choice = Literal["left", "right", "tie"]
Level = Literal["real", "near", "doubtful", "artificial"]
LEVELS: dict[Level, str] = {
    "real": "I could not tell this patient from a real one",
    "near": "much like a real patient; small things are off",
    "doubtful": "noticeably not how patients speak or act",
    "artificial": "contradicts itself or behaves as no patient would",
}


class Key(BaseModel):
    """Which nurse stood on the left, for each patient; kept from the raters."""

    page: str
    now: str
    earlier: str
    left: dict[str, Literal["now", "earlier"]]


class Rated(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str
    better: Choice
    left_patient: Level
    right_patient: Level


class Results(BaseModel):
    """What one rater's page saved."""

    model_config = ConfigDict(extra="forbid")

    page: str
    rater: str
    ratings: tuple[Rated, ...]


def rating_page(now: Report, earlier: Report, *, seed: int = 39) -> tuple[str, Key]:
    """The page for raters and its key. Raises ValueError where both met no patient in common."""
    both = [one for one in pairs(now, earlier) if one.now.talk and one.earlier.talk]
    dice = Random(seed)
    chosen = dice.sample(both, min(MOST, len(both)))
    name = sha256(f"{seed}:{now.model_dump_json()}:{earlier.model_dump_json()}".encode()).hexdigest()[:12]
    left = {one.now.id: dice.choice(("now", "earlier")) for one in chosen}
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    html = environment.get_template("rating.html").render(
        page=name, levels=list(LEVELS.items()), items=[_item(one, left[one.now.id]) for one in chosen]
    )
    told = compared(now, earlier)
    return html, Key(page=name, now=told.now, earlier=told.earlier, left=left)


def _item(both: Both, left: str) -> dict[str, object]:
    talks = {"now": both.now.talk, "earlier": both.earlier.talk}
    right = "earlier" if left == "now" else "now"
    return {
        "id": both.now.id,
        "language": both.now.language.value,
        "talks": [[{"by": one.speaker, "text": one.text} for one in talks[side]] for side in (left, right)],
    }


def read(path: Path) -> Results:
    """Raises ValueError for what no page saved, OSError."""
    return Results.model_validate_json(path.read_text(encoding="utf-8"))


def summed(key: Key, results: Sequence[Results]) -> Iterator[str]:
    """Lines: wins, ties and losses of the newer nurse, agreement, fidelity. Raises ValueError for another page's."""
    other = [one.rater for one in results if one.page != key.page]
    if other:
        raise ValueError(f"of another page: {', '.join(other)}")
    outcomes = Counter(_outcome(key, rated) for one in results for rated in one.ratings)
    total = outcomes.total()
    yield f"{key.now} beside {key.earlier}: {total} ratings by {len(results)} raters"
    for name in ("win", "tie", "loss"):
        yield f"  {name:<5} {shown(share(outcomes[name], total), percent=True)}"
    yield f"  win or tie {shown(share(outcomes['win'] + outcomes['tie'], total), percent=True)}"
    agreed, compared = _agreement(key, results)
    if compared:
        yield f"  two raters of one patient agree: {shown(share(agreed, compared), percent=True)} of {compared} pairs"
    for side, nurse in (("now", key.now), ("earlier", key.earlier)):
        yield from _fidelity(nurse, [_level(key, rated, side) for one in results for rated in one.ratings])


def _outcome(key: Key, rated: Rated) -> str:
    if rated.better == "tie":
        return "tie"
    return "win" if (rated.better == "left") == (key.left[rated.id] == "now") else "loss"


def _level(key: Key, rated: Rated, side: str) -> Level:
    return rated.left_patient if key.left[rated.id] == side else rated.right_patient


def _agreement(key: Key, results: Sequence[Results]) -> tuple[int, int]:
    said: dict[str, list[str]] = {}
    for one in results:
        for rated in one.ratings:
            said.setdefault(rated.id, []).append(_outcome(key, rated))
    paired = [pair for outcomes in said.values() for pair in combinations(outcomes, 2)]
    return sum(one == other for one, other in paired), len(paired)


def _fidelity(nurse: str, levels: Sequence[Level]) -> Iterator[str]:
    counts = Counter(levels)
    good = share(counts["real"] + counts["near"], len(levels))
    yield f"  patients of {nurse}, real or near: {shown(good, percent=True)}"
    yield "    " + ", ".join(f"{level} {counts[level]}" for level in LEVELS)


def key_beside(page: Path) -> Path:
    """Where the key of a page lies."""
    return page.with_suffix(".key.json")


def write(html: str, key: Key, path: Path) -> None:
    path.write_text(html, encoding="utf-8")
    key_beside(path).write_text(json.dumps(key.model_dump(), ensure_ascii=False, indent=1), encoding="utf-8")
