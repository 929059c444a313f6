import { HeaderFrame, type HeaderProps } from "./header-frame";
import { ThemeSwitch } from "./theme-switch";

/** The header of every page but "not found". */
export function SiteHeader({ links, ...props }: HeaderProps) {
  return (
    <HeaderFrame
      {...props}
      links={
        <>
          {links}
          <ThemeSwitch />
        </>
      }
    />
  );
}
