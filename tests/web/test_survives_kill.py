"""A killed server loses nothing: the session goes on where it stood."""

from pathlib import Path

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.database.engine import connect
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.serving import serving


def test_a_session_goes_on_where_it_stood_when_the_server_was_killed(demo_sqlite_url: str, tmp_path: Path) -> None:
    with serving(demo_sqlite_url, tmp_path / "log") as server:
        browser = Browser(server.host, server.port)
        browser.arrive("zh")
        browser.say("我头疼两天了")
        before = dict(browser.session)
        sent = browser.say("没有发烧", turn_id="the-last-turn")
        server.kill()

    with serving(demo_sqlite_url, tmp_path / "log") as server:
        again = Browser(server.host, server.port, cookie=browser.cookie)
        path = f"/api/sessions/{sent['session_id']}"
        assert again.get(path) == sent
        again.session = before
        assert again.say("没有发烧", turn_id="the-last-turn") == sent, "the turn sent again has the same answer"
        assert again.say("没有")["turns"] == 3
    assert _times_said(demo_sqlite_url, "the-last-turn") == 1


def test_a_turn_cut_off_before_its_answer_is_answered_when_sent_again(demo_sqlite_url: str, tmp_path: Path) -> None:
    """The server is killed while many turns are on their way; each is heard once, and each has an answer."""
    with serving(demo_sqlite_url, tmp_path / "log") as server:
        browsers = [Browser(server.host, server.port) for _ in range(6)]
        for browser in browsers:
            browser.arrive("en")
        for browser in browsers:
            browser.send("My head hurts since Monday", turn_id=f"cut-off-{id(browser)}")
        server.kill()

    with serving(demo_sqlite_url, tmp_path / "log") as server:
        for number, browser in enumerate(browsers):
            again = Browser(server.host, server.port, cookie=browser.cookie)
            again.session = browser.session
            answered = again.say("My head hurts since Monday", turn_id=f"cut-off-{id(browser)}")
            assert answered["turns"] == 1, number
            assert answered["reply"]["text"]
    assert all(_times_said(demo_sqlite_url, f"cut-off-{id(browser)}") == 1 for browser in browsers)


def _times_said(database_url: str, turn_id: str) -> int:
    engine = connect(database_url)
    log = SqlEventLog(engine, hospital_behind(engine))
    sessions = {happened.session_id for happened in log.after(0)}
    events = [recorded.event for session_id in sessions for recorded in log.history(session_id)]
    engine.dispose()
    return sum(event.kind == "patient_said" and event.turn_id == turn_id for event in events)
