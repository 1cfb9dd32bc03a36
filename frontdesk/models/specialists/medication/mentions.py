"""Medicines named in an utterance: by their name, by something close to a name, or by a name no list holds."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from frontdesk.models.parsers.english import tokens
from frontdesk.models.parsers.numbers import number
from frontdesk.models.parsers.patterns import scripts
from frontdesk.models.parsers.trie import Hit, longest_apart
from frontdesk.models.parsers.writing import Writing, read
from frontdesk.models.specialists.medication.closeness import joined, misspelt
from frontdesk.models.specialists.medication.lexicon import (
    Mention,
    Named,
    covered,
    is_everyday,
    is_kind,
    names,
    words_for,
)
from frontdesk.models.specialists.medication.misheard import goes_with_a_name, misheard

SHORT, SHORT_ZH = 6, 12  # words, characters
HANGING = frozenset("能可会要和跟后前一了吗就还不也都")  # characters that follow a name and are none of it


def named(words: str) -> Named | None:
    """What a name on a list stands for, read whole: "Metformin HCl 500", "二甲双胍片"."""
    found = mentions(read(words), on_a_list=True)
    sure = [one.meant for one in found if one.meant]
    return sure[0] if sure else None


def mentions(writing: Writing, *, on_a_list: bool = False, known: Sequence[str] = ()) -> list[Mention]:
    """The medicines spoken of, in the order of the text. `on_a_list`: the text is a name and nothing else.

    `known` are further names, small letters, from the patient's own list.
    """
    return list(_mentions(writing, on_a_list, tuple(known)))


@lru_cache(maxsize=1024)  # several specialists read the same words, and read them again in every later turn
def _mentions(writing: Writing, on_a_list: bool, known: tuple[str, ...]) -> tuple[Mention, ...]:
    lower = writing.lower
    chinese, english = scripts(lower)
    found = _literal(writing, known)
    short = len(tokens(lower)) <= (SHORT_ZH if chinese else SHORT)  # an answer to what somebody takes
    spoken = on_a_list or short or bool(words_for("about_medicine").search(lower))
    if english:
        found += [one for one in _exact_en(writing) if not covered(one.start, one.end, found)]
        found += _spelt_out(writing)
        found = _with_close(found, joined(writing, found) if spoken else [])
        found += misspelt(writing, found, spoken=spoken)
    if chinese:
        found += _exact_zh(writing, found)
        sure = [one for one in found if one.named and not _is_short(one)]
        close = misheard(writing, sure, spoken=spoken)
        found = _with_close(found, [one for one in close if on_a_list or _is_called(lower, one)])
    if not on_a_list:
        found += _unlisted(writing, found, chinese=chinese, english=english)
    meant = (one for one in found if not _is_a_person(lower, one.start, one.end))
    return tuple(sorted(meant, key=lambda one: one.start))


def _literal(writing: Writing, known: Sequence[str]) -> list[Mention]:
    found: list[Mention] = []
    for name in known:
        for match in re.finditer(rf"(?<![a-z]){re.escape(name)}(?![a-z])", writing.lower):
            found.append(Mention(*match.span(), writing.words(*match.span()), Named((name,))))
    return found


def _exact_en(writing: Writing) -> list[Mention]:
    words = tokens(re.sub(r"(?<=\bst)\.", " ", writing.lower))
    hits: Iterable[Hit[Named]] = longest_apart(names().en.every([token.stem for token in words]))
    found = []
    for hit in hits:
        start, end = words[hit.start].start, words[hit.end - 1].end
        one = Mention(start, end, writing.words(start, end), hit.value)
        exact = hit.end - hit.start > 1 or is_kind(hit.value) or _is_written(words[hit.start].word)
        found.append(one if exact else one._replace(named=None, close=(hit.value,)))
    return found


_LETTERS = re.compile(r"(?<!['’\w])[a-z](?:[-. ]{1,2}[a-z]){4,}\b")


def _spelt_out(writing: Writing) -> list[Mention]:
    """Names said letter by letter: "z-o-l-o-f-t"."""
    found = []
    for match in _LETTERS.finditer(writing.lower):
        name = re.sub("[^a-z]", "", match[0])
        if name in names().spelt:
            found.append(Mention(*match.span(), writing.words(*match.span()), names().spelt[name]))
    return found


def _is_written(word: str) -> bool:
    """Whether a name is spelt so on a list, and not only of the same stem; an s may be added."""
    known = names().written
    return any(
        form in known for form in (word, word.removesuffix("s"), word.removesuffix("'s"), word.removesuffix("es"))
    )


def _exact_zh(writing: Writing, found: Sequence[Mention]) -> list[Mention]:
    hits = longest_apart(names().zh.every(writing.lower))
    return [
        Mention(hit.start, hit.end, writing.words(hit.start, hit.end), hit.value)
        for hit in hits
        if not covered(hit.start, hit.end, found) and not words_for("not_a_name").match(writing.lower, hit.start)
    ]


_CLAUSE = re.compile(r"[，,。；;！!？?]|\.(?!\d)")
_A_LETTER = re.compile(r"[a-z\u3400-\u9fff]")


def _is_called(lower: str, one: Mention) -> bool:
    """Whether what only sounds like a name stands where a medicine is spoken of, or is all of its clause but for the
    dose: 腰疼两年 names none."""
    start = max((mark.end() for mark in _CLAUSE.finditer(lower, 0, one.start)), default=0)
    stop = _CLAUSE.search(lower, one.end)
    before, behind = lower[start : one.start], lower[one.end : stop.start() if stop else len(lower)]
    if words_for("about_medicine").search(f"{before} {behind}"):
        return True
    return _A_LETTER.search(goes_with_a_name(f"{before} {behind}")) is None


def _with_close(found: list[Mention], closer: list[Mention]) -> list[Mention]:
    """A name heard in several words stands over a shorter name inside it ("a tour of a statin"); 头孢能 is none."""
    exact = {(one.start, one.words + hanging) for one in found for hanging in HANGING}
    closer = [one for one in closer if (one.start, one.words) not in exact]
    return [one for one in found if not covered(one.start, one.end, closer)] + closer


def _unlisted(writing: Writing, found: Sequence[Mention], *, chinese: bool, english: bool) -> list[Mention]:
    lower = writing.lower
    extra: list[Mention] = []
    names = [*(["unlisted_zh"] if chinese else []), *(["unlisted_en"] if english else [])]
    for name in names:
        for match in words_for(name).finditer(lower):
            group = next((key for key, words in match.groupdict().items() if words), None)
            if group is None:
                continue
            start, end = match.span(group)
            if (
                is_everyday(match[group])
                or number(match[group]) is not None
                or covered(start, end, [*found, *extra])
                or _is_somebody(lower, start)
            ):
                continue
            if name == "unlisted_zh" and words_for("no_name_zh").search(match[group]):
                continue
            extra.append(Mention(start, end, writing.words(start, end)))
    return extra


def _is_somebody(lower: str, start: int) -> bool:
    return bool(words_for("somebodys_name").search(lower[max(0, start - 40) : start]))


def _is_a_person(lower: str, start: int, end: int) -> bool:
    """Whether somebody is called so: "my niece Allegra drove me"."""
    before = words_for("person_before").search(lower[max(0, start - 40) : start])
    return before is not None and words_for("person_after").match(lower, end) is not None


def _is_short(one: Mention) -> bool:
    """A kind of medicine, or two characters, which may be the end of a longer name: 瑞书伐他汀, 左氧佛沙星."""
    return one.named is not None and (is_kind(one.named) or one.end - one.start <= 2)
