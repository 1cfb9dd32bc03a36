"""Danger in a patient's own words: pages of signs, alarms, figures of speech, and tiles that fit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import NO, put
from frontdesk.app.reception.record.understood import answered, reading_of
from frontdesk.app.reception.session.events import NurseSaid, Option, Question, ScreeningItem
from frontdesk.models.facts import Language, Person, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.red_flags import DANGER_PAGES, LEVELS
from tests.app.reception.talk import Talk

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("danger_in_words.yaml").read_text())


def shows(reception: Reception, talk: Talk, key: str, codes: list[str], *, because: str = "words") -> None:
    """Puts a page of these danger signs on the screen."""
    signs = knowledge().signs
    tiles = tuple(
        Option(key=f"sign:{code}", label={Language.ZH: signs[code].zh, Language.EN: signs[code].en}) for code in codes
    )
    text = {Language.ZH: "现在有没有下面这些情况？", Language.EN: "Is any of this so now?"}
    if key == "danger_one":
        text, tiles = dict(signs[codes[0]].ask), (*tiles, NO)
    question = Question(key=key, text=text, options=tiles, several=key == "danger")
    items = tuple(ScreeningItem(sign=code, because=because, met=False) for code in codes)
    line = NurseSaid(
        turn_id=None, text=text[talk.state.language], language=talk.state.language, question=question, screening=items
    )
    services = reception.services
    talk.state = services.log.append(talk.session_id, (line,), after=talk.state.sequence, at=services.now())


def test_who_denies_what_a_page_is_asked_beside_has_answered_it(reception: Reception) -> None:
    talk = Talk(reception, Language.ZH).as_guest()
    talk.says("有点咳嗽")
    signs = ["fit_goes_on", "neck_too_stiff", "knock_lately"]
    shows(reception, talk, "danger", signs, because="seizure")
    talk.says("没抽搐啊，我就是咳嗽，怎么问到抽搐去了")
    assert talk.fact("fit_goes_on").status is Status.ABSENT
    assert talk.page not in DANGER_PAGES and "neck_too_stiff" not in talk.codes(*Status)


def test_a_tile_is_not_ticked_by_a_yes_to_another(reception: Reception) -> None:
    question = put("offered", Known(record=(), person=Person()), (("walking_leg_pain", None), ("hives", None)))
    said = "就是走一段路腿就不行，那个风团什么的没有的"
    heard = answered(question, reading_of(question, said, Language.ZH), said, Language.ZH)
    assert heard is not None
    assert [fact.code for fact in heard.facts if fact.status is Status.PRESENT] == ["walking_leg_pain"]


def gravest(talk: Talk) -> str:
    return min((str(alert.raised.level) for alert in talk.state.alerts), key=LEVELS.index, default="-")


def faults(reception: Reception, case: dict[str, Any]) -> Iterator[str]:
    talk = Talk(reception, Language(case["language"])).as_guest()
    page = case.get("page") or ([case["page_one"]] if "page_one" in case else [])
    offered: set[str] = set()
    *before, last = case["says"]
    for words in before:
        talk.says(words)
        offered |= talk.tiles
    if page:
        shows(reception, talk, "danger_one" if "page_one" in case else "danger", page)
    talk.says(last)
    offered |= talk.tiles
    level, answered, replied = gravest(talk), talk.page, talk.reply
    if not page:
        for _ in range(3):
            if talk.page is None or talk.page in ("open", "doctor_reads", "identify", "offer") or level == "A":
                break
            talk.answers_page()
            offered |= talk.tiles
    present = {f.code for f in talk.state.record if f.status is Status.PRESENT and f.topic is not Topic.SAID}
    absent, shown = talk.codes(Status.ABSENT), {key.rpartition(":")[2] for key in offered if key.startswith("sign:")}
    tiles = {key.rpartition(":")[2] for key in offered}
    if case.get("denied") == "all" and (not set(page) <= absent or answered in DANGER_PAGES):
        yield f"denied {sorted(absent)}, then {answered}"
    if missing := set(case.get("absent", ())) - absent:
        yield f"not denied: {sorted(missing)}"
    if wrong := set(case.get("not_absent", ())) & absent:
        yield f"denied: {sorted(wrong)}"
    if case.get("answered") is False and answered not in DANGER_PAGES:
        yield f"taken as answered, then {answered}"
    if wrong := set(case.get("never", ())) & present:
        yield f"recorded: {sorted(wrong)}"
    if wrong := set(case.get("not_asked", ())) & shown:
        yield f"asked: {sorted(wrong)}"
    if wrong := set(case.get("not_offered", ())) & tiles:
        yield f"offered: {sorted(wrong)}"
    if "level" in case and level != case["level"]:
        yield f"alarm {level}"
    asked = not shown.isdisjoint(case.get("or_asked", ()))
    if "at_least" in case and not asked and (level == "-" or LEVELS.index(level) > LEVELS.index(case["at_least"])):
        yield f"alarm {level}"
    if "page_now" in case and answered not in case["page_now"] and level not in case.get("or_level", ""):
        yield f"on {answered}"
    if case.get("disputed") and not (talk.state.alerts and all(alert.disputed for alert in talk.state.alerts)):
        yield f"not disputed: {level}"
    if (words := case.get("recorded")) and not any(words in fact.quote for fact in talk.state.record):
        yield "words are lost"
    if (words := case.get("reply_without")) and (words in replied or level == "-"):
        yield f"{level}: {replied}"


@pytest.mark.parametrize("case", CASES, ids=[f"{one['language']} {one['name']}" for one in CASES])
def test_danger_in_words(reception: Reception, case: dict[str, Any]) -> None:
    assert list(faults(reception, case)) == []
