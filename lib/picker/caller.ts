import "server-only";
import {
  PICKER_MODES,
  PICKER_PARAMETERS,
  PICKER_SESSION,
  PICKER_VERSION,
  type PickerCaller,
  type PickerRefusal,
} from "@/lib/contract/picker";
import { parseUrl } from "@/lib/protocol/parse-url";

export type ReadPickerCaller =
  | ({ kind: "caller" } & PickerCaller)
  | {
      kind: "refused";
      reason: PickerRefusal;
      /** The page that receives the reason, and may embed the refusal; null if the URL names none. */
      claimed: PickerCaller | null;
    };

/**
 * Reads who opens `/picker` from its query string (docs/decisions/0066-the-picker-protocol.md).
 * `origins` are those that the operator listed.
 */
export function readPickerCaller(
  parameters: URLSearchParams,
  origins: readonly string[],
): ReadPickerCaller {
  const isRepeated = PICKER_PARAMETERS.some((name) => parameters.getAll(name).length > 1);
  const origin = parameters.get("origin") ?? "";
  const session = parameters.get("session") ?? "";
  const mode = PICKER_MODES.find((each) => each === parameters.get("mode"));
  const isReadable = !isRepeated && readOrigin(origin) === origin && PICKER_SESSION.test(session);
  const claimed = isReadable && mode !== undefined ? { origin, session, mode } : null;
  const refused = (reason: PickerRefusal) => ({ kind: "refused", reason, claimed }) as const;
  if (claimed === null) return refused("call");
  if (parameters.get("version") !== String(PICKER_VERSION)) return refused("version");
  return origins.includes(origin) ? { kind: "caller", ...claimed } : refused("origin");
}

/**
 * Returns the origin that a text names, as browsers write it; null for a text with more than an origin
 * and a final slash, for other schemes, and for hosts that no policy can name (IPv6, and characters
 * that separate or widen the sources of a policy, such as `*` and `;`).
 */
export function readOrigin(text: string): string | null {
  const url = text.length > ORIGIN_CHARACTERS_MAX ? null : parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol) || !HOST_NAME.test(url.hostname)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}

/** A host name has at most 253 characters. */
const ORIGIN_CHARACTERS_MAX = 300;

/** A final dot makes a name another origin for browsers. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/;
