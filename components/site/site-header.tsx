import type { ReactNode } from "react";
import { Brand } from "./brand";
import styles from "./site-header.module.css";
import { ThemeSwitch } from "./theme-switch";

/** The header of every page. `children` is the search form; it uses the areas `field` and `filters`. */
export function SiteHeader({ children, isRuled = false }: SiteHeaderProps) {
  return (
    <header className={styles.top} data-plain={!isRuled || undefined}>
      <div className={styles.brand} data-beside-field={children !== undefined || undefined}>
        <Brand />
      </div>
      {children}
      <div className={styles.side}>
        <ThemeSwitch />
      </div>
    </header>
  );
}

type SiteHeaderProps = {
  children?: ReactNode;
  /** Whether the header has a second row with a line under it. */
  isRuled?: boolean;
};
