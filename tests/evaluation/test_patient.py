"""A scripted patient taps what is so, says what no tile says, and does not say the same thing twice."""

from random import Random

from frontdesk.app.reception.session.events import Option, Question
from frontdesk.evaluation.simulation.patient import Patient
from frontdesk.evaluation.simulation.personas import Line, Persona
from frontdesk.evaluation.simulation.told import untrue
from frontdesk.models.facts import Details, Duration, Fact, Language, Sex, Status, Topic


def _persona(**more: object) -> Persona:
    plain = {
        "id": "somebody",
        "language": Language.EN,
        "temper": "calm",
        "age": 52,
        "sex": Sex.FEMALE,
        "opening": Line(say=("My knee hurts",), tells=("finding:knee_pain",), may=("finding:joint_pain",)),
    }
    return Persona.model_validate(plain | more)


def _patient(**more: object) -> Patient:
    patient = Patient(_persona(**more), Random(1))
    patient.answer(_page("open"))
    return patient


def _page(key: str, *tiles: str, several: bool = False) -> Question:
    words = {language: key for language in Language}
    return Question(
        key=key, text=words, options=tuple(Option(key=tile, label=words) for tile in tiles), several=several
    )


def test_the_complaint_is_told_in_words() -> None:
    said = Patient(_persona(), Random(1)).answer(_page("open", "fact:finding:knee_pain"))
    assert said.text == "My knee hurts" and said.tells == ("finding:knee_pain",)


def test_every_tile_that_is_so_is_tapped() -> None:
    patient = _patient(answers={"joint_swelling": True, "fever": False})
    page = _page("also", "fact:finding:joint_swelling", "fact:finding:fever", several=True)
    said = patient.answer(page)
    assert said.options == ("fact:finding:joint_swelling",)
    assert said.tells == ("finding:joint_swelling",), "a tile that is left denies nothing"


def test_where_nothing_is_so_none_of_these_is_tapped() -> None:
    assert _patient(temper="hard_of_hearing").answer(_page("side")).options == ("unsure",)
    page = _page("how", "how:burning", several=True)
    assert _patient().answer(page).options == ("none",)


def test_a_sign_is_so_where_the_patient_has_it() -> None:
    page = _page("danger", "sign:crushing_chest", "sign:cannot_urinate", several=True)
    past = {"cannot_urinate": Line(say=("last year",), tells=("finding:cannot_urinate.past=True",))}
    assert _patient(signs=("crushing_chest",), answers=past).answer(page).options == ("sign:crushing_chest",)


def test_a_medicine_no_tile_names_is_said() -> None:
    answers = {"medicines": Line(say=("Metformin",), tells=("medicine:metformin",))}
    patient = _patient(answers=answers)
    page = _page("medicines", "fact:medicine:painkiller", several=True).model_copy(update={"optional": True})
    assert patient.answer(page).text == "Metformin"
    assert patient.answer(page).options == ("none",)  # put again, it is tapped away


def test_the_nearest_span_is_tapped() -> None:
    answers = {"duration": Line(say=("ten days",), tells=("duration=240",))}
    tapped = {_patient(answers=answers).answer(_page("since", "days", "week", "month")).options for _ in range(3)}
    assert tapped <= {("week",), ()}


def test_a_statement_nobody_told_is_untrue_and_words_never_are() -> None:
    case = _persona(answers={"duration": Line(say=("ten days",), tells=("duration=240",))}).case
    knee = Fact(topic=Topic.FINDING, code="knee_pain", quote="knee")
    assert not untrue(knee, case)
    assert untrue(knee.model_copy(update={"status": Status.ABSENT}), case)
    assert untrue(knee.model_copy(update={"code": "cough"}), case)
    assert not untrue(Fact(topic=Topic.SAID, code="open:1", quote="a cough"), case)
    week = Details(duration=Duration(hours=2000.0, words="years"))
    assert untrue(Fact(topic=Topic.DETAIL, code="since", quote="years", details=week), case)
