"""What the server can say: its voice, what of it is the same for everybody, and the words of the kiosk's own pages."""

import json
import re
from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from frontdesk.app.settings import SPEECH, Settings
from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.synthesis.engines import Chosen, can_speak
from frontdesk.models.speech.synthesis.kept import Kept
from frontdesk.models.speech.synthesis.process import VoiceLost, VoiceProcess, command
from frontdesk.models.speech.synthesis.sentences import fixed, sentences
from frontdesk.models.speech.synthesis.speaker import Speaker, VoiceBusy
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

MEGABYTE = 10**6
TOKEN = re.compile(r"[a-z']+|[\u3400-\u9fff]")
# Days and times as the browser writes them.
CALENDAR = {
    Language.EN: (*month_name, *month_abbr, *day_name, *day_abbr, "am", "pm", "at"),
    Language.ZH: ("年", "月", "日", "时", "分", "上午", "下午", "周", "星期", *"一二三四五六日"),
}


def chosen(settings: Settings) -> Chosen:
    """The voice of the settings."""
    names = {Language.ZH: settings.speech_voice_zh, Language.EN: settings.speech_voice_en}
    return Chosen(
        engine=settings.speech_engine,
        folder=settings.speech_folder,
        names=MappingProxyType({language: name for language, name in names.items() if name}),
    )


def speaker(settings: Settings, *, lost: Callable[[], None] = lambda: None) -> Speaker:
    """Speaks with the voice of the settings; a process starts with the first sentence, and anew when it is `lost`."""
    voice = chosen(settings)
    kept = Kept(SPEECH, voice, limit=settings.speech_kept_megabytes * MEGABYTE)
    return Speaker(lambda: VoiceProcess(command(voice)), processes=settings.speech_processes, kept=kept, lost=lost)


class Speech:
    """The server's voice, and what it may be asked to say."""

    def __init__(self, settings: Settings, *, lost: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._speaker = speaker(settings, lost=lost)

    @cached_property
    def there(self) -> bool:
        """Somebody here can speak, and may."""
        return self._settings.speech != "off" and can_speak(chosen(self._settings))

    def say(self, sentence: Sentence, *, urgent: bool = False) -> Audio:
        """Raises NoVoice, VoiceBusy, VoiceLost. What is the same for everybody is kept."""
        if not self.there:
            raise NoVoice("no voice is set up")
        words = self._words[sentence.language]
        keep = sentence.text in words.whole or sentence.text in fixed(sentence.language)
        return self._speaker.say(sentence, urgent=urgent, keep=keep)

    def stands(self, text: str, language: Language, shown: Iterable[str]) -> bool:
        """Whether all of `text` is made of the words of our pages, of what is `shown`, of numbers and of dates."""
        return self._words[language].cover(text, shown)

    def warm(self) -> None:
        """Start the process, so that the first patient does not wait for it."""
        with suppress(NoVoice, VoiceBusy, VoiceLost):
            self.say(Sentence("One.", Language.EN))

    def close(self) -> None:
        """Ends the process."""
        self._speaker.close()

    @cached_property
    def _words(self) -> dict[Language, "PageWords"]:
        return page_words(self._settings.ui_folder)


class PageWords:
    """`whole`: messages of the kiosk's catalogue; `parts`: what stands between the blanks of the others."""

    def __init__(self, language: Language, whole: Iterable[str], parts: Iterable[str]) -> None:
        self.whole = frozenset(whole)
        known = (*self.whole, *parts, *CALENDAR[language])
        self._known = frozenset(filter(None, map(_tokens, known)))

    def cover(self, text: str, shown: Iterable[str]) -> bool:
        """Whether the words of `text`, in their order, are pieces that stand on a page, one after the other.

        A page may show single sentences of a longer text: the steps of a way.
        """
        words = _tokens(text)
        told = (piece for whole in shown for piece in (whole, *sentences(whole)))
        pieces = self._known | frozenset(filter(None, map(_tokens, told)))
        lengths = sorted({len(piece) for piece in pieces})
        reached = {0}
        for begin in range(len(words)):
            if begin in reached:
                reached |= {begin + length for length in lengths if words[begin : begin + length] in pieces}
        return len(words) in reached


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(TOKEN.findall(text.casefold()))


def page_words(folder: Path) -> dict[Language, PageWords]:
    """As the build of the front end leaves them in `words.json`; none where it is not built."""
    try:
        read = json.loads((folder / "words.json").read_text(encoding="utf-8"))
    except OSError:
        read = {}
    none: dict[str, list[str]] = {"whole": [], "parts": []}
    return {language: PageWords(language, **read.get(language.value, none)) for language in Language}


def strings(view: object) -> Iterator[str]:
    """All text in what is shown."""
    match view:
        case str():
            yield view
        case dict():
            for value in view.values():
                yield from strings(value)
        case list():
            for value in view:
                yield from strings(value)
