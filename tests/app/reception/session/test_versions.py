"""Events as older versions stored them stay readable."""

import pytest

from frontdesk.app.reception.session.events import ActionChosen, Released, event_adapter
from frontdesk.app.reception.session.numbered_rules import SLUGS
from frontdesk.app.reception.session.versions import KEY, UPCASTERS, VERSION, brought_up, stamped
from frontdesk.app.reception.turn.alarms import DOUBT_RULE
from frontdesk.app.reception.turn.answers.danger import ALERT_RULE
from frontdesk.models.red_flags import RULES

# As version 1 wrote them, byte for byte; never to be changed.
STORED_BY_1 = [
    {"kind": "started", "kiosk": "hall", "language": "zh", "entry": "unwell"},
    {"kind": "consent_given"},
    {"kind": "guest_chosen"},
    {
        "kind": "patient_said",
        "turn_id": "t1",
        "number": 1,
        "text": "我发烧两天了",
        "language": "zh",
        "means": "typed",
        "options": [],
        "corrects": None,
    },
    {"kind": "action_chosen", "action": "symptom_inquiry", "why": "next:danger"},
    {"kind": "taken_over", "by": "lin", "name": "林护士"},
    {"kind": "released", "by": "lin"},
    {"kind": "closed", "reason": "finished", "by": None},
]


@pytest.mark.parametrize("stored", STORED_BY_1, ids=lambda stored: stored["kind"])
def test_what_version_1_stored_is_read(stored: dict[str, object]) -> None:
    event = event_adapter.validate_python(brought_up(stored), strict=False)
    assert event.kind == stored["kind"]


def test_rules_that_had_numbers_have_slugs() -> None:
    alert = {"kind": "alert_raised", "rule": 13, KEY: 3}
    assert [brought_up({**alert, "rule": number})["rule"] for number in (0, 13, 91)] == [
        "",
        "worst_headache",
        SLUGS[91],
    ]
    assert brought_up({"kind": "record_extended", "turn": 1, "suspected": [58, 119], KEY: 3})["suspected"] == [
        *("overdose", "hopelessness")
    ]
    assert RULES.keys() | {ALERT_RULE, DOUBT_RULE} == set(SLUGS[1:])


def test_what_is_new_has_its_meaning_of_then() -> None:
    read = [event_adapter.validate_python(brought_up(stored), strict=False) for stored in STORED_BY_1]
    assert [event.reason for event in read if isinstance(event, Released)] == [""]
    assert [event.understood for event in read if isinstance(event, ActionChosen)] == [True]


def test_every_version_has_its_way_to_the_next() -> None:
    assert set(UPCASTERS) == set(range(1, VERSION))


def test_an_event_is_stored_with_its_version_and_read_without() -> None:
    body = Released(by="lin", reason="a muscle").model_dump(mode="json")
    assert stamped(body)[KEY] == VERSION
    assert brought_up(stamped(body)) == body


@pytest.mark.parametrize("version", [0, VERSION + 1, "2", None])
def test_a_version_nobody_knows_is_not_guessed_at(version: object) -> None:
    with pytest.raises(ValueError):
        brought_up({"kind": "consent_given", KEY: version})
