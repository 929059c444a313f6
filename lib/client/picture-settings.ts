"use client";

import { useContext } from "react";
import type { PictureSettings } from "@/lib/core/settings/pictures";
import { TileSettingsContext } from "./tile-settings";

/** Returns how this browser gets and shows pictures; null for the defaults. */
export function usePictureSettings(): PictureSettings | null {
  return useContext(TileSettingsContext).pictures;
}

/** Whether scripts may request thumbnails to measure pictures: only by the default, which is this server. */
export function useMayLoadThumbnails(): boolean {
  return (usePictureSettings()?.mode ?? "server") === "server";
}
