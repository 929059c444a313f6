"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import type { RefinedAnswer } from "@/components/refinement/refined-answer";
import { RefinementRow } from "@/components/refinement/refinement-row";
import { useRefinedAnswer } from "@/components/refinement/use-refined-answer";
import { announce } from "@/components/ui/announcer";
import { onFirstSign } from "@/lib/client/on-first-sign";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { withId } from "@/lib/core/with-id";
import { NARROW_WORDS } from "@/lib/core/words";
import {
  EmptyScreen,
  FailureScreen,
  IdleScreen,
  loadLaterScreens,
  StaleNote,
  WaitingScreen,
} from "./later-screens";
import styles from "./search-results.module.css";
import { useSearchState } from "./search-state";
import { SummaryLine } from "./summary-line";

const NONE: ReadonlySet<string> = new Set();

type SearchResultsProps = {
  /** Refines without scripts; of the answer that came with the page. */
  plainRefinement?: ReactNode;
};

/** What a search came to: pictures, none, or why not; and the waiting before. */
export function SearchResults({ plainRefinement }: SearchResultsProps) {
  const { asked, address, outcome, isWaiting, service } = useSearchState();
  const [notLoading, setNotLoading] = useState(NONE);
  const onLoadChange = useCallback(
    (id: string, isLoaded: boolean) => setNotLoading((ids) => withId(ids, id, !isLoaded)),
    [],
  );
  useEffect(() => onFirstSign(loadLaterScreens), []);
  const query = asked.kind === "query" ? asked.query : null;
  const found = outcome?.kind === "answer" ? outcome.answer : null;
  const refined = useRefinedAnswer(found?.images ?? null, address);
  useToldRefinement(found, refined);

  let content: ReactNode;
  if (asked.kind === "nothing") content = <IdleScreen service={service} />;
  else if (outcome === undefined) {
    content = query !== null && <WaitingScreen query={query} service={service} />;
  } else if (outcome.kind === "failure") {
    content = <FailureScreen key={address} failure={outcome.failure} address={address} />;
  } else if (outcome.answer.images.length === 0) {
    content = <EmptyScreen answer={outcome.answer} />;
  } else {
    const { answer } = outcome;
    const { images } = answer;
    const shown = refined?.images ?? images;
    const notLoadingIn = (list: typeof shown) => list.filter(({ id }) => notLoading.has(id)).length;
    const failed = outcome.failed ?? new URLSearchParams(address).get("failed");
    content = (
      <>
        <SummaryLine answer={answer} notLoadingCount={notLoadingIn(images)} />
        {(answer.staleReason ?? failed) !== null && <StaleNote answer={answer} failed={failed} />}
        {(images.length > 1 || refined !== null) && (
          <RefinementRow
            images={images}
            query={answer.query}
            refined={refined}
            plainForm={plainRefinement}
          />
        )}
        <ImageGrid
          images={shown}
          query={answer.query}
          service={answer.service}
          onLoadChange={onLoadChange}
        />
        {refined !== null && (
          <refined.End
            images={images}
            query={answer.query}
            refined={refined}
            notLoadingCount={notLoadingIn(shown)}
          />
        )}
      </>
    );
  }

  return (
    <div className={styles.results} aria-busy={isWaiting}>
      {content}
    </div>
  );
}

/** Has it read aloud when another part of the same answer is shown. */
function useToldRefinement(answer: SearchAnswer | null, refined: RefinedAnswer | null): void {
  const before = useRef({ answer, refined });
  useEffect(() => {
    const isSame = before.current.answer === answer;
    const hasChanged = before.current.refined !== refined;
    before.current = { answer, refined };
    if (answer === null || !isSame || !hasChanged) return;
    const all = answer.images.length;
    announce(NARROW_WORDS.told(refined?.images.length ?? all, all));
  }, [answer, refined]);
}
