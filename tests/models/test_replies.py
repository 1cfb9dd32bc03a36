"""Whether a reply in the patient's own words is of what was asked; none of these lines is among those learnt from."""

import pytest
import yaml

from models.embedded.replies import answers
from models.embedded.replies.learning import FOLDER
from models.embedded.understanding import understand
from models.facts import Language, Topic

OF_IT = {
    "medicines": "复方丹参滴丸|一种蓝色的药片|瑞巴派特|治前列腺的药|中成药|little yellow pills|cod liver oil|inhalers",
    "allergies": "螃蟹|某种膏药|芒果和菠萝|灰尘|a kind of plaster|bee stings|mango|hay|nickel earrings",
    "past_history": "小时候得过哮喘|心梗过一次|做过痔疮手术|肝不好|had my spleen out|bit of arthritis|bowel operation",
    "worse_with": "一动就疼|吃油腻的以后|走多了路|天一冷|stairs|eating greasy food|at night|being on my feet",
    "frequency": "一天两三次|每隔几天|一个月一两回|twice a week|most evenings|not often|every couple of hours",
    "character": "像针刺|一阵绞痛|闷疼|发木|like a knife|gripping|sore",
    "site": "肚子右边|膝盖|脚底板|under my arm|left knee|my lower back|everywhere|嘴角",
}
OF_NOTHING = (
    "医生怎么称呼|挂号要交多少|我得等到几点|下午得回去上班|是我爱人送我来的|一米六五，一百一十斤|早饭还没吃|前阵子去外地了"
    "|在家歇了两天|单位体检都正常|起初没在意|你们问题真不少|让我说完好不好|右边重一些|指甲盖那么大|拿水冲过了"
    "|who are you|where do I pay|when will I be seen|my wife drove me|five foot two, nine stone|I skipped breakfast"
    "|I was abroad in May|stayed in bed yesterday|work medical was fine|didn't bother at first|so many questions"
    "|can I finish please|right side's worse|as big as a grape|rinsed it under the tap"
)
HISTORY = {"medicines": Topic.MEDICINE, "allergies": Topic.ALLERGY, "past_history": Topic.CONDITION}


def test_what_was_asked_is_taken() -> None:
    for asked, lines in OF_IT.items():
        missed = [line for line in lines.split("|") if not answers(asked, line)]
        assert len(missed) <= 1, (asked, missed)


@pytest.mark.parametrize("asked", [*HISTORY, "frequency", "character", "site"])
def test_what_was_not_asked_is_not(asked: str) -> None:
    taken = [line for line in OF_NOTHING.split("|") if answers(asked, line)]
    assert len(taken) <= 3, taken


@pytest.mark.parametrize(("asked", "topic"), HISTORY.items())
def test_no_history_is_made_of_what_is_said_beside_the_question(asked: str, topic: Topic) -> None:
    made = [
        line
        for line in OF_NOTHING.split("|")
        if any(f.topic is topic for f in understand(line, language=_language(line), asked=asked).facts)
    ]
    assert len(made) <= 1, made


def test_every_kind_is_written_for_in_both_languages() -> None:
    written = [yaml.safe_load((FOLDER / f"lessons.{language}.yaml").read_text("utf-8")) for language in Language]
    assert written[0].keys() == written[1].keys()
    learnt = {line for kinds in written for lines in kinds.values() for line in lines.splitlines()}
    told = {line for lines in (*OF_IT.values(), OF_NOTHING) for line in lines.split("|")}
    assert not learnt & told


def _language(line: str) -> Language:
    return Language.EN if line.isascii() else Language.ZH
