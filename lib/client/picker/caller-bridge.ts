import type * as z from "zod/mini";
import {
  CALL_CHARACTERS_MAX,
  grantMessageSchema,
  openMessageSchema,
  PICKER_VERSION,
  type Picked,
  type PickerCall,
  type PickerCaller,
  type PickerMessage,
  type PickerRefusal,
} from "@/lib/contract/picker";
import { placeCount } from "@/lib/core/slots/chosen-images";
import { fromBase64Url, toBase64Url } from "../base64url";

/** How the picker ends. */
export type PickerEnd =
  | { type: "picked"; images: Picked[] }
  | { type: "closed" }
  | { type: "refused"; reason: PickerRefusal; message: string };

/** The connection to the program that opened the picker. */
export type CallerBridge = {
  /** Sends the answer, once; later answers are ignored. */
  end: (end: PickerEnd) => void;
  /** Stops listening, without an answer. */
  leave: () => void;
};

/** Asks the program for a new grant. Resolves with null if it has none, or cannot be asked. */
export type RenewGrant = () => Promise<string | null>;

type Listener = {
  onCall: (call: PickerCall, renewGrant: RenewGrant) => void;
  /** Called after the call was refused. `detail` is for the developers of the program. */
  onRefused: (reason: PickerRefusal, detail: string) => void;
  /** Called when no window opened this page. */
  onAlone: () => void;
};

/**
 * Opens the connection to the program that opened the picker, and asks it for its call. Messages go to
 * its window and origin alone, and only messages of both are read
 * (docs/decisions/0066-the-picker-protocol.md).
 */
export function connectCaller(caller: PickerCaller, listener: Listener): CallerBridge {
  return caller.mode === "redirect"
    ? readFragment(caller, listener)
    : connectWindow(caller, listener);
}

function connectWindow({ origin, session, mode }: PickerCaller, listener: Listener): CallerBridge {
  const caller: Window | null = mode === "popup" ? window.opener : window.parent;
  if (caller === null || caller === window) {
    listener.onAlone();
    return { end() {}, leave() {} };
  }
  let isOpen = false;
  let hasEnded = false;
  const post = (end: MessageContent) => caller.postMessage(messageOf(end, session), origin);
  const end: CallerBridge["end"] = (ending) => {
    if (hasEnded) return;
    hasEnded = true;
    post(ending);
  };
  const onMessage = ({ source, origin: sender, data, ports }: MessageEvent) => {
    if (source !== caller || sender !== origin || isOpen || hasEnded) return;
    if (!isOpenMessage(data, session)) return;
    const read = readOpen(data);
    if ("reason" in read) {
      end({ type: "refused", reason: read.reason, message: read.detail });
      listener.onRefused(read.reason, read.detail);
      return;
    }
    isOpen = true;
    listener.onCall(read.message.call, renewThrough(ports[0], session));
  };
  const onLeave = () => end({ type: "closed" });
  addEventListener("message", onMessage);
  addEventListener("pagehide", onLeave);
  post({ type: "ready" });
  return {
    end,
    leave() {
      removeEventListener("message", onMessage);
      removeEventListener("pagehide", onLeave);
    },
  };
}

/** How long the picker waits for a grant: the program has to ask its own server. */
const GRANT_WAIT_MS = 10_000;

/**
 * Asks over the port that came with the call. A program that cannot renew its grant sends none
 * (docs/decisions/0066-the-picker-protocol.md).
 */
function renewThrough(port: MessagePort | undefined, session: string): RenewGrant {
  // Discards a grant that arrives before it is asked for.
  port?.start();
  return () =>
    new Promise((resolve) => {
      if (port === undefined) return resolve(null);
      const timer = setTimeout(resolve, GRANT_WAIT_MS, null);
      const onMessage = ({ data }: MessageEvent) => {
        clearTimeout(timer);
        const { data: sent } = grantMessageSchema.safeParse(data);
        resolve(sent?.session === session ? (sent.grant ?? null) : null);
      };
      port.addEventListener("message", onMessage, { once: true });
      port.postMessage(messageOf({ type: "grant-wanted" }, session));
    });
}

/** An image takes up to 7 KB in the return URL; Firefox follows URLs of up to 1 MB. */
const REDIRECTED_IMAGES_MAX = 100;

/** The parameter of the return URL's fragment. */
const ANSWER = "vitrine-picker";

function readFragment({ origin, session }: PickerCaller, listener: Listener): CallerBridge {
  const data = readJson(location.hash.slice(1));
  const refuse = (reason: PickerRefusal, detail: string): CallerBridge => {
    listener.onRefused(reason, detail);
    return { end() {}, leave() {} };
  };
  if (!isOpenMessage(data, session)) {
    return refuse("call", "the fragment has no message of this session");
  }
  const read = readOpen(data);
  if ("reason" in read) return refuse(read.reason, read.detail);
  const { call } = read.message;
  const returnUrl = new URL(read.message.returnUrl ?? "about:blank");
  // A `blob:` URL has the origin of its page, but browsers do not go there.
  if (returnUrl.origin !== origin || !/^https?:$/.test(returnUrl.protocol)) {
    return refuse("call", "returnUrl: not of the caller's origin");
  }
  if (placeCount(call.slots) > REDIRECTED_IMAGES_MAX) {
    return refuse("call", `slots: a redirect answers with at most ${REDIRECTED_IMAGES_MAX} images`);
  }
  if (call.originals === "bytes")
    return refuse("call", "originals: bytes need a frame or a pop-up");
  let hasEnded = false;
  listener.onCall(call, async () => null);
  return {
    end(ending) {
      if (hasEnded) return;
      hasEnded = true;
      const json = JSON.stringify(messageOf(ending, session));
      returnUrl.hash = `${ANSWER}=${toBase64Url(new TextEncoder().encode(json))}`;
      location.assign(returnUrl);
    },
    leave() {},
  };
}

type MessageContent = PickerEnd | { type: "ready" | "grant-wanted" };

function messageOf(content: MessageContent, session: string): PickerMessage {
  const { type, ...rest } = content;
  const head = { type: `vitrine-picker.${type}`, version: PICKER_VERSION, session };
  return { ...head, ...rest } as PickerMessage;
}

/** Whether data is meant to open this session, of any version. Other messages are not for the picker. */
function isOpenMessage(data: unknown, session: string): boolean {
  const { type, session: its } = (data ?? {}) as { type?: unknown; session?: unknown };
  return type === "vitrine-picker.open" && its === session;
}

type ReadOpen =
  | { message: ReturnType<typeof openMessageSchema.parse> }
  | { reason: PickerRefusal; detail: string };

function readOpen(data: unknown): ReadOpen {
  const { version } = data as { version?: unknown };
  if (version !== PICKER_VERSION) {
    return { reason: "version", detail: `this server speaks version ${PICKER_VERSION}` };
  }
  if (charactersOf(data) > CALL_CHARACTERS_MAX) {
    return { reason: "call", detail: `longer than ${CALL_CHARACTERS_MAX} characters as JSON` };
  }
  const parsed = openMessageSchema.safeParse(data);
  if (parsed.success) return { message: parsed.data };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  return {
    reason: "call",
    detail: path === "" ? problemOf(issue) : `${path}: ${problemOf(issue)}`,
  };
}

/** Returns the problem of a field, for developers. */
function problemOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "unrecognized_keys":
      return `unknown option ${issue.keys.join(", ")}`;
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "too_small":
      return `at least ${issue.minimum}`;
    case "too_big":
      return `at most ${issue.maximum}`;
    case "invalid_value":
      return `one of ${issue.values.join(", ")}`;
    case "invalid_format":
      return `expected ${issue.pattern ?? issue.format}`;
    default:
      return issue?.message ?? "invalid";
  }
}

/** Returns the length of data as JSON; Infinity if it cannot be written as JSON. */
function charactersOf(data: unknown): number {
  try {
    return JSON.stringify(data).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns the JSON value in a fragment; undefined for a fragment without one, or of great length. */
function readJson(fragment: string): unknown {
  // A character takes up to three bytes, and a byte four thirds of a character of base64.
  if (fragment.length > 4 * CALL_CHARACTERS_MAX) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(fragment)));
  } catch {
    return undefined;
  }
}
