"""What stands on the tiles of the interview's pages: key, Chinese, English."""

from frontdesk.app.reception.session.questions import PREGNANCY
from frontdesk.models.facts import Relation

Table = tuple[tuple[str, str, str], ...]

SPANS: Table = (
    ("today", "今天刚开始", "Today"),
    ("yesterday", "昨天或昨晚开始", "Yesterday or last night"),
    ("days", "两三天", "Two or three days ago"),
    ("week", "一个星期左右", "About a week ago"),
    ("weeks", "两个星期左右", "About two weeks ago"),
    ("month", "一个月左右", "About a month ago"),
    ("half_year", "半年左右", "About half a year ago"),
    ("years", "一年以上", "More than a year ago"),
)
SIDES: Table = (("left", "左边", "Left"), ("right", "右边", "Right"), ("both", "两边都有", "Both sides"))
WHO: Table = (
    ("self_male", "我自己，男", "Me, a man"),
    ("self_female", "我自己，女", "Me, a woman"),
    ("child_male", "我的孩子，男孩", "My child, a boy"),
    ("child_female", "我的孩子，女孩", "My child, a girl"),
    ("other_male", "我陪的病人，男", "The patient I came with, a man"),
    ("other_female", "我陪的病人，女", "The patient I came with, a woman"),
)
WHO_ALONE: Table = (
    ("self", "我自己", "Me"),
    ("child", "我的孩子", "My child"),
    ("other", "我陪的病人", "The patient I came with"),
)
SEVERITIES: Table = (
    ("mild", "有点，不碍事（1–3 分）", "A little, it can be borne (1 to 3)"),
    ("moderate", "做事、睡觉受影响（4–6 分）", "It gets in the way of work or sleep (4 to 6)"),
    ("severe", "什么都做不了（7–10 分）", "Too bad to do anything (7 to 10)"),
)
SEXES: Table = (("male", "男", "Male"), ("female", "女", "Female"))
AGES: Table = (
    ("youth", "14 到 39 岁", "14 to 39"),
    ("middle", "40 到 59 岁", "40 to 59"),
    ("sixties", "60 到 74 岁", "60 to 74"),
    ("old", "75 岁以上", "75 or older"),
)
AGES_OF_CHILDREN: Table = (
    ("newborn", "不到 3 个月", "Under 3 months"),
    ("infant", "3 到 11 个月", "3 to 11 months"),
    ("toddler", "1 到 3 岁", "1 to 3 years"),
    ("small", "4 到 6 岁", "4 to 6 years"),
    ("school", "7 到 13 岁", "7 to 13 years"),
)
NOT_OF = {  # bands that are not offered of whom
    Relation.SELF: ("newborn", "infant", "toddler", "small"),
    Relation.CHILD: ("middle", "sixties", "old"),
}
FERTILE = ("youth", "middle")  # bands in which somebody may be pregnant
COURSES: Table = (("better", "好些了", "Better"), ("same", "没变化", "The same"), ("worse", "更重了", "Worse"))
PROGRESS: Table = (
    ("better", "在好转", "Getting better"),
    ("same", "没变化", "The same"),
    ("worse", "越来越重", "Getting worse"),
    ("comes_and_goes", "时好时坏", "It comes and goes"),
)
COURSES_OR_NEW: Table = (*COURSES, ("new", "有新的不舒服", "Something is new"))
ADHERENCE: Table = (
    ("as_told", "按时吃了", "Yes, as told"),
    ("missed", "有时忘了", "Missed some"),
    ("stopped", "自己停了", "I stopped"),
    ("none_given", "没有开药", "No treatment was given"),
)
HELPING: Table = (
    ("helps", "管用", "Yes, it helps"),
    ("helps_less", "不如以前管用", "Less than before"),
    ("trouble", "吃了不舒服", "It gives me trouble"),
)
SUPPLY: Table = (
    ("used_up", "已经没有了", "None left"),
    ("some_days", "还够几天", "Enough for some days"),
    ("some_weeks", "还够一周以上", "Enough for a week or more"),
)
RESULTS: Table = (
    ("brought", "带来了", "I have them with me"),
    ("waiting", "还没出来", "Not ready yet"),
    ("no_test", "没做检查", "No tests were done"),
)
MEDICINES: Table = (
    ("fact:medicine:blood pressure medicine", "降压药", "Blood pressure tablets"),
    ("fact:medicine:diabetes medicine", "降糖药或胰岛素", "Diabetes tablets or insulin"),
    ("fact:medicine:blood thinner", "抗凝药、阿司匹林", "A blood thinner or aspirin"),
    ("fact:medicine:painkiller", "止痛药", "Painkillers"),
    ("forgot", "在吃，忘了名字", "Yes, I forgot the name"),
)
MEDICINES_OF_CHILDREN: Table = (
    ("fact:medicine:fever medicine", "退烧药", "Fever medicine"),
    ("fact:medicine:antibiotic", "消炎药、抗生素", "An antibiotic"),
    ("fact:medicine:cough medicine", "止咳化痰药", "Cough medicine"),
    ("fact:medicine:asthma medicine", "哮喘或过敏的药", "Asthma or allergy medicine"),
    ("forgot", "在吃，忘了名字", "Yes, I forgot the name"),
)
ALLERGIES: Table = (
    ("fact:allergy:penicillin", "青霉素", "Penicillin"),
    ("fact:allergy:cephalosporin", "头孢", "Cephalosporins"),
    ("fact:allergy:sulfonamide", "磺胺药", "Sulfa medicines"),
    ("fact:allergy:nsaid", "止痛退烧药", "Pain or fever tablets"),
    ("fact:allergy:food", "食物", "Food"),
    ("fact:allergy:pollen", "花粉、灰尘", "Pollen or dust"),
)
PREGNANT: Table = (
    ("fact:pregnancy:pregnancy_known", "怀孕了", "Pregnant"),
    ("fact:pregnancy:may_be_pregnant", "可能怀孕了", "May be pregnant"),
)
TABLES: dict[str, Table] = {
    "since": SPANS,
    "side": SIDES,
    "progress": PROGRESS,
    "severity": SEVERITIES,
    "sex": SEXES,
    **dict.fromkeys(PREGNANCY, (*PREGNANT, ("no", "没有怀孕", "Not pregnant"))),
    "course": COURSES_OR_NEW,
    "adherence": ADHERENCE,
    "result": RESULTS,
    "helping": HELPING,
    "supply": SUPPLY,
    "medicines": MEDICINES,
    "allergies": ALLERGIES,
}
TABLES_OF_CHILDREN = {"medicines": MEDICINES_OF_CHILDREN}
