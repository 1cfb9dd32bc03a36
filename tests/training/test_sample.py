"""The forty conversations that are shipped: whole, read by today's code, rows without what only the teacher knew."""

from collections import Counter
from pathlib import Path

from frontdesk.models.nurse import decided
from frontdesk.training.data import Conversation, Row, read_lines, rows_beside
from frontdesk.training.profiles import service_flow

SAMPLE = Path(__file__).parents[2] / "frontdesk" / "training" / "sample" / "conversations.jsonl"


def test_the_sample_is_whole_and_of_both_languages_and_visits() -> None:
    talks = read_lines(SAMPLE, Conversation)
    assert len(talks) == 40 and len({one.id for one in talks}) == len(talks)
    assert min(Counter(one.language for one in talks).values()) == 20
    assert {one.visit.value for one in talks} == {"first", "follow_up"}
    actions = {turn.action for one in talks for turn in one.turns if turn.speaker == "nurse"}
    assert actions <= set(service_flow()["nurse"])


def test_its_rows_are_answers_that_can_be_learnt() -> None:
    rows = read_lines(rows_beside(SAMPLE), Row)
    assert {row.conversation for row in rows} <= {one.id for one in read_lines(SAMPLE, Conversation)}
    for row in rows:
        assert not any(note in row.messages[-1].content for note in ("For the teacher only", "只给老师的提示"))
        if row.kind == "nurse":
            decided(iter([row.answer]))  # raises where no decision leads
