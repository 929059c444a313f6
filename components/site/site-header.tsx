import type { ReactNode } from "react";
import { Brand } from "./brand";
import styles from "./site-header.module.css";
import { ThemeSwitch } from "./theme-switch";

/**
 * The top of every page: brand, then what the page asks with (it places itself in the areas `field`
 * and `filters`), then appearance.
 */
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
  /** Whether there is a second row, and a line under it. */
  isRuled?: boolean;
};
