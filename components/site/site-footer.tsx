import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { SITE_WORDS } from "@/lib/core/words";
import { KeyList } from "./key-list";
import { KeysSheet } from "./keys-sheet";
import styles from "./site-footer.module.css";

type SiteFooterProps = {
  service: ServiceLabel | null;
  /** What is spent, where searches cost. */
  spent?: ReactNode;
  /** Without the line above it, under a page that has no other. */
  isPlain?: boolean;
};

/** The end of every page: one line of truth about who answers, and help. */
export function SiteFooter({ service, spent, isPlain = false }: SiteFooterProps) {
  return (
    <footer className={styles.foot} data-plain={isPlain || undefined}>
      <p className={styles.truth}>
        {service !== null && SITE_WORDS.service(service)}
        {spent}
      </p>
      <nav className={styles.help} aria-label={SITE_WORDS.help}>
        <KeysSheet
          label={
            <>
              <Icon name="keys" />
              {SITE_WORDS.keys}
            </>
          }
        >
          <KeyList />
        </KeysSheet>
        <a className={styles.item} href="/about">
          {SITE_WORDS.about}
        </a>
      </nav>
    </footer>
  );
}
