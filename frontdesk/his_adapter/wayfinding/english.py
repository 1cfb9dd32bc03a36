"""The way in English: sentences of at most 15 words."""

from collections.abc import Iterator

from frontdesk.his_adapter.records import Landmark, Sign
from frontdesk.his_adapter.wayfinding.geometry import Turn
from frontdesk.his_adapter.wayfinding.route import Bend, Leg, Ride
from frontdesk.models.facts import Language

BEGINS = {Turn.LEFT: "turn left", Turn.RIGHT: "turn right", Turn.BACK: "turn round"}
AT = {Turn.AHEAD: "straight ahead", Turn.LEFT: "on your left", Turn.RIGHT: "on your right", Turn.BACK: "behind you"}
WORDS = 15  # in one sentence


def walk(leg: Leg, *, after_ride: bool) -> tuple[str, ...]:
    """Nothing where one only gets out of the lift and is there."""
    clauses = list(_clauses(leg, after_ride=after_ride))
    if after_ride and clauses:
        clauses[0] = f"step out{',' if ' and ' in clauses[0] else ' and'} {clauses[0]}"
    return (*_sentences(clauses), *_follow(leg))


def _clauses(leg: Leg, *, after_ride: bool) -> Iterator[str]:
    bends = list(leg.bends)
    if leg.start in BEGINS:
        yield BEGINS[leg.start]
    elif bends and not bends[0].out:
        yield _ahead(bends.pop(0))
    elif not bends and not after_ride:
        yield f"walk ahead, past {_the(leg.past)}" if leg.past else "walk ahead"
    yield from map(_bend, bends)


def _ahead(bend: Bend) -> str:
    """The first thing to do, for who looks the right way."""
    said = _bend(bend)
    return said.replace("walk to", "walk ahead to", 1) if said.startswith("walk to") else f"walk ahead and {said}"


def _the(landmark: Landmark) -> str:
    name = landmark.name[Language.EN]
    return f"the {name[:1].lower()}{name[1:]}"


def _bend(bend: Bend) -> str:
    turn = f"turn {bend.turn}"
    if bend.out:
        return turn
    if bend.landmark is not None:
        return f"{'go through' if bend.landmark.through else 'walk to'} {_the(bend.landmark)} and {turn}"
    if bend.end:
        return f"walk to the end and {turn}"
    return f"take the {_ordinal(bend.opening)} {bend.turn}"


def _ordinal(number: int) -> str:
    """The library is loaded with the first way that is said: a server starts without it."""
    from num2words import num2words

    words: str = num2words(number, to="ordinal")
    return words


def _sentences(clauses: list[str]) -> Iterator[str]:
    """Two things to do in one, where it does not grow too long."""
    while clauses:
        joined, *clauses = clauses
        if clauses and len(f"{joined} then {clauses[0]}".split()) <= WORDS:
            joined = f"{joined}, then {clauses.pop(0)}"
        yield f"{joined[:1].upper()}{joined[1:]}."


def _follow(leg: Leg) -> Iterator[str]:
    into = f" into the {leg.into[Language.EN]}" if leg.into else ""
    if leg.line is not None:
        yield f"Follow the {leg.line} line{into}."
    elif into:
        yield f"Go{into}."


def shaft(ride: Ride, side: Turn) -> str:
    if ride.stairs:
        return f"The stairs are {AT[side]}."
    return f"Lift {ride.name} is {AT[side]}."


def ride(ride: Ride) -> str:
    return f"Take {'the stairs' if ride.stairs else f'lift {ride.name}'} to floor {ride.floor}."


def door(leg: Leg, sign: Sign | None) -> str:
    if sign is None:
        return f"It is {AT[leg.side]}."
    colour = f", {sign.colour} sign" if sign.colour else ""
    if leg.door:
        return f"{_ordinal(leg.door).capitalize()} door {AT[leg.side]}: {sign.room}{colour}."
    at = "At the end" if leg.side is Turn.AHEAD else AT[leg.side].capitalize()
    return f"{at}: {sign.room}{colour}."
