import { type Picked, type PickerMessage, VERSION } from "./protocol.js";

/** For the other codes, the picker states the reason. */
const TEXTS = {
  closed: "The picker was closed.",
  "popup-blocked": "The browser blocked the pop-up.",
  timeout: "The picker did not load.",
  version: "The picker has another version.",
};

export type PickerErrorCode = keyof typeof TEXTS | "refused-origin" | "call";

/** Why `pick` and `returned` bring no images. */
export class PickerError extends Error {
  override name = "PickerError";
  readonly code: PickerErrorCode;

  constructor(code: keyof typeof TEXTS);
  constructor(code: PickerErrorCode, message: string);
  constructor(code: keyof typeof TEXTS, message: string = TEXTS[code]) {
    super(message);
    this.code = code;
  }
}

/**
 * Returns the images of a message that ends a session.
 *
 * @throws PickerError if it brings none
 */
export function answerOf(message: PickerMessage): Picked[] {
  if (message.type === "vitrine-picker.refused") {
    const { reason } = message;
    throw new PickerError(reason === "origin" ? "refused-origin" : reason, message.message);
  }
  if (message.type === "vitrine-picker.closed") throw new PickerError("closed");
  if (message.type === "vitrine-picker.picked" && message.version === VERSION)
    return message.images;
  throw new PickerError("version");
}

/** Returns base64url of a value's JSON. */
export function encoded(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Reads what `encoded` writes; returns null for other texts. */
export function decoded(text: string): PickerMessage | null {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0))),
    );
  } catch {
    return null;
  }
}
