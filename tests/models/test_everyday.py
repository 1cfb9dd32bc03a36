"""Complaints told in everyday words that no list holds."""

import pytest
import yaml

from models.embedded.everyday import with_everyday
from models.embedded.everyday.reading import NOTHING, like, shipped
from models.embedded.understanding import understand
from models.facts import Language, Status, Understanding
from models.knowledge.load import TOLD, knowledge

TELL = {
    "the heel is like stepping on tacks when I first get up": {"foot_pain"},
    "gran asks me the same thing over and over": {"memory_loss"},
    "when I trampoline with the kids I wet myself": {"urine_leak"},
    "my hubby says I snort and stop breathing in bed": {"snoring"},
    "the world spins when I roll over in bed": {"spinning"},
    "half my hand goes to sleep at night, I shake it out": {"numbness"},
    "早上起来第一脚踩地，脚后跟跟踩钉子一样": {"foot_pain"},
    "我老公睡觉打雷似的，有时候还憋半天不出气": {"snoring"},
    "手指头早上起来攥不拢拳头，得活动半天": {"morning_stiffness"},
    "头发一抓一大把，洗澡下水道都堵了": {"hair_loss"},
    "脚丫子烂了，臭得我媳妇不让我上床": {"athletes_foot"},
    "眼睛里有小虫子飞来飞去，抓也抓不着": {"floaters"},
}
TELL_NOTHING = (
    "which floor is Dr Chen on",
    "can my daughter come in with me",
    "I need someone who speaks Polish",
    "do you take travel insurance",
    "my wife is parking the car",
    "sorry, I was looking for my glasses",
    "I came by bus and it was late",
    "is it always this busy on a Monday",
    "I'd like the same doctor I had last time",
    "they told me to wait over there",
    "白大夫在几楼",
    "我闺女能不能跟我一块儿进去",
    "刚才停车停了半天",
    "我老伴儿去停车了",
    "不好意思，我找一下眼镜",
    "你们这儿礼拜一都这么多人吗",
    "还是想找上回那个大夫",
    "让我在那边等着",
    "我们从县里坐头班车来的",
    "这个卡怎么刷不上",
)

ALARMING = (
    "I've been thinking about ending it",
    "blood came up when I was sick",
    "my speech is slurred",
    "活着没盼头",
    "拉了一马桶血",
)


def _read(text: str) -> Understanding:
    return with_everyday(understand(text, asked="open"), text)


@pytest.mark.parametrize(("text", "codes"), TELL.items())
def test_what_is_told_in_everyday_words_is_heard(text: str, codes: set[str]) -> None:
    heard = _read(text)
    assert codes & {fact.code for fact in heard.facts if fact.status is Status.PRESENT}


@pytest.mark.parametrize("text", TELL_NOTHING)
def test_what_is_no_complaint_is_taken_for_none(text: str) -> None:
    assert not _read(text).facts


@pytest.mark.parametrize("text", ["I have a cough and no fever", "咳嗽三天了，没有发烧"])
def test_what_a_list_holds_stays_as_it_was_heard(text: str) -> None:
    heard = understand(text, asked="open")
    assert with_everyday(heard, text) == heard


def test_what_was_denied_or_told_of_before_is_not_added() -> None:
    for text in ("胰腺癌开不了刀，放了支架，还能化疗不", "头发掉得厉害，没化疗过"):
        codes = [fact.code for fact in _read(text).facts]
        assert len(codes) == len(set(codes)), text


@pytest.mark.parametrize("since", ["since I had that cold", "after the flu", "ever since a bad bout of food poisoning"])
def test_what_it_has_been_there_since_is_not_the_complaint(since: str) -> None:
    assert _read(f"my hair falls out in handfuls {since}").facts[0].code == "hair_loss"


@pytest.mark.parametrize("text", ["一咳嗽裤子就湿了", "晚上腿没地方搁，怎么放都难受", "肚子胀，放屁特别臭"])
def test_what_chinese_lists_hold_is_never_taken_away(text: str) -> None:
    heard = understand(text, asked="open")
    assert heard.facts and set(heard.facts) <= set(_read(text).facts)


def test_what_raises_an_alarm_by_itself_is_left_to_the_red_flags() -> None:
    alarming = shipped(Language.ZH).alarming | shipped(Language.EN).alarming
    for text in ALARMING:
        found = like(text)
        assert found is None or found.code not in alarming


@pytest.mark.parametrize("language", Language)
def test_the_weights_are_of_the_findings_and_of_nothing_else(language: Language) -> None:
    classes = shipped(language).classes
    assert classes[0] == NOTHING and set(classes[1:]) <= set(knowledge().findings)


def test_every_telling_belongs_to_one_finding() -> None:
    told: dict[str, str] = {}
    for path in sorted(TOLD.glob("*.yaml")):
        if path.name.startswith("nothing"):
            continue
        for code, lines in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            assert code in knowledge().findings, (path.name, code)
            for line in lines.strip().splitlines():
                assert told.setdefault(line.strip(), code) == code, line


@pytest.mark.parametrize("text", ["我怀孕五个月，胎动挺好的", "怀孕二十周，胎动也有，没有流血", "怀孕六个月，胎动很好"])
def test_what_is_well_is_not_taken_for_its_opposite(text: str) -> None:
    assert not {"baby_moves_less", "threatened_miscarriage"} & {fact.code for fact in _read(text).facts}


def test_what_is_not_well_beside_it_is_heard_still() -> None:
    assert "snoring" in {fact.code for fact in _read("喘气没问题，我老公说我睡觉打雷似的，有时候还憋半天").facts}
