"""What is said over a kiosk's microphone: the messages of its WebSocket, and why one is closed."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from enum import IntEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LARGEST = BYTES_A_SECOND  # bytes of one message: a second
SLOW = 5.0  # seconds without a message


class Code(IntEnum):
    """Why a connection is closed (RFC 6455: 4000 to 4999 are an application's own)."""

    MALFORMED = 4400
    NO_SESSION = 4404
    SLOW = 4408
    LISTENING_ALREADY = 4409
    TOO_FAST = 4413
    RECOGNISER_BROKEN = 4500
    NO_RECOGNISER = 4503


class Closed(Exception):
    def __init__(self, code: Code) -> None:
        super().__init__(code.name)
        self.code, self.reason = code, code.name.lower()


class Gone(Exception):
    """The kiosk has closed the connection."""


class Told(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Begin(Told):
    """`hold`: the patient holds a button while they speak, and its release ends it."""

    type: Literal["begin"]
    hold: bool = False
    assisted: bool = False


class Quiet(Told):
    type: Literal["quiet"]
    ms: int = Field(ge=1, le=1000)


class Voice(Told):
    """Whether our own voice can be heard at the kiosk."""

    type: Literal["voice"]
    sounds: bool


class End(Told):
    type: Literal["end"]


TOLD: TypeAdapter[Begin | Quiet | Voice | End] = TypeAdapter(Begin | Quiet | Voice | End)


async def next_message(receive: Receive) -> "bytes | Begin | Quiet | Voice | End":
    """Raises Closed for what is slow or malformed, and Gone."""
    try:
        async with asyncio.timeout(SLOW):  # wait_for of Python 3.11 may lose that it is cancelled
            message = await receive()
    except TimeoutError:
        raise Closed(Code.SLOW) from None
    if message["type"] == "websocket.disconnect":
        raise Gone
    pcm, text = message.get("bytes"), message.get("text")
    if pcm is not None:
        if not 0 < len(pcm) <= LARGEST or len(pcm) % 2:
            raise Closed(Code.MALFORMED)
        return bytes(pcm)
    try:
        return TOLD.validate_json(text or "")
    except ValidationError:
        raise Closed(Code.MALFORMED) from None
