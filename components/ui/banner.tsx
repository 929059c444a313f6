import type { ReactNode } from "react";
import styles from "./banner.module.css";
import primitives from "./primitives.module.css";

type BannerProps = {
  title: ReactNode;
  /** `status`: something just happened; `state`: something is still the case. */
  kind?: "status" | "state";
  /** Whether it reports a loss or a stop. */
  isBad?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
};

/** A message above a page's sections: what happened, and what to do. */
export function Banner({ title, kind = "state", isBad = false, children, actions }: BannerProps) {
  return (
    <div
      className={`${primitives.bar} ${styles.banner}`}
      role={kind === "status" ? "status" : undefined}
      data-bad={isBad || undefined}
    >
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
