import type { ReactNode } from "react";
import button from "./button.module.css";
import styles from "./header-link.module.css";

type HeaderLinkProps = { href: string; icon: ReactNode; name: string; isCurrent: boolean };

/** A link in the site's header; on narrow screens only its icon is visible. */
export function HeaderLink({ href, icon, name, isCurrent }: HeaderLinkProps) {
  return (
    <a
      className={`${button.bare} ${styles.link}`}
      href={href}
      // For screens on which the text is not displayed.
      aria-label={name}
      aria-current={isCurrent ? "page" : undefined}
    >
      {icon}
      <span>{name}</span>
    </a>
  );
}
