import type { ComponentProps } from "react";
import button from "./button.module.css";
import { ToolIcon, type ToolIconName } from "./tool-icon";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "title" | "type"> & {
  icon: ToolIconName;
  /** Its accessible name and its tooltip. */
  label: string;
  isMirrored?: boolean;
};

/** A button without a text. */
export function IconButton({ icon, label, className, isMirrored, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? button.icon : `${button.icon} ${className}`}
      aria-label={label}
      title={label}
      {...props}
    >
      <ToolIcon name={icon} {...(isMirrored && { isMirrored })} />
    </button>
  );
}
