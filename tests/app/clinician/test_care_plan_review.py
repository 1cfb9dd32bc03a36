"""A care plan that two models talk over: what they may change in it, what code keeps, and what they are told."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from frontdesk.app.clinician.care_plan import CARE_PLAN_DECIDER, CARE_PLAN_RESEARCHER, CarePlan, PlanSection, care_plan
from frontdesk.app.clinician.care_plan.decider import Put
from frontdesk.app.clinician.care_plan.drafting import draft_of
from frontdesk.evaluation.model_server import NAME, Mode, ModelServer, serving_model
from frontdesk.his_adapter.records import Visit
from frontdesk.models.facts import Language
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.runner import Runner
from tests.app.clinician.test_care_plan import DEMONSTRATION, texts, visit

ASKED_FOR = ("care_plan_researcher", "care_plan_decider")
SORE_THROAT = {"complaint": "sore throat", "allergies": "penicillin", "past_history": "gout"}
Remark = dict[str, Any]

WHOLE = 100  # items: what a review makes of all of them, however many a doctor is shown


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving_model() as server:
        yield server


@pytest.fixture
def models(server: ModelServer) -> Iterator[Runner]:
    model = InThreads(OpenAiCompatible(server.url, NAME))
    runner = Runner(dict.fromkeys(ASKED_FOR, model), budget=8.0)
    yield runner
    runner.close()


def asked_for(request: dict[str, Any]) -> str:
    return str(request["response_format"]["json_schema"]["name"])


def talks(*remarks: Remark) -> Callable[[dict[str, Any]], str]:
    """A Researcher who makes these remarks once, and a Decider who accepts whatever it hears."""
    left = [json.dumps({"remarks": remarks})]
    rulings = [{"remark": n, "accepted": True, "reason": "So be it."} for n in range(1, len(remarks) + 1)]

    def reply(request: dict[str, Any]) -> str:
        if asked_for(request) == "care_plan_decider":
            return json.dumps({"rulings": rulings})
        return left.pop() if left else '{"remarks": [], "satisfied": true}'

    return reply


def remark(fault: str, **more: str) -> Remark:
    return {"section": "medicines", "fault": fault, "says": "It has to change."} | more


def plans(language: Language, models: Runner | None = None, **told: str) -> CarePlan:
    return care_plan(visit(language, **told), DEMONSTRATION, language, models, most=WHOLE)


def item_id(told: Visit, part: str, language: Language) -> str:
    """Of the item of the draft with these words in it."""
    draft = draft_of(told, DEMONSTRATION, language)
    return next(one.item_id for one in draft.items if part in one.text)


def left_out(language: Language, **told: str) -> list[str]:
    return [one.text for one in draft_of(visit(language, **told), DEMONSTRATION, language).left]


@pytest.mark.parametrize(
    ("language", "told", "part", "why", "marked"),
    [
        (Language.EN, SORE_THROAT, "or ibuprofen for pain", "the patient has gout", "(caution: {why})"),
        (
            Language.ZH,
            {"complaint": "咽痛", "past_history": "痛风"},
            "或布洛芬",
            "病人有痛风",
            "（注意：{why}）",
        ),
    ],
    ids=list(Language),
)
def test_an_unsuitable_item_is_marked_with_a_caution_and_keeps_its_words(
    server: ModelServer, models: Runner, language: Language, told: dict[str, str], part: str, why: str, marked: str
) -> None:
    before = next(text for text in texts(plans(language, **told), PlanSection.MEDICINES) if part in text)
    about = {"item": item_id(visit(language, **told), part, language), "because": told["past_history"]}
    server.reply = talks(remark("unsuitable", text=f"{before} {marked.format(why=why)}", **about))
    plan = plans(language, models, **told)
    after = next(text for text in texts(plan, PlanSection.MEDICINES) if part in text)
    assert after == before + (" " if language is Language.EN else "") + marked.format(why=why)
    assert plan.review.by == NAME
    assert "It has to change." in plan.review.scratchpad
    assert plan.review.satisfied


@pytest.mark.parametrize(
    ("language", "told"), [(Language.EN, {"past_history": "hypertension"}), (Language.ZH, {"past_history": "高血压"})]
)
def test_a_sentence_left_out_is_added_as_the_guideline_has_it(
    server: ModelServer, models: Runner, language: Language, told: dict[str, str]
) -> None:
    before, sentence = plans(language, **told), left_out(language, **told)[0]
    server.reply = talks(remark("missing", text=sentence.rstrip(".。"), because=told["past_history"]))
    plan = plans(language, models, **told)
    (new,) = [one for one in plan.items if one not in before.items]
    assert (new.text, new.source) == (sentence, plan.guidelines[0])
    assert [one for one in plan.items if one != new] == list(before.items)


def test_what_is_added_is_held_against_the_patients_allergies(server: ModelServer, models: Runner) -> None:
    sentence = next(text for text in left_out(Language.EN, **SORE_THROAT) if "amoxicillin" in text.lower())
    server.reply = talks(remark("missing", section="supportive", text=sentence, because="sore throat"))
    plan = plans(Language.EN, models, **SORE_THROAT)
    assert any(
        text.startswith(f"{sentence} (caution: amoxicillin + allergy") for text in texts(plan, PlanSection.MEDICINES)
    )


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (remark("missing", text="Start zorbaflex 20 mg daily.", because="sore throat"), "names a medicine"),
        (remark("missing", text="Amiodarone for the swelling.", because="sore throat"), "names a medicine"),
        (remark("missing", text="Paracetamol 4321 mg for pain.", because="sore throat"), "has a number"),
        (remark("missing", text="Gargle with warm water.", because="sore throat"), "no such sentence"),
        (remark("missing", text="No antibiotic with a Centor score of 0 to 2.", because="sore throat"), "says so"),
        (remark("unsuitable", item="p3", text="(caution: use codeine)", because="gout"), "names a medicine"),
        (remark("unsuitable", item="p3", text="(caution: kidneys)", because="kidney disease"), "no fact"),
        (remark("unsuitable", item="p99", text="(caution: gout)", because="gout"), "no such item"),
        (remark("not_needed", item="p2", because=""), "no fact"),
    ],
)
def test_code_rejects_what_has_no_ground_though_the_decider_accepts_it(
    server: ModelServer, models: Runner, wrong: Remark, reason: str
) -> None:
    server.reply = talks(wrong)
    plan = plans(Language.EN, models, **SORE_THROAT)
    assert plan.items == plans(Language.EN, **SORE_THROAT).items
    assert reason in plan.review.turns[-2].text
    assert "It has to change." not in plan.review.scratchpad


def test_an_item_that_is_not_needed_goes(server: ModelServer, models: Runner) -> None:
    part = "Most acute sore throats get better"
    item = item_id(visit(Language.EN, **SORE_THROAT), part, Language.EN)
    server.reply = talks(remark("not_needed", item=item, because="gout"))
    plan = plans(Language.EN, models, **SORE_THROAT)
    assert not any(part in one.text for one in plan.items)
    assert len(plan.items) == len(plans(Language.EN, **SORE_THROAT).items) - 1


@pytest.mark.parametrize("part", ["phenoxymethylpenicillin", "stridor, drooling, tripod"])
def test_what_a_rule_marked_and_an_emergency_cannot_be_removed(server: ModelServer, models: Runner, part: str) -> None:
    drools = SORE_THROAT | {"positives": "drooling"}
    item = item_id(visit(Language.EN, **drools), part, Language.EN)
    server.reply = talks(remark("not_needed", item=item, because="gout"))
    plan = plans(Language.EN, models, **drools)
    assert plan.items == plans(Language.EN, **drools).items
    assert "Checked by code" in plan.review.turns[-2].text


def test_a_rule_on_the_patients_own_medicines_cannot_be_removed(server: ModelServer, models: Runner) -> None:
    told = {"medicines": "warfarin, ibuprofen", "past_history": "gout"}
    server.reply = talks(remark("not_needed", item="m1", because="gout"))
    assert plans(Language.EN, models, **told).items == plans(Language.EN, **told).items


def test_a_rule_of_the_formulary_may_be_added(server: ModelServer, models: Runner) -> None:
    told = {"complaint": "sore throat", "medicines": "warfarin"}
    rule = next(text for text in left_out(Language.EN, **told) if "warfarin" in text)
    server.reply = talks(remark("missing", text=rule, because="warfarin"))
    plan = plans(Language.EN, models, **told)
    assert rule in texts(plan, PlanSection.MEDICINES)


def test_the_discussion_ends_after_fifteen_turns(server: ModelServer, models: Runner) -> None:
    numbers = count()

    def never_satisfied(request: dict[str, Any]) -> str:
        if asked_for(request) == "care_plan_decider":
            return '{"rulings": [{"remark": 1, "accepted": false, "reason": "No."}]}'
        return json.dumps({"remarks": [remark("missing", text=f"New {next(numbers)}", because="gout")]})

    server.reply = never_satisfied
    plan = plans(Language.EN, models, past_history="gout")
    before = plans(Language.EN, past_history="gout")
    assert len(plan.review.turns) - (len(before.review.turns) - 1) == 15
    assert not plan.review.satisfied
    assert plan.items == before.items


@pytest.mark.parametrize("mode", [Mode.ERROR, Mode.NOT_JSON, Mode.HALF, Mode.CUT])
def test_when_a_model_fails_the_draft_of_plain_code_stands(server: ModelServer, models: Runner, mode: Mode) -> None:
    server.mode = mode
    assert plans(Language.EN, models, **SORE_THROAT) == plans(Language.EN, **SORE_THROAT)


def test_when_a_model_fails_in_the_middle_nothing_said_before_counts(server: ModelServer, models: Runner) -> None:
    accepts = talks(remark("not_needed", item="p2", because="gout"))

    def breaks_down(request: dict[str, Any]) -> str:
        return accepts(request) if len(server.requests) < 3 else "no JSON at all"

    server.reply = breaks_down
    plan = plans(Language.EN, models, **SORE_THROAT)
    assert (plan.review.by, plan.items) == ("embedded", plans(Language.EN, **SORE_THROAT).items)


def test_models_that_take_too_long_are_given_up(server: ModelServer, models: Runner) -> None:
    server.reply = talks(remark("not_needed", item="p2", because="gout"))
    seconds = count(0, 40)
    plan = care_plan(
        visit(Language.EN, **SORE_THROAT), DEMONSTRATION, Language.EN, models, clock=lambda: float(next(seconds))
    )
    assert plan.review.by == "embedded"
    assert len(server.requests) == 1


def test_one_model_alone_is_not_asked(server: ModelServer, models: Runner) -> None:
    alone = models.assigned("care_plan_researcher")
    assert alone is not None
    runner = Runner({"care_plan_researcher": alone})
    assert plans(Language.EN, runner, **SORE_THROAT).review.by == "embedded"
    assert server.requests == []


@pytest.mark.parametrize(
    ("language", "name", "number", "words"),
    [
        (
            Language.EN,
            "Sarah Connor",
            "P20931",
            "sore throat: “my name is Sarah Connor, call 13912345678, card P20931”",
        ),
        (Language.ZH, "欧阳晓明", "P20931", "咽痛：“我叫欧阳晓明，电话13912345678，卡号P20931”"),
    ],
)
def test_the_models_are_told_nothing_that_says_who_the_patient_is(
    server: ModelServer, models: Runner, language: Language, name: str, number: str, words: str
) -> None:
    told = visit(language, complaint=words, medicines=f"warfarin ({name})")
    record = told.record.model_copy(update={"name": name, "patient_id": number, "gender": "female"})
    told = told.model_copy(update={"record": record})
    server.reply = talks(remark("missing", text="?", because="warfarin"))
    care_plan(told, DEMONSTRATION, language, models)
    assert [asked_for(request) for request in server.requests] == [*ASKED_FOR, ASKED_FOR[0]]
    said = json.dumps(server.requests, ensure_ascii=False)
    assert "warfarin" in said
    assert "60 years" in said
    for secret in (name, *name.split(), number, "13912345678"):
        assert secret not in said


@pytest.mark.parametrize("language", list(Language))
def test_the_prompts_have_their_blanks(language: Language) -> None:
    told = visit(language, past_history="hypertension", medicines="warfarin")
    draft = draft_of(told, DEMONSTRATION, language)
    for prompt in (CARE_PLAN_RESEARCHER.prompt(draft), CARE_PLAN_DECIDER.prompt(Put(draft=draft, remarks=()))):
        last = prompt.messages[-1].content
        assert "medicines: warfarin" in last
        assert draft.guidelines[0] in last
        assert draft.items[0].text in last
        assert draft.left[0].text in last
        assert "$" not in last
