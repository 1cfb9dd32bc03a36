"""Values told as a bound: under 90, 不到九十, never over 38, 180以上."""

from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.told import Bound

_OPPOSITE: dict[Bound, Bound] = {"under": "over", "over": "under"}


def bound_of(before: str, after: str) -> Bound | None:
    """Which side of the number the value is, by the words right `before` and right `after` it; None where it is it."""
    for bound in _OPPOSITE:
        if found := cue(f"{bound}_before", ending=r"(?: (?:about|around|like|the|of)|[了过大约的])*[\s:：=]*$").search(
            before
        ):
            denied = cue("bound_denied", ending="$").search(before[: found.start()])
            return _OPPOSITE[bound] if denied else bound
    return next((bound for bound in _OPPOSITE if cue(f"{bound}_after").match(after)), None)
