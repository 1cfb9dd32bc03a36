"""One answer a session is under way, and the one before it is stopped once it is recorded."""

from threading import Thread

from frontdesk.app.reception.session.voices import Voices


def test_a_new_utterance_waits_until_the_one_before_is_recorded() -> None:
    voices, order = Voices(), list[str]()

    def speaks_again() -> None:
        with voices.speaking("session", "second"):
            order.append("second")

    with voices.speaking("session", "first") as voice:
        thread = Thread(target=speaks_again)
        thread.start()
        while not voice.stop:
            thread.join(0.01)
        order.append("first recorded")
        voice.heard()
        thread.join()
    assert order == ["first recorded", "second"]


def test_the_same_utterance_sent_twice_waits_for_nothing() -> None:
    voices = Voices()
    with voices.speaking("session", "first") as voice, voices.speaking("session", "first"):
        assert not voice.stop
