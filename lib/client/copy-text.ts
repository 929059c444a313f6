/** Puts `text` on the clipboard. Returns whether that was possible; must be called in a click. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS there is no `navigator.clipboard`.
    let isCopied = false;
    const onCopy = (event: ClipboardEvent) => {
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      isCopied = true;
    };
    document.addEventListener("copy", onCopy, { once: true });
    document.execCommand("copy");
    document.removeEventListener("copy", onCopy);
    return isCopied;
  }
}
