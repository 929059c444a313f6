"use client";

import { use, useMemo } from "react";
import type { Image } from "@/lib/contract/search-answer";
import { hasRefinement } from "@/lib/core/refined-address";
import type { RefinedAnswer } from "./refined-answer";

type Refining = typeof import("./refined-answer");

let refining: Promise<Refining | null> | undefined;

/** Loads what refines, once; null if it can't be loaded: then the whole answer is shown. */
export function loadRefining(): Promise<Refining | null> {
  refining ??= import("./refined-answer").catch(() => null);
  return refining;
}

/**
 * The part of an answer that the address asks to see; null where it asks for all of it. What
 * refines is only loaded when there is something to refine, on the server as in the browser.
 */
export function useRefinedAnswer(
  images: readonly Image[] | null,
  address: string,
): RefinedAnswer | null {
  const parameters = useMemo(() => new URLSearchParams(address), [address]);
  const isAsked = images !== null && hasRefinement(parameters);
  const loaded = isAsked ? use(loadRefining()) : null;
  return useMemo(
    () => (images === null ? null : (loaded?.refineAnswer(images, parameters) ?? null)),
    [images, loaded, parameters],
  );
}
