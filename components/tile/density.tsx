"use client";

import { createContext, type ReactNode } from "react";
import type { Density } from "@/lib/core/settings/density";

/** The size of images in large grids, which determines the widths of their thumbnails. */
export const DensityContext = createContext<Density>("normal");

/** Provides the visitor's choice, which the server reads from the cookie. */
export function DensityProvider({ density, children }: { density: Density; children: ReactNode }) {
  return <DensityContext value={density}>{children}</DensityContext>;
}
