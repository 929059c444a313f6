/**
 * Copies `text` to the clipboard, with `html` for programs that accept formatted text. Returns
 * whether that worked.
 *
 * Call it in a click or key press, before any `await`: WebKit refuses a write that begins later. So a
 * text that is not yet known is a promise; if it rejects, nothing is copied.
 */
export async function copyText(
  text: string | Promise<string>,
  html: string | null = null,
): Promise<boolean> {
  try {
    if (typeof text === "string" && html === null) await navigator.clipboard.writeText(text);
    else {
      const types = { "text/plain": text, ...(html !== null && { "text/html": html }) };
      const blobs = Object.entries(types).map(([type, body]) => [type, blobOf(type, body)]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    }
    return true;
  } catch {
    // Without HTTPS there is no `navigator.clipboard`.
    if (typeof text === "string") return copyByCommand(text, html);
    return text.then(copyByCommand, () => false);
  }
}

async function blobOf(type: string, body: string | Promise<string>): Promise<Blob> {
  return new Blob([await body], { type });
}

function copyByCommand(text: string, html: string | null = null): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    if (html !== null) event.clipboardData?.setData("text/html", html);
    event.preventDefault();
    isCopied = true;
  };
  document.addEventListener("copy", onCopy, { once: true });
  document.execCommand("copy");
  document.removeEventListener("copy", onCopy);
  return isCopied;
}
