import { connectCaller } from "@/lib/client/picker/caller-bridge";
import type { Picked, PickerCall, PickerMode } from "@/lib/contract/picker";
import type { SearchAnswer } from "@/lib/contract/search-answer";

/*
 * Replaces the content of /picker in the origin tests: it runs the picker's connection to its caller,
 * and, on a call, acts as a visitor who presses Search and chooses every image at once. So every call
 * that gets through spends a search and sends images.
 */

export type Kit = {
  calls: PickerCall[];
  refusals: string[];
  isAlone: boolean;
  /** Messages that arrived, for the picker or not. */
  messageCount: number;
  /** The statuses of the searches. */
  searches: number[];
  /** Sends the answer to a call whose document is named "wait". */
  finish(): void;
};

declare global {
  var kit: Kit;
}

const own = new URLSearchParams(location.search);
const origin = own.get("origin") ?? "";
const session = own.get("session") ?? "";
const mode = own.get("mode") as PickerMode;

let finish = () => {};
globalThis.kit = {
  calls: [],
  refusals: [],
  isAlone: false,
  messageCount: 0,
  searches: [],
  finish: () => finish(),
};

const bridge = connectCaller(
  { origin, session, mode },
  {
    onCall: (call) => {
      kit.calls.push(call);
      // In the next task: `bridge` may not be set yet.
      setTimeout(() => void answer(call));
    },
    onRefused: (reason, detail) => kit.refusals.push(`${reason}: ${detail}`),
    onAlone: () => {
      kit.isAlone = true;
    },
  },
);

addEventListener("message", () => {
  kit.messageCount += 1;
});

async function answer({ query = "sea", documentName }: PickerCall): Promise<void> {
  const response = await fetch("/api/picker/search", {
    method: "POST",
    body: JSON.stringify({ search: `q=${query}`, origin }),
  });
  kit.searches.push(response.status);
  const { images = [] } = (await response.json()) as Partial<SearchAnswer>;
  finish = () => bridge.end({ type: "picked", images: images as unknown as Picked[] });
  if (documentName !== "wait") finish();
}
