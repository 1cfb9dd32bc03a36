"""Values that parsers have been known to stumble over, and sound ones spoilt by them."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

TEXTS = (
    "",
    " ",
    "\x00",
    "-",
    "0",
    "-1",
    "9" * 25,
    "9" * 5000,
    "1e999",
    "NaN",
    "٣",  # a digit, and none of ASCII's
    "²",  # a digit to isdigit, and no number
    "0001-01-01",
    "9999-12-31T23:59:59+23:59",
    "2026-02-30",
    "20260230",
    "00010101000000+1400",
    "99991231235959-1200",
    "20261123080000+9959",
    "=1+1",
    "a/../b?c#d",
    "%00",
    "\ufeff",
    "\u202e",
    "\U0001f600",
    "'; drop table patient; --",
    "\r\n",
)
text = st.sampled_from(TEXTS) | st.text(max_size=20)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def spoilt_bytes(draw: st.DrawFn, sound: bytes) -> bytes:
    """With some pieces of it cut out, doubled or overwritten."""
    some = sound
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(some)))
        to = draw(st.integers(at, min(len(some), at + 40)))
        piece = draw(
            st.binary(max_size=8) | text.map(lambda one: one.encode("utf-8", "replace")) | st.just(some[at:to])
        )
        some = some[:at] + piece + some[to:] if draw(st.booleans()) else some[:to] + piece + some[to:]
    return some


@st.composite
def spoilt_json(draw: st.DrawFn, sound: Any, changes: int = 3) -> Any:
    """A deep copy in which values at some places are others, or are missing."""
    for _ in range(draw(st.integers(0, changes))):
        places = list(_places(sound))
        if not places:
            break
        sound = _changed(sound, draw(st.sampled_from(places)), draw(json), missing=draw(st.booleans()))
    return sound


def _places(value: Any, path: tuple[Any, ...] = ()) -> Any:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*path, key)
        yield from _places(one, (*path, key))


def _changed(value: Any, path: tuple[Any, ...], new: Any, *, missing: bool) -> Any:
    key, *rest = path
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    if rest:
        copy[key] = _changed(copy[key], tuple(rest), new, missing=missing)
    elif missing:
        del copy[key]
    else:
        copy[key] = new
    return copy


def never(condition: Callable[[], object], *permitted: type[BaseException]) -> object:
    """What it returns, or the permitted error that it raised."""
    try:
        return condition()
    except permitted as error:
        return error
