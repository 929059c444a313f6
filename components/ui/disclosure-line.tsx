import type { ReactNode } from "react";
import disclosure from "./disclosure.module.css";
import { Icon } from "./icon";

/** A line of small text that opens the rest of its `details`. */
export function DisclosureLine({ children }: { children: ReactNode }) {
  return (
    <summary className={disclosure.line}>
      {children}
      <Icon name="chevron" isSmall />
    </summary>
  );
}
