"""The way in Chinese: sentences of at most 25 characters."""

from collections.abc import Iterator

import cn2an

from frontdesk.his_adapter.records import Colour, Sign
from frontdesk.his_adapter.wayfinding.geometry import Turn
from frontdesk.his_adapter.wayfinding.route import Bend, Leg, Ride
from frontdesk.models.facts import Language

BEGINS = {Turn.LEFT: "左转", Turn.RIGHT: "右转", Turn.BACK: "转身往回走"}
TURNS = {Turn.LEFT: "左转", Turn.RIGHT: "右转"}
AT = {Turn.AHEAD: "正前方", Turn.LEFT: "左手边", Turn.RIGHT: "右手边", Turn.BACK: "身后"}
HAND = {Turn.LEFT: "左手", Turn.RIGHT: "右手"}
COLOURS = {
    Colour.BLUE: "蓝",
    Colour.GREEN: "绿",
    Colour.ORANGE: "橙",
    Colour.RED: "红",
    Colour.PURPLE: "紫",
    Colour.PINK: "粉",
    Colour.YELLOW: "黄",
}
IN_ONE_SENTENCE = 2  # things to do


def walk(leg: Leg, *, after_ride: bool) -> tuple[str, ...]:
    """Nothing where one only gets out of the lift and is there."""
    clauses = list(_clauses(leg, after_ride=after_ride))
    if after_ride and clauses:
        clauses[0] = f"出来{clauses[0]}"
    several = [clauses[first : first + IN_ONE_SENTENCE] for first in range(0, len(clauses), IN_ONE_SENTENCE)]
    return (*(f"{'，再'.join(some)}。" for some in several), *_follow(leg))


def _clauses(leg: Leg, *, after_ride: bool) -> Iterator[str]:
    bends = list(leg.bends)
    if leg.start in BEGINS:
        yield BEGINS[leg.start]
    elif bends and not bends[0].out:
        said = _bend(bends.pop(0))
        yield f"往前{said}" if said.startswith("走到") else f"往前走，{said}"
    elif not bends and not after_ride:
        yield f"往前走，过了{leg.past.name[Language.ZH]}" if leg.past else "往前走"
    yield from map(_bend, bends)


def _bend(bend: Bend) -> str:
    turn = TURNS.get(bend.turn, BEGINS[Turn.BACK])
    if bend.out:
        return turn
    if bend.landmark is not None:
        name = bend.landmark.name[Language.ZH]
        return f"穿过{name}后{turn}" if bend.landmark.through else f"走到{name}{turn}"
    if bend.end:
        return f"走到头{turn}"
    return f"第{cn2an.an2cn(bend.opening)}个路口{turn}"


def _follow(leg: Leg) -> Iterator[str]:
    into = leg.into[Language.ZH] if leg.into else ""
    if leg.line is not None:
        yield f"跟着地上的{COLOURS[leg.line]}线走{f'到{into}' if into else ''}。"
    elif into:
        yield f"走进{into}。"


def shaft(ride: Ride, side: Turn) -> str:
    return f"{'楼梯' if ride.stairs else f'{ride.name}号电梯'}就在{AT[side]}。"


def ride(ride: Ride) -> str:
    return f"{'走楼梯' if ride.stairs else f'乘{ride.name}号电梯'}到{ride.floor}楼。"


def door(leg: Leg, sign: Sign | None) -> str:
    if sign is None:
        return f"就在{AT[leg.side]}。"
    colour = f"，{COLOURS[sign.colour]}色牌子" if sign.colour else ""
    if leg.door:
        return f"{HAND[leg.side]}第{cn2an.an2cn(leg.door)}个门，{sign.room}{colour}。"
    at = "走到头就是" if leg.side is Turn.AHEAD else f"{AT[leg.side]}就是"
    return f"{at}{sign.room}{colour}。"
