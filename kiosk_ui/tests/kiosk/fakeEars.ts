/** A microphone and the server's end of its WebSocket, in the same process. */
import { act } from "@testing-library/react";
import { vi } from "vitest";
import type { Piece } from "../../src/kiosk/voice/gate";
import type { Heard } from "../../src/kiosk/voice/hearing";

export class FakeEars {
  /** Each connection, the newest last. */
  readonly sockets: FakeSocket[] = [];
  pieces: ((event: { data: Piece }) => void)[] = [];
  stopped = 0;

  constructor({ permitted = true, secure = true } = {}) {
    // Made when the kiosk asks: the page makes its own.
    const ears = this; // eslint-disable-line @typescript-eslint/no-this-alias
    const track = { stop: () => (ears.stopped += 1) };
    const getUserMedia = () =>
      permitted ? Promise.resolve({ getTracks: () => [track] }) : Promise.reject(new Error("NotAllowedError"));
    Object.defineProperty(navigator, "mediaDevices", { value: secure ? { getUserMedia } : undefined, configurable: true });
    vi.stubGlobal(
      "AudioContext",
      class {
        audioWorklet = { addModule: () => Promise.resolve() };
        createMediaStreamSource = () => ({ connect: () => undefined });
        resume = () => Promise.resolve();
        close = () => Promise.resolve();
      },
    );
    vi.stubGlobal(
      "AudioWorkletNode",
      class {
        port = {
          set onmessage(listener: (event: { data: Piece }) => void) {
            ears.pieces.push(listener);
          },
        };
      },
    );
    vi.stubGlobal(
      "WebSocket",
      class extends FakeSocket {
        constructor(url: URL) {
          super(url);
          ears.sockets.push(this);
        }
      },
    );
  }

  get socket(): FakeSocket {
    const newest = this.sockets.at(-1);
    if (!newest) throw new Error("nobody has connected");
    return newest;
  }

  says(...pieces: Piece[]) {
    act(() => pieces.forEach((data) => this.pieces.at(-1)?.({ data })));
  }

  /** The server has heard the button go down and says so. */
  async ready() {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
    act(() => this.socket.open());
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
    act(() => this.socket.tell({ type: "ready" }));
  }

  hears(heard: Partial<Heard>) {
    act(() => this.socket.tell({ type: "final", text: "", confidence: 0.9, confirm: null, taken: false, more: false, goes_on: false, ...heard }));
  }
}

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  closed = false;
  readonly sent: unknown[] = [];
  onopen: () => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly url: URL) {}

  send(message: string | ArrayBuffer) {
    this.sent.push(typeof message === "string" ? JSON.parse(message) : message);
  }

  close() {
    this.closed = true;
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  tell(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  breaks(code: number) {
    act(() => this.onclose({ code }));
  }
}
