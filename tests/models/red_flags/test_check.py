"""Red flags over a whole conversation: turns, the record, the person, levels and what is said."""

import pytest

from models.embedded.red_flags import RedFlag, check, without_kin, without_occasions, without_reaction
from models.embedded.red_flags.flag import LEVELS
from models.embedded.red_flags.rules import RULES, table
from models.embedded.red_flags.signs import quote, said
from models.facts import Details, Duration, Fact, Language, Person, Record, Relation, Status, Topic

EN, ZH = Language.EN, Language.ZH


def rules_after(*turns: str, record: Record = (), person: Person | None = None) -> set[int]:
    *earlier, text = turns
    flags = check(text, language=EN, earlier=tuple(earlier), record=record, person=person or Person())
    return {flag.rule for flag in flags}


def fact(code: str, topic: Topic = Topic.FINDING, status: Status = Status.PRESENT, turn: int = 1) -> Fact:
    return Fact(topic=topic, code=code, status=status, quote=code, turn=turn)


@pytest.mark.parametrize(
    ("rule", "turns"),
    [
        (1, ("my chest feels tight", "now my left arm is numb too")),
        (2, ("I have chest pain", "since this morning", "yes, I'm sweating a lot")),
        (2, ("胸口疼", "今天早上开始的", "有，一直冒冷汗")),
        (8, ("my left calf is swollen", "I am short of breath since today")),
        (14, ("孩子发烧", "脖子很硬，低不下头")),
        (17, ("he hit his head on the stairs", "he has been sick twice")),
        (18, ("腰疼", "下身有点麻")),
        (23, ("I am on chemo", "I have a fever")),
        (33, ("我有糖尿病", "手抖，出冷汗")),
        (43, ("I'm 20 weeks pregnant", "there is some bleeding")),
        (48, ("刚生完孩子十天", "发烧")),
        (50, ("宝宝两个月大", "烧到38度6")),
        (67, ("咳嗽三周了", "晚上盗汗")),
    ],
)
def test_signs_add_up_over_turns(rule: int, turns: tuple[str, ...]) -> None:
    assert rule in rules_after(*turns)
    assert all(rule not in rules_after(turn) for turn in turns)


@pytest.mark.parametrize("said", ["我总觉得要死", "我老觉得要去死，太累了"])
def test_a_feeling_that_one_has_to_die_is_heard(said: str) -> None:
    assert 60 in {flag.rule for flag in check(said, language=ZH)}


@pytest.mark.parametrize("said", ["臭得要死", "困得要死", "身上痒得要死"])
def test_to_death_is_only_a_degree_after_what_stinks_or_itches(said: str) -> None:
    assert 60 not in {flag.rule for flag in check(said, language=ZH)}


@pytest.mark.parametrize("said", ["咳了几大口，鲜红的", "咳嗽，吐了好几口，都是红的", "咳了一大口血"])
def test_mouthfuls_coughed_up_red_are_blood(said: str) -> None:
    assert 7 in {flag.rule for flag in check(said, language=ZH)}


def test_phlegm_coughed_up_by_the_mouthful_is_no_blood() -> None:
    assert 7 not in {flag.rule for flag in check("早起咳一口，又黄又黏", language=ZH)}


@pytest.mark.parametrize(
    "said",
    ["he fell off his bike and grazed his knee", "came off my scooter, my wrist's swollen", "我骑车摔了，膝盖破了"],
)
def test_a_tumble_off_a_bicycle_onto_a_limb_is_no_crash(said: str) -> None:
    assert not rules_after(said)


@pytest.mark.parametrize(
    "said",
    [
        "fell off my bike and hit my head, knee's cut",
        "I came off my motorbike and grazed my knee",
        "a van clipped me off my bike, my foot hurts",
        "骑车摔了，膝盖破皮，头有点晕",
        "骑车摔了，手擦破了，肚子被车把顶了一下",
    ],
)
def test_a_hard_fall_is_a_crash_though_a_limb_hurts(said: str) -> None:
    assert 35 in rules_after(said)


@pytest.mark.parametrize("said", ["孩子两岁多，说话不清楚", "She's three and her speech isn't clear"])
def test_who_is_still_learning_to_talk_has_no_stroke(said: str) -> None:
    assert not rules_after(said)


@pytest.mark.parametrize(
    "said", ["孩子三岁，突然说话不清楚", "儿子三岁，嘴歪了", "My dad is 74, his speech is slurred"]
)
def test_a_sudden_change_of_speech_is_a_stroke_at_any_age(said: str) -> None:
    assert 11 in rules_after(said)


ORDINARY_DAYS = "I work in an office, I walk to it every day and I sleep and eat as I always did. " * 8


def test_what_stands_far_apart_in_a_letter_makes_no_emergency() -> None:
    sore, sudden = (
        "Last week my testicle was sore for a day. ",
        "We came home within five hours and I felt a sudden chill.",
    )
    assert 30 in rules_after(sore + sudden.replace("felt a sudden chill", "felt a sudden agony there"))
    assert 30 not in rules_after(sore + ORDINARY_DAYS + sudden)


def test_an_emergency_of_a_letter_is_quoted_from_where_it_is_told() -> None:
    letter = "On Monday my temperature was 39.2. " + ORDINARY_DAYS + "Now I have a fever and a stiff neck."
    (flag,) = check(letter, language=Language.EN)
    assert (flag.rule, "39.2" in flag.quote, "stiff neck" in flag.quote) == (14, False, True)


def test_who_somebody_is_counts_all_through_a_letter() -> None:
    letter = "I'm 30 weeks pregnant. " + ORDINARY_DAYS + "Since this morning I am bleeding."
    assert 43 in rules_after(letter)
    assert 43 in rules_after(letter, "yes")


def test_a_sign_denied_later_no_longer_counts() -> None:
    assert 2 in rules_after("I have chest pain and I'm sweating")
    assert 2 not in rules_after("I have chest pain and I'm sweating", "no sweating, I meant last week's cold")
    assert 14 not in rules_after("孩子发烧，脖子硬", "没有发烧，量过了")


def test_what_is_said_in_gasps_is_heard_in_one_piece() -> None:
    assert 5 in rules_after("cant... get... my... breath... had to... stop... three times")
    assert 5 not in rules_after("no... I can breathe... fine... it's only... my knee")


@pytest.mark.parametrize(
    ("rule", "danger", "harmless"),
    [
        (64, "We divorced in 2019. He still turns up and hits me.", "He hit me, I got out in 2011 and I'm safe now."),
        (64, "前夫家暴，早离了，可他昨晚又找上门来打我", "前夫家暴，二〇一五年就离了，现在挺好"),
        (60, "People think I'm joking when I say I want to die.", "lol this queue makes me want to kill myself"),
        (60, "大家都当我开玩笑，其实我真的不想活了", "甲方再改稿我就从楼上跳下去，哈哈"),
        (11, "I had a stroke in 2018. Today my right arm won't lift.", "I had a stroke in 2018. My toe hurts today."),
        (
            48,
            "I had my baby a week ago and the bleeding is heavy.",
            "My veins came up since I had my third, it's just heavy.",
        ),
        (
            9,
            "My heart's racing and I feel faint now.",
            "My heart races at times. I felt faint last week but that passed.",
        ),
        (11, "我前年脑梗过，今早左手突然抬不起来", "我前年脑梗过，右手还有点笨，来看灰指甲"),
    ],
)
def test_what_is_over_or_said_in_jest_is_none_and_what_is_meant_now_is(rule: int, danger: str, harmless: str) -> None:
    assert rule in {flag.rule for flag in check(danger, language=EN)}
    assert rule not in {flag.rule for flag in check(harmless, language=EN)}


def test_the_record_counts_as_said() -> None:
    assert 2 in rules_after("yes", record=(fact("chest_pain"), fact("sweating")))
    assert 23 in rules_after("发烧", record=(fact("lymphoma", Topic.CONDITION),))
    assert 33 in rules_after("I feel shaky", record=(fact("diabetes", Topic.CONDITION),))


def test_what_the_record_denies_later_does_not_count() -> None:
    denied = fact("sweating", status=Status.ABSENT, turn=2)
    assert 2 not in rules_after("I have chest pain and sweating", "not any more", record=(fact("chest_pain"), denied))
    assert 2 not in rules_after("hello", record=(fact("chest_pain"), fact("sweating", status=Status.UNKNOWN)))


def test_a_temperature_in_the_record_counts() -> None:
    fever = fact("fever").model_copy(update={"details": Details(value="38.5 °C")})
    baby = Person(relation=Relation.CHILD, age_months=2)
    assert 50 in rules_after("he feeds badly", record=(fever,), person=baby)


def test_the_person_decides_where_age_does() -> None:
    words = "he has a fever of 38.5"
    assert 50 in rules_after(words, person=Person(relation=Relation.CHILD, age_months=2))
    assert 50 not in rules_after(words, person=Person(relation=Relation.CHILD, age_months=5))
    assert 28 in rules_after("sudden belly pain and I feel faint", person=Person(age_months=70 * 12))
    assert 28 not in rules_after("sudden belly pain and I feel faint", person=Person(age_months=40 * 12))
    assert 49 in rules_after("my chest hurts", person=Person(pregnant=True))
    assert 49 not in rules_after("my chest hurts", person=Person(pregnant=False))


@pytest.mark.parametrize(
    ("words", "fires"),
    [
        ("my two-month-old is 38.0", True),
        ("my two-month-old has 100.4 F", True),
        ("my two-month-old has a temperature of thirty-nine", True),
        ("my two-month-old has a temperature of 37.4", False),
        ("两个月的宝宝，三十八度五", True),
        ("两个月的宝宝，体温三十七度", False),
        ("两个月的宝宝，38℃", True),
        ("两个月的宝宝，37度8，算发烧吗", False),
    ],
)
def test_a_fever_starts_at_38_degrees(words: str, fires: bool) -> None:
    assert (50 in rules_after(words)) is fires


def test_drowsiness_raises_thirst_to_an_alarm() -> None:
    thirst = "I'm always thirsty, peeing all the time and losing weight"
    assert level_of(32, thirst) == "B"
    assert level_of(32, thirst, "and now I am so drowsy") == "A"


def level_of(rule: int, *turns: str) -> str:
    *earlier, text = turns
    return next(f.level for f in check(text, language=EN, earlier=tuple(earlier)) if f.rule == rule)


def test_the_worst_comes_first() -> None:
    flags = check("a dog bit my arm, I fainted, and my chest is crushing", language=EN)
    levels = [LEVELS.index(flag.level) for flag in flags]
    assert len(set(levels)) == 3
    assert levels == sorted(levels)


def test_the_quote_is_the_patients_own_words() -> None:
    said = "Hello there. My chest is crushing, and I am frightened."
    flag = check(said, language=EN)[0]
    assert flag.quote == "My chest is crushing"


def test_a_quote_ends_at_a_whole_word_and_80_characters() -> None:
    text = "it began quietly " * 10 + "and then my chest hurt badly " + "for a very long while " * 10
    words = quote(text, text.index("chest"), text.index("chest") + 10)
    assert "chest hurt" in words
    assert len(words) <= 80
    assert set(words.split()) <= set(text.split())


@pytest.mark.parametrize("rule", [60, 61])
def test_danger_to_oneself_or_others_is_an_alarm_kept_private(rule: int) -> None:
    assert (table()[rule].level, table()[rule].private) == ("A", True)


@pytest.mark.parametrize("rule", [62, 63, 64])
def test_safeguarding_is_private(rule: int) -> None:
    assert (table()[rule].level, table()[rule].private) == ("P", True)


def test_every_row_of_the_table_has_its_rule() -> None:
    assert set(RULES) == set(table()) == set(range(1, 79))


EXAMPLES = (
    "my chest is crushing",
    "I fainted",
    "a dog bit my arm",
    "my husband hits me",
    "fever after a trip to Congo",
    "I want to kill myself",
    "my hand won't stop bleeding",
    "bleach in my eye",
    "I suddenly can't see out of one eye",
    "he swallowed a battery",
    "I can't breathe",
)


@pytest.mark.parametrize("flag", [check(text, language=EN)[0] for text in EXAMPLES], ids=lambda flag: str(flag.rule))
def test_the_screen_says_one_or_two_short_plain_sentences(flag: RedFlag) -> None:
    chinese = [s for s in flag.screen[ZH].split("。") if s]
    english = [s for s in flag.screen[EN].split(".") if s.strip()]
    assert 1 <= len(chinese) <= 2
    assert 1 <= len(english) <= 2
    assert all(len(sentence) <= 25 for sentence in chinese)
    assert all(len(sentence.split()) <= 15 for sentence in english)


@pytest.mark.parametrize("words", ["", "   ", "?!", "。", "asdf", "😀😀", "1234", "a" * 3000, "疼" * 3000])
def test_nonsense_raises_nothing(words: str) -> None:
    assert not rules_after(words)


def test_both_languages_in_one_utterance_are_heard() -> None:
    assert 2 in rules_after("我 chest pain 很厉害，一直冒冷汗")


def test_what_is_private_comes_before_other_alarms() -> None:
    flags = check("I want to die, and my chest is crushing", language=EN)
    assert [flag.rule for flag in flags] == [60, 1]


@pytest.mark.parametrize(
    "text",
    [
        "A 74-year-old man with a history of gout has crushing chest pain going down his left arm.",
        "A 50-year-old woman with a long history of asthma is brought in, blue round the lips.",
    ],
)
def test_a_history_of_something_ends_at_the_verb(text: str) -> None:
    assert rules_after(text)


def test_what_staff_asked_about_is_not_what_somebody_has() -> None:
    assert not rules_after(
        "The nurse asked if I had passed out or coughed up blood. I have not, I am here for my ears."
    )
    assert 10 in rules_after("The nurse asked if I had passed out, and I did, this morning on the stairs.")


def test_the_age_of_a_child_is_not_that_of_her_mother_who_was_pregnant() -> None:
    assert 63 not in rules_after("I had high sugar in my pregnancy. My daughter is three now.")


def test_a_child_called_in_dialect_raises_what_any_child_raises() -> None:
    flags = [tuple(flag.rule for flag in check(f"{child}发烧了，三十九度", language=ZH)) for child in ("崽崽", "宝宝")]
    assert flags[0] == flags[1]


def test_words_that_name_nothing_are_like_no_emergency() -> None:
    assert not check("老公说我口臭，我自己也觉得", language=ZH)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("heart keeps racing and I feel like I'm going to die", 9),
        ("I'm going to die tonight, I have the pills", 60),
        ("I don't want to live", 60),
    ],
)
def test_who_fears_to_die_does_not_want_to(text: str, rule: int) -> None:
    assert [flag.rule for flag in check(text, language=Language.EN)] == [rule]


def test_what_is_not_heard_out_of_an_ear_is_no_confusion() -> None:
    assert not check("can't hear properly out of it", language=Language.EN)
    assert 16 in {flag.rule for flag in check("she seems out of it, doesn't know where she is", language=Language.EN)}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("昏倒倒是没有，就是心口跳", ZH),
        ("出冷汗？没有呀，就是胸口闷", ZH),
        ("车祸？没有的事，就是腰闪了", ZH),
        ("喘气好着呢，就是嘴唇有点肿", ZH),
        ("吐都没吐，头也不怎么疼", ZH),
        ("Fainted? No, never, I just feel my heart jump", EN),
        ("Slurred? No no, I always talk like this", EN),
        ("overdose no, I only asked what the tablet is for", EN),
    ],
)
def test_what_is_asked_again_and_denied_raises_nothing(text: str, language: Language) -> None:
    assert not check(text, language=language)


@pytest.mark.parametrize(
    "said",
    ["She has never had a seizure, I'm here for her ears", "I haven't had a fit, my cousin is the epileptic one"],
)
def test_what_was_never_had_is_denied_with_its_verb(said: str) -> None:
    assert not rules_after(said)


@pytest.mark.parametrize(
    ("text", "signs"),
    [("头晕都没有", {"faint_now"}), ("吐都没吐，晕也没晕", {"vomiting", "all_dizzy"}), ("汗倒是没有", {"cold_sweat"})],
)
def test_a_denial_at_the_beginning_of_a_line_is_heard(text: str, signs: set[str]) -> None:
    assert not signs & set(said(text).asserted)


def test_what_a_reply_denies_raises_nothing_by_its_own_words() -> None:
    record = (
        fact("diabetes", Topic.CONDITION),
        Fact(topic=Topic.FINDING, code="confusion", status=Status.ABSENT, quote="迷糊什么呀，清楚得很", turn=2),
    )
    flags = check("迷糊什么呀，清楚得很", language=ZH, record=record, earlier=("我有糖尿病",))
    assert not flags


def test_a_denial_long_ago_does_not_outweigh_what_is_said_now() -> None:
    record = (fact("fainting", status=Status.ABSENT, turn=9),)
    text, earlier = "I've just fainted in the corridor", ("no", "yes", "two weeks")
    assert 10 in {f.rule for f in check(text, language=EN, record=record, earlier=earlier, turn=12)}


def test_units_in_a_chinese_line_do_not_take_its_denials_away() -> None:
    assert not check("女，63岁，2型糖尿病，空腹血糖6.8mmol/L，无口干多尿，无消瘦", language=ZH)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm scared my sister might do something silly", EN),
        ("He keeps telling us the family would be better off without him", EN),
        ("my mum says it would be easier for all of us if she wasn't here", EN),
        ("就怕我弟弟一个人在家做傻事", ZH),
        ("我妈老说家里少了她大家都轻松", ZH),
        ("担心儿子想不开，门都不出", ZH),
        ("他说他要是不在了我们都省心", ZH),
    ],
)
def test_who_fears_for_somebody_is_heard(text: str, language: Language) -> None:
    assert 60 in {flag.rule for flag in check(text, language=language, answer=True)}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm much better off without him", EN),
        ("don't worry, I'm not going to do anything silly", EN),
        ("I did something silly to my wrist", EN),
        ("你放心，我不会做傻事", ZH),
        ("她没有想不开，就是睡不好", ZH),
        ("没有他我过得更好", ZH),
    ],
)
def test_what_only_sounds_like_fear_for_somebody_raises_nothing(text: str, language: Language) -> None:
    assert not check(text, language=language)


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("我爸血压高，昨晚吐了两回", ZH, False),
        ("早上吐了一次，来查血糖", ZH, False),
        ("吐了一回，昨天刚抽血化验", ZH, False),
        ("I was sick twice, they took some blood on Friday", EN, False),
        ("vomited once and my blood sugar was nine", EN, False),
        ("我爸血压高，昨晚吐血了", ZH, True),
        ("吐的东西里带血，我有高血压", ZH, True),
        ("my blood pressure is fine but I vomited blood", EN, True),
    ],
)
def test_blood_pressure_beside_vomiting_is_no_vomited_blood(text: str, language: Language, raised: bool) -> None:
    assert (27 in {flag.rule for flag in check(text, language=language)}) is raised


@pytest.mark.parametrize(
    "text",
    [
        "My 8 year old nephew shut his thumb in the car door an hour ago",
        "My 5 year old daughter slammed her fingers in a drawer",
        "我七岁的外孙手指头一个小时前被车门夹了",
    ],
)
def test_a_finger_shut_in_a_door_is_no_poisoning(text: str) -> None:
    assert not check(text, language=ZH if text[0] == "我" else EN)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("My sister necked three boxes of co-codamol", 58),
        ("I've swallowed four strips of antihistamines and I feel all right", 58),
        ("nibbled some cashews and my throat is getting blocked, wheezing", 20),
        ("刚尝了口蟹黄，嗓子眼里堵得慌", 20),
        ("I've taken my sister's epilepsy tablets by mistake", 58),
        ("老伴儿的心脏药让我看错了给吃了", 58),
        ("my right hand just won't hold the kettle today", 11),
        ("the slicer's cut the end off my thumb", 37),
        ("he chopped his fingertip clean off", 37),
        ("胰岛素刚才打了双份", 58),
    ],
)
def test_packets_of_tablets_and_a_throat_that_blocks_after_food_are_emergencies(text: str, rule: int) -> None:
    assert rule in {flag.rule for flag in check(text, language=EN if text.isascii() else ZH)}


def test_packets_taken_over_weeks_and_a_bone_in_the_throat_are_none_of_them() -> None:
    assert 58 not in rules_after("I've eaten four strips of antihistamines this month")
    assert not check("吃鱼嗓子有点堵", language=ZH)
    assert not check("胰岛素我一天打两遍", language=ZH)
    assert 37 not in rules_after("I took my hand off the wheel")
    assert not check("I take my wife's tablets to the chemist for her", language=EN)


def test_a_finger_shut_in_a_cupboard_hides_no_poisoning() -> None:
    assert 58 in rules_after("she shut her finger in the cupboard and then drank the bleach")


@pytest.mark.parametrize(
    ("rule_holds", "turns"),
    [
        (False, ("my hay fever is bad, both eyes are swollen, I have asthma", "breathing's fine", "I wheeze a bit")),
        (False, ("花粉过敏，眼皮肿了，我有哮喘", "呼吸都正常", "有点喘")),
        (True, ("my hay fever is bad, my lips are swollen, I have asthma", "breathing's fine", "I wheeze a bit")),
        (True, ("my hay fever is bad, both eyes are swollen, I have asthma", "wheezing, it's hard to breathe")),
        (True, ("my eyes are swollen after a prawn", "I wheeze a bit")),
        (True, ("花粉过敏，眼皮肿了，我有哮喘", "哮喘犯了，憋得慌")),
    ],
)
def test_the_wheeze_of_asthma_with_hay_fever_is_no_swelling_of_the_airway(
    rule_holds: bool, turns: tuple[str, ...]
) -> None:
    assert (20 in rules_after(*turns)) is rule_holds


def test_a_plain_no_to_breathlessness_says_that_one_breathes_well() -> None:
    record = (fact("breathlessness", status=Status.ABSENT, turn=2), fact("wheeze", turn=3))
    turns = ("hay fever, my eyes are swollen, I have asthma", "no", "a bit")
    assert 20 not in rules_after(*turns, record=record)
    assert 20 in rules_after(*turns, record=record[1:])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Chest pain? I've had it all night and I'm drenched in sweat", 2),
        ("Breathless? I can hardly say a sentence", 5),
        ("吐血？吐了半盆了", 27),
        ("胸痛？疼了一宿了，一身冷汗", 2),
    ],
)
def test_a_question_said_again_and_taken_up_still_tells_of_danger(text: str, rule: int) -> None:
    language = Language.EN if text.isascii() else Language.ZH
    assert rule in [flag.rule for flag in check(text, language=language)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the earache is bad but it doesn't wake me at night", EN),
        ("a dry cough for three weeks, it has never woken us", EN),
        ("her itching doesn't wake her at night", EN),
        ("no, nothing numb down there, only my right foot tingles", EN),
        ("my back aches, nothing weak, nothing's numb", EN),
        ("tummy ache since Monday, nothing bloody in my stool", EN),
        ("a burning feeling under my ribs, I was sick once three weeks ago", EN),
        ("I've had asthma since I was a baby and now I have a fever", EN),
        ("the steroid cream stung him, and he wheezes when he has a cold", EN),
        ("腰疼一个月了，下身没一点麻的", ZH),
        ("肚子疼三天，大便里没啥血", ZH),
    ],
)
def test_what_disturbs_nobody_or_is_not_there_raises_nothing(text: str, language: Language) -> None:
    assert not check(text, language=language)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("she won't wake up, nothing wakes her", 16),
        ("my baby doesn't wake for her feeds and is all floppy", 51),
        ("our baby is three weeks old and has a fever", 50),
        ("nothing but black tarry stools since yesterday", 27),
        ("my back hurts and I can feel nothing, I'm numb down there", 18),
    ],
)
def test_who_does_not_wake_and_what_nothing_helps_are_heard(text: str, rule: int) -> None:
    assert rule in rules_after(text)


@pytest.mark.parametrize(
    "text",
    [
        "最里头那颗牙疼死了,昨天晚上一晚没睡",
        "耳朵里头疼得受不了，昨晚上就没合眼",
        "脚趾头疼死了，今天早上疼醒的",
        "骨头疼得要命，昨天开始的",
    ],
)
def test_the_inside_of_something_is_no_head_that_aches(text: str) -> None:
    assert 13 not in {flag.rule for flag in check(text, language=ZH)}


@pytest.mark.parametrize(
    "text", ["夜里头疼得受不了，突然就来了", "昨晚突然头疼死了，这里头疼", "肚子里头疼，突然头也疼得要命"]
)
def test_a_head_that_aches_at_night_or_beside_an_inside_is_one(text: str) -> None:
    assert 13 in {flag.rule for flag in check(text, language=ZH)}


@pytest.mark.parametrize(
    "text",
    [
        "夜里有时候自言自语，说她老头子在跟她讲话，我爸都走了十年了",
        "半夜老说我过世的爷爷站在床边跟她聊天",
    ],
)
def test_who_forgets_and_is_not_confused_may_see_the_dead_without_alarm(text: str) -> None:
    forgets = (fact("memory_loss"), fact("confusion", status=Status.ABSENT, turn=2))
    assert 16 not in {flag.rule for flag in check(text, language=ZH, record=forgets)}


@pytest.mark.parametrize("text", ["今天突然不认人了，净说胡话", "she's suddenly confused and talking nonsense"])
def test_who_forgets_and_is_suddenly_confused_is_an_alarm_still(text: str) -> None:
    forgets = (fact("memory_loss"), fact("confusion", status=Status.ABSENT, turn=-1))
    assert 16 in {flag.rule for flag in check(text, language=EN if text.isascii() else ZH, record=forgets)}


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("我妈记性差得没法说，煤气灶老忘关，刚讲的话就忘", False),
        ("Dad forgets everything these days, where he parked and who rang", False),
        ("我妈今天突然啥都忘了，问她几遍了还问", True),
    ],
)
def test_forgetfulness_alone_is_no_confusion_of_now(text: str, raised: bool) -> None:
    flags = check(text, language=EN if text.isascii() else ZH)
    assert (16 in {flag.rule for flag in flags}) is raised


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("亲戚给的草药茶，排毒的，喝了半个月", 58),
        ("哪里不舒服我也讲不清楚，反正就是没精神", 11),
        ("Fell off a ladder back in ninety-two, nothing since", 35),
        ("With my eyes this red people think my wife punched me", 64),
        ("It's my heart, flapping about like a bird, so two months now", 51),
    ],
)
def test_what_only_sounds_like_danger_raises_nothing(text: str, rule: int) -> None:
    assert rule not in {flag.rule for flag in check(text, language=EN if text.isascii() else ZH)}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("他突然话都说不清楚了，怎么回事", 11),
        ("误喝了毒水，吃了一口就吐", 58),
        ("People think my wife punched me, and she did, she hits me every week", 64),
    ],
)
def test_what_is_danger_raises_it_beside_the_like(text: str, rule: int) -> None:
    assert rule in {flag.rule for flag in check(text, language=EN if text.isascii() else ZH)}


@pytest.mark.parametrize(
    ("told", "language", "kept"),
    [
        ("My husband nearly fainted at the scan", EN, ""),
        ("Dad's got diabetes and I worry", EN, "and I worry"),
        ("My wife can't breathe", EN, None),
        ("My son had a fit just now", EN, None),
        ("我爸是脑梗走的，我怕随他", ZH, "我怕随他"),
        ("我老婆突然晕倒了", ZH, None),
        ("我老公说我夜里喘不上气", ZH, None),
    ],
)
def test_what_kin_once_had_is_left_out_and_what_they_have_now_is_not(
    told: str, language: Language, kept: str | None
) -> None:
    assert without_kin(told, language) == (told if kept is None else kept)


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("头孢过敏，打了喘不上气抢救过", "头孢过敏，"),
        ("青霉素，小时候休克过", "青霉素，"),
        ("Penicillin. My throat closed up and I couldn't breathe", "Penicillin. My throat "),
        ("nuts, they made my lips swell", "nuts, "),
        ("Strawberries. They make my tongue itch and my lips puff up", "Strawberries. "),
    ],
)
def test_what_an_allergy_did_then_is_no_danger_now(answer: str, kept: str) -> None:
    assert without_reaction(answer) == kept


@pytest.mark.parametrize(
    "answer",
    [
        "头孢过敏，刚打了一针，喘不上气",
        "花生，我不小心吃了一颗，嘴肿了",
        "Nuts, and I just had one, I can't breathe now",
        "没有",
    ],
)
def test_what_an_allergy_does_now_is_heard_whole(answer: str) -> None:
    assert without_reaction(answer) == answer


@pytest.mark.parametrize(
    ("answer", "language", "kept"),
    [
        ("信必可，憋气的时候吸一口", ZH, "信必可，的时候吸一口"),
        ("心绞痛了就含一粒", ZH, "了就含一粒"),
        ("my nitro when my chest is tight, and aspirin", EN, "my nitro , and aspirin"),
        ("midazolam for when she fits", EN, "midazolam "),
        ("憋气的时候吸两口，今天吸了不管用", ZH, None),
        ("my puffer when I'm wheezy, but it's not helping", EN, None),
        ("tablets whenever I want to die", EN, None),
        ("降压药早上吃一片", ZH, None),
    ],
)
def test_when_a_medicine_is_used_is_no_trouble_of_now(answer: str, language: Language, kept: str | None) -> None:
    assert without_occasions(answer, language) == (answer if kept is None else kept)


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("有那么一回差点晕，扶着墙就好了", ZH, False),
        ("Felt faint once in the shower, I sat down", EN, False),
        ("I nearly fainted once, fine since", EN, False),
        ("I faint whenever they take blood", EN, False),
        ("刚才差点晕了，这会儿好了", ZH, True),
        ("有一回走着走着就晕倒了", ZH, True),
        ("眼前一阵阵发黑", ZH, True),
        ("I nearly passed out an hour ago, better now", EN, True),
        ("I fainted once on Friday", EN, True),
        ("I feel like I'm about to faint", EN, True),
    ],
)
def test_what_came_near_a_faint_once_and_passed_is_over(text: str, language: Language, raised: bool) -> None:
    assert (10 in {flag.rule for flag in check(text, language=language)}) is raised


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("It's not bleeding", EN, False),
        ("I've cut my shin, it isn't bleeding any more", EN, False),
        ("The wound isn't stopping bleeding", EN, True),
        ("My nose keeps on bleeding", EN, True),
        ("It had stopped bleeding but it's pouring again", EN, True),
        ("血刚止住了，又往外冒", ZH, True),
    ],
)
def test_what_does_not_bleed_is_no_bleeding_that_will_not_stop(text: str, language: Language, raised: bool) -> None:
    assert (34 in {flag.rule for flag in check(text, language=language)}) is raised


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("I forgot to turn the gas off last night and woke up dizzy", EN, True),
        ("昨晚忘了关煤气，早上起来头晕", ZH, True),
        ("She left the gas on once last week and keeps losing things", EN, False),
        ("我妈记性差，老忘关煤气，还有点头晕", ZH, False),
    ],
)
def test_who_is_dizzy_after_gas_was_left_on_may_be_poisoned(text: str, language: Language, raised: bool) -> None:
    assert (59 in [flag.rule for flag in check(text, language=language)]) is raised


@pytest.mark.parametrize(
    ("text", "rule"),
    [("怕老伴把安眠药都吃了", 58), ("担心孩子吞了纽扣电池", 57), ("我怕他偷喝了消毒液", 58)],
)
def test_what_is_feared_to_have_been_swallowed_already_is_heard(text: str, rule: int) -> None:
    assert rule in {flag.rule for flag in check(text, language=ZH)}


@pytest.mark.parametrize(
    "text", ["怕孩子吃了拉肚子", "怕他会喝醉", "怕孩子吃花生噎了", "排队站得腿都要断了", "我有贫血，今天早饭吐了"]
)
def test_what_is_only_feared_or_said_in_jest_raises_nothing(text: str) -> None:
    assert not check(text, language=ZH)


@pytest.mark.parametrize(
    ("text", "language", "rules"),
    [
        ("胃痛死了，中午辣的吃多了", ZH, set()),
        ("肚子疼得要命，拉了一回就松快了", ZH, set()),
        ("头疼得要死，昨晚打牌打到两点", ZH, set()),
        ("头痛欲裂，今天早上起来就这样，昨天酒喝多了", ZH, set()),
        ("My head is splitting this morning, I had too much wine", EN, set()),
        ("肚子疼死了，硬得像块木板", ZH, {26}),
        ("头突然疼得要命，刚才弯腰那一下", ZH, {13}),
        ("My head started splitting all of a sudden, a few minutes ago", EN, {13}),
    ],
)
def test_strong_words_are_no_hard_belly_and_pain_since_waking_is_not_sudden(
    text: str, language: Language, rules: set[int]
) -> None:
    assert {flag.rule for flag in check(text, language=language)} & {13, 26} == rules


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("I can't shake this earache", False),
        ("I'm diabetic and I can't seem to shake this cough", False),
        ("I just couldn't shake off that cold", False),
        ("I'm diabetic, I can't stop shaking and I'm dripping with sweat", True),
        ("I can't shake this feeling that I should end my life", True),
    ],
)
def test_who_cannot_shake_something_off_does_not_shake(text: str, raised: bool) -> None:
    assert bool(check(text, language=EN)) is raised


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("腰突好几年了，左腿外侧有点麻，走路还行", ZH, False),
        ("坐骨神经痛，右腿从屁股麻到脚", ZH, False),
        ("My lower back is bad and my left leg is numb along the side", EN, False),
        ("腰不好多年，刚才突然左胳膊左腿都麻了", ZH, True),
        ("My back is fine but my left arm and leg have gone numb", EN, True),
    ],
)
def test_a_leg_numb_from_the_back_is_no_stroke(text: str, language: Language, raised: bool) -> None:
    assert (11 in {flag.rule for flag in check(text, language=language)}) is raised


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("My wrist swelled up like a tennis ball yesterday", False),
        ("A ball hit my thumb an hour ago and it hurts", False),
        ("I ate some nuts last night and my tummy hurts", False),
        ("A ball hit me in the balls an hour ago and they hurt like mad", True),
        ("My left ball is swollen and it hurts, it began in the night", True),
    ],
)
def test_a_ball_that_is_played_with_is_no_testicle(text: str, raised: bool) -> None:
    assert (30 in rules_after(text)) is raised


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("I caught my thumb in the gate and it's gone blue", EN, False),
        ("Her knee turned blue where she knocked it", EN, False),
        ("磕到桌角，嘴唇紫了一小块", ZH, False),
        ("我手一摸凉水就发白发凉，过会儿就红润了", ZH, False),
        ("My fingers go white and cold when I reach into the freezer", EN, False),
        ("My foot is black and blue where I twisted it", EN, False),
        ("He choked on a sweet and turned blue", EN, True),
        ("孩子喘得嘴唇都紫了", ZH, True),
        ("冬天本来就手凉，刚才右手突然冰凉发白，没知觉了", ZH, True),
        ("I'm diabetic and the toe I banged has turned black", EN, True),
    ],
)
def test_a_bruise_and_what_cold_does_is_no_lack_of_blood(text: str, language: Language, raised: bool) -> None:
    assert bool({6, 19, 77} & {flag.rule for flag in check(text, language=language)}) is raised


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("I took my blood pressure tablets this morning", EN, False),
        ("I've taken all my pills and my sugar is still high", EN, False),
        ("降压药都吃了，血压还是一百六", ZH, False),
        ("我吃了我自己的胃药，好点了", ZH, False),
        ("I took my sleeping pills, the whole packet", EN, True),
        ("She took my blood pressure tablets, she's only two", EN, True),
        ("安眠药都吃了，一粒不剩", ZH, True),
    ],
)
def test_medicine_taken_as_told_is_no_overdose(text: str, language: Language, raised: bool) -> None:
    assert (58 in {flag.rule for flag in check(text, language=language)}) is raised


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("He's not himself this week, a bit quiet and off his food", False),
        ("I was so tired I could pass out on the sofa", False),
        ("I nearly fainted with embarrassment", False),
        ("Grandad is suddenly not himself, he doesn't know us", True),
        ("I was so weak I passed out on the sofa", True),
    ],
)
def test_who_is_out_of_sorts_or_worn_out_raises_nothing(text: str, raised: bool) -> None:
    assert bool({10, 16} & rules_after(text)) is raised


@pytest.mark.parametrize(
    ("text", "language", "rule"),
    [
        ("He put his hands round my throat again", EN, 64),
        ("My side is killing me, it comes in waves and I keep pacing", EN, 71),
        ("后腰疼，一阵阵的，疼得在床上打滚，恶心", ZH, 71),
        ("腰闪了两天，大腿根里头发麻，尿也尿不痛快", ZH, 18),
        ("I'm bursting, I've been trying all night and there's not a drop", EN, 31),
        ("I've not been for four days, no wind either, I'm bloated and I keep throwing up", EN, 29),
        ("I'm eight months gone and I haven't felt him since last night", EN, 46),
        ("怀孕八个月了，昨晚到现在没觉着孩子动", ZH, 46),
    ],
)
def test_a_danger_in_everyday_words_is_heard(text: str, language: Language, rule: int) -> None:
    assert rule in {flag.rule for flag in check(text, language=language)}


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("头一抽一抽地疼，睡不好就这样", ZH, False),
        ("孩子喊得醒，就是没什么精神", ZH, False),
        ("腰疼，一直疼到左边大腿", ZH, False),
        ("Her asthma goes back to when she was a baby, she's just a bit wheezy", EN, False),
        ("My ankle has come up like an egg, all black and blue", EN, False),
        ("There's a scaly patch on the baby's head", EN, False),
        ("He's feverish and a bit floppy when he's tired", EN, False),
        ("气得直发抖，现在不气了，来量个血压", ZH, False),
        ("I can see the baby's head coming", EN, True),
        ("He's feverish and he's gone all floppy", EN, True),
        ("My son has a fever and he's floppy when I pick him up", EN, True),
        ("冷得浑身发抖，一天没尿，皮肤发花", ZH, True),
        ("孩子手脚一抽一抽的，叫他没反应", ZH, True),
        ("She's wheezing, she's had asthma since she was a baby, and the inhaler does nothing", EN, True),
    ],
)
def test_mild_forms_of_what_may_be_dangerous_raise_nothing(text: str, language: Language, raised: bool) -> None:
    assert bool(check(text, language=language)) is raised


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("没有出血，胎动也有", ZH, False),
        ("怀孕二十六周，胎动没什么异常，就是脚肿", ZH, False),
        ("怀孕八个月，胎动不少，肚子也不疼", ZH, False),
        ("怀孕三十周，胎动很多，没有破水", ZH, False),
        ("没见红胎动也正常", ZH, False),
        ("I'm 30 weeks, baby is moving well, my ankles are puffy", EN, False),
        ("怀孕七个月，胎动没有了", ZH, True),
        ("怀孕三十周，胎动也有，但是少了很多", ZH, True),
        ("怀孕三十周，没流血，胎动少了", ZH, True),
        ("怀孕三十四周，今天胎动没几下", ZH, True),
        ("I'm 30 weeks, no bleeding, but the baby's hardly moving", EN, True),
        ("嗯，那个…怪难为情的说，大便的时候有血，屁股那儿掉出来一个肉球", ZH, False),
        ("不好意思开口，我下面出了好多血，一小时换三片卫生巾", ZH, True),
        ("不好意思说，我不想活了", ZH, True),
        ("那个…我胸口压得慌，出冷汗", ZH, True),
    ],
)
def test_a_baby_that_moves_and_words_of_shame_raise_nothing(text: str, language: Language, raised: bool) -> None:
    assert bool(check(text, language=language)) is raised


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("孩子不喘气了", ZH),
        ("我爸突然没呼吸了", ZH),
        ("快来人，他不出气了！", ZH),
        ("老伴呼吸停了", ZH),
        ("孩子没气了", ZH),
        ("我奶奶好像快没气了，你们快来", ZH),
        ("he's not breathing", EN),
        ("my dad stopped breathing", EN),
        ("help, she isn't breathing at all", EN),
    ],
)
def test_who_breathes_no_more_is_an_emergency(said: str, language: Language) -> None:
    assert 5 in {flag.rule for flag in check(said, language=language, person=Person())}


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("打呼噜，老伴说我睡着睡着就不喘气了", ZH),
        ("歇一会儿就不喘气了", ZH),
        ("没有呼吸困难", ZH),
        ("孩子没力气了，不想吃饭", ZH),
        ("排了好几次，肚子里没气了", ZH),
        ("my wife says I stop breathing in my sleep", EN),
        ("I'm not breathing well through my nose", EN),
    ],
)
def test_who_snores_or_has_caught_their_breath_is_none(said: str, language: Language) -> None:
    assert not check(said, language=language, person=Person())


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        ("33 weeks, no bleeding, and he's kicking away", EN, False),
        ("29 weeks, she's very active, nothing leaking", EN, False),
        ("孕三十一周，没见红，宝宝踢得勤", ZH, False),
        ("28 weeks, baby's active but I've started bleeding", EN, True),
        ("The baby was wriggling lots, now there's nothing, 33 weeks", EN, True),
        ("孕三十一周，宝宝踢得勤，可是破水了", ZH, True),
        ("孕三十三周，昨晚没怎么动", ZH, True),
        ("心动过快一阵一阵的，去年就开始了，自己会好", ZH, False),
        ("My heart gallops now and then, it's been years", EN, False),
        ("心跳过快一年多了，刚才跳得快晕倒", ZH, True),
        ("My heart's galloped on and off for years, today it won't stop and I'm faint", EN, True),
        ("我头晕，我爸对头孢过敏", ZH, False),
        ("退烧药喂了四毫升", ZH, False),
        ("I gave her six mils of ibuprofen", EN, False),
        ("退烧药喂错了量，喂了五倍", ZH, True),
        ("I gave her ten times the paracetamol by mistake, the wrong dose", EN, True),
        ("13 weeks, bunged up", EN, False),
        ("岔了气，右边肋骨一吸气就疼", ZH, False),
        ("爷爷中过风好几年了，现在嘴歪了", ZH, True),
        ("Gran had a stroke years ago and now her arm won't move", EN, True),
        ("My arm goes dead, mainly at night", EN, False),
        ("My hand goes numb and tingly", EN, False),
        ("My hand went numb", EN, True),
        ("服阿哌沙班，跌倒后右额部血肿", ZH, True),
        ("吃着利伐沙班，昨天绊了一跤，额头鼓个血包", ZH, True),
        ("绊了一跤，额头鼓个小包，没别的", ZH, False),
        ("My arm is going numb", EN, True),
        ("My arm and leg go numb", EN, True),
    ],
)
def test_what_goes_well_or_on_for_long_raises_nothing_and_what_is_worse_does(
    text: str, language: Language, raised: bool
) -> None:
    assert bool(check(text, language=language)) is raised


@pytest.mark.parametrize(
    ("text", "hours", "alarm"),
    [
        ("没有", 8766, False),
        ("no, never", 8766, False),
        ("没有", 24, True),
        ("今天突然糊涂得厉害，不认人了", 8766, True),
        ("从昨晚开始糊涂得厉害", 8766, True),
        ("he suddenly doesn't know where he is", 8766, True),
    ],
)
def test_confusion_told_to_be_there_for_months_alarms_only_when_it_is_newly_worse(
    text: str, hours: float, alarm: bool
) -> None:
    lasting = Details(duration=Duration(hours=hours, words=""))
    muddled = fact("confusion").model_copy(update={"details": lasting})
    flags = check(text, language=ZH, record=(muddled,))
    assert (16 in {flag.rule for flag in flags}) is alarm


@pytest.mark.parametrize(
    ("text", "alarm"),
    [
        ("医生说我有点贫血", False),
        ("我有高血压", False),
        ("下面有点血", True),
        ("刚才流了一点血", True),
        ("有血红色的东西流出来", True),
    ],
)
def test_anaemia_and_blood_pressure_in_pregnancy_are_no_bleeding(text: str, alarm: bool) -> None:
    flags = check(text, language=ZH, person=Person(pregnant=True))
    assert (43 in {flag.rule for flag in flags}) is alarm


@pytest.mark.parametrize(
    ("reply", "raised"),
    [
        ("没有，可刚才吐了一大口血", True),
        ("没有，但是昨晚吐了好多血", True),
        ("我可没有吐血", False),
        ("没有，没吐过血", False),
    ],
)
def test_a_no_takes_back_no_danger_told_against_it(reply: str, raised: bool) -> None:
    no = Fact(topic=Topic.FINDING, code="vomiting_blood", status=Status.ABSENT, quote=reply, turn=1)
    assert (27 in {flag.rule for flag in check(reply, language=ZH, record=(no,), person=Person())}) is raised


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("Mum keeps asking the same thing, twenty times an hour", False),
        ("Mum keeps asking the same thing, only since this morning", True),
        ("Nanna suddenly doesn't know where she is", True),
        ("My tap ran like a burst pipe and so does my nose", False),
        ("It was like a bomb going off in my head", True),
        ("Forms again, what is the use, no?", False),
        ("What is the use of going on?", True),
        ("没有见红，一滴都没有，就是有点发烧", False),
        ("发烧，小便到现在一滴都没有", True),
        ("Appa is here with me, crushing chest pain and sweating", True),
        ("我来给我妈看病，她突然半边身子不能动了", True),
        ("I came for my husband, he passed out in the shower today", True),
        ("There's a man on the bench outside who can't breathe, I only came for my prescription", True),
        ("门口有个人倒地上抽搐，我是来拿药的", True),
        ("I've got GTN for my angina but it isn't touching this chest pain", True),
        ("胸痛、说话不清、嘴歪，以前一样都没有过", True),
        ("胸痛、说话不清、嘴歪，一样都没有", False),
        ("I've a spray for when my chest is tight, and it's tight now and going into my jaw", True),
    ],
)
def test_what_only_sounds_frightening_raises_nothing_and_its_emergency_does(text: str, raised: bool) -> None:
    language = ZH if any("一" <= char <= "鿿" for char in text) else EN
    assert bool(check(text, language=language)) is raised


def test_seeing_black_for_a_moment_on_getting_up_is_no_faint() -> None:
    faint = fact("feeling_faint")
    assert 10 not in {flag.rule for flag in check("没晕，蹲久站起来眼前黑一下", language=ZH, record=(faint,))}
    assert 10 in {flag.rule for flag in check("坐着眼前一阵阵发黑", language=ZH, record=(faint,))}


def test_what_excuses_a_fact_stands_in_its_own_words_when_the_utterance_is_heard_no_more() -> None:
    told = fact("feeling_faint").model_copy(update={"quote": "蹲久站起来眼前黑"})
    assert 10 not in {flag.rule for flag in check("四十四", language=ZH, record=(told,), turn=9)}
    told = fact("feeling_faint").model_copy(update={"quote": "坐着就要晕倒"})
    assert 10 in {flag.rule for flag in check("四十四", language=ZH, record=(told,), turn=9)}


@pytest.mark.parametrize(
    "text",
    [
        "胸口疼得跟我爷爷当年心梗一样，浑身冒冷汗",
        "胸口压得慌，像我大伯那年犯心梗那样，一身冷汗",
        "吐了好几口血，就跟我舅舅那回一样",
        "crushing chest pain just like my grandad had the year he died",
        "the worst headache I ever had, same as my aunt when she had her bleed",
        "I'm coughing up blood like my father did",
    ],
)
def test_what_an_emergency_is_likened_to_takes_nothing_from_it(text: str) -> None:
    assert check(text, language=ZH if any("一" <= char <= "鿿" for char in text) else EN)


@pytest.mark.parametrize(
    "text",
    [
        "我爷爷当年心梗，胸口疼得冒冷汗，我只是来拿药",
        "my grandad had crushing chest pain the year he died, I'm only here about my toe",
        "it's like when I was a girl, I'd faint at every assembly",
    ],
)
def test_what_is_told_of_then_or_of_others_is_still_no_emergency(text: str) -> None:
    assert not check(text, language=ZH if any("一" <= char <= "鿿" for char in text) else EN)


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("He denies chest tightness, sweating and palpitations.", False),
        ("She denies leg weakness, a numb saddle, incontinence and fever; her back has ached for two months.", False),
        ("She denies fever, and is vomiting blood.", True),
        ("A 70-year-old woman attends for a driving form eight months after a stroke.", False),
        ("Eight months after a stroke her speech is suddenly slurred again.", True),
        ("He took an overdose at 18 but has been well since.", False),
        ("She has had no suicidal thoughts, plans or self-harm for many years.", False),
        ("我网上查说是心梗的征兆，其实我就是来看脚气的。", False),
        ("万一以后我突然胸口疼、喘不上来，该打哪个电话？今天我就是来拿药的。", False),
        ("患者高三时曾有割腕史，现情绪平稳，来续药。", False),
        ("我刚才突然胸口疼、喘不上来。", True),
    ],
)
def test_what_is_denied_in_a_list_dated_by_what_was_or_only_read_of_raises_nothing(text: str, raised: bool) -> None:
    assert bool(check(text, language=ZH if any("一" <= char <= "鿿" for char in text) else EN)) is raised
