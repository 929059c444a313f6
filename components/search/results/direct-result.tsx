"use client";

import type { ReactNode } from "react";
import { DirectView } from "@/components/lightbox/direct-view";
import { tools } from "./tools";

/** A direct visit to an image of an answer. */
export function DirectResult(props: { view: ReactNode; children: ReactNode }) {
  return <DirectView load={tools.load} {...props} />;
}
