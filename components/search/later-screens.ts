"use client";

import { type ComponentProps, type ComponentType, lazy } from "react";
import { MissingScreen } from "./missing-screen";
// Styles don't come with what loads later, when the server draws it: they belong to the page.
import "@/components/grid/waiting-grid.module.css";
import "@/components/site/case-drawing.module.css";
import "./example-searches.module.css";
import "./screen.module.css";
import "./stale-note.module.css";

/*
 * What most pages of results never show. A page that begins with one of these has it in its HTML;
 * the others load it when somebody is there who might bring it about (`loadLaterScreens`). There is
 * no boundary around them: until a part is there, what was shown stays.
 */

export const FailureScreen = lazy(() =>
  import("./failure-screen").then(
    ({ FailureScreen }) => ({ default: FailureScreen }),
    () => ({ default: MissingScreen }),
  ),
);

export const EmptyScreen = lazy(() =>
  import("./empty-screen").then(
    ({ EmptyScreen }) => ({ default: EmptyScreen }),
    () => ({ default: MissingScreen }),
  ),
);

export const IdleScreen = lazy(() =>
  import("./idle-screen").then(
    ({ IdleScreen }) => ({ default: IdleScreen }),
    () => ({ default: MissingScreen }),
  ),
);

type WaitingProps = ComponentProps<typeof import("./waiting-screen").WaitingScreen>;
type StaleProps = ComponentProps<typeof import("./stale-note").StaleNote>;

/** In place of what is only of use beside something else. */
const nothing = () => ({ default: () => null });

export const WaitingScreen = lazy<ComponentType<WaitingProps>>(() =>
  import("./waiting-screen").then(({ WaitingScreen }) => ({ default: WaitingScreen }), nothing),
);

export const StaleNote = lazy<ComponentType<StaleProps>>(() =>
  import("./stale-note").then(({ StaleNote }) => ({ default: StaleNote }), nothing),
);

/** Loads them beforehand: the screen that says "offline" can't be loaded when it is true. */
export function loadLaterScreens(): void {
  const parts = [
    import("./waiting-screen"),
    import("./failure-screen"),
    import("./empty-screen"),
    import("./stale-note"),
    import("@/components/grid/dead-picture"),
  ];
  for (const part of parts) part.catch(() => {});
}
