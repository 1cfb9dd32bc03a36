"""The name somebody says is theirs, in both languages."""

import re

from frontdesk.models.identity import HAN, plain, same_name
from frontdesk.models.specialists.privacy.cues import cue, words
from frontdesk.models.specialists.privacy.dates import dates

DOUBLE = "欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯"
_SURNAMES = "".join(words("surnames"))
_ZH_NAME = rf"(?:{DOUBLE}|[{_SURNAMES}])[\u4e00-\u9fff]{{1,2}}"
_ENDS = cue("name_ends_zh").pattern
ZH_CLAIM = re.compile(rf"{cue('claim_zh').pattern}[:： ]?({_ZH_NAME})(?={_ENDS})")
ZH_BARE = re.compile(rf"(?:^|[，,。；;：: ])({_ZH_NAME})(?=[，,。、；;\s]|$|出生|生日|先生|女士)")
ZH_SURNAME = re.compile(
    rf"(?:我(?:免贵)?姓|免贵姓|(?:叫我|我是|喊我)[小老])({DOUBLE}|[{_SURNAMES}])(?![\u4e00-\u9fff]{{1,2}}名)"
)
_WORD = r"[A-Za-z][a-z'’A-Z.-]*"
EN_CLAIM = re.compile(
    rf"{cue('claim_en').pattern}(?: called)? ((?:mr|mrs|ms|miss|dr)\.? )?({_WORD}(?: {_WORD}){{0,3}})", re.IGNORECASE
)
EN_BARE = re.compile(
    r"(?:^|[.!?] |yes,? |sure,? |ok,? )((?:[A-Z][a-z'’-]+ ?){2,3})(?=,|\.| here| speaking|$|;| born| \d)"
)
EN_LAST_FIRST = re.compile(
    r"(?:^|is |name's |name: |(?:it|that)'s )([A-Z][a-z'’-]+), ([A-Z][a-z'’-]+)(?: [A-Z]\.?)?(?=,|\.|$| )"
)
NO_NAMES = frozenset(" ".join(words("no_names")).split())
SHORT = 60  # characters
LONGEST_NAME = 4  # words
LATIN = re.compile(r"[^\W\d_\u3400-\u9fff]+(?:['’.-][^\W\d_\u3400-\u9fff]+)*")
TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr"})


def claimed(text: str, known: str | None) -> list[str]:
    """The names the speaker gives as theirs (or the patient's), as written; last said last.

    Whatever of the `known` name stands in the text counts, wherever it stands.
    """
    answering = len(text) <= SHORT or bool(dates(text.lower()))  # a bare name is one in reply to "who are you?"
    shapes = (ZH_CLAIM, ZH_BARE) if answering else (ZH_CLAIM,)
    found = [(m.start(1), m[1]) for shape in shapes for m in shape.finditer(text) if not _is_word(m[1])]
    found += [(m.start(1), m[1]) for m in ZH_SURNAME.finditer(text)]
    for match in EN_CLAIM.finditer(text):
        said = text[match.start() : match.start(2)].lower()
        name = _name_words(match[2], certain="name" in said or "call" in said)
        if name:
            found.append((match.start(2), name))
    if not found and answering:
        found += [(m.start(1), m[1].strip()) for m in EN_BARE.finditer(text) if _name_words(m[1], certain=False)]
    for match in EN_LAST_FIRST.finditer(text):
        if known and {plain(match[1]), plain(match[2])} <= set(parts(known)):
            found.append((match.start(1), f"{match[2]} {match[1]}"))
    if known and not found and _stands_in(known, text):
        found.append((0, known))
    if known and not found and answering:
        first = re.split(r"[,，.。!！]", text, maxsplit=1)[0]  # "Maria, with a y at the end"
        if plain(first) in parts(known):
            found.append((0, first.strip()))
    return [name for _, name in sorted(found)]


def _is_word(name: str) -> bool:
    """Two or three characters that begin like a surname and are an everyday word: 谢谢, 时间, 白天."""
    return any(name.startswith(word) for word in words("no_names_zh"))


def _name_words(words: str, *, certain: bool) -> str:
    """The leading words that may be a name; without "my name is" they must be written as one."""
    kept: list[str] = []
    for word in words.split():
        bare = word.strip(".,").lower()
        initial = len(bare) == 1 and word[0].isupper() and word.endswith(".")
        if (bare in NO_NAMES and not initial) or (not certain and not word[0].isupper()):
            break
        kept.append(word.strip(","))
    return " ".join(word for word in kept if word.strip(".").lower() not in TITLES)


def _stands_in(known: str, text: str) -> bool:
    written = HAN.search(known) and plain(known) in plain(text)
    return bool(written) or set(parts(known)) <= set(parts(text)) or _is_in_latin(known, text)


def _is_in_latin(known: str, text: str) -> bool:
    """Whether some Latin words of the text that follow each other are the known name in another spelling."""
    words = LATIN.findall(text)
    return any(
        same_name(" ".join(words[start:end]), known)
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1)
    )


def parts(name: str) -> list[str]:
    return [plain(part) for part in re.split(r"[\s,.-]+", name) if plain(part)]


def agrees(claim: str, known: str) -> bool | None:
    """True for the whole name, None for a part of it, False for another. A middle name may be left out."""
    mine, theirs = parts(claim), parts(known)
    if same_name(claim, known) or sorted(mine) == sorted(theirs):
        return True
    if HAN.search(claim):
        return None if known.startswith(claim) and len(claim) < len(known) else False
    if len(mine) >= 2 and len(theirs) >= 2:
        return (mine[0], mine[-1]) in ((theirs[0], theirs[-1]), (theirs[-1], theirs[0])) and not _clash(mine, theirs)
    return None if len(mine) == 1 and mine[0] in (theirs[0], theirs[-1]) else False


def _clash(mine: list[str], theirs: list[str]) -> bool:
    """Two middle names that are not the same, nor one the initial of the other."""
    middle, known = mine[1:-1], theirs[1:-1]
    return bool(middle and known and middle[0][0] != known[0][0])
