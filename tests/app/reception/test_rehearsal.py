"""The practice reception loads what a first patient would wait for, and leaves nothing behind."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.rehearsal import PRACTICE, rehearse
from frontdesk.his_adapter.names import Kept, of_physicians
from frontdesk.models.facts import Language


@pytest.mark.parametrize("language", Language)
def test_every_practice_sentence_is_answered_and_nothing_recorded(reception: Reception, language: Language) -> None:
    state = rehearse(reception.services, language)
    assert state.turns == len(PRACTICE[language]) and state.answered
    assert {"knee_pain", "penicillin"} <= {fact.code for fact in state.record}
    assert reception.services.log.latest() == 0


def test_the_names_of_physicians_are_gathered_once_until_they_change(reception: Reception) -> None:
    directory, gathered = reception.services.hospital.directory, []

    def gather(those):  # type: ignore[no-untyped-def]
        gathered.append(len(those))
        return of_physicians(those)

    physicians = [one for d in directory.departments() for one in directory.physicians(d.department_id)]
    kept = Kept[type(physicians[0])]()
    name = next(iter(physicians[0].name.values()))
    for those in (physicians, list(physicians), physicians[1:], physicians[1:]):
        found = kept.of(those, gather).within(name)
        assert (found is not None and found.bearer == physicians[0]) is (len(those) == len(physicians))
    assert gathered == [len(physicians), len(physicians) - 1]
