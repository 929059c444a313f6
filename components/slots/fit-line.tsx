"use client";

import { type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { useGrid } from "@/lib/client/grid-handle";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";
import styles from "./fit-line.module.css";

type FitLineProps = {
  /** The slot's name, for people; null if no slot is chosen. */
  slotLabel: string | null;
  /** How many of `total` images fit the slot. */
  count: number;
  total: number;
  isOnlyFitting: boolean;
  onChange: (isOnlyFitting: boolean) => void;
  /** Shown before the text. */
  children?: ReactNode;
};

/** Says how many images fit a slot, and offers to show only these. */
export function FitLine(props: FitLineProps) {
  const { slotLabel, count, total, isOnlyFitting, onChange, children } = props;
  const grid = useGrid();
  const toggle = useRef<HTMLButtonElement>(null);
  // Collections show no list without images, and say so themselves.
  const list = isOnlyFitting && count === 0 ? grid : null;
  return (
    <p className={styles.line} data-chosen={slotLabel === null ? undefined : ""}>
      {children}
      {slotLabel !== null && (
        <>
          <span className={primitives.count}>{messages("fit", { count, total })}</span>
          <button
            ref={toggle}
            type="button"
            className={text.link}
            aria-pressed={isOnlyFitting}
            onClick={() => {
              onChange(!isOnlyFitting);
              announce(messages("announced", { count, total, slot: slotLabel }));
            }}
          >
            {messages("onlyFitting")}
          </button>
          {list !== null &&
            createPortal(
              <li className={styles.none}>
                <p>{messages("noneFit", { slot: slotLabel })}</p>
                <button
                  type="button"
                  className={button.button}
                  onClick={() => {
                    toggle.current?.focus();
                    onChange(false);
                  }}
                >
                  {messages("showAll")}
                </button>
              </li>,
              list.element,
            )}
        </>
      )}
    </p>
  );
}
