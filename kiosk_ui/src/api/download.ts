/** A file of the server's, saved by the browser; a step-up on the way is asked for like everywhere. */
import { answer, within } from "./client";

const PATIENCE_MS = 120_000;

export async function download(path: string): Promise<void> {
  const request = new Request(new URL(path, location.origin), { credentials: "same-origin" });
  const call = within(PATIENCE_MS)(request).then(async (response) =>
    response.ok
      ? { data: { file: await response.blob(), name: nameOf(response) }, response }
      : { error: await response.json().catch(() => null) as unknown, response },
  );
  const { file, name } = await answer<{ file: Blob; name: string }>(call);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE_MS);
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "table.csv";
}
