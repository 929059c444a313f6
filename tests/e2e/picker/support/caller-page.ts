import type { Page } from "@playwright/test";
import type { PickerCall, PickerMessage, PickerMode } from "@/lib/contract/picker";

/** Returns the page of a program that opens the picker as the protocol states, without picker.js. */
export const callerPage = (picker: string, call: PickerCall) => `<!doctype html>
<html lang="en">
<title>CMS</title>
<style>
  body { margin: 0 }
  iframe { display: block; box-sizing: border-box; inline-size: 100vw; block-size: 100vh; border: 0 }
</style>
<main>
<h1 hidden>CMS</h1>
<button data-mode="frame">Frame</button> <button data-mode="popup">Pop-up</button>
<button data-mode="redirect">Redirect</button>
</main>
<script>
const session = "abcdefghijklmnopqrstuvwx";
const picker = ${JSON.stringify(picker)};
const open_ = { type: "vitrine-picker.open", version: 1, session, call: ${JSON.stringify(call)} };
const encode = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const decode = (text) => JSON.parse(new TextDecoder().decode(Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0))));
window.received = [];
let opened;
addEventListener("message", ({ source, origin, data }) => {
  // The last message of a pop-up that has closed has no source (docs/picker.md).
  if ((source !== null && source !== opened) || origin !== picker) return;
  if (data.session !== session) return;
  received.push(data);
  if (data.type === "vitrine-picker.ready") opened.postMessage(open_, picker);
});
for (const button of document.querySelectorAll("button")) button.onclick = () => {
  const { mode } = button.dataset;
  // Modules of an earlier release do not state the start query, as here in a frame and a pop-up.
  const start = mode === "redirect" && { q: open_.call.query };
  const url = picker + "/picker?" +
    new URLSearchParams({ origin: location.origin, session, version: 1, mode, ...start });
  if (mode === "popup") opened = open(url, "picker", "popup,width=900,height=800");
  else if (mode === "redirect") location.href = url + "#" + encode({ ...open_, returnUrl: location.href });
  else {
    const frame = document.createElement("iframe");
    frame.title = "Choose images";
    document.querySelector("main").replaceChildren(frame);
    opened = frame.contentWindow;
    frame.src = url;
  }
};
const [, answer] = /vitrine-picker=(.+)/.exec(location.hash) ?? [];
if (answer) received.push(decode(answer));
</script>
</html>`;

/** Opens the picker from the program's page, by keyboard. */
export async function openPicker(page: Page, mode: PickerMode): Promise<void> {
  await page.locator(`[data-mode=${mode}]`).press("Enter");
}

/** Returns the messages that the program's page has received. */
export function received(page: Page): Promise<PickerMessage[]> {
  return page.evaluate(() => (window as unknown as { received: PickerMessage[] }).received);
}
