"use client";

import { useEffect, useRef } from "react";
import menu from "@/components/ui/menu.module.css";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import styles from "./action-menu.module.css";

export type MenuAction = {
  text: string;
  /** A link, or what a press does. */
  act: string | (() => void);
  isLosing?: boolean;
};

type ActionMenuProps = {
  /** A new object for each press of a button that opens it; a second press closes it. */
  opened: { opener: HTMLElement };
  label: string;
  /** What stands above the actions. */
  note?: string | null;
  actions: readonly MenuAction[];
};

/** A menu at the button that opened it. */
export function ActionMenu({ opened, label, note, actions }: ActionMenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  const previous = useRef<HTMLElement>(null);

  useEffect(() => {
    const { current: panel } = popover;
    const { opener } = opened;
    if (panel === null) return;
    const wasOpenHere = panel.matches(":popover-open") && previous.current === opener;
    panel.hidePopover();
    if (wasOpenHere) return;
    if (previous.current instanceof HTMLButtonElement) previous.current.popoverTargetElement = null;
    // Pressing its own button is not a press outside, which would close the menu before the click.
    if (opener instanceof HTMLButtonElement) opener.popoverTargetElement = panel;
    previous.current = opener;
    panel.showPopover({ source: opener });
  }, [opened]);

  const close = () => popover.current?.hidePopover();
  return (
    <div
      ref={popover}
      popover="auto"
      className={menu.panel}
      onToggle={({ newState }) => {
        opened.opener.setAttribute("aria-expanded", String(newState === "open"));
        if (newState === "open") menuItemsOf(popover.current)[0]?.focus();
      }}
    >
      {note && <p className={styles.note}>{note}</p>}
      <div role="menu" aria-label={label} onKeyDown={moveInMenu}>
        {actions.map(({ text, act, isLosing = false }) => {
          const common = {
            role: "menuitem",
            tabIndex: -1,
            className: `${menu.item} ${styles.item}`,
            "data-losing": isLosing || undefined,
          } as const;
          return typeof act === "string" ? (
            <a
              key={text}
              {...common}
              href={act}
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
              onClick={close}
            >
              {text}
            </a>
          ) : (
            <button
              key={text}
              type="button"
              {...common}
              onClick={() => {
                close();
                act();
              }}
            >
              {text}
            </button>
          );
        })}
      </div>
    </div>
  );
}
