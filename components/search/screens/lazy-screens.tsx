"use client";

import { type ComponentType, lazy, type ReactNode } from "react";
import { loadRefining } from "@/components/refinement/use-refined-answer";
import button from "@/components/ui/button.module.css";
import { missingScreenMessages } from "@/lib/messages/compiled/missing-screen";

/*
 * Screens that most pages of results never show. They load when the browser is idle. Without a Suspense
 * boundary, the previous screen stays until they have loaded.
 */

const failure = () => import("./failure-screen");
const empty = () => import("./empty-screen");
const broken = () => import("@/components/grid/broken-image");
const waiting = () => import("./waiting-screen");
const note = () => import("../results/answer-note");
const more = () => import("../results/more-images");

export const FailureScreen = lazyScreen(async () => (await failure()).FailureScreen);
export const EmptyScreen = lazyScreen(async () => (await empty()).EmptyScreen);
export const IdleScreen = lazyScreen(async () => (await empty()).IdleScreen);
export const RetryAll = lazyScreen(async () => (await broken()).RetryAll, Nothing);
export const WaitingScreen = lazyScreen(async () => (await waiting()).WaitingScreen, Nothing);
export const AnswerNote = lazyScreen(async () => (await note()).AnswerNote, Nothing);
export const MoreImages = lazyScreen(async () => (await more()).MoreImages, Nothing);

/** Loads screens and menus in advance, because they cannot load offline. */
export function loadScreens(): void {
  const parts = [
    waiting(),
    failure(),
    empty(),
    note(),
    more(),
    broken(),
    import("@/components/grid/tile-menu"),
    import("@/components/refinement/refinement-panels"),
    loadRefining(),
  ];
  for (const part of parts) part.catch(() => {});
  import("@/lib/client/reveal-header").then(
    ({ revealHeader }) => revealHeader(),
    () => {},
  );
}

function lazyScreen<P>(load: () => Promise<ComponentType<P>>, fallback: () => ReactNode = Missing) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<P> => fallback) }));
}

/** Shown if a screen fails to load. */
function Missing() {
  return (
    <section>
      <h1>{missingScreenMessages("title")}</h1>
      <a className={button.main} href={location.href}>
        {missingScreenMessages("reload")}
      </a>
    </section>
  );
}

function Nothing() {
  return null;
}
