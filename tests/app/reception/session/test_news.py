from threading import Thread

from frontdesk.app.reception.session.news import News


def test_only_whom_it_concerns_is_woken() -> None:
    news = News()
    with news.following("s1") as first, news.following("s2") as second, news.following() as every:
        news.tell("s1")
        assert first.wait(0) and every.wait(0) and not second.wait(0)
        assert not first.wait(0), "it is told once"


def test_what_comes_before_one_waits_is_not_missed() -> None:
    news = News()
    with news.following("s1") as follower:
        news.tell("s1")
        news.tell("s1")
        assert follower.wait(0) and not follower.wait(0)


def test_all_are_woken_where_anything_may_have_happened() -> None:
    news = News()
    with news.following("s1") as first, news.following() as every:
        news.tell_all()
        assert first.wait(0) and every.wait(0)


def test_one_that_waits_is_woken_from_another_thread() -> None:
    news = News()
    with news.following("s1") as follower:
        Thread(target=news.tell, args=("s1",)).start()
        assert follower.wait(5)


def test_nobody_is_kept_who_has_gone() -> None:
    news = News()
    with news.following("s1") as gone:
        pass
    news.tell("s1")
    assert not gone.wait(0)
