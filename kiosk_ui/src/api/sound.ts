/** Speech of the server's: lines of the session's own talk by their number, and what stands on the page. */
import { answer, client } from "./client";
import type { Language } from "./kiosk";

export interface Heard {
  /** Of the voice's own. */
  speed: number;
  /** Somebody pressed to hear it. */
  asked: boolean;
}

const sound = (call: Parameters<typeof answer<unknown>>[0]) => answer(call) as Promise<Blob>;

export const hear = {
  line: (session_id: string, line: string, sentence: number, { speed, asked }: Heard) =>
    sound(
      client.GET("/api/sessions/{session_id}/speech/{line}/{sentence}", {
        params: { path: { session_id, line, sentence }, query: { speed, asked } },
        parseAs: "blob",
      }),
    ),
  page: (session_id: string | null, text: string, language: Language, speed: number) => {
    const body = { text, language, speed };
    return session_id === null
      ? sound(client.POST("/api/speech", { body, parseAs: "blob" }))
      : sound(client.POST("/api/sessions/{session_id}/speech", { params: { path: { session_id } }, body, parseAs: "blob" }));
  },
};
