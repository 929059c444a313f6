import { answerOf, decoded, encoded, PickerError } from "./messages.js";
import { openFrame, openPopup } from "./openings.js";
import { type Call, type Picked, VERSION } from "./protocol.js";

/** Holds the session of a redirect, and the fragment that the page had before it. */
const STORED = "vitrine-picker";

export type PickOptions = Omit<Call, "grant"> & {
  /** The installation of Vitrine; by default the origin that this module was loaded from. */
  url?: string | undefined;
  /** How to open the picker; by default `frame`, a dialog in this page. */
  mode?: "frame" | "popup" | "redirect" | undefined;
  /** By redirect only: the page of this site that receives the answer; by default this page. */
  returnUrl?: string | undefined;
  /** The dialog's name for screen readers; by default "Choose images". */
  label?: string | undefined;
  /** The name of the dialog's close button; by default "Close". */
  closeLabel?: string | undefined;
  /** Closes the picker. */
  signal?: AbortSignal | undefined;
  /** How long the picker may take to load, in milliseconds; by default 30,000. */
  timeoutMs?: number | undefined;
  /** Fetches a grant from your own server, if paid searches need it; called again when it has expired. */
  grant?: (() => Promise<string>) | undefined;
};

/**
 * Opens the picker and resolves with the chosen images. Call it in a click or key handler: browsers
 * block pop-ups that open by themselves. By redirect, this page is left and the promise stays
 * pending: call `returned` when the page loads again.
 *
 * @throws PickerError, the reason of `signal`, or the error of `grant`
 */
export async function pick(options: PickOptions): Promise<Picked[]> {
  const {
    url = new URL(import.meta.url).origin,
    mode = "frame",
    returnUrl = location.href,
    label = "Choose images",
    closeLabel = "Close",
    signal,
    timeoutMs = 30_000,
    grant,
    ...call
  } = options;
  signal?.throwIfAborted();
  if (!["frame", "popup", "redirect"].includes(mode))
    throw new PickerError("call", `mode: ${mode}`);
  // Not `randomUUID`, which pages without HTTPS lack.
  const session = crypto.getRandomValues(new BigUint64Array(2)).join("-");
  const target = new URL("/picker", url);
  const { origin } = location;
  // With the start query, the picker's first response already has images.
  const q = call.query ?? "";
  target.search = `${new URLSearchParams({ origin, session, version: `${VERSION}`, mode, q })}`;

  const messageOf = (type: "open" | "grant", content: object) => {
    const message = { type: `vitrine-picker.${type}`, version: VERSION, session, ...content };
    // Drops undefined fields, and unwraps the proxies of frameworks, which cannot be posted.
    return JSON.parse(JSON.stringify(message));
  };
  const openMessage = async (returnTo?: string) =>
    messageOf("open", { call: { ...call, grant: await grant?.() }, returnUrl: returnTo });

  if (mode === "redirect") {
    const returnTo = new URL(returnUrl, location.href);
    returnTo.hash = "";
    target.hash = encoded(await openMessage(returnTo.href));
    sessionStorage.setItem(STORED, JSON.stringify([session, location.hash]));
    location.assign(target);
    return new Promise(() => {});
  }

  const ended = new AbortController();
  let close = () => {};
  try {
    return await new Promise((resolve, reject) => {
      const fail = (code: "closed" | "timeout") => reject(new PickerError(code));
      const opening =
        mode === "popup"
          ? openPopup(target.href, () => fail("closed"))
          : openFrame(target.href, label, closeLabel, () => fail("closed"));
      close = opening.close;
      const timer = setTimeout(fail, timeoutMs, "timeout");
      ended.signal.onabort = () => clearTimeout(timer);
      signal?.addEventListener("abort", () => reject(signal.reason), { signal: ended.signal });
      addEventListener(
        "message",
        ({ data, origin: sender, source }) => {
          // The last message of a window that has left its page has no source.
          if (source && source !== opening.window) return;
          if (sender !== target.origin || data?.session !== session) return;
          if (data.type === "vitrine-picker.ready" && data.version === VERSION) {
            clearTimeout(timer);
            opening.onReady();
            openMessage().then((message) => {
              // Through it the picker asks for a new grant, when the first has expired.
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = async () =>
                port1.postMessage(messageOf("grant", { grant: await grant?.().catch(() => {}) }));
              opening.window.postMessage(message, target.origin, [port2]);
            }, reject);
          } else {
            // Rejects with what `answerOf` throws.
            resolve((async () => answerOf(data))());
          }
        },
        { signal: ended.signal },
      );
    });
  } finally {
    ended.abort();
    close();
  }
}

/**
 * Returns the images that a redirect brought back, and restores the page's fragment. Returns null if
 * this page was not opened by the answer to a redirect of this tab.
 *
 * @throws PickerError if the picker was closed, or refused the call
 */
export function returned(): Picked[] | null {
  const [, text] = /^#vitrine-picker=(.+)/.exec(location.hash) ?? [];
  if (text === undefined) return null;
  const [session, hash] = JSON.parse(sessionStorage.getItem(STORED) ?? "[null]");
  history.replaceState(history.state, "", location.href.replace(/#.*/, hash ?? ""));
  const message = decoded(text);
  // Any site can link to this page with an answer of its own, even with the session null.
  if (message === null || session === null || message.session !== session) return null;
  sessionStorage.removeItem(STORED);
  return answerOf(message);
}
