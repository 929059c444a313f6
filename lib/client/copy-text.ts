/**
 * Copies `text` to the clipboard, with `html` for programs that accept formatted text. Returns
 * whether that worked; must be called in a click or key press.
 */
export async function copyText(text: string, html: string | null = null): Promise<boolean> {
  try {
    if (html === null) await navigator.clipboard.writeText(text);
    else {
      const types = { "text/plain": text, "text/html": html };
      const blobs = Object.entries(types).map(([type, body]) => [type, new Blob([body], { type })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    }
    return true;
  } catch {
    // Without HTTPS there is no `navigator.clipboard`.
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
}
