"use client";

import { type ComponentType, lazy, type ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import { missingScreenMessages } from "@/lib/messages/compiled/missing-screen";

/*
 * Screens that most pages of results never show. They load when the browser is idle. Without a Suspense
 * boundary, the previous screen stays until they have loaded.
 */

const empty = () => import("./empty-screen");

export const FailureScreen = lazyScreen(
  async () => (await import("./failure-screen")).FailureScreen,
);
export const EmptyScreen = lazyScreen(async () => (await empty()).EmptyScreen);
export const IdleScreen = lazyScreen(async () => (await empty()).IdleScreen);
export const RetryAll = lazyScreen(
  async () => (await import("@/components/tile/broken-or-chosen")).RetryAll,
  Nothing,
);
export const WaitingScreen = lazyScreen(
  async () => (await import("./waiting-screen")).WaitingScreen,
  Nothing,
);
export const AnswerNote = lazyScreen(
  async () => (await import("../results/answer-note")).AnswerNote,
  Nothing,
);
export const MoreImages = lazyScreen(
  async () => (await import("../results/more-images")).MoreImages,
  Nothing,
);

/** Loads screens and menus in advance, because they cannot load offline. Never rejects. */
export const loadScreens = () =>
  import("./load-screens").then(
    (screens) => screens.loadScreens(),
    () => {},
  );

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
