import { fetchSearch } from "@/lib/client/fetch-search";
import { connectCaller, type RenewGrant } from "@/lib/client/picker/caller-bridge";
import { pickedImagesOf } from "@/lib/client/picker/picked-answer";
import { sendPickerSearches } from "@/lib/client/picker/picker-search";
import { findTransparent } from "@/lib/client/picker/transparent-images";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Picked, PickerCall, PickerMode } from "@/lib/contract/picker";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { pickedImages } from "@/lib/core/image/picked-images";
import { choose } from "@/lib/core/slots/chosen-images";
import { CENTRE } from "@/lib/core/slots/slot-crop";

/*
 * Replaces the content of /picker in the origin tests: it runs the picker's connection to its caller,
 * and, on a call, acts as a visitor who presses Search and chooses every image at once. So every call
 * that gets through spends a search and sends images. A call whose document is named "press" waits for a
 * press. If originals travel, the first image fills every slot, with the slot's name as its file name.
 */

export type Kit = {
  calls: PickerCall[];
  refusals: string[];
  isAlone: boolean;
  /** Messages that arrived, for the picker or not. */
  messageCount: number;
  /** How the searches ended: `answer`, or the code of a failure. */
  searches: string[];
  /** The images of the last answer that have transparent pixels, by name. */
  transparent(): Promise<string[]>;
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
let found: PickedImage[] = [];
globalThis.kit = {
  calls: [],
  refusals: [],
  isAlone: false,
  messageCount: 0,
  searches: [],
  async transparent() {
    const ids: string[] = [];
    await findTransparent(found, new AbortController().signal, (id) => ids.push(id));
    return found.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  },
  finish: () => finish(),
};

const bridge = connectCaller(
  { origin, session, mode },
  {
    onCall: (call, renewGrant) => {
      kit.calls.push(call);
      // In the next task: `bridge` may not be set yet.
      setTimeout(() => void answer(call, renewGrant));
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

async function answer(call: PickerCall, renewGrant: RenewGrant): Promise<void> {
  const { query = "sea", documentName } = call;
  sendPickerSearches({ origin, grant: call.grant }, renewGrant);
  const url = `/api/search?q=${query}`;
  if (documentName === "press") {
    await search(url, false);
    await pressOn(document.documentElement.appendChild(document.createElement("button")));
  }
  const answered = await search(url, true);
  const images = answered === null ? [] : await imagesOf(answered, call);
  finish = () => bridge.end({ type: "picked", images });
  if (documentName !== "wait") finish();
}

async function search(url: string, mayPay: boolean): Promise<SearchAnswer | null> {
  const outcome = await fetchSearch(url, mayPay);
  kit.searches.push(outcome.kind === "answer" ? outcome.kind : outcome.failure.code);
  if (outcome.kind !== "answer") return null;
  found = pickedImages(outcome.answer);
  return outcome.answer;
}

function pressOn(button: HTMLButtonElement): Promise<unknown> {
  button.textContent = "Search";
  return new Promise((resolve) => {
    button.onclick = resolve;
  });
}

async function imagesOf(answered: SearchAnswer, call: PickerCall): Promise<Picked[]> {
  const [first] = found;
  if (call.originals === undefined || first === undefined) {
    return answered.images as unknown as Picked[];
  }
  const chosen = call.slots.map((slot) =>
    choose(first, slot, { key: slot.name, fileName: `${slot.name}.png`, focus: CENTRE }),
  );
  return pickedImagesOf(chosen, call, origin, new AbortController().signal);
}
