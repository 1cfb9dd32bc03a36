"""A member of staff comes in: a new sign-in in place of whatever the browser had."""

import re

from flask import g, request

from frontdesk.app.ledger.sign_ins import Browser, Means, SignIn
from frontdesk.app.ledger.staff import Account
from frontdesk.app.web.authorisation import hand_out
from frontdesk.app.web.cookies import STAFF_COOKIE, cookie
from frontdesk.app.web.parts import parts

# The first that a browser says of itself; each names the ones before it as well.
BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone|iPad", "iOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def entered(account: Account, *, means: Means, what: tuple[str, ...] = ()) -> SignIn:
    """The answer to this request sets the cookie."""
    whole, old = parts(), cookie(STAFF_COOKIE)
    browser = Browser(address=request.remote_addr or "", name=browser_of(request.headers.get("User-Agent", "")))
    whole.sign_ins.end(old)  # the browser's old token is nobody's any more, and no other's place is taken for it
    sign_in, token = whole.sign_ins.enter(account, now=whole.clock(), means=means, browser=browser, what=what)
    g.sign_in = sign_in
    hand_out(token)
    return sign_in


def browser_of(agent: str) -> str:
    """In words: "Firefox, Windows"; empty for what is unknown."""
    found = (next((name for mark, name in those if re.search(mark, agent)), "") for those in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
