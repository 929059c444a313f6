import type { ComponentProps } from "react";
import button from "./button.module.css";
import { ToolIcon, type ToolIconName } from "./tool-icon";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "title" | "type"> & {
  icon: ToolIconName;
  /** Its accessible name and its tooltip. */
  label: string;
  isMirrored?: boolean;
};

/** A button with an icon; `children` stand below or beside it. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, className, isMirrored, children, ...rest } = props;
  return (
    <button
      type="button"
      className={className === undefined ? button.icon : `${button.icon} ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <ToolIcon name={icon} {...(isMirrored && { isMirrored })} />
      {children}
    </button>
  );
}
