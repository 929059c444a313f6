import { PickerError } from "./messages.js";

/** A window with the picker. */
type Opening = { window: Window; onReady(): void; close(): void };

/** Opens the picker in a dialog over this page. */
export function openFrame(
  href: string,
  label: string,
  closeLabel: string,
  onClosed: () => void,
): Opening {
  const dialog = document.createElement("dialog");
  const frame = document.createElement("iframe");
  // Closes the dialog if the picker does not load; afterwards the picker has a button of its own.
  const button = document.createElement("button");
  // Style properties, unlike a style element, need no permission by a content security policy.
  dialog.style.cssText =
    "all:revert;width:min(100%,90rem,max(92vw,40rem));height:min(100%,max(92vh,40rem));max-width:none;max-height:none;padding:0;border:0;overflow:hidden;box-shadow:0 0 0 100vmax #0009";
  frame.style.cssText = "all:revert;display:block;width:100%;height:100%;border:0";
  button.style.cssText =
    "all:revert;position:absolute;top:0;right:0;width:44px;height:44px;font-size:24px";
  dialog.ariaLabel = frame.title = label;
  button.ariaLabel = closeLabel;
  button.textContent = "×";
  button.onclick = () => dialog.close();
  dialog.onclose = onClosed;
  frame.src = href;
  dialog.append(frame, button);
  // Not to the body: dialogs of programs take its pointer events, and make what is added to it inert.
  document.documentElement.append(dialog);
  dialog.showModal();
  return {
    // The frame is in the document, so it has a window.
    window: frame.contentWindow as Window,
    onReady() {
      button.remove();
      frame.focus();
    },
    close() {
      // Returns the focus to where it was.
      dialog.close();
      dialog.remove();
    },
  };
}

const CLOSED_CHECK_MS = 500;

/**
 * Opens the picker in a pop-up.
 *
 * @throws PickerError popup-blocked
 */
export function openPopup(href: string, onClosed: () => void): Opening {
  const popup = open(href, "_blank", "popup,width=1200,height=900");
  if (popup === null) throw new PickerError("popup-blocked");
  let wasClosed = false;
  const timer = setInterval(() => {
    // An answer may arrive just after its window has closed.
    if (wasClosed) onClosed();
    wasClosed = popup.closed;
  }, CLOSED_CHECK_MS);
  return {
    window: popup,
    onReady() {},
    close() {
      clearInterval(timer);
      popup.close();
    },
  };
}
