"""What bends a patient's words: negation, time, supposing, other people, idioms."""

import pytest

from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language

NEGATED, PAST, RECOVERED = Assertion.ABSENT, Assertion.PAST, Assertion.RESOLVED
SUPPOSED, UNCERTAIN, OTHER, IDIOM = (
    Assertion.CONDITIONAL,
    Assertion.POSSIBLE,
    Assertion.SOMEBODY_ELSES,
    Assertion.FIGURATIVE,
)


def kinds(text: str, words: str) -> set[Assertion]:
    """The scopes that cover `words` in `text`."""
    language = Language.ZH if any("一" <= char <= "鿿" for char in text) else Language.EN
    start = text.index(words)
    return {scope.kind for scope in scopes(text, language) if scope.covers(start, start + len(words))}


UNDER = [
    ("The fainting and being out of breath? No to both.", "out of breath", NEGATED),
    ("Any of which, sorry? The fainting? The chest pain? No to both, but I do cough", "fainting", NEGATED),
    ("I wouldn't say it hurts", "hurts", NEGATED),
    ("My heart's been racing, right? Fainting? No.", "Fainting", NEGATED),
    ("晕倒和喘不上气？都没有。", "喘不上气", NEGATED),
    ("你是问胸口疼、喘不上气、晕过去这些？没有没有。", "喘不上气", NEGATED),
    ("I felt a bit faint when I saw the needle last year", "faint", PAST),
    ("My gran had sepsis in the spring, she's home and gardening again", "sepsis", PAST),
    ("My dad hit us as kids", "hit", PAST),
    ("一月份孩子喉炎喘得厉害住过院，现在好好的", "喘得", PAST),
    ("Our spaniel had a fit this morning so I'm late", "fit", OTHER),
    ("我家猫今早抽搐，送宠物医院了", "抽搐", OTHER),
    ("昨晚看纪录片，一个小伙子大出血没救回来，我一宿没睡", "大出血", OTHER),
    ("He plays the one who gets stabbed, fake blood everywhere", "stabbed", OTHER),
    ("中风是不是嘴歪、一边手没劲？我就问问", "没劲", SUPPOSED),
    ("I blacked out the windows for the baby's nap", "blacked", IDIOM),
    ("孙子闹得我头都要炸了", "炸", IDIOM),
    ("She had a febrile seizure at the age of two.", "seizure", PAST),
    ("Honestly this weather is suffocating", "suffocating", IDIOM),
    ("She suffered a stroke three years back. The scan at that time showed a bleed. She limps.", "bleed", PAST),
    ("两年前得过心梗。当时放了支架，住院半个月。", "支架", PAST),
    ("My daughter choked on a grape when she was two.", "choked", PAST),
    ("我爸去年中风走的，今天我来查个血压", "中风", OTHER),
    ("denies fever, cough, breathlessness, black stools or weight loss", "weight loss", NEGATED),
    ("denies fever, blood in the stool, weight loss or a change in bowel habit", "change", NEGATED),
    ("I fainted at school when I was fourteen and it's never happened again", "fainted", PAST),
    ("I had a seizure when I was six and never had one again", "seizure", PAST),
    ("三年前晕倒过一次，没有再复发", "晕倒", PAST),
    ("听说吃多了头孢会中毒", "中毒", SUPPOSED),
    ("我担心以后会中风", "中风", SUPPOSED),
    ("没有发烧，就是咳嗽", "发烧", NEGATED),
    ("没有发烧、咳嗽、胸闷", "胸闷", NEGATED),
    ("发烧、咳嗽都没有", "发烧", NEGATED),
    ("不发烧，但是头疼", "发烧", NEGATED),
    ("没有喘不过气", "喘不过气", NEGATED),
    ("不是胸痛是肚子痛", "胸痛", NEGATED),
    ("从来没有晕倒过", "晕倒", NEGATED),
    ("否认胸痛、咯血", "咯血", NEGATED),
    ("去年胸痛过一次，这次来看脚气", "胸痛", PAST),
    ("小时候抽过风，发作过两回", "抽过", PAST),
    ("早上嘴歪了一会儿，现在好了", "嘴歪", RECOVERED),
    ("万一胸痛怎么办？", "胸痛", SUPPOSED),
    ("My chest was tight at lunch, fine now", "chest", RECOVERED),
    ("my ear was murder all night... better now", "murder", RECOVERED),
    ("my breathing's fine", "breathing", NEGATED),
    ("I came over dizzy on the bus but I sat down and it went", "dizzy", RECOVERED),
    ("24 weeks, baby's wriggling all the time, just heartburn", "baby's wriggling", NEGATED),
    ("孕六个月，娃踢得很欢，就是腰酸", "娃踢得", NEGATED),
    ("midazolam for when he has a fit", "fit", SUPPOSED),
    ("中风有什么表现？", "中风", SUPPOSED),
    ("担心会中风", "中风", SUPPOSED),
    ("好像有点发烧", "发烧", UNCERTAIN),
    ("我邻居中风了，我来看腰疼", "中风", OTHER),
    ("我妈前年心梗去世的，我最近头晕", "心梗", OTHER),
    ("这工作真让人头疼", "头疼", IDIOM),
    ("饿死了，几点吃饭", "死", IDIOM),
    ("no fever, cough or chills", "chills", NEGATED),
    ("She denies any fever, nausea, back pain", "back pain", NEGATED),
    ("I haven't had any chest pain, I have a sore throat", "chest pain", NEGATED),
    ("I don't have chest pain but I'm dizzy", "chest pain", NEGATED),
    ("It started without any bleeding", "bleeding", NEGATED),
    ("I have never fainted", "fainted", NEGATED),
    ("They read me a list, chest pain, fainting fits, slurred words, none of it, I've a cold", "fainting", NEGATED),
    ("大夫挨个问，胸痛、晕倒、嘴歪，一样都没有", "晕倒", NEGATED),
    ("My nani lost her sight to glaucoma, I just want my eyes tested", "lost her sight", OTHER),
    ("Oupa had a stroke on the tractor, I've come about my hearing", "stroke", OTHER),
    ("阿嬷眼睛瞎了，我就是来查眼压的", "瞎", OTHER),
    ("我屋头老人昏倒过，我今天来开降压药", "昏倒", OTHER),
    ("A lad at the gym collapsed on the treadmill last Tuesday, I've come about my bunion", "collapsed", OTHER),
    ("I saw a lorry hit a cyclist on my way, I'm here for a smear", "hit", OTHER),
    ("我们厂里老孙触电了，我没事，我来看鸡眼", "触电", OTHER),
    ("I worked on the lifeboats, bodies gone blue, my own hip is the trouble now", "blue", OTHER),
    ("The only one of us who ever had fits was my cousin", "fits", IDIOM),
    ("头一个晕倒的是我老丈人", "晕倒", IDIOM),
    ("I swallowed a coin in the navy", "swallowed", PAST),
    ("When I was five I drank bleach and they pumped my stomach", "pumped", PAST),
    ("I had spots of blood at eight weeks, that's long over", "blood", PAST),
    ("年轻那会儿吐过血", "吐过", PAST),
    ("The pharmacist warned me about black stools", "black", SUPPOSED),
    ("I dread ending up blind like my aunt", "blind", SUPPOSED),
    ("She said ring if my lips swell or I can't breathe", "can't breathe", SUPPOSED),
    ("I keep a puffer in my bag for when I get wheezy", "wheezy", SUPPOSED),
    ("包里有喷雾，喘的时候吸两口", "喘", SUPPOSED),
    ("Big Sean two doors down drank antifreeze, I've got athlete's foot", "drank", OTHER),
    ("My pal's wife had a fit at bingo, I just need my ears done", "fit", OTHER),
    ("One of the dads collapsed at the school run, anyway a repeat please", "collapsed", OTHER),
    ("There's a notice by the lift about sepsis, mottled skin, I've come with a boil", "mottled", OTHER),
    ("The plumber fitting our boiler was late, I'm in for my knee", "fitting", IDIOM),
    ("同厂的小马触电了，我来看鸡眼", "触电", OTHER),
    ("修车师傅压断了手指，我来拿药", "压断", OTHER),
    ("我表嫂喝过农药，我就是失眠", "喝过", OTHER),
    ("车祸、跳楼的都抬过，我现在膝盖疼", "跳楼", IDIOM),
    ("车贷压得我喘不上气", "喘", IDIOM),
    ("Names fall out of my head these days", "fall", IDIOM),
    ("They taught us on a course that a drooping face is a stroke", "drooping", SUPPOSED),
    ("My sepsis awareness day is on Monday", "sepsis", SUPPOSED),
    ("I dreamt that I was choking, my tooth is what I came for", "choking", SUPPOSED),
    ("败血症讲座在几楼", "败血症", SUPPOSED),
    ("梦见自己中风了，醒来好好的", "中风", SUPPOSED),
    ("面瘫后八个月，来针灸", "面瘫", PAST),
    ("有晕厥史，来体检", "晕厥", PAST),
    ("大前年冬天突然嘴歪，后来好了", "嘴歪", PAST),
    ("中毒那是九几年的事", "中毒", PAST),
    ("I am a stroke survivor, here about my ears", "stroke", PAST),
    ("Last fit 2011, off tablets since", "fit", PAST),
    ("抽动，非抽搐", "抽搐", NEGATED),
    ("I'm only fit for the scrapheap", "fit", IDIOM),
    ("Divil a bit of blood did I see", "blood", NEGATED),
    ("Nary a drop of blood", "blood", NEGATED),
    ("You hear of babies swallowing batteries, ours has a rash", "swallowing", SUPPOSED),
    ("一船人吐得晕过去好几个，我就长了个疖子", "晕过去", OTHER),
    ("牙疼得我生不如死", "生不如死", IDIOM),
    ("last year I had chest pain, today it's my knee", "chest pain", PAST),
    ("She has a history of seizures", "seizures", PAST),
    ("I fainted ten years ago", "fainted", PAST),
    ("My face drooped this morning but it has gone now", "face drooped", RECOVERED),
    ("What should I do if I get chest pain?", "chest pain", SUPPOSED),
    ("What are the signs of a stroke?", "stroke", SUPPOSED),
    ("maybe a fever", "fever", UNCERTAIN),
    ("My uncle died of a heart attack. I have a cough.", "heart attack", OTHER),
    ("My neighbour fainted", "fainted", OTHER),
    ("These forms are a pain in the neck", "pain in the neck", IDIOM),
    ("You're killing me", "killing me", IDIOM),
]

FREE = [
    ("my leg is bad, it's no better now", "leg"),
    ("I was fine, now my chest hurts", "chest"),
    ("My baby's moving less than normal", "baby's moving"),
    ("宝宝动得比平时少", "宝宝动得"),
    ("My chest hurts when I walk. Last year I had a stent.", "chest hurts"),
    ("The vet's cat bit my hand to the bone", "bit"),
    ("老师，我孩子抽了", "抽"),
    ("房东没关煤气，我和室友都头晕", "头晕"),
    ("One of the lads from work is choking in the car", "choking"),
    ("A man with no past history describes a headache that came within seconds.", "headache"),
    ("A woman with previous abdominal surgery has had cramps for two days.", "cramps"),
    ("He had a heart attack three years back. He was treated for it until today, when his chest hurts.", "hurts"),
    ("三年前放过支架。出院以后一直胸闷。", "胸闷"),
    ("She has passed neither stool nor wind.", "passed"),
    ("my husband had a heart attack three years ago and today his chest hurts", "chest"),
    ("我爸前年得过心梗，今天胸口疼", "胸口疼"),
    ("no fever, black stools or vomit that is dark and there is blood", "blood"),
    ("I fainted last year and today I fainted again", "fainted"),
    ("去年晕倒过，今天又晕倒了", "晕倒"),
    ("如果走两步就会喘不上气", "喘不上气"),
    ("胸口像有人踩着，膀子酸", "膀子酸"),
    ("身上烫，奶也不太吃了", "身上烫"),
    ("没有发烧，就是咳嗽", "咳嗽"),
    ("不是没有发烧", "发烧"),
    ("喘不过气", "喘"),
    ("说不出话，血止不住", "血"),
    ("不是胸痛是肚子痛", "肚子痛"),
    ("从去年开始头晕", "头晕"),
    ("没有，我胸口疼", "胸口疼"),
    ("我妈胸口疼，出汗", "胸口疼"),
    ("要是走快了就胸痛", "胸痛"),
    ("疼死了", "疼"),
    ("晕过去了", "晕"),
    ("我邻居中风了，我来看腰疼", "腰疼"),
    ("In 2009 I had a fit. It's come back this morning.", "fit"),
    ("十年前得过这病，最近又回来了", "这病"),
    ("The cat tripped me and I fell down the stairs", "fell"),
    ("Our dog was barking when I collapsed", "collapsed"),
    ("我家猫把我手咬了，血流个不停", "血流"),
    ("昨晚看电视，一个人在沙发上突然胸口疼", "胸口疼"),
    ("中风是不是嘴歪、一边手没劲？我爸现在就是这样", "没劲"),
    ("My girlfriend left, and honestly I want to end my life", "end my life"),
    ("She is not making a sound and her lips are blue", "lips are blue"),
    ("no fever and I'm coughing", "coughing"),
    ("No cough but a fever", "fever"),
    ("No, I have chest pain", "chest pain"),
    ("I can't stop vomiting", "vomiting"),
    ("It is no better, still chest pain", "chest pain"),
    ("I haven't had any chest pain, I have a sore throat", "sore throat"),
    ("If I climb stairs I get chest pain", "chest pain"),
    ("My mother fainted, she is here with me", "fainted"),
    ("My uncle died of a heart attack. I have a cough.", "cough"),
    ("My back is killing me", "killing"),
    ("a two-month history of headaches", "headaches"),
    ("My friend fainted here in the lobby just now, please help him", "fainted"),
]


@pytest.mark.parametrize(("text", "words", "kind"), UNDER)
def test_the_words_are_under_the_scope(text: str, words: str, kind: Assertion) -> None:
    assert kind in kinds(text, words)


@pytest.mark.parametrize(("text", "words"), FREE)
def test_the_words_stand_on_their_own(text: str, words: str) -> None:
    assert not kinds(text, words)


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("I felt dizzy on Monday but that passed", True),
        ("I felt dizzy on Monday, it settled, but it's back", False),
        ("I had chest pain, it passed. It has come back", False),
    ],
)
def test_what_passed_and_is_back_is_not_over(text: str, over: bool) -> None:
    assert any(scope.kind is Assertion.RESOLVED for scope in scopes(text, Language.EN)) is over


@pytest.mark.parametrize("text", ["胸口疼，其他的都没有", "胸口疼，别的全没有", "胸口疼，其余都没有"])
def test_the_denial_of_all_else_leaves_what_was_named(text: str) -> None:
    assert NEGATED not in kinds(text, "胸口疼")


@pytest.mark.parametrize("text", ["胸口疼，头晕都没有", "胸口疼，都没有"])
def test_the_denial_of_a_list_reaches_its_first_item(text: str) -> None:
    assert NEGATED in kinds(text, "胸口疼")


@pytest.mark.parametrize(("text", "words"), [("尿不红", "红"), ("走路，走不疼", "疼"), ("膝盖动不疼", "疼")])
def test_what_is_not_so_when_something_is_done_is_denied(text: str, words: str) -> None:
    assert NEGATED in kinds(text, words)


@pytest.mark.parametrize(("text", "words"), [("尿不出来，肚子胀", "胀"), ("疼得走不动", "疼")])
def test_what_cannot_be_done_denies_nothing(text: str, words: str) -> None:
    assert NEGATED not in kinds(text, words)


def test_a_plain_no_is_to_the_question_before_it_alone() -> None:
    assert NEGATED not in kinds("My chest hurts, you see? Fainting? No.", "chest hurts")
