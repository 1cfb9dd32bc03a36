"""The patient's writing: one plain form of it for reading, and the way back to the words as they were written."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from opencc import OpenCC

from frontdesk.models.facts import Language
from frontdesk.models.parsers.patterns import compiled, entries

_SIMPLIFIED = OpenCC("t2s")
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_SIGN = rf"[{_HAN}，。！？、；：]"
_GAP_BETWEEN_HAN = re.compile(rf"(?<={_HAN_SIGN})[ \t\u3000]+(?=(?:{_HAN_SIGN}|\d))|(?<=\d)[ \t\u3000]+(?={_HAN_SIGN})")
_PAUSE = re.compile(rf"(?<=[{_HAN}])[ \t\u3000]+(?=[{_HAN}\d])")
_SPOKEN_IN_ONE_BREATH = 3  # characters, on the mean; a word has one or two
_ONE_FOR_ONE = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，！？；：（）"},
    0x3000: " ", 0xA0: " ", ord("’"): "'", ord("‘"): "'", ord("´"): "'", ord("`"): "'", ord("“"): '"', ord("”"): '"',
    ord("—"): "-", ord("–"): "-", ord("−"): "-", ord("～"): "~", ord("\n"): "。", ord("\r"): " ", ord("\t"): " ",
    # Numbers and units that come as one sign.
    ord("½"): "半", ord("①"): "1", ord("②"): "2", ord("③"): "3", ord("兩"): "两", ord("℃"): "度", ord("℉"): "F",
}  # fmt: skip
_ENGLISH = entries("english")
# By the word as it is written, dont or takin: the sign left out, and how many letters stand before it.
_LEFT_OUT = (
    {f"{verb}nt": (len(verb) + 1, "'") for verb in _ENGLISH["contracted_with_not"]}
    | {f"{who}{verb}": (len(who), "'") for who, verbs in _ENGLISH["contracted_with_verb"].items() for verb in verbs}
    | {f"{beginning}in": (len(beginning) + 2, "g") for beginning in _ENGLISH["dropped_g"]}
)
_WHOLE_WORD = re.compile(r"\b[a-z]++\b", re.IGNORECASE)
# Words of the dialects as those of the standard language, in as many characters.
_DIALECT = {plainly: compiled(said) for plainly, said in entries("dialects").items()}
# Half-width signs beside Chinese characters, as they are typed on many keyboards.
_FULL_WIDTH = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！", ".": "。"}
_HALF_WIDTH_SIGN = re.compile(rf"(?<=[{_HAN}])[,;:?!]|[,;?!](?=\s*[{_HAN}])|(?<=[{_HAN}])\.(?!\d)")
_HAN_CHARACTER = re.compile(rf"[{_HAN}]")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}(?:'[a-z]+)?|\bI\b")
# Written alike in both languages, so they do not say which one is spoken.
_EITHER = frozenset(
    [
        "ok",
        "okay",
        "ct",
        "mri",
        "bb",
        "app",
        "hi",
        "hello",
        "bye",
        "dna",
        "hpv",
        "hiv",
        "kg",
        "cm",
        "mm",
        "mg",
        "ml",
        "mmhg",
        "pm",
        "am",
    ]
)
_MEANT = re.compile(rf"[A-Za-z0-9{_HAN}]")
_SPACE = re.compile(r"\s+")
_NOT_A_LETTER = re.compile(r"[^a-z]")
_VOWEL = re.compile(r"[aeiouy]")
_MASH = re.compile(r"(?i)^(?:[asdfghjkl;]{5,}|[qwertyuiop]{6,}|[zxcvbnm,.]{5,}|(.{1,2})\1{3,})$")


def simplified(text: str) -> str:
    """Traditional characters as simplified ones."""
    return str(_SIMPLIFIED.convert(text))


@dataclass(frozen=True)
class Writing:
    """`text` is simplified, half-width and in one line; `places[i]` is where its character i stood in `original`."""

    original: str
    text: str
    places: tuple[int, ...]

    @cached_property
    def lower(self) -> str:
        """The text in small letters, with as many characters."""
        small = self.text.lower()
        if len(small) == len(self.text):
            return small
        return "".join(c if len(c.lower()) > 1 else c.lower() for c in self.text)

    def words(self, start: int, end: int) -> str:
        """The patient's own words between two places of `text`."""
        if start >= end:
            return ""
        return self.original[self.places[start] : self.places[end - 1] + 1].strip()


@lru_cache(maxsize=256)  # every specialist reads the same utterance
def read(text: str) -> Writing:
    plain = text.translate(_ONE_FOR_ONE)
    simplified = _SIMPLIFIED.convert(plain) if _HAN_CHARACTER.search(plain) else plain
    if len(simplified) != len(text):  # a phrase that changes its length; then one character at a time
        simplified = "".join((_SIMPLIFIED.convert(c) or c)[0] for c in plain)
    for plainly, said in _DIALECT.items():
        simplified = said.sub(plainly, simplified)
    simplified = _HALF_WIDTH_SIGN.sub(lambda sign: _FULL_WIDTH[sign[0]], simplified)
    simplified = _with_pauses(simplified)
    dropped = {i for gap in _GAP_BETWEEN_HAN.finditer(simplified) for i in range(*gap.span())}
    kept = tuple(i for i in range(len(text)) if i not in dropped)
    return _made_whole(Writing(text, "".join(simplified[i] for i in kept), kept))


def _with_pauses(text: str) -> str:
    """With a comma for the first sign of each gap between Chinese words where the gaps are pauses, not word breaks.

    Some recognisers set a space where the speaker breathes, others one after every word (我 肚子 疼).
    """
    gaps = list(_PAUSE.finditer(text))
    if not gaps or sum(map(len, _PAUSE.split(text))) < _SPOKEN_IN_ONE_BREATH * (len(gaps) + 1):
        return text
    return _PAUSE.sub(lambda gap: "，" + gap[0][1:], text)


def _made_whole(writing: Writing) -> Writing:
    """With the signs left out put back: dont, im, takin. Each has the place of the letter before it."""
    text, places = writing.text, writing.places
    left_out: dict[int, str] = {}
    for word in _WHOLE_WORD.finditer(text):
        if missing := _LEFT_OUT.get(word[0].lower()):
            letters, sign = missing
            left_out[word.start() + letters] = sign
    if not left_out:
        return writing
    whole, kept = "", tuple[int, ...]()
    for start, end in pairwise([0, *sorted(left_out), len(text)]):
        sign = left_out.get(end, "")
        whole += text[start:end] + sign
        kept += places[start:end] + (places[end - 1],) * len(sign)
    return Writing(writing.original, whole, kept)


def normalise(text: str) -> str:
    return read(text).text


def language_of(text: str) -> Language | None:
    """The language `text` is written in; None when nothing in it tells, as in digits, signs and keyboard mash."""
    han = len(_HAN_CHARACTER.findall(text))
    latin = [word for word in _LATIN_WORD.findall(text) if word.lower() not in _EITHER and not (han and word.isupper())]
    if len(latin) <= 3:
        latin = [word for word in latin if not is_mash(word)]
    if not han and not latin:
        return None
    return Language.ZH if han >= 1.5 * len(latin) else Language.EN


def is_mash(text: str) -> bool:
    """Whether nobody meant anything by it: keys struck in a row, one sign again and again."""
    squeezed = _SPACE.sub("", text)
    if not _MEANT.search(squeezed):
        return True
    if len(squeezed) < 40 and _MASH.match(squeezed):
        return True
    letters = _NOT_A_LETTER.sub("", squeezed.lower())
    return len(letters) >= 6 and letters == squeezed.lower() and not _VOWEL.search(letters)


_CLAUSES = re.compile(r"(?:[^，。！？,.!?;；\n]|(?<=\d)[.,](?=\d))+[，。！？,.!?;；\n]*")


def shortened(text: str, most: int) -> tuple[str, str]:
    """The beginning of a long text and, since what matters is often last, its end; and what stands between."""
    if len(text) <= most:
        return text, ""
    first, *rest = pieces(text, most * 2 // 3)
    between = "".join(rest)
    at = len(between) - most // 3
    at = max((between.rfind(mark, 0, at) for mark in "。！？.!?；;，,\n "), default=-1) + 1 if at > 0 else 0
    end = between[at:] if len(between) - at <= most // 2 else between[-(most // 3) :]
    return first + end, between[: len(between) - len(end)]


def pieces(text: str, most: int) -> tuple[str, ...]:
    """A long text in pieces of at most `most` characters, cut behind a clause where there is one."""
    cut: list[str] = []
    while len(text) > most:
        at = max((text.rfind(mark, 0, most) for mark in "。！？.!?；;，,\n "), default=-1) + 1
        at = at if at > most // 2 else most
        cut.append(text[:at])
        text = text[at:]
    return (*cut, text)


def clauses(text: str) -> list[str]:
    """The clauses of a text in their order, each with the marks behind it; a decimal is not cut."""
    return _CLAUSES.findall(text)
