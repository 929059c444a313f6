import { STATUS_CODES } from "node:http";
import { cleanText, cutText } from "./clean-text";

const CHARACTERS_MAX = 300;

type FailedAnswer = {
  status: number;
  /** From the status line; may be empty (HTTP/2 has none). */
  statusText: string;
  /** The parsed JSON body; undefined if there was none or it was not JSON. */
  body: unknown;
};

/**
 * Returns a service's text about its failure: `error` of the body, else the status text, else the
 * usual text of that status (the interface, "Errors"). One line of at most 300 characters, to be
 * shown as text only.
 *
 * `conceal` gets the whole line before it is cut, so that no part of a secret remains.
 */
export function readError(
  { status, statusText, body }: FailedAnswer,
  conceal: (text: string) => string = (text) => text,
): string {
  for (const text of [errorOf(body), statusText, STATUS_CODES[status]]) {
    const line = cutText(conceal(cleanText(text ?? "")), CHARACTERS_MAX);
    if (line !== "") return line;
  }
  return `Status ${status}`;
}

function errorOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { error } = body as Record<string, unknown>;
  return typeof error === "string" ? error : undefined;
}
