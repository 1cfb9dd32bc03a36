"""Query generation: does this turn ask something the hospital's system has to be asked, and what exactly."""

from app.reception.session.events import Entry
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from app.reception.turn.listen import Turn

BETWEEN = frozenset({None, "anything_else", "meant", "offer"})  # where a question may come without being put as one


def examine(turn: Turn) -> Finding | None:
    """The questions as asked; who came with a question only may ask in any words."""
    signals = turn.signals
    if signals.own_records or signals.others_data or signals.manipulation or signals.wants_person:
        return None
    asks = signals.questions or _of_a_visitor(turn) or _of_a_tile(turn)
    if not asks or signals.about_talk is not None:
        return None
    return Finding(specialist="policy", rank=Rank.POLICY, what="question", quote=turn.text[:200], asks=asks)


def _of_a_visitor(turn: Turn) -> tuple[str, ...]:
    """Whatever somebody says who came to ask, as long as no complaint is told."""
    visits = turn.before.entry is Entry.QUESTION and turn.asked == "open"
    plain = visits or turn.asked in BETWEEN
    if turn.tapped or not plain or turn.signals.tells_nothing or turn.signals.finished:
        return ()
    return (turn.text[:400],)


def _of_a_tile(turn: Turn) -> tuple[str, ...]:
    return tuple(option.label[turn.language] for option in turn.tapped if option.key.startswith("ask:"))


SPECIALIST = Specialist("policy", Wait.MAY, examine)
