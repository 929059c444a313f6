"use client";

import { createContext, type ReactNode, type RefCallback, useState } from "react";

/** The list of the page's grid; null while none is mounted. `useGrid` returns its handle. */
export const GridContext = createContext<HTMLElement | null>(null);

/** The ref with which a grid publishes its list. */
export const GridRefContext = createContext<RefCallback<HTMLElement> | null>(null);

/** Encloses a page's grid and all that acts on its tiles. */
export function GridProvider({ children }: { children: ReactNode }) {
  const [list, publish] = useState<HTMLElement | null>(null);
  return (
    <GridRefContext value={publish}>
      <GridContext value={list}>{children}</GridContext>
    </GridRefContext>
  );
}
