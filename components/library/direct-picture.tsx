"use client";

import type { ReactNode } from "react";
import { DirectView } from "@/components/lightbox/direct-view";
import { libraryTools } from "./tools";

/** A direct visit to an image of a library page. */
export function DirectPicture(props: { view: ReactNode; children: ReactNode }) {
  return <DirectView load={libraryTools.load} {...props} />;
}
