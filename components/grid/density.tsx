"use client";

import { createContext, type ReactNode } from "react";
import type { Density } from "@/lib/core/settings/density";

/** How large grids draw their images, which the widths of their thumbnails depend on. */
export const DensityContext = createContext<Density>("normal");

/** Provides the visitor's choice, which the server has read from the cookie. */
export function DensityProvider({ density, children }: { density: Density; children: ReactNode }) {
  return <DensityContext value={density}>{children}</DensityContext>;
}
