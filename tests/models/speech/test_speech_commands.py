"""`frontdesk speech`: what is there, and the phrases made beforehand."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from frontdesk.app.web import spoken
from frontdesk.commands import speech as commands
from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis.engines import KOKORO, NO_KOKORO
from frontdesk.models.speech.synthesis.sentences import fixed

VOICE = Path(__file__).with_name("faulty_voice.py")


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "journal"
    monkeypatch.setattr(spoken, "command", lambda _: [sys.executable, str(VOICE), "well", str(file)])
    monkeypatch.setattr(spoken, "SPEECH", tmp_path / "kept")
    return file


def test_check_names_what_is_missing_and_says_a_sentence_in_each_language(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "why_not", lambda chosen: NO_KOKORO if chosen.engine == KOKORO else None)
    told = CliRunner().invoke(commands.speech, ["check"])
    assert (told.exit_code, NO_KOKORO in told.output) == (0, True)
    assert all(sample in journal.read_text() for sample in commands.SAMPLES.values())


def test_check_fails_where_nothing_speaks(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spoken, "command", lambda _: [sys.executable, str(VOICE), "missing", str(journal)])
    told = CliRunner().invoke(commands.speech, ["check"])
    assert (told.exit_code, "nothing to speak with" in told.output) == (1, True)


def test_warm_makes_every_fixed_sentence_once(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {language: frozenset(sorted(fixed(language))[:3]) for language in Language}
    monkeypatch.setattr(commands, "fixed", few.__getitem__)
    assert [CliRunner().invoke(commands.speech, ["warm"]).exit_code for _ in range(2)] == [0, 0]
    assert len(list((tmp_path / "kept").iterdir())) == 6
    assert len(journal.read_text().splitlines()) == 1 + 6, "the second time nothing is said"
