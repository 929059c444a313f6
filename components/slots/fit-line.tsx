"use client";

import { announce } from "@/components/ui/announcer";
import text from "@/components/ui/text.module.css";
import type { SizedSlot } from "@/lib/contract/crops";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";
import styles from "./fit-line.module.css";
import { SlotSelect } from "./slot-select";

type FitLineProps = {
  slot: SizedSlot | null;
  /** How many of `total` images fit the slot. */
  count: number;
  total: number;
  isOnlyFitting: boolean;
  onChange: (isOnlyFitting: boolean) => void;
};

/** Chooses a slot, says how many images fit it, and offers to show only these. */
export function FitLine({ slot, count, total, isOnlyFitting, onChange }: FitLineProps) {
  return (
    <p className={styles.line}>
      <SlotSelect className={styles.select} label={messages("title")} />
      {slot !== null && (
        <>
          <span>{messages("fit", { count, total })}</span>
          <button
            type="button"
            className={text.link}
            aria-pressed={isOnlyFitting}
            onClick={() => {
              onChange(!isOnlyFitting);
              announce(messages("announced", { count, total, slot: slot.label }));
            }}
          >
            {messages("onlyFitting")}
          </button>
        </>
      )}
    </p>
  );
}
