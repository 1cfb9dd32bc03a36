"""Extends and corrects the record with what one utterance said."""

from models.facts import Answer, Details, Fact, Record, Status, Topic, Understanding

_ANSWERS_DETAIL = frozenset({"duration", "side", "severity", "course", "site", "frequency", "character", "sudden", "worse_with", "better_with"})


def extend(
    record: Record, heard: Understanding, *, asked: str | None, turn: int
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """The facts to add or put in the place of those of the same name, and the names ("topic:code") withdrawn."""
    before = {fact.name: fact for fact in record}
    changed: dict[tuple[Topic, str], Fact] = {}
    for fact in heard.facts:
        earlier = changed.get(fact.name) or before.get(fact.name)
        merged = _merged(earlier, fact, turn)
        if merged != earlier:
            changed[fact.name] = merged
    if heard.details != Details():
        spoken_of = _spoken_of(record, heard, asked)
        if spoken_of:
            earlier = changed.get(spoken_of.name, spoken_of)
            refined = earlier.model_copy(update={"details": earlier.details.updated(heard.details)})
            if refined != earlier:
                changed[refined.name] = refined
    return tuple(changed.values()), _withdrawn(record, heard)


def _merged(earlier: Fact | None, fact: Fact, turn: int) -> Fact:
    new = fact.model_copy(update={"turn": turn})
    if earlier is None:
        return new
    if earlier.status is fact.status:
        return new.model_copy(update={"details": earlier.details.updated(fact.details), "past": fact.past and earlier.past})
    return new


def _spoken_of(record: Record, heard: Understanding, asked: str | None) -> Fact | None:
    """The complaint that details without one of their own belong to."""
    present = [fact for fact in record if fact.topic is Topic.FINDING and fact.status is Status.PRESENT]
    if not present:
        return None
    if asked in _ANSWERS_DETAIL and not heard.correction:
        return present[0]
    last = max(fact.turn for fact in present)
    return next(fact for fact in present if fact.turn == last)


def _withdrawn(record: Record, heard: Understanding) -> tuple[str, ...]:
    """"No illness" goes when an illness is named, and what was taken back without a word in its place."""
    said = {fact.topic for fact in heard.facts if fact.status is Status.PRESENT}
    stale = [fact for fact in record if fact.code in ("none", "any") and fact.topic in said]
    replaced = {fact.code for fact in heard.facts}
    back = [fact for fact in record if fact.code in heard.takes_back - replaced]
    return tuple(f"{fact.topic}:{fact.code}" for fact in [*stale, *back])


__all__ = ["Answer", "extend"]
