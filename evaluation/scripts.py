"""Patients who follow a script: what they say first, and how they answer whatever is asked."""

from itertools import cycle

from evaluation.browser import Answer, Browser

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
SHRUGS = {
    "zh": ("没有", "不清楚", "大概三天吧", "没有别的了"),
    "en": ("no", "not sure", "about three days", "that is all"),
}


def receive(browser: Browser, number: int) -> int:
    """One reception from hello to goodbye, the `number`-th; returns the turns it took."""
    language, complaint = COMPLAINTS[number % len(COMPLAINTS)]
    browser.arrive(language)
    browser.say(complaint)
    for words in cycle(SHRUGS[language]):
        if browser.session["turns"] >= MOST_TURNS or _over(browser.session):
            break
        _answer(browser, words)
    if browser.session["phase"] not in ("emergency", "private", "ended"):
        browser.step("finish")
    return int(browser.session["turns"])


def _answer(browser: Browser, words: str) -> None:
    """Taps "no", or the first quick reply, every other time; otherwise says something."""
    question = browser.session["question"]
    options = question["options"] if question else []
    if options and browser.session["turns"] % 2:
        tapped = next((option for option in options if option["key"] == "no"), options[0])
        browser.say(tapped["label"], option=tapped["key"])
    else:
        browser.say(words)


def _over(session: Answer) -> bool:
    return session["phase"] in ("recommendation", "emergency", "private", "with_nurse", "ended")
