"""Places of the body and what is felt there, as values."""

from typing import NamedTuple


class Part(NamedTuple):
    code: str
    start: int
    end: int


class Felt(NamedTuple):
    """A sensation at a place; `start` and `end` span both in the text, `where` the place alone."""

    site: str
    sensation: str
    start: int
    end: int
    where: tuple[int, int]
    what: tuple[int, int]  # the sensation alone
    carried: bool = False  # the place was named in an earlier clause


def felt_at(site: Part, sensation: Part) -> Felt:
    start, end = min(site.start, sensation.start), max(site.end, sensation.end)
    return Felt(site.code, sensation.code, start, end, (site.start, site.end), (sensation.start, sensation.end))
