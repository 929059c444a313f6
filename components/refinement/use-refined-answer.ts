"use client";

import { use, useMemo, useSyncExternalStore } from "react";
import type { Image } from "@/lib/contract/search-answer";
import { hasRefinement } from "@/lib/core/refinement/has-refinement";
import type { RefinedAnswer } from "./refined-answer";

type Refining = typeof import("./refined-answer");

let refining: Promise<Refining | null> | undefined;

/** Loads the refining code once; null if that fails, and then the whole answer is shown. */
export function loadRefining(): Promise<Refining | null> {
  refining ??= import("./refined-answer").catch(() => null);
  return refining;
}

/**
 * Makes the next `loadRefining` try again. Not called while rendering: each render would try again,
 * without end.
 */
export function resetRefining(): void {
  refining = undefined;
}

/**
 * Returns the subset of an answer that the URL's refinement selects; null for all of it. Loads the
 * refining code only if the URL has a refinement, on the server and in the browser.
 *
 * @param refinement the refinement's parameters as a query string (`splitParameters`)
 */
export function useRefinedAnswer(
  images: readonly Image[] | null,
  refinement: string,
): RefinedAnswer | null {
  const parameters = useMemo(() => new URLSearchParams(refinement), [refinement]);
  const isAsked = images !== null && hasRefinement(parameters);
  const loaded = isAsked ? use(loadRefining()) : null;
  // Measured accents change which images a colour selects.
  const count = useSyncExternalStore(
    loaded?.onMeasured ?? never,
    loaded?.measuredCount ?? none,
    none,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => (images === null ? null : (loaded?.refineAnswer(images, parameters) ?? null)),
    [images, loaded, parameters, count],
  );
}

const never = () => () => {};
const none = () => 0;
