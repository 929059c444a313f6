"use client";

import { type MenuAction, MenuItem } from "@/components/tile/menu-item";
import menu from "@/components/ui/menu.module.css";
import { usePopoverMenu } from "@/components/ui/use-popover-menu";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";

type ActionMenuProps = {
  /** A new object for each press of the button; a second press closes the menu. */
  opened: { opener: HTMLElement };
  label: string;
  actions: readonly MenuAction[];
};

/** A menu at the button that opened it. */
export function ActionMenu({ opened, label, actions }: ActionMenuProps) {
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
      <div role="menu" aria-label={label} onKeyDown={moveInMenu}>
        {actions.map((action) => (
          <MenuItem key={action.text} action={action} onClose={close} />
        ))}
      </div>
    </div>
  );
}
