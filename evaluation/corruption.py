"""How much of a spoiled summary its review puts right, after Table 1 of the DERA paper (Nair et al. 2023).

The true summaries are those of whole receptions with simulated patients. Each is corrupted at three levels and reviewed
against the talk; what is counted are the concepts of four sections, each with its polarity, numbers, side and duration.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from app.reception.record.reviewing import draft_of
from app.reception.session.state import State
from evaluation.simulation.personas import personas
from evaluation.simulation.play import converse, reception, visit_of
from his_adapter.records import Statement
from models.facts import Language, Value
from models.knowledge.formulary import formulary, plain_name
from models.knowledge.load import knowledge
from models.review import Draft, Part, Reviewed, Sentence
from models.review.facets import facets, likeness

LEVELS = {"low": 3, "mid": 5, "high": 7}  # of ten statements, how many are corrupted
PARTS = (Part.POSITIVES, Part.NEGATIVES, Part.UNKNOWNS, Part.HISTORY)
INVENTED = 0.3  # invented statements, for each that is corrupted
REWORDED = 0.2  # of the statements that stay true, how many are said otherwise
ALIKE = 0.8  # likeness from which two sentences with the same facets are one concept
SIDES = (("left", "right"), ("左", "右"))
SPANS = (("天", "周"), ("周", "个月"), ("小时", "天"), ("days", "weeks"), ("weeks", "months"), ("day", "week"))
DENIAL = re.compile(r"^(?:没有：?|no |not so: )", re.IGNORECASE)
SAYS = {Language.ZH: "病人说", Language.EN: "says: "}
NOT_KNOWN = {Language.ZH: "：不清楚", Language.EN: ": does not know"}


class Talk(NamedTuple):
    """A whole reception, and the summary that was handed over after it."""

    name: str
    state: State
    statements: tuple[Statement, ...]

    def draft(self) -> Draft:
        return draft_of(self.state, self.statements, self.statements)


class Tally(Value):
    """Concepts of one section: those of the true summary that are there, that are left out, and invented ones."""

    there: int = 0
    left_out: int = 0
    invented: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(**{name: getattr(self, name) + getattr(other, name) for name in Tally.model_fields})

    def score(self, weight: float = 1.0) -> float:
        """F-measure from 0 to 1; with `weight` 2, what is left out counts four times what is invented."""
        squared = weight * weight
        whole = (1 + squared) * self.there + squared * self.left_out + self.invented
        return (1 + squared) * self.there / whole if whole else 1.0


class Corrected(NamedTuple):
    """One summary at one level: the true sentences, the corrupted ones, and what the review made of these."""

    talk: Talk
    level: str
    true: tuple[Sentence, ...]
    corrupted: Draft
    reviewed: Reviewed


def talks(most: int) -> Iterator[Talk]:
    """Receptions that were handed over, of both languages in turn."""
    everyone = [*personas("personas"), *personas("everyday")]
    by_language = [[one for one in everyone if one.language is language] for language in Language]
    left = most
    with reception() as desk:
        for persona in (one for pair in zip(*by_language, strict=True) for one in pair):
            if not left:
                return
            state = converse(desk, persona, seed=1).state
            summary = visit_of(desk, state.handed_over).summary if state.handed_over else None
            if summary is not None:
                left -= 1
                yield Talk(persona.id, state, summary.statements)


def corrected(talk: Talk, level: str, review: Callable[[Draft], Reviewed]) -> Corrected:
    """The same talk and level are always corrupted alike."""
    draft = talk.draft()
    spoiled = _corrupted(draft, LEVELS[level] / 10, f"{talk.name}:{level}")
    renumbered = (one.model_copy(update={"sentence_id": f"p{place}"}) for place, one in enumerate(spoiled, 1))
    corrupted = draft.model_copy(update={"sentences": tuple(renumbered)})
    return Corrected(talk, level, draft.sentences, corrupted, review(corrupted))


def tallied(true: Sequence[Sentence], other: Sequence[Sentence]) -> dict[Part, Tally]:
    return {part: _tally(_of(true, part), _of(other, part)) for part in PARTS}


def same(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences are one concept: said alike, or alike in everything a doctor acts upon."""
    if _plain(one.text) == _plain(other.text):
        return True
    return facets(one.text) == facets(other.text) and likeness(one.text, other.text) >= ALIKE


def report(done: Sequence[Corrected]) -> dict[str, dict[str, object]]:
    """F1 from 0 to 1 of each level, before and after, and of each section; the average is that of the sections."""
    return {level: _of_level([one for one in done if one.level == level]) for level in LEVELS}


def table(told: dict[str, dict[str, object]]) -> str:
    """In the shape of Table 1."""
    lines = ["level  version  " + "  ".join(f"{part.removeprefix('pertinent_'):>9}" for part in PARTS) + "    average"]
    for level, those in told.items():
        for when in ("before", "after"):
            sections = those["sections"]
            assert isinstance(sections, dict)
            scores = "  ".join(f"{100 * sections[part.value][when]:9.2f}" for part in PARTS)
            average = those[when]
            assert isinstance(average, float)
            lines.append(f"{level:<6} {when:<8} {scores}  {100 * average:9.2f}")
        lines.append(f"       left out {those['left_out']}, invented {those['invented']}; F2 {those['f2']}")
    return "\n".join(lines)


def _of_level(done: Sequence[Corrected]) -> dict[str, object]:
    before, after = dict.fromkeys(PARTS, Tally()), dict.fromkeys(PARTS, Tally())
    for one in done:
        for part, tally in tallied(one.true, one.corrupted.sentences).items():
            before[part] = before[part].plus(tally)
        for part, tally in tallied(one.true, one.reviewed.sentences).items():
            after[part] = after[part].plus(tally)
    return {
        "before": _average(before.values()),
        "after": _average(after.values()),
        "sections": {
            part.value: {"before": round(before[part].score(), 4), "after": round(after[part].score(), 4)}
            for part in PARTS
        },
        "left_out": [sum(t.left_out for t in before.values()), sum(t.left_out for t in after.values())],
        "invented": [sum(t.invented for t in before.values()), sum(t.invented for t in after.values())],
        "f2": [_average(before.values(), 2), _average(after.values(), 2)],
    }


def _average(tallies: Iterable[Tally], weight: float = 1.0) -> float:
    scores = [tally.score(weight) for tally in tallies]
    return round(sum(scores) / len(scores), 4)


def _of(sentences: Sequence[Sentence], part: Part) -> list[Sentence]:
    return [one for one in sentences if one.part is part]


def _tally(true: list[Sentence], other: list[Sentence]) -> Tally:
    left = list(other)
    there = 0
    for one in true:
        match = next((candidate for candidate in left if same(one, candidate)), None)
        if match is not None:
            left.remove(match)
            there += 1
    return Tally(there=there, left_out=len(true) - there, invented=len(left))


def _plain(text: str) -> str:
    for says in SAYS.values():
        text = text.removeprefix(says)
    return re.sub(r"\W+", "", text.lower())


# --- corruption ------------------------------------------------------------------------------------------------------


def _corrupted(draft: Draft, share: float, seed: str) -> Iterator[Sentence]:
    dice = Random(seed)
    names = Counter[str]()
    for sentence in draft.sentences:
        if sentence.part not in PARTS:
            yield sentence
        elif dice.random() < share:
            yield from _spoiled(sentence, draft.language, dice)
            if dice.random() < INVENTED:
                names["invented"] += 1
                yield _invented(draft, dice, names["invented"])
        elif dice.random() < REWORDED:
            yield sentence.model_copy(update={"text": SAYS[draft.language] + sentence.text})
        else:
            yield sentence


def _spoiled(sentence: Sentence, language: Language, dice: Random) -> Iterator[Sentence]:
    """One of the corruptions that this sentence can suffer; dropping it is always one."""
    ways = [changed for change in CHANGES if (changed := change(sentence, language, dice)) is not None]
    chosen = dice.choice([None, *ways])
    if chosen is not None:
        yield chosen


def _polarity(sentence: Sentence, language: Language, dice: Random) -> Sentence | None:
    text = sentence.text
    if sentence.part is Part.NEGATIVES and DENIAL.match(text):
        return sentence.model_copy(update={"part": Part.POSITIVES, "text": DENIAL.sub("", text)})
    if sentence.part in (Part.POSITIVES, Part.HISTORY) and not facets(text).denied and text not in ("无", "none"):
        part = Part.NEGATIVES if sentence.part is Part.POSITIVES else Part.HISTORY
        denied = f"没有{text}" if language is Language.ZH else f"no {text}"
        return sentence.model_copy(update={"part": part, "text": denied})
    return None


def _unsettled(sentence: Sentence, language: Language, dice: Random) -> Sentence | None:
    if sentence.part is not Part.POSITIVES:
        return None
    return sentence.model_copy(update={"part": Part.UNKNOWNS, "text": sentence.text + NOT_KNOWN[language]})


def _number(sentence: Sentence, language: Language, dice: Random) -> Sentence | None:
    found = re.search(r"\d+", sentence.text)
    if found is None:
        return None
    other = str(int(found[0]) + dice.choice((1, 2, 5, 10)))
    return sentence.model_copy(update={"text": sentence.text[: found.start()] + other + sentence.text[found.end() :]})


def _side(sentence: Sentence, language: Language, dice: Random) -> Sentence | None:
    for one, other in (*SIDES, *(pair[::-1] for pair in SIDES)):
        if one in sentence.text:
            return sentence.model_copy(update={"text": sentence.text.replace(one, other, 1)})
    return None


def _span(sentence: Sentence, language: Language, dice: Random) -> Sentence | None:
    if facets(sentence.text).hours is None:
        return None
    pair = next((pair for pair in SPANS if pair[0] in sentence.text), None)
    return sentence.model_copy(update={"text": sentence.text.replace(*pair, 1)}) if pair else None


def _other_name(sentence: Sentence, language: Language, dice: Random) -> Sentence | None:
    """Another medicine, or another illness, in the place of the one that was told."""
    if sentence.part is not Part.HISTORY or not facets(sentence.text).names:
        return None
    known = knowledge()
    code = next(iter(sorted(facets(sentence.text).names)))
    if code in formulary().medicines:
        was, other = plain_name(code, language), plain_name(dice.choice(sorted(formulary().medicines)), language)
    elif code in known.conditions:
        chosen = known.conditions[dice.choice(sorted(known.conditions))]
        was = known.conditions[code].zh if language is Language.ZH else known.conditions[code].en
        other = chosen.zh if language is Language.ZH else chosen.en
    else:
        return None
    return sentence.model_copy(update={"text": sentence.text.replace(was, other)}) if was in sentence.text else None


CHANGES = (_polarity, _unsettled, _number, _side, _span, _other_name)


def _invented(draft: Draft, dice: Random, number: int) -> Sentence:
    """A finding, a denial or an illness nobody spoke of, half the time with somebody's real words beside it."""
    known = knowledge()
    finding = known.findings[dice.choice(sorted(known.findings))]
    condition = known.conditions[dice.choice(sorted(known.conditions))]
    zh = draft.language is Language.ZH
    part, text = dice.choice(
        (
            (Part.POSITIVES, finding.zh if zh else finding.en),
            (Part.NEGATIVES, f"没有{finding.zh}" if zh else f"no {finding.en}"),
            (Part.UNKNOWNS, f"{finding.zh if zh else finding.en}{NOT_KNOWN[draft.language]}"),
            (Part.HISTORY, condition.zh if zh else condition.en),
        )
    )
    quoted = [one.quotes for one in draft.sentences if one.quotes]
    quotes = dice.choice(quoted) if quoted and dice.random() < 0.5 else ()
    return Sentence(sentence_id=f"x{number}", part=part, text=text, quotes=quotes)
