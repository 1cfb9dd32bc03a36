"""What English speakers write beside their trouble, and what must not be read into it."""

import pytest

from models.embedded.understanding import understand
from models.facts import Course, Severity, Status, Topic


def _present(text: str) -> set[str]:
    return {fact.code for fact in understand(text).facts if fact.status is Status.PRESENT}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("the problems I am facing began in spring", "face_pain"),
        ("I have some discharge from my vagina. Is this a problem?", "vagina_pain"),
        ("we are heading home and it is a problem", "headache"),
        ("she keeps pulling her hair at the back of her head", "headache"),
        ("I have had throat trouble all week", "trouble_swallowing"),
        ("they found a heart problem in my cousin's family", "chest_pain"),
        ("she has heart trouble and diabetes", "chest_pain"),
        ("my front tooth has a black spot", "rash"),
        ("my toe and both feet are burning", "big_toe_pain"),
    ],
)
def test_a_place_and_a_feeling_are_put_together_only_where_they_belong(text: str, code: str) -> None:
    assert code not in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("my throat is a problem again", "sore_throat"),
        ("trouble with my left foot", "foot_pain"),
        ("my big toe is burning", "big_toe_pain"),
        ("pain in my left great toe", "big_toe_pain"),
        ("it hurts when I swallow", "sore_throat"),
        ("I've pulled a muscle in my back", "sprain"),
        ("my spine hurts", "back_pain"),
        ("there are lice in her hair", "head_lice"),
        ("the mole on my arm has changed", "mole_change"),
    ],
)
def test_where_they_belong_together_they_are_found(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("they x-rayed my spine", "spinning"),
        ("half a mol of it in the beaker", "mole_change"),
        ("I am craving salt", "scabies_like"),
        ("I need your medical advice", "check_up"),
        ("cold water makes it sting", "common_cold"),
        ("a faint red line on my arm", "fainting"),
        ("I keep burning the toast", "burn"),
        ("I am cutting down on sugar", "cut_wound"),
        ("I ran out of energy", "repeat_prescription"),
        ("I have attached my prescription", "repeat_prescription"),
        ("the flood took our house", "heavy_periods"),
        ("the ladder fell over and gave me a fright", "falls"),
        ("so many opinions, it is confusing", "confusion"),
        ("what are the side effects of metformin?", "new_medicine"),
        ("the abscess was drained in May", "fatigue"),
        ("I came about a yellow fever jab", "fever"),
        ("I am trying to drink a lot of water", "thirst"),
        ("the skin behind her upper lip, the lip frenulum, is torn", "foreskin"),
        ("a monkey scratched me", "itchy_skin"),
        ("I had a baby two months back", "pregnancy_known"),
        ("my period is a week late. Am I pregnant?", "pregnancy_known"),
        ("I am expecting your answer", "pregnancy_known"),
        ("I noted when my bowel movement came", "constipation"),
        ("his stool is pale", "pale"),
        ("I was told of a mitral valve prolapse", "prolapse"),
        ("my side still burns at night", "burn"),
        ("I am trying to lose weight", "weight_loss"),
        ("what can I eat to put on weight?", "weight_gain"),
        ("I don't speak to him", "speech_delay"),
        ("my ankles puff up by evening", "breathlessness"),
        ("I get normal erections", "erection_problem"),
        ("should I be worried?", "anxiety"),
        ("we lost the baby weight quickly", "miscarriage"),
        ("I saw a psychiatrist last year", "counselling"),
        ("it was given for my burn-out", "burn"),
        ("she has a runny bottom", "runny_nose"),
        ("short periods of pain in my ear", "period_pain"),
        ("the stress test was clear", "anxiety"),
        ("I work on a stroke ward", "stroke"),
        ("we couldn't conceive", "pregnancy_known"),
        ("surgery to lose weight", "weight_loss"),
    ],
)
def test_words_of_another_meaning_tell_of_no_trouble(text: str, code: str) -> None:
    assert code not in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I'm having awful side effects", "new_medicine"),
        ("I think it's a side effect", "new_medicine"),
        ("they say this is the side effect of my tablets", "new_medicine"),
        ("I need a prescription", "repeat_prescription"),
        ("my periods are flooding", "heavy_periods"),
        ("he is confused and shouting", "confusion"),
        ("I fell over in the bath", "falls"),
        ("a cold with a sore throat", "common_cold"),
        ("she scratches till it bleeds", "itchy_skin"),
        ("I'm having a baby in June", "pregnancy_known"),
        ("we are expecting twins", "pregnancy_known"),
        ("I have a burn on my arm", "burn"),
        ("burning when I pee", "painful_urination"),
        ("I have put on weight", "weight_gain"),
        ("I want to see a psychiatrist", "counselling"),
    ],
)
def test_the_same_words_said_of_a_trouble_are_heard(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("pain in my groin", {"groin_pain"}),
        ("there is a swelling in my groin", {"hernia_bulge"}),
        ("I had a miscarriage in June", {"miscarriage"}),
        ("my daughter has chickenpox", {"chickenpox"}),
        ("I have stretch marks", {"stretch_marks"}),
        ("I have covid", {"covid"}),
        ("my nipple has turned in", {"inverted_nipple"}),
        ("I came about contraception", {"contraception"}),
        ("they told me of a slipped disc", {"disc_prolapse"}),
        ("my report says high monocytes", {"abnormal_blood_count"}),
        ("raised haemoglobin on the test", {"abnormal_blood_count"}),
    ],
)
def test_each_is_called_by_its_own_name(text: str, codes: set[str]) -> None:
    assert codes <= _present(text)
    assert not _present(text) & {
        "flank_pain",
        "flu_like",
        "hand_foot_mouth",
        "abortion_care",
        "emergency_contraception",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Is it gout?",
        "Could this be eczema from my soap?",
        "Do I have diabetes?",
        "Am I depressed?",
        "Is my heart weak?",
        "Is she suffering from constipation?",
        "Is this scabies or something else?",
    ],
)
def test_what_is_only_asked_is_not_so(text: str) -> None:
    assert not _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Is my chest pain serious?", "chest_pain"),
        ("Is this itching normal?", "itchy_skin"),
        ("Why do I have headaches?", "headache"),
        ("Is it normal to be constipated after an operation?", "constipation"),
        ("Can it be a migraine when I vomit?", "vomiting"),
        ("Is my son having a fit?", "seizure"),
        ("Is it cancer?", "cancer_worry"),
    ],
)
def test_what_a_question_takes_for_granted_is_so(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    "text", ["I drink plenty of water every day", "I drink two coffees in the morning", "I take a pack of iron pills"]
)
def test_water_and_packs_of_pills_are_no_habit(text: str) -> None:
    assert not [fact for fact in understand(text).facts if fact.topic is Topic.HABIT]


def test_an_illness_under_control_is_still_there() -> None:
    facts = understand("my diabetes is under control").facts
    assert [(fact.code, fact.status) for fact in facts] == [("diabetes", Status.PRESENT)]


def test_an_illness_of_their_own_after_one_in_the_family_is_theirs() -> None:
    facts = understand("My grandfather had the same shaking. I can't take that tablet as I have asthma").facts
    assert (Topic.CONDITION, "asthma") in {fact.name for fact in facts}


def test_a_pregnancy_that_ended_in_a_birth_is_over() -> None:
    heard = understand("I had a baby nine months ago. Since I was 18 weeks pregnant my heart has been racing")
    assert heard.person is None or not heard.person.pregnant
    assert "pregnancy_known" not in {fact.code for fact in heard.facts}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # the sound of words that are quite plain as they stand
        ("刚摔的", {"liver_failure"}),
        ("还洗呢", {"morning_sickness"}),
        ("那睡了", {"diarrhea"}),
        ("坏了坏了", {"pregnancy_known"}),
        # the end of one word and the beginning of another
        ("膝盖头痛得很", {"headache"}),
        ("心头痛", {"headache"}),
        ("你问我嘴干嘛", {"dry_mouth"}),
        ("问我皮肤干啥", {"dry_skin"}),
        ("眼睛干不干净我不晓得", {"dry_eyes"}),
        ("手上的口子塞进去一块纱布", {"constipation"}),
        # the letters of one word and the meaning of another
        ("it came on friday nite", {"head_lice"}),
        ("the wound drain stopped draining", {"fatigue"}),
        ("should I be worried about that", {"anxiety"}),
        ("my wife was worried so I came", {"anxiety"}),
        ("I am here for my results, blood test", {"blood_test_wish"}),
        ("the gum hurts at the bottom right", {"anal_pain"}),
        ("my brother had the snip", {"vasectomy"}),
    ],
)
def test_what_only_sounds_or_is_spelt_like_a_trouble_is_none(text: str, codes: set[str]) -> None:
    assert codes.isdisjoint(_present(text))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("只疮犯了", "haemorrhoids"),
        ("便米", "constipation"),
        ("嘴干得厉害", "dry_mouth"),
        ("头痛得很", "headache"),
        ("鼻子塞住了", "blocked_nose"),
        ("she came back with nits", "head_lice"),
        ("all this is so draining", "fatigue"),
        ("I worry about everything", "anxiety"),
        ("my bottom hurts", "anal_pain"),
        ("I want a blood test", "blood_test_wish"),
        ("I'd like to have the snip done", "vasectomy"),
    ],
)
def test_the_trouble_itself_is_heard_still(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("医生叫我切胆，我没切", "gallbladder_removed"),
        ("人家劝我换膝盖我不敢换", "knee_replacement"),
        ("建议割扁桃体，一直没割", "tonsils_out"),
        ("I was advised a knee replacement and turned it down", "knee_replacement"),
        ("they told me to have my gallbladder out but I never did", "gallbladder_removed"),
    ],
)
def test_an_operation_advised_and_left_undone_was_not_had(text: str, code: str) -> None:
    heard = understand(text, asked="operations")
    assert code not in {fact.code for fact in heard.facts}
    assert Topic.OPERATION not in {fact.topic for fact in heard.facts}


@pytest.mark.parametrize("text", ["胆切了", "我割过扁桃体，好了", "had my gallbladder out in 2010"])
def test_one_that_was_done_is_told(text: str) -> None:
    told = {fact.topic for fact in understand(text, asked="operations").facts if fact.status is Status.PRESENT}
    assert told & {Topic.OPERATION, Topic.CONDITION}


@pytest.mark.parametrize("text", ["你看我这是不是要拍片子", "do I need to have some tests for that"])
def test_whether_a_test_is_needed_asked_beside_an_answer_is_no_wish(text: str) -> None:
    assert not any(fact.topic is Topic.REQUEST for fact in understand(text, asked="duration").facts)


def test_a_bleeding_like_a_period_is_no_trouble_of_the_period() -> None:
    assert "period_irregular" not in _present("it's heavier than a period")
    assert "period_irregular" in _present("my periods are all over the place, irregular periods")


@pytest.mark.parametrize(
    ("asked", "text", "code"),
    [
        (None, "my back hurts, nothing numb down there", "saddle_numbness"),
        (None, "nothing is weak, nothing's numb", "numbness"),
        (None, "a cold for a week, it doesn't wake me at night", "poor_sleep"),
        (None, "my wee is dark, nothing bloody in the stool", "blood_in_stool"),
        ("finding:saddle_numbness", "没一点麻的", "saddle_numbness"),
        ("finding:saddle_numbness", "没有任何麻的感觉", "saddle_numbness"),
        ("finding:blood_in_stool", "没得一丁点血", "blood_in_stool"),
        ("finding:stiff_neck", "一点硬都没有", "stiff_neck"),
        ("finding:red_eye", "没一点红的", "red_eye"),
        ("finding:red_eye", "not red", "red_eye"),
        ("finding:confusion", "nothing confused about him", "confusion"),
        ("finding:slurred_speech", "none of it is slurred", "slurred_speech"),
        ("finding:saddle_numbness", "nowhere numb", "saddle_numbness"),
    ],
)
def test_nothing_of_the_kind_is_a_denial(asked: str | None, text: str, code: str) -> None:
    status = {fact.code: fact.status for fact in understand(text, asked=asked).facts}
    assert status[code] is Status.ABSENT


@pytest.mark.parametrize(
    "text",
    ["I'm 61 and get up to pee at night, no burning", "my knee hurts, nothing sharp", "脚疼，没啥烧灼感"],
)
def test_what_pain_is_not_like_is_not_its_character(text: str) -> None:
    heard = understand(text)
    assert not any(told.character for told in (heard.details, *(fact.details for fact in heard.facts)))


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("I vomited once two weeks ago", True),
        ("she had a nosebleed three weeks ago", True),
        ("he was sick twice last week", True),
        ("三个星期前吐过一次", True),
        ("上礼拜拉过肚子", True),
        ("I started vomiting two weeks ago", False),
        ("he had diarrhoea two weeks ago and still has it", False),
        ("三周前开始拉肚子", False),
    ],
)
def test_what_came_once_some_weeks_ago_is_over(text: str, past: bool) -> None:
    assert [fact.past for fact in understand(text).facts] == [past]


@pytest.mark.parametrize("text", ["the antiseptic stung her", "we rub a cream in and it stung him", "a bee stung him"])
def test_a_cream_that_stings_is_no_insect(text: str) -> None:
    assert ("insect_bite" in _present(text)) is ("bee" in text)


def test_since_a_baby_is_not_since_a_birth() -> None:
    heard = understand("she's had a rash since she was a baby")
    assert {fact.code for fact in heard.facts} == {"rash"}
    assert heard.person is None or heard.person.relation is None
    assert "after_birth" in _present("my back has ached since I had the baby")


@pytest.mark.parametrize(
    ("text", "has_one"),
    [
        ("he wheezes whenever he gets a cold", False),
        ("I cough for weeks after each cold", False),
        ("他一感冒就喘", False),
        ("每次感冒都咳很久", False),
        ("I've got a cold", True),
        ("我感冒了，有点咳", True),
    ],
)
def test_whenever_there_is_a_cold_tells_of_none_now(text: str, has_one: bool) -> None:
    assert ("common_cold" in _present(text)) is has_one


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("牙疼，左下面靠里那颗，一跳一跳地疼", {"toothache"}),
        ("膝盖下面疼", {"knee_pain"}),
        ("肚脐下面有点疼", {"abdominal_pain"}),
        ("乳房下面长了个疙瘩", {"breast_lump"}),
        ("下面疼", {"vagina_pain"}),
        ("下身有点疼", {"vagina_pain"}),
        ("tooth ache, lower left right at the back, throbbing since Monday", {"toothache"}),
        ("my back aches", {"back_pain"}),
    ],
)
def test_what_lies_under_or_behind_another_place_is_of_that_place(text: str, own: set[str]) -> None:
    assert _present(text) == own


@pytest.mark.parametrize(
    ("text", "asked", "cough"),
    [
        ("腰疼，打个喷嚏咳嗽一声都扯着疼", None, False),
        ("屁股疼，一咳嗽就窜到腿上疼", None, False),
        ("右肋骨疼，咳嗽的时候更厉害", None, False),
        ("咳嗽打喷嚏都疼", "worse_with", False),
        ("my lower back hurts when I cough", None, False),
        ("rib pain, worse every time I cough", None, False),
        ("coughing and sneezing", "worse_with", False),
        ("咳嗽三天了，一咳嗽胸口就疼", None, True),
        ("咳嗽胸疼", None, True),
        ("咳嗽得嗓子疼", None, True),
        ("I've had a cough for a week and my chest hurts when I cough", None, True),
        ("a bad cough, and a sore throat", None, True),
    ],
)
def test_a_cough_that_only_brings_the_pain_on_is_no_cough(text: str, asked: str | None, cough: bool) -> None:
    told = {fact.code for fact in understand(text, asked=asked).facts}
    assert ("cough" in told, "sneezing" in told) == (cough, False)


@pytest.mark.parametrize(
    ("text", "seizure"),
    [
        ("抽烟，一天一包抽了三十年", False),
        ("每天半包抽了得有十年了", False),
        ("一天两包，抽了大半辈子", False),
        ("十八岁开始的，抽了三十多年", False),
        ("一天二十支抽了好多年", False),
        ("I've smoked a pack a day for twenty years", False),
        ("孩子发烧抽了", True),
        ("我爸抽着烟突然倒地抽了", True),
        ("抽了有两三分钟，叫不醒", True),
        ("抽烟二十年，今天早上突然抽了", True),
        ("he's smoked for twenty years and had a fit this morning", True),
    ],
)
def test_cigarettes_smoked_for_years_are_no_fit(text: str, seizure: bool) -> None:
    assert ("seizure" in _present(text)) is seizure


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("大腿根那儿有个包，站着就鼓出来，躺下又没了", "hernia_bulge"),
        ("小肚子右边有个包，一站就鼓出来", "hernia_bulge"),
        ("肚脐旁边有个疙瘩，一咳嗽就鼓起来，用手能推回去", "hernia_bulge"),
        ("there's a lump in the groin, it pops out when I stand", "hernia_bulge"),
        ("身上起包，一会儿又消了", "hives"),
        ("全身起疙瘩，半天自己就退了", "hives"),
    ],
)
def test_a_lump_that_comes_out_on_standing_is_no_hives(text: str, code: str) -> None:
    assert _present(text) & {"hernia_bulge", "hives", "cough"} == {code}


@pytest.mark.parametrize(
    ("text", "severe"),
    [
        ("my knee clicks, I am praying it is nothing bad", False),
        ("a spot on my nose, could it be something bad", False),
        ("this toothache is bad", True),
        ("my stomach ache is horrible", True),
    ],
)
def test_a_fear_that_it_is_something_bad_grades_nothing(text: str, severe: bool) -> None:
    told = understand(text)
    grades = {told.details.severity, *(fact.details.severity for fact in told.facts)}
    assert (Severity.SEVERE in grades) is severe


@pytest.mark.parametrize(
    ("text", "asked", "months"),
    [
        ("felt shaky so I had three ginger biscuits and sat down", "age", None),
        ("running forty-five, so forty-four completed", "age", 528),
        ("seven weeks on Friday", "age", 1),
        ("five months yesterday", "age", 5),
        ("she has had it since six or seven months of age", "duration", None),
        ("58 next Christmas", "age", 696),
    ],
)
def test_an_age_is_what_is_told_as_one(text: str, asked: str, months: int | None) -> None:
    person = understand(text, asked=asked).person
    assert (person and person.age_months) == months


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("pneumonia when I were a bairn, three weeks in hospital", True),
        ("gallstones at twenty-six, had them blasted", True),
        ("malaria, was yellow for a month. Now all fine", True),
        ("anaemia on my second, went after he was born", True),
        ("chickenpox in fourth grade", True),
        ("diabetes at twenty-six, on insulin", False),
        ("asthma, with the inhaler it's all fine", False),
    ],
)
def test_an_illness_of_an_age_is_over_unless_it_is_one_that_stays(text: str, past: bool) -> None:
    told = [fact for fact in understand(text, asked="past_history").facts if fact.status is Status.PRESENT]
    assert told[0].past is past


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        ("I get my vitamins from Holland and Barrett", "medicines", "barrett"),
        ("the skin round my nails stings like paper cuts", None, "cut_wound"),
        ("I broke a filling on pork scratchings", None, "itchy_skin"),
        ("they told me prediabetes at the last check", "past_history", "diabetes"),
        ("医生说是糖尿病前期", "past_history", "diabetes"),
        ("only turmeric milk, no allopathic medicine", "medicines", "unknown: allopathic"),
        ("amoxicillin, spots from head to toe", "allergies", "toe"),
        ("poison ivy every summer", "allergies", "overdose"),
        ("I can't do up my laces any more", None, "erection_problem"),
        ("it's slipping, my hearing, every year", "course", "injury_fall"),
        ("It's for our Callum, he's got spots on his arms", None, "callus"),
        ("小便起泡，跟倒啤酒似的", None, "drinking"),
        ("阑尾炎开的刀，来拆线", None, "appendicitis"),
    ],
)
def test_a_shop_a_likeness_and_a_name_within_a_name_tell_of_no_illness(text: str, asked: str | None, code: str) -> None:
    assert code not in {fact.code for fact in understand(text, asked=asked).facts}


@pytest.mark.parametrize(
    ("text", "asked", "code", "status"),
    [
        ("it comes nicely, the usual amount", "finding:less_urine", "less_urine", Status.ABSENT),
        ("yes, less than usual", "finding:less_urine", "less_urine", Status.PRESENT),
        ("it always stings afterwards", "finding:anal_pain", "anal_pain", Status.PRESENT),
        ("into both legs, yes", "finding:leg_pain_down", "leg_pain_down", Status.PRESENT),
        ("poison oak", "allergies", "poison oak", Status.PRESENT),
        ("he's forever at his bottom, itching", None, "anal_itch", Status.PRESENT),
        ("I am struggling to fasten my own bra", None, "shoulder_pain", Status.PRESENT),
        ("the old chap won't rise to the occasion", None, "erection_problem", Status.PRESENT),
        ("here for my staples out", None, "dressing_change", Status.PRESENT),
    ],
)
def test_what_is_told_in_homely_words_is_heard(text: str, asked: str | None, code: str, status: Status) -> None:
    assert (code, status) in {(fact.code, fact.status) for fact in understand(text, asked=asked).facts}


@pytest.mark.parametrize(
    ("text", "course"),
    [
        ("downhill, no real breaks", Course.WORSE),
        ("keeps going up", Course.WORSE),
        ("a little more each month", Course.WORSE),
        ("no worse", Course.SAME),
        ("not worse", Course.SAME),
    ],
)
def test_how_it_goes_is_heard_in_pictures(text: str, course: Course) -> None:
    assert understand(text, asked="course").details.course is course


@pytest.mark.parametrize(
    "text", ["he asked me the same question five times over breakfast", "I have had worse than this headache"]
)
def test_what_is_said_again_or_was_worse_tells_no_course(text: str) -> None:
    told = understand(text)
    assert {told.details.course, *(fact.details.course for fact in told.facts)} == {None}


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("I saw it on Sunday, today's Friday, so five days", 120),
        ("it was tax time, so a year?", 8766),
        ("now and then for years but daily, I'd say three weeks", 504),
    ],
)
def test_the_time_they_reckon_up_is_how_long_it_has_been(text: str, hours: float) -> None:
    duration = understand(text, asked="duration").details.duration
    assert duration is not None and duration.hours == hours


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        ("a molar, half of it came away on a crust", None, "broken_tooth"),
        ("后槽牙咬硬东西硌掉了一块", None, "broken_tooth"),
        ("the glucose read two sixty after lunch", None, "high_sugar_reading"),
        ("no, it's more both legs", "finding:weak_one_side", "limb_weakness"),
        ("不是一边，两条腿都发软", "finding:weak_one_side", "limb_weakness"),
    ],
)
def test_what_broke_was_read_or_is_weak_on_both_sides_is_heard(text: str, asked: str | None, code: str) -> None:
    assert code in {fact.code for fact in understand(text, asked=asked).facts if fact.status is Status.PRESENT}


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("bisoprolol, but that I left in the summer", False),
        ("the chemist gave me loratadine but said to ask you first", False),
        ("bisoprolol every morning", True),
        ("naw", False),
    ],
)
def test_a_medicine_left_or_not_begun_is_not_taken_now(text: str, taken: bool) -> None:
    told = understand(text, asked="medicines").facts
    assert any(fact.status is Status.PRESENT and not fact.past for fact in told) is taken


def test_who_is_deaf_and_says_speak_up_complains_of_the_ears() -> None:
    said = "You'll have to speak up, my ears are blocked solid, I can't hear the telly"
    assert {fact.code for fact in understand(said, asked="open").facts} & {"hearing_loss", "ear_blocked"}
    assert not understand("Sorry, I can't hear you, speak up", asked="duration").facts


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("Only to Mondays", "Mondays"),
        ("Penicillin. My brother had just the same", "same"),
        ("Aspirin, it makes me wheeze like a dog", "dog"),
        ("没有。要说过敏，我对领导过敏", "领导"),
    ],
)
def test_what_is_said_in_jest_or_likened_is_no_allergen(text: str, never: str) -> None:
    told = {fact.code for fact in understand(text, asked="allergies").facts if fact.status is Status.PRESENT}
    assert not any(never in code for code in told)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("上网查了，百度到脑瘤", "brain_tumour"),
        ("楼下大妈说头晕就是中风", "stroke"),
        ("我徒弟去年脑出血了", "brain_haemorrhage"),
        ("家里的牛流产了两头", "miscarriage"),
    ],
)
def test_what_laymen_guess_and_others_or_animals_have_is_not_theirs(text: str, never: str) -> None:
    told = {fact.code for fact in understand(text).facts if fact.status is Status.PRESENT}
    assert never not in told


def test_a_time_of_the_day_is_no_duration() -> None:
    (fact,) = understand("厄贝沙坦，一天一片，早起吃", asked="medicines").facts
    assert fact.details.duration is None


@pytest.mark.parametrize(
    "text",
    [
        "我奶奶是脑梗走的，不过她九十了",
        "My dad died of it, he was seventy",
        "I gave it up when she was born, twenty years ago",
    ],
)
def test_the_age_of_one_who_died_is_not_the_patients(text: str) -> None:
    told = understand(text, asked="age").person
    assert told is None or told.age_months is None


def test_who_speaks_of_a_wife_is_not_a_woman_for_it() -> None:
    told = understand("She's the one who worries about me, it's her idea", asked="sex").person
    assert told is None or told.sex is None
