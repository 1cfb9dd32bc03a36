"""What comes over a kiosk's microphone, and sound in files: heard, or refused with a reason."""

import asyncio
import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import strategies as st

from frontdesk.app.reception.session.state import State
from frontdesk.app.settings import Settings
from frontdesk.app.web.hearing import Hearing
from frontdesk.app.web.microphone_messages import Begin, Closed, Gone, next_message
from frontdesk.app.web.parts import Parts
from frontdesk.models.speech.audio import Audio, NotSpeech, from_wav
from frontdesk.models.speech.recognition.messages import HEAD, Frame, head
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND
from frontdesk.models.speech.recognition.replayed import Replayed
from tests.fuzz.examples import examples
from tests.fuzz.nasty import json as some_json
from tests.fuzz.nasty import never, spoilt_bytes, spoilt_json, text

SOUND = (
    {"type": "begin", "hold": True},
    {"type": "quiet", "ms": 500},
    {"type": "voice", "sounds": True},
    {"type": "end"},
)
told = st.sampled_from(SOUND).flatmap(spoilt_json).map(json.dumps) | some_json.map(json.dumps) | text
pcm = st.binary(max_size=64) | st.sampled_from((0, 1, 2, 3200, BYTES_A_SECOND, BYTES_A_SECOND + 2)).map(bytes)
messages = st.one_of(
    told.map(lambda one: {"type": "websocket.receive", "text": one}),
    pcm.map(lambda one: {"type": "websocket.receive", "bytes": one}),
    st.sampled_from(SOUND).map(lambda one: {"type": "websocket.receive", "text": json.dumps(one)}),
    st.just({"type": "websocket.receive"}),
    st.just({"type": "websocket.receive", "text": None, "bytes": None}),
)


class Stream:
    """Of a recogniser that counts what it is given."""

    def __init__(self) -> None:
        self.taken = 0

    def hear(self, pcm: bytes) -> None:
        assert len(pcm) % 2 == 0
        self.taken += len(pcm)

    def finish(self) -> None:
        pass

    async def told(self, *, seconds: float) -> Frame | None:
        await asyncio.sleep(0.001)

    def close(self) -> None:
        pass


async def heard(sent: Sequence[dict[str, Any]]) -> int:
    """How many bytes a recogniser was given until the kiosk has gone. Raises Closed, Gone."""
    waiting, stream = [*sent, {"type": "websocket.disconnect"}], Stream()

    async def receive() -> dict[str, Any]:
        return waiting.pop(0)

    async def listen() -> Replayed:
        return cast(Replayed, stream)

    async def send(message: object) -> None:
        pass

    begin = await next_message(receive)
    assert isinstance(begin, Begin | bytes) or hasattr(begin, "type")
    parts = cast(Parts, SimpleNamespace(settings=Settings()))
    state = cast(State, SimpleNamespace(question=None, session_id="s"))
    try:
        await Hearing(parts, "kiosk-1", state, Begin(type="begin"), listen, send).run(receive)
    finally:
        most = sum(len(one.get("bytes") or b"") + (BYTES_A_SECOND if one.get("text") else 0) for one in sent)
        assert stream.taken <= most
    return stream.taken


@examples(60, sent=st.lists(messages, min_size=1, max_size=8))
def test_whatever_a_kiosk_sends_the_connection_is_heard_or_closed(sent: list[dict[str, Any]]) -> None:
    never(lambda: asyncio.run(heard(sent)), Closed, Gone)


@examples(60, file=spoilt_bytes(Audio(b"\x00\x01" * 20, 16000).wav()) | st.binary(max_size=60))
def test_a_file_of_sound_is_read_or_is_none(file: bytes) -> None:
    audio = never(lambda: from_wav(file), NotSpeech)
    if isinstance(audio, Audio):
        assert audio.seconds >= 0
        assert len(audio.pcm) % 2 == 0


@examples(60, packed=st.binary(min_size=HEAD.size, max_size=HEAD.size))
def test_the_head_of_a_frame_is_one_of_ours_or_none(packed: bytes) -> None:
    found = never(lambda: head(packed), ValueError)
    if not isinstance(found, ValueError):
        assert HEAD.pack(*found) == packed
