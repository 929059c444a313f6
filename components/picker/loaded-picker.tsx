"use client";

import { type ComponentProps, useEffect } from "react";
import { DialogHost } from "@/components/image-dialogs/dialog-host";
import { loadScreens } from "@/components/search/screens/lazy-screens";
// All modules of the results page: where only some of them are shared, that page's script is cut in two,
// and grows by a kilobyte.
import "@/components/search/page/results-page";
import { KeyList } from "@/components/site/key-list";
import { KeysSheet } from "@/components/site/keys-sheet";
import { showToast, Toasts } from "@/components/ui/toast";
import { nameOf } from "@/lib/client/image-name";
import { isPlainClick } from "@/lib/client/modifiers";
import type { RenewGrant } from "@/lib/client/picker/caller-bridge";
import { sendPickerSearches } from "@/lib/client/picker/picker-search";
import { createTray, type Tray, type TrayProblem } from "@/lib/client/picker/tray";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { PickerCall } from "@/lib/contract/picker";
import { extensionOf } from "@/lib/core/exports/file-names";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { placeCount } from "@/lib/core/slots/chosen-images";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import styles from "./picker.module.css";
import * as pickerTools from "./picker-tools";
import { PickerTray } from "./picker-tray";
import { pickerUrl, startSearch } from "./picker-url";
import { slotLabel, slotRule } from "./slot-label";

export { CollectionImages, CollectionSelect } from "./collection-source";
export { pickerUrl };

/** For the images of the search. */
export const TOOLS = { load: async () => pickerTools, loaded: () => pickerTools };

loadScreens();

/**
 * Prepares the page for a call: who pays for its searches, and its start query, which the URL holds.
 * Returns the call with an empty tray.
 */
export function openCall(
  call: PickerCall,
  origin: string,
  renewGrant: RenewGrant,
): { call: PickerCall; tray: Tray } {
  sendPickerSearches({ origin, grant: call.grant }, renewGrant);
  if (call.query !== undefined) {
    history.replaceState(null, "", pickerUrl(startSearch(call.query), call));
  }
  return { call, tray: createTray(call.slots, { onProblem: showProblem, fileNameOf }) };
}

/** The images chosen for the slots of a call, below the search. */
export function OpenPicker(props: ComponentProps<typeof PickerTray>) {
  useLinksElsewhere();
  useEffect(() => {
    // On a touch screen, focusing the field would open the keyboard.
    const start = matchMedia("(hover: none)").matches ? "main" : "[type=search]";
    document.querySelector<HTMLElement>(start)?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <PickerTray {...props} />
      <div className={styles.toasts}>
        <Toasts />
      </div>
      <DialogHost />
    </>
  );
}

/** Says what the program asks for. */
export function titleOf({ slots, callerName, documentName }: PickerCall): string {
  return messages("title", {
    count: placeCount(slots),
    document: documentName === undefined ? "none" : "named",
    name: documentName ?? "",
    caller: callerName,
  });
}

/** What the program needs, and what it locks. */
export function Rules({ call }: { call: PickerCall }) {
  const { slots, safesearch, callerName } = call;
  return (
    <ul
      ref={(list) => {
        // On a phone it may scroll, so the keyboard must reach it.
        if (list !== null && list.scrollWidth > list.clientWidth) list.tabIndex = 0;
      }}
      className={styles.rules}
      aria-label={messages("slots", { caller: callerName })}
    >
      {slots.map((slot) => (
        <li key={slot.name} className={styles.rule}>
          {slotRule(slot)}
        </li>
      ))}
      {safesearch === "strict" && (
        <li className={styles.rule}>{messages("strict", { caller: callerName })}</li>
      )}
      <li className={styles.keys}>
        <KeysSheet label={keyboardMessages("title")}>
          <KeyList />
        </KeysSheet>
      </li>
    </ul>
  );
}

function fileNameOf(image: PickedImage): string {
  return imageFileNames(nameOf(image), extensionOf(image), "image").fileName;
}

function showProblem(problem: TrayProblem): void {
  showToast(
    problem.kind === "full"
      ? messages("full")
      : messages(problem.fit.kind === "transparent" ? "transparent" : "small", {
          name: nameOf(problem.image),
          slot: slotLabel(problem.slot),
        }),
  );
}

/** Links that the picker does not handle open in another tab: following one would end the session. */
function useLinksElsewhere(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(
        "a[href]:not([target], [download])",
      );
      if (link === null || event.defaultPrevented || !isPlainClick(event)) return;
      event.preventDefault();
      // A tile's link, before the lightbox has loaded, leads to this page.
      if (link.getAttribute("href")?.startsWith("?")) return;
      open(link.href, "_blank", "noopener");
    };
    // After all other handlers.
    addEventListener("click", onClick);
    return () => removeEventListener("click", onClick);
  }, []);
}
