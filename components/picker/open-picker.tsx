"use client";

import { useEffect, useMemo, useState } from "react";
import { ApplyFilters, FilterControls } from "@/components/search/form/filter-controls";
import { SearchField } from "@/components/search/form/search-field";
import { SearchForm } from "@/components/search/form/search-form";
import { SearchProvider, useSearchState } from "@/components/search/page/search-state";
import { SearchResults } from "@/components/search/results/search-results";
import { loadScreens } from "@/components/search/screens/lazy-screens";
// All modules of the results page: where only some of them are shared, that page's script is cut in two,
// and grows by a kilobyte.
import "@/components/search/page/results-page";
import { KeyList } from "@/components/site/key-list";
import { KeysSheet } from "@/components/site/keys-sheet";
import button from "@/components/ui/button.module.css";
import { showToast, Toasts } from "@/components/ui/toast";
import { ToolIcon } from "@/components/ui/tool-icon";
import { nameOf } from "@/lib/client/image-name";
import { isPlainClick } from "@/lib/client/modifiers";
import type { PickerEnd } from "@/lib/client/picker/caller-bridge";
import { sendPickerSearches } from "@/lib/client/picker/picker-search";
import { createTray, type TrayProblem } from "@/lib/client/picker/tray";
import { loadSearchRequest } from "@/lib/client/use-search";
import type { CollectionSummary } from "@/lib/contract/collection";
import type { NewSearch } from "@/lib/contract/new-search";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { PickerCall } from "@/lib/contract/picker";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { extensionOf } from "@/lib/core/exports/file-names";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { writtenFields } from "@/lib/core/query/search-outcome";
import { countOf } from "@/lib/core/slots/chosen-images";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import { CollectionImages, CollectionSelect } from "./collection-source";
import styles from "./picker.module.css";
import * as pickerTools from "./picker-tools";
import { PickerTray } from "./picker-tray";
import { isOpaque, pickerUrl, startSearch } from "./picker-url";
import { slotLabel, slotRule } from "./slot-label";
import { TrayContext, useTray } from "./tray-context";

type OpenPickerProps = {
  call: PickerCall;
  /** The origin of the program. */
  origin: string;
  service: ServiceLabel | null;
  newSearch: NewSearch;
  onEnd: (end: PickerEnd) => void;
};

/** The search is rendered by the components of the results page, with the picker's tools. */
const TOOLS = { load: async () => pickerTools, loaded: () => pickerTools };
const NOTHING_KNOWN = {};

loadScreens();
void loadSearchRequest();

/** Prepares the page for a call: who pays for its searches, and its start query, which the URL holds. */
export function prepare(call: PickerCall, origin: string): void {
  sendPickerSearches({ origin, ...(call.grant && { grant: call.grant }) });
  if (call.query !== undefined) {
    history.replaceState(null, "", pickerUrl(startSearch(call.query), call));
  }
}

/** The search, and the images chosen for the slots of a call. */
export function OpenPicker({ call, origin, service, newSearch, onEnd }: OpenPickerProps) {
  const [tray] = useState(() => createTray(call.slots, { onProblem: showProblem, fileNameOf }));
  const label = service && withLock(service, call);
  useLinksElsewhere();
  useEffect(() => {
    // On a touch screen, focusing the field would open the keyboard.
    const start = matchMedia("(hover: none)").matches ? "main" : "[type=search]";
    document.querySelector<HTMLElement>(start)?.focus({ preventScroll: true });
  }, []);
  const close = () => onEnd({ type: "closed" });
  return (
    <TrayContext value={tray}>
      <SearchProvider
        known={NOTHING_KNOWN}
        service={label}
        newSearch={newSearch}
        urlOf={(href) => pickerUrl(href, call)}
      >
        <Search call={call} service={label} newSearch={newSearch} onClose={close} />
        <PickerTray call={call} origin={origin} onEnd={onEnd} />
        <div className={styles.toasts}>
          <Toasts />
        </div>
      </SearchProvider>
    </TrayContext>
  );
}

type SearchProps = {
  call: PickerCall;
  service: ServiceLabel | null;
  newSearch: NewSearch;
  onClose: () => void;
};

/** The header, and the images of the search or of a collection. */
function Search({ call, service, newSearch, onClose }: SearchProps) {
  const tray = useTray();
  const { search } = useSearchState();
  // The current search: React writes the default of each rendering into a field without typed text.
  const fields = useMemo(() => writtenFields(new URLSearchParams(search)), [search]);
  const [source, setSource] = useState<{ collection: CollectionSummary; search: string } | null>(
    null,
  );
  // Another search takes the collection's place.
  const collection = source?.search === search ? source.collection : null;
  return (
    <>
      <header className={styles.head} onSubmit={() => setSource(null)}>
        <p className={styles.title}>{titleOf(call)}</p>
        <button
          type="button"
          className={`${button.icon} ${styles.close}`}
          aria-label={messages("close")}
          onClick={onClose}
        >
          <ToolIcon name="close" />
        </button>
        <SearchForm
          field={<SearchField query={fields.q} />}
          controls={<FilterControls filters={fields} service={service} />}
          apply={<ApplyFilters cost={newSearch.cost} />}
        />
        <Rules call={call} />
        <CollectionSelect
          chosen={collection}
          onChoose={(chosen) => setSource(chosen && { collection: chosen, search })}
        />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {collection !== null && service !== null ? (
          <CollectionImages key={collection.id} collection={collection} service={service} />
        ) : (
          <SearchResults lazyTools={TOOLS} store={tray} />
        )}
      </main>
    </>
  );
}

function titleOf({ slots, callerName, documentName }: PickerCall): string {
  return messages("title", {
    count: slots.reduce((sum, slot) => sum + countOf(slot), 0),
    document: documentName === undefined ? "none" : "named",
    name: documentName ?? "",
    caller: callerName,
  });
}

/** What the program needs, and what it locks. */
function Rules({ call }: { call: PickerCall }) {
  const { slots, safesearch, callerName } = call;
  return (
    <ul className={styles.rules} aria-label={messages("slots", { caller: callerName })}>
      {slots.map((slot) => (
        <li key={slot.name} className={styles.rule}>
          {slotRule(slot)}
        </li>
      ))}
      {safesearch === "strict" && (
        <li className={styles.rule}>{messages("strict", { caller: callerName })}</li>
      )}
      {isOpaque(slots) && <li className={styles.rule}>{messages("opaque")}</li>}
      <li className={styles.keys}>
        <KeysSheet label={keyboardMessages("title")}>
          <KeyList />
        </KeysSheet>
      </li>
    </ul>
  );
}

/** A call may lock safe search, and cannot unlock it. */
function withLock(service: ServiceLabel, { safesearch }: PickerCall): ServiceLabel {
  return safesearch === "strict" ? { ...service, isStrictOnly: true } : service;
}

function fileNameOf(image: PickedImage): string {
  return imageFileNames(nameOf(image), extensionOf(image), "image").fileName;
}

function showProblem(problem: TrayProblem): void {
  showToast(
    problem.kind === "full"
      ? messages("full")
      : messages("small", { name: nameOf(problem.image), slot: slotLabel(problem.slot) }),
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
