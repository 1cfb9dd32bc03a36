"""Statements about the patient: what each is called, and what a tile that describes the complaint says."""

from typing import NamedTuple

from models.facts import Course, Details, Fact, Severity, Status, Topic
from models.knowledge.load import knowledge


class Tile(NamedTuple):
    """A tile of the page that asks what the complaint is like."""

    zh: str
    en: str
    details: Details


HOW: dict[str, Tile] = {
    "worse": Tile("越来越重", "Getting worse", Details(course=Course.WORSE)),
    "better": Tile("好些了", "Getting better", Details(course=Course.BETTER)),
    "comes_and_goes": Tile("一阵一阵的", "Comes and goes", Details(course=Course.COMES_AND_GOES)),
    "constant": Tile("一直这样，不停", "There all the time", Details(course=Course.SAME)),
    "sudden": Tile("突然开始的", "Came on suddenly", Details(sudden=True)),
    "severe": Tile("很厉害，什么都做不了", "Too bad to do anything", Details(severity=Severity.SEVERE)),
    "moving": Tile("活动时更重", "Worse when moving", Details(worse_with="moving")),
    "effort": Tile("走快、爬楼更重", "Worse on stairs or walking fast", Details(worse_with="effort")),
    "eating": Tile("吃东西后更重", "Worse after eating", Details(worse_with="eating")),
    "lying": Tile("躺下更重", "Worse lying down", Details(worse_with="lying down")),
    "night": Tile("夜里更重", "Worse at night", Details(worse_with="night")),
    "stabbing": Tile("像针扎一样", "Sharp, like a needle", Details(character="sharp")),
    "burning": Tile("火辣辣的", "Burning", Details(character="burning")),
    "cramping": Tile("绞着疼", "Cramping", Details(character="cramping")),
}
# The codes of Topic.DETAIL that are asked for by a page of their own.
WORDS_OF = frozenset({"since", "side", "temperature", "value"})


def details_of_tile(code: str) -> Details:
    return HOW[code].details if code in HOW else Details()


def is_complaint(fact: Fact) -> bool:
    """A finding or wish that is there, and that is no danger sign asked about."""
    there = fact.topic in (Topic.FINDING, Topic.REQUEST) and fact.status is Status.PRESENT
    return there and fact.code in knowledge().findings and fact.asked not in ("danger", "also")


def complaints_of(record: tuple[Fact, ...]) -> list[Fact]:
    return [fact for fact in record if is_complaint(fact)]
