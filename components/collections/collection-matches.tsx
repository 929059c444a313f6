"use client";

import { useEffect, useState } from "react";
import { searchCollections } from "@/lib/client/collections/search-collections";
import type { CollectionSummary } from "@/lib/contract/collection";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { offlineMessages as messages } from "@/lib/messages/compiled/offline";
import { CollectionList } from "./collection-list";
import styles from "./collection-matches.module.css";

/** The collections with images for a query that could not be sent; all collections for an empty one. */
export function CollectionMatches({ query }: { query: string }) {
  const [found, setFound] = useState<readonly CollectionSummary[]>([]);
  useEffect(() => {
    // The collections' own page tells about a problem of the storage.
    searchCollections(query).then(setFound, () => {});
  }, [query]);
  if (found.length === 0) return null;
  return (
    <section className={styles.found}>
      <h2>{query === "" ? collectionsMessages("title") : messages("found", { query })}</h2>
      <CollectionList collections={found} />
    </section>
  );
}
