"""What a talk tells, read without the dialogue state: the patient's words about each thing, by the one reader."""

import re
from collections.abc import Iterator
from functools import lru_cache

from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers.english import FILLERS, tokens
from frontdesk.models.reading import Assertion, Kind, Page, Reading, Statement, read
from frontdesk.models.review.draft import Line, Part, Quote, Sentence
from frontdesk.models.review.facets import DENIAL

HEADS = (Kind.SYMPTOM, Kind.ILLNESS, Kind.MEDICINE, Kind.ALLERGY, Kind.INTOLERANCE)
OF_HISTORY = (Kind.ILLNESS, Kind.MEDICINE, Kind.ALLERGY, Kind.INTOLERANCE)
SMALL = 2  # letters of an English word that says little
SAME = 0.5  # share of the words of one thing in another from which both speak of the same
AROUND = " ，。；,.;!！?？…"
CLAUSE = re.compile(r"[^，。！？；,;!?]+?(?:[，。！？；,;!?]+|\.(?!\d)|$|(?=\s(?:but|though)\b))")
STOPS = re.compile(r"[。！？；;!?.]\s*$")
NOT_KNOWN = re.compile(
    r"不清楚|不知道|不晓得|说不(?:[准清好]|上来)|[看觉]不出来?|没(?:太)?(?:注意|留意|查过|量|测|称|看呢)|还没看|"
    r"\b(?:do(?:es)?n't know|do(?:es)? not know|didn't know|not (?:really )?(?:sure|certain)|no idea|unsure|"
    r"(?:can't|cannot|couldn't) (?:really )?(?:say|tell|be (?:sure|certain))|never (?:tested|checked)|"
    r"haven't (?:taken|done|checked|measured))",
    re.IGNORECASE,
)
HISTORY_ASKED = re.compile(
    r"以前|过去|家里人|手术|[什别]么?的?病|毛病|慢性病|过敏|[吃用](?:着|过)?(?:什么)?.{0,3}药|药物|"
    r"before\b|past\b|illness|your health|medicine|medication|allerg|do you take",
    re.IGNORECASE,
)
TOPICS = {  # of the history, and how a denial of all of it is written
    re.compile(r"过敏|allerg", re.IGNORECASE): ("没有药物过敏", "no allergies"),
    re.compile(r"[吃用](?:着|过)?(?:什么)?.{0,3}药|medicine|medication|do you take", re.IGNORECASE): (
        "没有吃药",
        "no medicines",
    ),
    re.compile(r"[什别]么?的?病|毛病|慢性病|illness|your health", re.IGNORECASE): (
        "没有别的病",
        "no long-term illness",
    ),
}
LEADS = re.compile(
    r"^(?:and |or |so )?(?:any|is there|are there|have you|has (?:he|she|anyone|anybody)|did (?:you|he|she)|"
    r"do (?:you|they)|does (?:he|she|it)|are you|is (?:he|she|it|your)|could (?:you|she|he)|can you|were|was)\s+"
    r"(?:ever |be |have |had |get |got |any )*",
    re.IGNORECASE,
)
WELL = re.compile(r"好好的|好着呢|正常|没事|\b(?:fine|normal|as usual)\b", re.IGNORECASE)
TAILS = re.compile(r"(?:了?没有?|吗|呢|过没有)$")
FUNCTION = frozenset("的了没有不是在和也都还就又很吧呢啊吗过着会能要去来上下个一这那我他她你无对说")
OWN = re.compile(r"我|\b(?:i|i'm|i've|my|me)\b", re.IGNORECASE)


class Passage(Value):
    """The patient's words about one thing. `heads`: what they name; `text` may tell more, said in one breath.

    Without heads it is a whole reply that names nothing, behind its question: only there to be compared with.
    """

    turn: int
    part: Part
    heads: tuple[str, ...]
    text: str
    quote: str
    asserted: Assertion
    asked: str = ""

    def sentence(self, place: int) -> Sentence:
        quotes = (Quote(turn=self.turn, words=self.quote),)
        return Sentence(sentence_id=f"h{place}", part=self.part, text=self.text, quotes=quotes)


class _Piece(Value):
    """Clauses about one thing. `stops`: a sentence ends with it."""

    text: str
    heads: tuple[Statement, ...] = ()
    not_known: bool = False
    stops: bool = False

    def and_(self, other: "_Piece") -> "_Piece":
        return _Piece(
            text=self.text + other.text,
            heads=self.heads + other.heads,
            not_known=self.not_known or other.not_known,
            stops=other.stops,
        )

    @property
    def words(self) -> str:
        return self.text.strip(AROUND)


@lru_cache(maxsize=64)
def passages(lines: tuple[Line, ...], language: Language) -> tuple[Passage, ...]:
    """In the order of the talk."""
    found: list[Passage] = []
    asked = ""
    for line in lines:
        if line.turn is None:
            asked = line.text
        else:
            reading = read(Page(asked=asked, language=language), line.text)
            reply = _Reply(asked=asked, said=line.text, turn=line.turn, language=language)
            found += (one.model_copy(update={"asked": asked}) for one in _of_reply(reply, reading))
    return tuple(found)


class _Reply(Value):
    asked: str
    said: str
    turn: int
    language: Language

    @property
    def of_history(self) -> bool:
        return HISTORY_ASKED.search(self.asked) is not None

    def all_denied(self, words: str) -> str | None:
        """What of the history `words` deny as a whole: what they name, else what is asked first."""
        found = {asks: at.start() for asks in TOPICS if (at := asks.search(self.asked))}
        named = [asks for asks in found if asks.search(words)] or sorted(found, key=lambda asks: found[asks])
        return TOPICS[named[0]][self.language is Language.EN] if named else None


def _of_reply(reply: _Reply, reading: Reading) -> Iterator[Passage]:
    pieces = list(_pieces(reply.said, reading))
    asked = list(_asked(reply, reading, [piece.text for piece in pieces if piece.heads]))
    named, alone = _gathered(pieces, asked=bool(asked))
    yield from _in_one_breath([_passage(piece, reply) for piece in named], named)
    if alone:
        yield from _of_question(reply, asked, alone)
    if not named:
        whole = _Piece(text=reply.said, not_known=any(piece.not_known for piece in pieces))
        text = f"{reply.asked} {reply.said}".strip(AROUND)
        yield _passage(whole, reply).model_copy(update={"heads": (), "text": text})


def _pieces(said: str, reading: Reading) -> Iterator[_Piece]:
    for clause in CLAUSE.finditer(said):
        heads = tuple(
            one
            for one in reading.statements
            if not one.in_question
            and one.kind in HEADS
            and clause.start() <= one.start < clause.end()
            and (one.sure or len(one.quote) > 1 or one.status is not Assertion.PRESENT)
        )
        not_known = NOT_KNOWN.search(clause[0]) is not None
        yield _Piece(text=clause[0], heads=heads, not_known=not_known, stops=STOPS.search(clause[0]) is not None)


def _gathered(pieces: list[_Piece], *, asked: bool) -> tuple[list[_Piece], list[_Piece]]:
    """Clauses that name something, each with those behind it that do not; and those that answer what was `asked`."""
    named: list[_Piece] = []
    alone: list[_Piece] = []
    for piece in pieces:
        about = piece.not_known and bool(_words(NOT_KNOWN.sub("", piece.text)))
        if piece.heads:
            named.append(_of_the_same_person(piece, named))
        elif _denies_all(piece) or (piece.not_known and asked and not (named and named[-1].not_known)):
            alone.append(piece)
        elif about and not (named and named[-1].not_known):
            named.append(piece)
        elif named:
            named[-1] = named[-1].and_(piece)
        else:
            alone.append(piece)
    return named, alone


def _denies_all(piece: _Piece) -> bool:
    """ "... but no allergies": of a part of the history as a whole."""
    denied = DENIAL.search(piece.text) is not None and not piece.not_known
    return denied and any(asks.search(piece.text) for asks in TOPICS)


def _of_the_same_person(piece: _Piece, before: list[_Piece]) -> _Piece:
    """ "My sister has it, takes tablets for it": who is spoken of stays the same to the end of the sentence."""
    if not before or before[-1].stops or OWN.search(piece.text):
        return piece
    if all(one.status is not Assertion.OTHER_PERSON for one in before[-1].heads):
        return piece
    heads = tuple(one.model_copy(update={"status": Assertion.OTHER_PERSON}) for one in piece.heads)
    return piece.model_copy(update={"heads": heads})


def _passage(piece: _Piece, reply: _Reply) -> Passage:
    asserted = _asserted(piece)
    heads = tuple(one.quote for one in piece.heads) or (piece.words,)
    part = _part(piece.heads[0].kind if piece.heads else Kind.SYMPTOM, asserted, history=reply.of_history)
    return Passage(turn=reply.turn, part=part, heads=heads, text=piece.words, quote=piece.words, asserted=asserted)


def _asserted(piece: _Piece) -> Assertion:
    if piece.not_known:
        return Assertion.UNKNOWN
    if not piece.heads and WELL.search(piece.text):
        return Assertion.ABSENT
    statuses = {one.status for one in piece.heads} or {Assertion.ABSENT}
    if Assertion.OTHER_PERSON in statuses:
        return Assertion.OTHER_PERSON
    return Assertion.ABSENT if DENIAL.search(piece.text) and Assertion.ABSENT in statuses else Assertion.PRESENT


def _part(kind: Kind, asserted: Assertion, *, history: bool) -> Part:
    if asserted is Assertion.UNKNOWN:
        return Part.UNKNOWNS
    if history or kind in OF_HISTORY or asserted is Assertion.OTHER_PERSON:
        return Part.HISTORY
    return Part.NEGATIVES if asserted is Assertion.ABSENT else Part.POSITIVES


def _in_one_breath(told: list[Passage], pieces: list[_Piece]) -> Iterator[Passage]:
    """Passages of one sentence and one kind are written with the whole of it: where, since when and what it is like."""
    start = 0
    for place, piece in enumerate(pieces):
        last = place + 1 == len(told)
        apart = not last and (told[place].part, told[place].asserted) != (
            told[place + 1].part,
            told[place + 1].asserted,
        )
        if piece.stops or last or apart:
            whole = "".join(one.text for one in pieces[start : place + 1]).strip(AROUND)
            for one in told[start : place + 1]:
                yield one.model_copy(update={"text": whole, "quote": whole})
            start = place + 1


# --- what the question named -----------------------------------------------------------------------------------------


def _of_question(reply: _Reply, asked: list[tuple[str, Assertion, Kind]], alone: list[_Piece]) -> Iterator[Passage]:
    """What is answered without being named: "Any rash?", "No"."""
    words = "".join(piece.text for piece in alone).strip(AROUND)
    quote = alone[0].words
    not_known = any(piece.not_known for piece in alone)
    for text, status, kind in asked:
        if (made := _answer(text, status, words, reply.language, not_known=not_known)) is not None:
            written, asserted = made
            part = _part(kind, asserted, history=reply.of_history)
            yield Passage(turn=reply.turn, part=part, heads=(text,), text=written, quote=quote, asserted=asserted)
    denied = reply.all_denied(words) if not asked and not not_known and DENIAL.search(words) else None
    if denied is not None:
        yield Passage(
            turn=reply.turn, part=Part.HISTORY, heads=(denied,), text=denied, quote=quote, asserted=Assertion.ABSENT
        )


def _asked(reply: _Reply, reading: Reading, named: list[str]) -> Iterator[tuple[str, Assertion, Kind]]:
    """The clauses of the question that name something the reply does not."""
    said = " ".join(named)
    for clause in re.finditer(r"[^，。？、；,;?]+?(?:[，。？、；,;?]|$|(?=\bor\b))", reply.asked):
        inside = [
            one
            for one in reading.statements
            if one.in_question and one.kind in HEADS and clause.start() <= one.start < clause.end()
        ]
        if inside and not any(said and share(one.quote, said) >= SAME for one in inside):
            text = TAILS.sub("", LEADS.sub("", re.sub(r"^\s*or\s+", "", clause[0]).strip(AROUND)).strip())
            yield re.sub("有没有|有无|是不是", "", text) or inside[0].quote, inside[0].status, inside[0].kind


def _answer(
    text: str, status: Assertion, words: str, language: Language, *, not_known: bool
) -> tuple[str, Assertion] | None:
    zh = language is Language.ZH
    if not_known:
        return (f"{text}：不清楚" if zh else f"{text}: does not know"), Assertion.UNKNOWN
    if status is Assertion.ABSENT and DENIAL.search(words):
        return (f"没有：{text}" if zh else f"no {text}"), Assertion.ABSENT
    if status is Assertion.PRESENT and not DENIAL.search(words):
        return (f"{text}：{words}" if zh else f"{text}: {words}"), Assertion.PRESENT
    return None


# --- words ---------------------------------------------------------------------------------------------------------


def share(words: str, text: str) -> float:
    """Of the words of `words` that carry meaning, how many stand in `text`."""
    mine, theirs = _words(words), _words(text)
    return len(mine & theirs) / len(mine) if mine else 0.0


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """Chinese characters one by one, since a patient's word and a doctor's often share but one; English stems."""
    characters = {one for one in text if "\u4e00" <= one <= "\u9fff"} - FUNCTION
    english = {one.stem for one in tokens(text.lower()) if one.word.isascii() and len(one.word) > SMALL}
    return frozenset(characters | (english - FILLERS))
