"""The reviewers of the hand-over in the shape they are measured in: words of a talk and a summary in, a summary out."""

from collections.abc import Callable, Iterator, Sequence

from frontdesk.app.reception.record.reviewing import in_code
from frontdesk.evaluation.corruption.cases import Said, Section, Written
from frontdesk.evaluation.corruption.measuring import Reviewer
from frontdesk.models.facts import Language
from frontdesk.models.review import DECIDER, RESEARCHER, Draft, Line, Part, Reviewed, Sentence, review
from frontdesk.models.runner import Runner

PARTS = {
    Section.POSITIVES: Part.POSITIVES,
    Section.NEGATIVES: Part.NEGATIVES,
    Section.UNKNOWNS: Part.UNKNOWNS,
    Section.HISTORY: Part.HISTORY,
}
SECTIONS = {part: section for section, part in PARTS.items()}


def embedded() -> Reviewer:
    """Without a language model."""
    return _reviewer(in_code)


def by_models(runner: Runner) -> Reviewer:
    """With the models that are assigned. The reviewer raises ModelFailed where one does not answer."""
    return _reviewer(
        lambda draft: review(
            draft,
            lambda asked: runner.attempt(RESEARCHER, asked, beside=True).answer,
            lambda put: runner.attempt(DECIDER, put, beside=True).answer,
        )
    )


def _reviewer(reviewed: Callable[[Draft], Reviewed]) -> Reviewer:
    def reviewer(lines: Sequence[Said], summary: Sequence[Written], language: Language) -> Sequence[Written]:
        sentences = reviewed(draft_of(lines, summary, language)).sentences
        return [Written(section=SECTIONS[one.part], text=one.text) for one in sentences if one.part in SECTIONS]

    return reviewer


def draft_of(lines: Sequence[Said], summary: Sequence[Written], language: Language) -> Draft:
    """A draft that knows no dialogue state; its sentences have no quotes, as those of the paper have none."""
    sentences = (
        Sentence(sentence_id=f"p{place}", part=PARTS[one.section], text=one.text)
        for place, one in enumerate(summary, 1)
    )
    return Draft(language=language, sentences=tuple(sentences), known=None, lines=tuple(_lines(lines)))


def _lines(lines: Sequence[Said]) -> Iterator[Line]:
    turn = 0
    for line in lines:
        turn += line.by_patient
        yield Line(turn=turn if line.by_patient else None, text=line.words)
