"""The voices' process from outside: it may die, hang or be missing, and the next sentence is said."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import psutil
import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.synthesis import process as processes
from frontdesk.models.speech.synthesis import speaker as speakers
from frontdesk.models.speech.synthesis.engines import Chosen
from frontdesk.models.speech.synthesis.kept import Kept
from frontdesk.models.speech.synthesis.process import VoiceLost, VoiceProcess
from frontdesk.models.speech.synthesis.sentences import fixed, sentences
from frontdesk.models.speech.synthesis.speaker import Speaker, VoiceBusy
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

FAULTY = Path(__file__).with_name("faulty_voice.py")
Speakers = Callable[..., Speaker]


def line(text: str) -> Sentence:
    return Sentence(text, Language.EN)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A line for every process that was started, and for every sentence it was given."""
    file = tmp_path / "journal"
    file.touch()
    return file


@pytest.fixture
def speaking(journal: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speakers]:
    monkeypatch.setattr(processes, "AT_LEAST", 0.5)
    made: list[Speaker] = []

    def make(
        how: str = "well", kept: Kept | None = None, processes: int = 1, lost: Callable[[], None] = lambda: None
    ) -> Speaker:
        command = [sys.executable, str(FAULTY), how, str(journal)]
        made.append(Speaker(lambda: VoiceProcess(command), processes=processes, kept=kept, lost=lost))
        return made[-1]

    yield make
    for one in made:
        one.close()


def started(journal: Path) -> int:
    return journal.read_text().split().count("started")


def test_sentences_are_said_by_one_process(speaking: Speakers, journal: Path) -> None:
    speaker = speaking()
    assert [speaker.say(line(word)) for word in ("one", "two")] == [Audio(b"oneone", 8000), Audio(b"twotwo", 8000)]
    assert started(journal) == 1


def test_a_further_process_speaks_only_when_all_are_speaking_and_one_that_dies_is_replaced(
    speaking: Speakers, journal: Path
) -> None:
    speaker = speaking(processes=2)
    for word in ("one", "two"):
        speaker.say(line(word))
    assert started(journal) == 1
    with ThreadPoolExecutor(4) as kiosks:
        list(kiosks.map(speaker.say, [line("slow")] * 4))
    assert started(journal) == 2 == len(speaker.processes)
    psutil.Process(speaker.processes[0].pid).kill()
    with ThreadPoolExecutor(4) as kiosks:
        said = list(kiosks.map(speaker.say, [line("slow")] * 4))
    assert [one.pcm for one in said] == [b"slowslow"] * 4
    assert started(journal) == 3 and len(speaker.processes) == 2


@pytest.mark.parametrize("fault", ["die", "hang"])
def test_a_voice_that_is_lost_is_started_anew_and_says_the_same_sentence(
    fault: str, speaking: Speakers, journal: Path
) -> None:
    lost: list[bool] = []
    speaker = speaking("once", lost=lambda: lost.append(True))
    assert speaker.say(line(fault)).pcm == 2 * fault.encode()
    assert (started(journal), len(lost)) == (2, 1)


@pytest.mark.parametrize("fault", ["die", "hang"])
def test_a_sentence_that_no_process_survives_is_given_up_and_the_next_is_said(
    fault: str, speaking: Speakers, journal: Path
) -> None:
    speaker = speaking()
    with pytest.raises(VoiceLost):
        speaker.say(line(fault))
    assert speaker.say(line("on")).pcm == b"onon"
    assert started(journal) == 3


def test_a_killed_process_costs_no_sentence(speaking: Speakers) -> None:
    speaker = speaking()
    speaker.say(line("one"))
    (process,) = speaker.processes
    psutil.Process(process.pid).kill()
    assert speaker.say(line("two")).pcm == b"twotwo"


def test_a_missing_voice_is_looked_for_once_a_minute(
    speaking: Speakers, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = speaking("missing")
    for _ in range(2):
        with pytest.raises(NoVoice, match="nothing to speak with"):
            speaker.say(line("one"))
    assert started(journal) == 1
    monkeypatch.setattr(speaker, "_clock", lambda: 10**9)
    with pytest.raises(NoVoice):
        speaker.say(line("one"))
    assert started(journal) == 2


def test_danger_is_said_before_what_waits(speaking: Speakers, journal: Path) -> None:
    speaker = speaking()
    with ThreadPoolExecutor(3) as pool:
        pool.submit(speaker.say, line("slow"))
        sleep(0.2)
        pool.submit(speaker.say, line("ordinary"))
        sleep(0.05)
        pool.submit(speaker.say, line("danger"), urgent=True)
    assert journal.read_text().split() == ["started", "slow", "danger", "ordinary"]


def test_more_than_can_be_said_in_time_is_refused(speaking: Speakers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speakers, "WAITING", 1)
    speaker = speaking()
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(speaker.say, line("slow")) for _ in range(4)]
    refused = [one for one in asked if isinstance(one.exception(), VoiceBusy)]
    assert refused and len(refused) < len(asked)


def test_nobody_hears_what_was_asked_for_long_ago(speaking: Speakers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speakers, "PATIENCE", -1.0)
    with pytest.raises(VoiceBusy):
        speaking().say(line("late"))


def test_what_is_the_same_for_everybody_is_kept_and_nothing_else(
    speaking: Speakers, journal: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    kept = Kept(folder, Chosen(), limit=10**6)
    speaker = speaking(kept=kept)
    speaker.say(line("Ms Wang"))
    assert not folder.exists()
    said = speaker.say(line("Please wait."), keep=True)
    assert [file.suffix for file in folder.iterdir()] == [".wav"]
    speaker.close()
    assert speaker.say(line("Please wait."), keep=True) == said
    assert started(journal) == 1


def test_voice_and_speed_are_part_of_what_is_kept(tmp_path: Path) -> None:
    audio = Audio(b"\0\0" * 8, 8000)
    kept = Kept(tmp_path, Chosen(), limit=10**6)
    kept.put(Sentence("Hello", Language.EN, 1.0), audio)
    assert kept.get(Sentence("Hello", Language.EN, 1.0)) == audio
    assert kept.get(Sentence("Hello", Language.EN, 1.2)) is None
    other = Kept(tmp_path, Chosen(names={Language.EN: "en-us"}), limit=10**6)
    assert other.get(Sentence("Hello", Language.EN, 1.0)) is None


def test_what_is_kept_is_bounded_and_the_longest_unasked_goes_first(tmp_path: Path) -> None:
    kept = Kept(tmp_path, Chosen(), limit=10 * 1044)
    for number in range(30):
        kept.put(line(str(number)), Audio(b"\0\0" * 500, 8000))
        sleep(0.002)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 10 * 1044
    assert kept.get(line("29")) and not kept.get(line("0"))


def test_a_folder_that_cannot_be_written_keeps_nothing_and_breaks_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = Kept(tmp_path / "file", Chosen(), limit=10**6)
    kept.put(line("Hello"), Audio(b"\0\0", 8000))
    assert kept.get(line("Hello")) is None


def test_text_is_said_sentence_by_sentence() -> None:
    assert sentences("你好。哪里不舒服？请说。") == ["你好。", "哪里不舒服？", "请说。"]
    assert sentences("It was 37.8 degrees. Dr. Lin knows. “Go on.” Is it so?") == [
        "It was 37.8 degrees.",
        "Dr. Lin knows.",
        "“Go on.”",
        "Is it so?",
    ]


def test_of_a_reply_under_way_what_has_no_end_yet_waits() -> None:
    assert sentences("I see. It was 37.", whole=False) == ["I see."]
    assert sentences("好的。您哪里", whole=False) == ["好的。"]


def test_what_holds_a_name_is_no_fixed_sentence() -> None:
    english = fixed(Language.EN)
    assert "Please stay where you are, sit down and keep still." in english
    assert not any("{" in sentence for sentence in english)
