import { createElement, Fragment, type ReactNode } from "react";

/** A message whose parameters may be elements; as children, because its parts have no keys. */
export function RichText({ parts }: { parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts);
}
