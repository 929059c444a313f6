"use client";

import menu from "@/components/ui/menu.module.css";
import { usePopoverMenu } from "@/components/ui/use-popover-menu";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import styles from "./action-menu.module.css";

export type MenuAction = {
  text: string;
  /** A link, or a function to call. */
  act: string | (() => void);
  isDestructive?: boolean;
};

type ActionMenuProps = {
  /** A new object for each press of the button; a second press closes the menu. */
  opened: { opener: HTMLElement };
  label: string;
  /** A text above the actions. */
  note?: string | null;
  actions: readonly MenuAction[];
};

/** A menu at the button that opened it. */
export function ActionMenu({ opened, label, note, actions }: ActionMenuProps) {
  const popover = usePopoverMenu(opened);

  const close = () => popover.current?.hidePopover();
  return (
    <div
      ref={popover}
      popover="auto"
      className={`${menu.panel} ${menu.sheet}`}
      onToggle={({ newState }) => {
        opened.opener.setAttribute("aria-expanded", String(newState === "open"));
        if (newState === "open") menuItemsOf(popover.current)[0]?.focus();
      }}
    >
      {note && <p className={styles.note}>{note}</p>}
      <div role="menu" aria-label={label} onKeyDown={moveInMenu}>
        {actions.map(({ text, act, isDestructive = false }) => {
          const common = {
            role: "menuitem",
            tabIndex: -1,
            className: `${menu.item} ${styles.item}`,
            "data-destructive": isDestructive || undefined,
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
