"""The way as a few numbered steps: a picture and a sentence or two for each, both from the same turns."""

from enum import StrEnum

from frontdesk.his_adapter.records import Colour
from frontdesk.his_adapter.wayfinding import chinese, english
from frontdesk.his_adapter.wayfinding.arrows import Arrow, arrow
from frontdesk.his_adapter.wayfinding.geometry import Turn
from frontdesk.his_adapter.wayfinding.route import Leg, Route
from frontdesk.models.facts import Language, Value

WORDS = {Language.ZH: chinese, Language.EN: english}
BETWEEN = {Language.ZH: "", Language.EN: " "}


class StepKind(StrEnum):
    MASK = "mask"
    NOTICE = "notice"  # something else to do before one walks
    WALK = "walk"
    LIFT = "lift"
    STAIRS = "stairs"
    DOOR = "door"


class Step(Value):
    """`arrow`: the turns that the words say, as walked; None where they say none. `side`: of the door."""

    kind: StepKind
    words: str
    turns: tuple[Turn, ...] = ()
    arrow: Arrow | None = None
    name: str = ""  # of the lift or the stairs
    floor: int | None = None  # to which it goes
    room: str = ""
    colour: Colour | None = None
    side: Turn | None = None


def steps_of(route: Route, language: Language) -> tuple[Step, ...]:
    words, between = WORDS[language], BETWEEN[language]
    last, sign = route.legs[-1], route.room
    steps = []
    if sign is not None and sign.first is not None:
        steps.append(Step(kind=StepKind(sign.first.picture), words=sign.first.text[language]))
    for leg, ride in zip(route.legs, route.rides, strict=False):
        said = between.join((*words.walk(leg, after_ride=bool(steps and steps[-1].name)), words.shaft(ride, leg.side)))
        steps.append(_walk(leg, said))
        kind = StepKind.STAIRS if ride.stairs else StepKind.LIFT
        steps.append(Step(kind=kind, words=words.ride(ride), name=ride.name, floor=ride.floor))
    walk = words.walk(last, after_ride=bool(route.rides))
    arrival = (words.door(last, sign), *((route.seen[language],) if route.seen else ()))
    if not route.rides:
        steps.append(_walk(last, between.join(walk)))
        walk = ()
    steps.append(
        Step(
            kind=StepKind.DOOR,
            words=between.join((*walk, *arrival)),
            turns=turns_of(last) if walk else (),
            arrow=arrow(turns_of(last)) if walk else None,
            room=sign.room if sign else "",
            colour=sign.colour if sign else None,
            side=last.side,
        )
    )
    return tuple(steps)


def turns_of(leg: Leg) -> tuple[Turn, ...]:
    return (leg.start, *(bend.turn for bend in leg.bends))


def _walk(leg: Leg, words: str) -> Step:
    return Step(kind=StepKind.WALK, words=words, turns=turns_of(leg), arrow=arrow(turns_of(leg)))


def directions(route: Route, language: Language) -> str:
    """The whole way as it is said."""
    return BETWEEN[language].join(step.words for step in steps_of(route, language))
