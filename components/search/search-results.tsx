"use client";

import { type ReactNode, useCallback, useState } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import { WaitingGrid } from "@/components/grid/waiting-grid";
import { EmptyScreen } from "./empty-screen";
import { FailureScreen } from "./failure-screen";
import { IdleScreen } from "./idle-screen";
import styles from "./search-results.module.css";
import { useSearchState } from "./search-state";
import { StaleNote } from "./stale-note";
import { SummaryLine } from "./summary-line";
import { WaitingLine } from "./waiting-line";

const NONE: ReadonlySet<string> = new Set();

/** What a search came to: pictures, none, or why not; and the waiting before. */
export function SearchResults() {
  const { asked, address, outcome, isWaiting, service } = useSearchState();
  const [notLoading, setNotLoading] = useState(NONE);
  const onLoadChange = useCallback(
    (id: string, isLoaded: boolean) => setNotLoading((ids) => withId(ids, id, !isLoaded)),
    [],
  );
  const query = asked.kind === "query" ? asked.query : null;

  let content: ReactNode;
  if (asked.kind === "nothing") content = <IdleScreen service={service} />;
  else if (outcome === undefined) {
    content = query !== null && (
      <>
        <WaitingLine query={query} service={service} />
        <WaitingGrid count={query.count} />
      </>
    );
  } else if (outcome.kind === "failure") {
    content = <FailureScreen key={address} failure={outcome.failure} address={address} />;
  } else if (outcome.answer.images.length === 0) {
    content = <EmptyScreen answer={outcome.answer} />;
  } else {
    const { answer } = outcome;
    const notLoadingCount = answer.images.filter(({ id }) => notLoading.has(id)).length;
    content = (
      <>
        <SummaryLine answer={answer} notLoadingCount={notLoadingCount} />
        <StaleNote answer={answer} failed={new URLSearchParams(address).get("failed")} />
        <ImageGrid
          images={answer.images}
          query={answer.query}
          service={answer.service}
          onLoadChange={onLoadChange}
        />
      </>
    );
  }

  return (
    <div className={styles.results} aria-busy={isWaiting}>
      {content}
    </div>
  );
}

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (ids.has(id) === isIn) return ids;
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
