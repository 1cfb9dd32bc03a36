"""Patients who follow a script: what they say first, and which tiles they tap on whatever page comes."""

from frontdesk.evaluation.browser import Answer, Browser

MOST_TURNS = 14
COMPLAINTS = (
    ("zh", "手上起了红疹子，痒得睡不着，三天了"),
    ("en", "My right knee hurts since last week, it is worse on the stairs"),
    ("zh", "嗓子疼，发烧两天，最高38度5"),
    ("en", "I have had a burning feeling when I pee for three days"),
    ("zh", "眼睛红，早上糊住睁不开"),
    ("en", "My ear has been ringing for about a month"),
    ("zh", "胃胀，吃完饭就反酸，有半个月了"),
    ("en", "I cannot sleep and feel low, it has been like this for weeks"),
    ("zh", "牙龈肿，右边大牙疼了两天"),
    ("en", "I need my blood pressure tablets again, the same as last time"),
)
# Said where a number is asked for, and where they would rather talk.
AGE, TEMPERATURE = "46", "38.5"
SHRUGS = {"zh": ("一阵一阵的", "说不清", "没有别的了"), "en": ("it comes and goes", "hard to say", "nothing else")}
NOT_SO = frozenset({"danger", "danger_one", "pregnant", "pregnant_again"})  # pages of which nothing is so


def receive(browser: Browser, number: int, **identity: str) -> int:
    """One reception from hello to goodbye, the `number`-th, of a guest or of who that is; returns its turns."""
    language, complaint = COMPLAINTS[number % len(COMPLAINTS)]
    browser.arrive(language, **identity)
    browser.say(complaint)
    while browser.session["turns"] < MOST_TURNS and not _over(browser.session):
        answer(browser, language)
    if browser.session["phase"] not in ("emergency", "private", "ended"):
        browser.step("finish")
    return int(browser.session["turns"])


def answer(browser: Browser, language: str) -> None:
    """Keys in a number, taps the first tile or none; every fourth time says something instead."""
    question, turns = browser.session["question"], browser.session["turns"]
    pad = question["pad"] if question else None
    tiles = tiles_of(question)
    if pad == "temperature":
        browser.say(TEMPERATURE)
    elif pad and turns % 2:
        browser.say(AGE)
    elif tiles and turns % 4:
        browser.tap(*tiles)
    else:
        browser.say(SHRUGS[language][turns % len(SHRUGS[language])])


def tiles_of(question: Answer | None) -> tuple[str, ...]:
    """The first tile of a page; "none of these" where danger is asked about, and the end where nothing is offered."""
    if question is None:
        return ()
    ways_out = [option["key"] for option in (*question["ways_out"], *question["options"])]
    out = next((key for key in ("none", "finish", "no", "unsure") if key in ways_out), None)
    first = next((option["key"] for option in question["options"]), None)
    chosen = out if question["key"] in NOT_SO or first is None else first
    return (chosen,) if chosen else ()


def _over(session: Answer) -> bool:
    return session["phase"] in ("recommendation", "emergency", "private", "with_nurse", "ended")
