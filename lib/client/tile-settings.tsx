"use client";

import { createContext, type ReactNode } from "react";
import type { Density } from "@/lib/core/settings/density";
import type { PictureSettings } from "@/lib/core/settings/pictures";

type TileSettings = {
  /** The size of images in large grids, which determines the widths of their thumbnails. */
  density: Density;
  /** How this browser gets and shows pictures; null for the defaults, whose pages load no code for it. */
  pictures: PictureSettings | null;
};

/** The visitor's choices for tiles. One context, because the script of results is at its limit. */
export const TileSettingsContext = createContext<TileSettings>({
  density: "normal",
  pictures: null,
});

/** Provides the visitor's choices, which the server reads from cookies. */
export function TileSettingsProvider(props: { value: TileSettings; children: ReactNode }) {
  return <TileSettingsContext {...props} />;
}
