/**
 * Many reasons to read again become one reading at a time, and one more when something happened meanwhile.
 * Between the starts of two lie `pauseMs`, unless it is asked for urgently.
 */
export function coalesced(read: () => Promise<void>, pauseMs = 0): (urgent?: boolean) => void {
  let reading = false;
  let again = false;
  let hurry = false;
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async () => {
    clearTimeout(timer);
    timer = undefined;
    reading = true;
    again = hurry = false;
    last = Date.now();
    await read();
    reading = false;
    // `again` may have been set while waiting.
    if (again as boolean) ask(hurry);
  };
  const ask = (urgent = false) => {
    if (reading) {
      again = true;
      hurry ||= urgent;
      return;
    }
    const wait = urgent ? 0 : last + pauseMs - Date.now();
    if (wait <= 0) void go();
    else timer ??= setTimeout(() => void go(), wait);
  };
  return ask;
}
