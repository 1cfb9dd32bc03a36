"""`python -m frontdesk.evaluation.practice.fit`: learns subjects, fits the search on the practice hospital, writes
both.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import yaml

from frontdesk.evaluation.practice.subjects import Examples, questions
from frontdesk.his_adapter.enquiries import split
from frontdesk.models.facts import Language
from frontdesk.models.retrieval import asked, links, subjects
from frontdesk.models.retrieval.features import FEATURES, Question, features, read, strange
from frontdesk.models.retrieval.likelihood import WEIGHTS, Fitted, Likelihood, any_answers
from frontdesk.models.retrieval.search import ALL_FEATURES, Index, answering_odds
from frontdesk.models.retrieval.terms import Kind, Slot, slots
from frontdesk.models.retrieval.texts import Numbers, Passage, Texts
from frontdesk.models.sentences import Vectors, embed

PRACTICE = Path(__file__).with_name("enquiries.yaml")
NEAREST = 12  # wrong passages a question learns from
RIDGE = 10.0
FOLDS = 5
SEED = 20261121
FORGOTTEN = 0.3  # of the words for subjects
UNANSWERABLE = 3.0  # how much a question that nothing answers counts
LINK = 3.0  # how much a text that answers a subject counts beside one that does not
# Of the practice questions that nothing answers may be told an answer, may be offered one: most were written to come
# as near as can be.
TOLD, OFFERED = 0.033, 0.4


class Example(NamedTuple):
    """One question over one set of texts: a row a passage, the one that answers (None: nothing does), a weight."""

    group: int  # questions of one passage are learnt, or held back, together
    rows: Numbers
    right: int | None
    weight: float


Look = Callable[[Question], Numbers]


class Practice:
    """The practice hospital's passages and questions; each text is embedded once."""

    def __init__(self) -> None:
        self._content = yaml.safe_load(PRACTICE.read_text(encoding="utf-8"))
        self._known: dict[str, Vectors] = {}
        self._chance = Random(SEED)
        self.passages = [
            Passage(
                passage_id=policy["id"],
                title={Language(code): title for code, title in policy["title"].items()},
                sentences={Language(code): tuple(split(text)) for code, text in policy["text"].items()},
            )
            for policy in self._content["policies"]
        ]
        self.answered = [set(policy.get("subjects", ())) for policy in self._content["policies"]]
        self.elsewhere: list[str] = self._content["elsewhere"]
        self._questions = [*self._read()]
        examples = Examples(self.embedded)
        self._subject_of = examples.subject_of
        self.learnt = examples.learnt()
        self._without = {text: learnt for learnt, those in examples.without() for text in those}

    def embedded(self, texts: list[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, embed(new), strict=True) if new else ())
        return np.stack([self._known[text] for text in texts])

    def _read(self) -> Iterator[tuple[int, bool, Question]]:
        """Each question, and once more as it would look to lists that know less: its passage, whether that answers."""
        for group, answerable, text in self._texts():
            yield group, answerable, read(text, self.embedded)
            yield group, answerable, read(text, self.embedded, self._forgotten(text, FORGOTTEN))

    def chances(self, question: Question) -> Numbers:
        """How likely it is about each subject, by what was learnt without it."""
        learnt = self._without.get(question.text, self.learnt)
        return learnt.chances(question.text, question.vector, question.named)

    def subject_of(self, question: Question) -> str:
        """Of a known question; empty of others."""
        return self._subject_of.get(question.text, "")

    def _texts(self) -> Iterator[tuple[int, bool, str]]:
        """The practice hospital's questions and the known ones, which it answers or not."""
        answered = {subject: place for place, those in enumerate(self.answered) for subject in those}
        for place, policy in enumerate(self._content["policies"]):
            for text in (text for those in policy["asked"].values() for text in those):
                yield place, True, text
        for subject, text in questions():
            if subject in answered:
                yield answered[subject], True, text
            elif subject in self.elsewhere:
                yield asked.known().subjects.index(subject), False, text
        for those in self._content["unanswerable"].values():
            yield from ((place, False, text) for place, text in enumerate(those))

    def _forgotten(self, text: str, share: float) -> tuple[Slot, ...]:
        """The words for what is elsewhere are endless, so none of them is known here; of the others some."""
        return tuple(
            slot.unlisted
            if slot.kind is Kind.ELSEWHERE or (slot.kind is Kind.SUBJECT and self._chance.random() < share)
            else slot
            for slot in slots(text)
        )

    def examples(self, whole: Look, without: Callable[[int], Look]) -> Iterator[Example]:
        """Every question over all texts, and the answerable ones once more with the answer taken out."""
        for place, those in groupby(self._questions, key=lambda question: question[0] if question[1] else None):
            bereft = None if place is None else without(place)
            for group, _, question in those:
                if bereft is None:
                    yield Example(group, whole(question), None, UNANSWERABLE)
                else:
                    yield Example(group, whole(question), group, 1.0)
                    yield Example(group, bereft(question), None, 1.0)


def fit(practice: Practice) -> Fitted:
    """First what links known questions to passages, then with those links what answers."""
    texts = Texts(practice.passages, practice.embedded)

    def alone(place: int) -> Look:
        rest = Texts(practice.passages[:place] + practice.passages[place + 1 :], practice.embedded)
        return lambda question: features(rest, question)

    plain = list(practice.examples(lambda question: features(texts, question), alone))
    linking = _learnt(plain, FEATURES)
    plain_index = Index(practice.passages, fitted=Fitted(linking=linking), embedded=practice.embedded)
    belonging = _belonging(practice, plain_index)
    learnt = Fitted(linking=linking, belonging=belonging)
    index = Index(practice.passages, fitted=learnt, embedded=practice.embedded)

    def bridged(place: int | None) -> Look:
        left = index.links if place is None else np.delete(index.links, place, axis=1)

        def look(question: Question) -> Numbers:
            odd = strange(texts, question, index.links, practice.learnt, practice.subject_of(question))
            odd = odd if place is None else np.delete(odd, place, axis=0)
            return asked.features(practice.chances(question), left, odd)

        return look

    bridges = list(practice.examples(bridged(None), bridged))
    both = [
        example._replace(rows=np.concatenate([example.rows, bridge.rows], axis=1))
        for example, bridge in zip(plain, bridges, strict=True)
    ]
    return learnt.model_copy(update={"answering": _learnt(both, ALL_FEATURES)} | _thresholds(both))


def _belonging(practice: Practice, index: Index) -> Likelihood:
    """From the subjects that each practice passage is said to answer."""
    pairs = links.features(index.texts, practice.learnt, index.answered)
    said = np.array([[name in those for those in practice.answered] for name in practice.learnt.names])
    of_none = set(practice.elsewhere).union(*practice.answered)
    known = np.array([name in of_none for name in practice.learnt.names])
    x, y = pairs[known].reshape(-1, pairs.shape[2]), said[known].ravel().astype(float)
    bias, found = _logistic(x, y, np.where(y, LINK, 1.0), ridge=1.0)
    weights = {name: round(float(beta), 4) for name, beta in zip(links.FEATURES, found, strict=True)}
    return Likelihood(bias=round(bias, 4), weights=weights)


def _thresholds(those: Sequence[Example]) -> dict[str, float]:
    """Where few enough questions that nothing answers pass, each judged by what was learnt without it."""
    unseen: list[tuple[Example, Numbers]] = []
    for fold in range(FOLDS):
        learnt = _learnt([e for e in those if e.group % FOLDS != fold], ALL_FEATURES)
        unseen += [(e, answering_odds(learnt, e.rows)) for e in those if e.group % FOLDS == fold]
    wrong = np.sort([any_answers(odds) for example, odds in unseen if example.weight > 1])
    told, offered = (float(wrong[int(len(wrong) * (1 - share))]) for share in (TOLD, OFFERED))
    answerable = [(example.right, odds) for example, odds in unseen if example.right is not None]
    first = np.mean([odds.argmax() == right for right, odds in answerable])
    third = np.mean([np.sum(odds > odds[right]) < 3 for right, odds in answerable])
    right_told = np.mean([odds.argmax() == right and any_answers(odds) >= told for right, odds in answerable])
    taken_out = np.mean([any_answers(odds) >= told for e, odds in unseen if e.right is None and e.weight == 1])
    print(f"held back: recall@1 {first:.3f}, recall@3 {third:.3f}, told right {right_told:.3f}")
    print(f"told when the answer was taken out {taken_out:.3f}; told from {told:.2f}, offered from {offered:.2f}")
    return {"told_from": round(told, 3), "offered_from": round(offered, 3)}


def _learnt(those: Sequence[Example], names: Sequence[str]) -> Likelihood:
    """A feature that would count against its sense is left out, the strongest such first."""
    x, y, weight = (np.array(column) for column in zip(*_pairs(those), strict=True))
    kept = list(range(len(names)))
    while True:
        bias, found = _logistic(x[:, kept], y, weight)
        sense = [-1 if names[place].endswith(("missing", "of_no_text")) else 1 for place in kept]
        against = [n for n, beta in enumerate(found) if beta * sense[n] < 0]
        if not against:
            weights = {names[place]: round(float(beta), 4) for place, beta in zip(kept, found, strict=True)}
            return Likelihood(bias=round(bias, 4), weights=weights)
        spread = x[:, kept].std(axis=0)
        kept.pop(max(against, key=lambda n: abs(found[n]) * spread[n]))


def _logistic(x: Numbers, y: Numbers, weight: Numbers, *, ridge: float = RIDGE) -> tuple[float, Numbers]:
    """Bias and weights of a ridge logistic regression, by Newton's method."""
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    design = np.c_[np.ones(len(x)), (x - mean) / scale]
    shrunk, beta = np.diag([0.0] + [ridge] * x.shape[1]), np.zeros(x.shape[1] + 1)
    for _ in range(30):
        p = 1 / (1 + np.exp(-design @ beta))
        slope = design.T @ (weight * (y - p)) - shrunk @ beta
        beta = beta + np.linalg.solve(design.T @ (design * (weight * p * (1 - p))[:, None]) + shrunk, slope)
    return float(beta[0] - (beta[1:] / scale) @ mean), beta[1:] / scale


def _pairs(those: Sequence[Example]) -> Iterator[tuple[Numbers, float, float]]:
    """The right passage and the nearest wrong ones, the wrong ones together counting three times the right one."""
    for example in those:
        nearness = example.rows[:, [0, 1, 4]].sum(axis=1)
        if example.right is not None:
            yield example.rows[example.right], 1.0, 1.0
        for place in np.argsort(-nearness)[:NEAREST]:
            if place != example.right:
                yield example.rows[place], 0.0, 3.0 / NEAREST * example.weight


def main() -> None:
    practice = Practice()
    subjects.store(practice.learnt, subjects.WEIGHTS)
    head = "# Fitted by `python -m frontdesk.evaluation.practice.fit`; do not edit.\n"
    WEIGHTS.write_text(head + yaml.safe_dump(fit(practice).model_dump(), sort_keys=False), encoding="utf-8")


if __name__ == "__main__":
    main()
