"""What is said of what is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.models.facts import Language
from frontdesk.models.speaking import phrases
from frontdesk.models.speech.synthesis.spoken_text import spoken

ENGLISH = {
    "Take 0.5 mg twice, 1 mg at night.": "Take zero point five milligrams twice, one milligram at night.",
    "It was 37.8 °C.": "It was thirty-seven point eight degrees.",
    "Your pressure is 150/90 mmHg": "Your pressure is one hundred and fifty over ninety millimetres of mercury",
    "On 2 March 2027 at 14:10": "On the second of March twenty twenty-seven at two ten p m",
    "2026-12-01, 09:05": "the first of December twenty twenty-six, nine oh five a m",
    "today 08:00-12:00": "today eight a m to twelve noon",
    "floor 2, room A203, number C02": "floor two, room eh two zero three, number C zero two",
    "room 203, desk 3": "room two zero three, desk three",
    "5-7 days, 20%": "five to seven days, twenty per cent",
    "Call 120, or 010-6555 0199": "Call one two zero, or zero one zero, six five five five, zero one nine nine",
    "patient P1003": "patient P one zero zero three",
    "HbA1c 7.2 %, vitamin B12": "HbA one c seven point two per cent, vitamin B twelve",
    "1,203 steps": "one thousand, two hundred and three steps",
    "the 1st, 1/2 tablet, −3": "the first, a half tablet, minus three",
    "Dr Lin says “rest”": "Doctor Lin says rest",
}
CHINESE = {
    "每次5毫克或0.5 mg": "每次五毫克或零点五毫克",
    "体温37.8℃": "体温三十七点八度",
    "血压150/90": "血压高压一百五十，低压九十",
    "2027年3月2日14:10": "二零二七年三月二日下午两点十分",
    "2026-12-01 09:05": "二零二六年十二月一日 上午九点零五分",
    "今天08:00-12:00": "今天上午八点到中午十二点",
    "2楼，A203室，C02号": "二楼，A 二零三室，C 零二号",
    "二楼203诊室，102室": "二楼二零三诊室，幺零二室",
    "3-5天，20%": "三到五天，百分之二十",
    "拨打120，电话010-65550199": "拨打幺二零，电话零幺零，六五五五零幺九九",
    "就诊号P1003": "就诊号P 幺零零三",
    "2次，2个月，第2个，22次，2楼": "两次，两个月，第二个，二十二次，二楼",
    "0 到 10 打个分": "零到十打个分",
    "１/２片，维生素B12": "二分之一片，维生素B 十二",
}


@pytest.mark.parametrize(("written", "said"), ENGLISH.items())
def test_english_numbers_become_words(written: str, said: str) -> None:
    assert spoken(written, Language.EN) == said


@pytest.mark.parametrize(("written", "said"), CHINESE.items())
def test_chinese_numbers_become_words(written: str, said: str) -> None:
    assert spoken(written, Language.ZH) == said


WRITTEN = st.text(alphabet=st.sampled_from("0123456789.,-/:%°C年月日 个楼AbPmg室电话～到call"), max_size=40)


@given(written=WRITTEN, language=st.sampled_from(Language))
def test_whatever_is_written_no_digit_is_left_to_the_voice(written: str, language: Language) -> None:
    assert not any(one.isdigit() for one in spoken(written, language))


@pytest.mark.parametrize("language", Language)
def test_words_without_numbers_stay_as_they_are(language: Language) -> None:
    plain = [said for wordings in phrases(language).values() for said in wordings if said.isalpha()]
    assert plain
    assert [spoken(said, language) for said in plain] == plain
