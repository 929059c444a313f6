"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import button from "@/components/ui/button.module.css";
import { RichText } from "@/components/ui/rich-text";
import { Screen } from "@/components/ui/screen";
import styles from "@/components/ui/screen.module.css";
import { useSearchOffer } from "@/lib/client/search-offer";
import { ERRORS, type ErrorCode, errorRow, type Problem } from "@/lib/contract/errors";
import type { Refusal } from "@/lib/contract/search-offer";
import { repairedQuery, type SearchFailure, searchHref } from "@/lib/core/query/search-outcome";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { failureText, problemText } from "@/lib/messages/failure-text";
import { ConfirmationForm } from "../form/confirmation-form";
import { usePageSearch } from "../page/page-search";
import { NextSearch } from "../results/next-search";

/** Without a connection, the service worker provides its code in browsers with collections. */
const CollectionMatches = lazy(() =>
  import("@/components/collections/collection-matches").then(
    ({ CollectionMatches }) => ({ default: CollectionMatches }),
    () => ({ default: () => null }),
  ),
);

/** A longer wait has no countdown. */
const COUNTDOWN_SECONDS_MAX = 10 * 60;
/** A longer wait also shows the time at which it ends. */
const COUNTDOWN_ALONE_SECONDS_MAX = 120;

type FailureScreenProps = {
  failure: SearchFailure;
  /** The query string of the failed search. */
  queryString: string;
  /** Whether to show the collections with matching images if the server cannot be reached. */
  hasCollections: boolean;
};

/** What happened and what to do, with the search service's own error text as a quotation. */
export function FailureScreen({ failure, queryString, hasCollections }: FailureScreenProps) {
  const { asked, service, isWaiting, go } = usePageSearch();
  const { code, problems = [], serviceSaid, requestId, searchesUsed = 0 } = failure;
  const { cost, refusal } = useSearchOffer();
  const { title, message, action } = failureText(code);
  // The browser's own codes, and codes of a newer server, have no row.
  const row = Object.hasOwn(ERRORS, code) ? errorRow(code as ErrorCode) : null;
  const isOffline = code === "offline" || code === "server_unreachable";
  const secondsLeft = useCountdown(refusal);

  const screen = (
    <Screen sign={isOffline ? "offline" : (row?.sign ?? "crack")} title={title}>
      <p>{message}</p>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label={failureMessages("problems")}>
          {problems.map((problem) => (
            <li key={problem.path + problem.code}>{problemText(problem)}</li>
          ))}
        </ul>
      )}
      {serviceSaid !== undefined && (
        <blockquote className={styles.quote}>
          <p dir="auto">{failureMessages("quote", { text: serviceSaid })}</p>
          <cite>
            {service?.kind === "remote" ? service.host : failureMessages("searchService")}
          </cite>
        </blockquote>
      )}
      {searchesUsed > 0 && <p>{failureMessages("used", { count: searchesUsed })}</p>}
      {refusal !== null && (secondsLeft === 0 || secondsLeft >= COUNTDOWN_ALONE_SECONDS_MAX) && (
        <p>
          <NextSearch refusal={refusal} />
        </p>
      )}
      {secondsLeft > 0 && secondsLeft <= COUNTDOWN_SECONDS_MAX && (
        <p className={styles.clock} role="timer" aria-label={remainingText(secondsLeft)}>
          {clockText(secondsLeft)}
        </p>
      )}
      <p className={styles.action}>{action}</p>
      <div className={styles.actions}>
        {code === "invalid_query" ? (
          <Repair queryString={queryString} problems={problems} />
        ) : refusal !== null || code === "service_refused" ? null : code === "search_unconfirmed" &&
          asked.kind === "query" ? (
          <ConfirmationForm
            query={asked.query}
            label={isWaiting ? failureMessages("searching") : failureMessages("confirm", { cost })}
            isOff={isWaiting}
            onSubmit={(event) => {
              event.preventDefault();
              go(`/search?${queryString}`);
            }}
          />
        ) : (
          <SearchAgain
            queryString={queryString}
            // The operator may have fixed the cause, but that is unlikely.
            isLikely={row === null || row.fixedBy === "time"}
          />
        )}
      </div>
      {requestId !== undefined && code !== "search_unconfirmed" && (
        <p className={styles.reference}>
          <RichText parts={failureMessages.parts("reference", { id: <code>{requestId}</code> })} />
        </p>
      )}
    </Screen>
  );
  if (!isOffline || !hasCollections) return screen;
  return (
    <>
      {screen}
      {/* The failure must not wait for this code if the connection hangs. */}
      <Suspense>
        <CollectionMatches query={new URLSearchParams(queryString).get("q") ?? ""} />
      </Suspense>
    </>
  );
}

function Repair({ queryString, problems }: { queryString: string; problems: readonly Problem[] }) {
  const repaired = repairedQuery(new URLSearchParams(queryString), problems);
  return (
    <a className={button.main} href={repaired === null ? "/" : searchHref(repaired)}>
      {failureMessages(repaired === null ? "newSearch" : "repaired")}
    </a>
  );
}

type SearchAgainProps = {
  queryString: string;
  isLikely: boolean;
};

function SearchAgain({ queryString, isLikely }: SearchAgainProps) {
  const { isWaiting } = usePageSearch();
  const { cost } = useSearchOffer();
  const parameters = new URLSearchParams(queryString);
  // `failed` describes the form's last attempt (lib/gallery/search-endpoints.ts).
  const hasFailed = parameters.has("failed");
  for (const name of ["failed", "at", "used"]) parameters.delete(name);
  return (
    <a
      className={isLikely ? button.main : button.button}
      // page-search.tsx handles links that start with "/search?" without a page load. After a
      // failed form, the page must load again, without `failed`.
      href={`${hasFailed ? "" : "/search"}?${parameters}`}
      aria-disabled={isWaiting}
      onClick={(event) => isWaiting && event.preventDefault()}
      // Each repetition of a held key would send a search.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      {isWaiting ? failureMessages("searching") : failureMessages("again", { cost })}
    </a>
  );
}

/** When the countdown of a refusal ends: Back shows the same refusal again. */
const ends = new WeakMap<Refusal, number>();

/**
 * Returns the whole seconds until a search may be sent; 0 if that time is unknown. Follows the clock
 * instead of counting ticks, so that it stays correct after the tab was suspended. Each refusal starts
 * a new countdown, even with the same wait.
 */
function useCountdown(refusal: Refusal | null): number {
  const seconds = refusal?.retryAfterSeconds ?? 0;
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endMs = (refusal && ends.get(refusal)) ?? Date.now() + seconds * 1000;
    if (refusal !== null) ends.set(refusal, endMs);
    const tick = () => {
      const now = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [refusal, seconds]);
  return left;
}

function remainingText(seconds: number): string {
  return seconds < 120
    ? failureMessages("secondsLeft", { count: seconds })
    : failureMessages("minutesLeft", { count: Math.ceil(seconds / 60) });
}

/** Formats seconds as a clock does: `0:40`. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
