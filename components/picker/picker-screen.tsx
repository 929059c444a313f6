"use client";

import { type ReactNode, useMemo, useState } from "react";
import {
  ApplyFilters,
  FilterControls,
  FiltersPaused,
} from "@/components/search/form/filter-controls";
import { SearchField } from "@/components/search/form/search-field";
import { SearchForm } from "@/components/search/form/search-form";
import { SearchProvider, usePageSearch } from "@/components/search/page/page-search";
import { SearchResults } from "@/components/search/results/search-results";
import type { LazyTools } from "@/components/search/results/tools";
import { IconButton } from "@/components/ui/icon-button";
import type { PickerEnd } from "@/lib/client/picker/caller-bridge";
import type { Tray } from "@/lib/client/picker/tray";
import type { CollectionSummary } from "@/lib/contract/collection";
import type { PickerCall } from "@/lib/contract/picker";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { type SearchOutcome, writtenFields } from "@/lib/core/query/search-outcome";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import { currentLocale } from "@/lib/messages/locale";
import styles from "./picker.module.css";
import { TrayContext } from "./tray-context";

/** What the server has rendered of the start query. */
export type FirstAnswer = {
  /** The answer by its API URL. */
  known: Readonly<Record<string, SearchOutcome>>;
  /** Absent if the call asks for another language. */
  palette?: ReactNode;
  /** Follows the images; absent as `palette`. */
  more?: ReactNode;
};

/** A call, and what shows it. */
export type OpenedCall = { call: PickerCall; tray: Tray } & typeof import("./loaded-picker");

type PickerScreenProps = {
  /** Null until the call has arrived: the images of `first` are shown, and nothing can be pressed. */
  opened: OpenedCall | null;
  /** The origin of the program. */
  origin: string;
  first: FirstAnswer | null;
  service: ServiceLabel | null;
  searchOffer: SearchOffer;
  onEnd: (end: PickerEnd) => void;
};

const NOTHING_KNOWN = {};

/** Until the tools of the call have loaded. */
const NO_TOOLS: LazyTools = { load: () => new Promise(() => {}), loaded: () => null };

/** The search, rendered by the components of the results page, and the images chosen for a call. */
export function PickerScreen(props: PickerScreenProps) {
  const { opened, origin, first, service, searchOffer, onEnd } = props;
  const isStrict = opened?.call.safesearch === "strict";
  // A call may lock safe search, and cannot unlock it.
  const label = useMemo(
    () => service && (isStrict ? { ...service, isStrictOnly: true as const } : service),
    [service, isStrict],
  );
  return (
    <TrayContext value={opened?.tray ?? null}>
      <SearchProvider
        // A call may have another locale.
        key={currentLocale().tag}
        known={first?.known ?? NOTHING_KNOWN}
        service={label}
        searchOffer={searchOffer}
        {...(opened && { urlOf: (href: string) => opened.pickerUrl(href, opened.call) })}
      >
        <Search {...props} service={label} />
        {opened && <opened.OpenPicker call={opened.call} origin={origin} onEnd={onEnd} />}
      </SearchProvider>
    </TrayContext>
  );
}

/** The header, and the images of the search or of a collection. */
function Search({ opened, origin, first, service, searchOffer, onEnd }: PickerScreenProps) {
  const { search } = usePageSearch();
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
        <p className={styles.title}>{opened?.titleOf(opened.call) ?? messages("pageTitle")}</p>
        <IconButton
          icon="close"
          label={messages("close")}
          className={styles.close}
          onClick={() => onEnd({ type: "closed" })}
        />
        <div className={styles.form} inert={opened === null}>
          <SearchForm
            field={<SearchField query={fields.q} />}
            controls={<FilterControls filters={fields} service={service} />}
            apply={<ApplyFilters cost={searchOffer.cost} />}
            paused={<FiltersPaused />}
          />
        </div>
        {opened === null ? (
          <p className={styles.rules}>
            <span className={styles.waiting}>{messages("waiting", { origin })}</span>
          </p>
        ) : (
          <>
            <opened.Rules call={opened.call} />
            <opened.CollectionSelect
              chosen={collection}
              onChoose={(chosen) => setSource(chosen && { collection: chosen, search })}
            />
          </>
        )}
      </header>
      <main id="main" tabIndex={-1} className={styles.main} inert={opened === null}>
        {opened !== null && collection !== null && service !== null ? (
          <opened.CollectionImages key={collection.id} collection={collection} service={service} />
        ) : (
          <SearchResults
            lazyTools={opened?.TOOLS ?? NO_TOOLS}
            {...(opened && { store: opened.tray })}
            plainPalette={first?.palette}
            firstMore={first?.more}
          />
        )}
      </main>
    </>
  );
}
