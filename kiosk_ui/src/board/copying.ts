/** Puts text on the clipboard; false where the browser does not let it. */
export async function copied(text: string): Promise<boolean> {
  if (!window.isSecureContext) return copiedBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the page did not come over HTTPS there is no clipboard but this one. */
function copiedBySelection(text: string): boolean {
  const box = document.createElement("textarea");
  box.value = text;
  box.className = "visually-hidden";
  document.body.append(box);
  box.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const done = document.execCommand("copy");
  box.remove();
  return done;
}
