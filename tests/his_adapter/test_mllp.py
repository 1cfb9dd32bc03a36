"""What listeners do with a kept connection: each case is one that a real one was seen to do, or may."""

from time import monotonic

import pytest

from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.hl7.address import Address, BadAddress, Charset, address_of
from frontdesk.his_adapter.hl7.connection import FailedThere, RefusedByListener, Sender
from frontdesk.his_adapter.hl7.framing import BadFrame, Frames, framed
from frontdesk.his_adapter.hl7.message import BadMessage, component, escaped, plain, read, segment
from tests.mllp_listener import Does, Line, Listener, answer, listening, says


def bytewise(line: Line, control_id: str) -> None:
    for byte in answer(control_id):
        line.sendall(bytes([byte]))


def hangs_up(line: Line, control_id: str) -> bool:
    return False


def half(line: Line, control_id: str) -> bool:
    line.sendall(answer(control_id)[:20])
    return False


def nothing(line: Line, control_id: str) -> None:
    pass


def sender(listener: Listener, timeout: float = 5) -> Sender:
    return Sender(Address(host="127.0.0.1", port=listener.port, timeout=timeout))


def message(control_id: str) -> str:
    return f"MSH|^~\\&|F|R|HIS|H|20261123||ADT^A04|{control_id}|P|2.5.1||||||UNICODE UTF-8\rPID|1\r"


@pytest.mark.parametrize("does", [says(), bytewise], ids=["whole", "byte by byte"])
def test_an_answer_is_read_however_it_comes(does: Does) -> None:
    with listening(does) as listener:
        kept = sender(listener)
        for control_id in ("a", "b", "c"):
            assert kept.send(message(control_id), control_id) == []
        assert (listener.heard, listener.connections) == (["a", "b", "c"], 1)


def test_a_listener_that_answers_what_came_before_once_more_gets_a_connection_each() -> None:
    def replays(line: Line, control_id: str) -> None:
        line.sendall(answer("another") + answer(control_id))

    with listening(replays) as listener:
        kept = sender(listener)
        for control_id in ("a", "b", "c"):
            assert kept.send(message(control_id), control_id) == []
        assert (listener.heard, listener.connections) == (["a", "b", "c"], 3)


@pytest.mark.parametrize(
    ("code", "error"), [("AE", FailedThere), ("CE", FailedThere), ("AR", RefusedByListener), ("CR", RefusedByListener)]
)
def test_what_failed_there_is_told_apart_from_what_is_refused(code: str, error: type[Exception]) -> None:
    fault = "ERR||PID^1^3|204^Unknown key^HL70357|E||||林和 is not known"
    with listening(says(code, fault)) as listener, pytest.raises(error) as raised:
        sender(listener).send(message("a"), "a")
    assert str(raised.value) == "204", "the text beside it may name a person"


def test_a_warning_comes_with_what_was_taken() -> None:
    with listening(says("AA", "ERR||MSH^1^9|200^Unsupported^HL70357|W")) as listener:
        assert sender(listener).send(message("a"), "a") == ["W:200"]


def test_a_connection_that_was_closed_meanwhile_is_made_anew_and_the_same_message_sent() -> None:
    with listening(says(), hangs_up, says()) as listener:
        kept = sender(listener)
        kept.send(message("a"), "a")
        assert kept.send(message("b"), "b") == []
        assert (listener.heard, listener.connections) == (["a", "b", "b"], 2)


@pytest.mark.parametrize("does", [hangs_up, half], ids=["no answer", "half an answer"])
def test_a_message_without_a_whole_answer_was_not_taken(does: Does) -> None:
    with listening(does) as listener, pytest.raises(HospitalAway):
        sender(listener).send(message("a"), "a")


def test_a_silent_listener_is_waited_for_so_long_and_its_late_answer_is_nobody_elses() -> None:
    with listening(nothing, says()) as listener:
        kept, began = sender(listener, timeout=0.5), monotonic()
        with pytest.raises(HospitalAway):
            kept.send(message("a"), "a")
        assert monotonic() - began < 2
        assert kept.send(message("b"), "b") == []
        assert listener.connections == 2


def test_a_listener_that_is_down_is_not_asked_at_once_again() -> None:
    with listening(says()) as listener:
        port = listener.port
    down = Sender(Address(host="127.0.0.1", port=port, timeout=0.5))
    with pytest.raises(HospitalAway, match="ConnectionRefusedError"):
        down.send(message("a"), "a")
    with pytest.raises(HospitalAway, match="a moment ago"):
        down.send(message("a"), "a")


def test_bytes_outside_a_frame_and_a_frame_without_end_are_refused() -> None:
    assert list(Frames().fed(b"\r\n" + framed(b"x") + framed(b"y"))) == [b"x", b"y"]
    for data in (b"hello", b"\x0b" + b"x" * 1_000_001):
        with pytest.raises(BadFrame):
            list(Frames().fed(data))


@pytest.mark.parametrize("text", ["a|b^c~d\\e&f", "胸闷\n三天\r两次", "\\F\\", "𠀀〇々", ""])
def test_what_is_escaped_reads_as_it_was(text: str) -> None:
    line = segment("OBX", "1", text, (text, "x"))
    row = line.split("|")
    assert plain(escaped(text)) == text == plain(row[2] if len(row) > 2 else "")
    assert component(row[3], 1) == text


@pytest.mark.parametrize("charset", Charset)
def test_a_message_is_read_in_the_characters_that_it_names(charset: Charset) -> None:
    raw = f"MSH|^~\\&|F|R|HIS|H|20261123||ADT^A04|1|P|2.5.1||||||{charset.told}\rPID|1||P1||欧阳䶮\r".encode(
        charset.value
    )
    assert read(raw).field("PID", 5) == "欧阳䶮"


def test_a_message_that_is_not_in_its_characters_is_refused() -> None:
    raw = "MSH|^~\\&|F|R|HIS|H|20261123||ADT^A04|1|P|2.5.1||||||UNICODE UTF-8\rPID|1||P1||欧阳\r".encode("gb18030")
    for bad in (raw, b"", b"PID|1"):
        with pytest.raises(BadMessage):
            read(bad)


@pytest.mark.parametrize(
    "url", ["mllp://host", "mllp://host:x", "http://host:1", "mllp://h:1?charset=BIG5", "mllp://h:1?a=b"]
)
def test_a_bad_address_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        address_of(url)


def test_an_address_says_how_to_speak() -> None:
    told = address_of("mllps://his:2575?charset=GB18030&patients=CARD&timeout=3")
    assert (told.host, told.port, told.tls, told.charset) == ("his", 2575, True, Charset.GB18030)
    assert (told.patients, told.timeout) == ("CARD", 3)
