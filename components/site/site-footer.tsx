import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { UNLOADED_ID } from "@/lib/client/show-unloaded";
import { LANGUAGE_TAGS, LANGUAGES } from "@/lib/contract/languages";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { libraryHref, NEWEST_PICTURES } from "@/lib/core/query/library-view";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import { privacyMessages } from "@/lib/messages/compiled/privacy";
import { siteMessages } from "@/lib/messages/compiled/site";
import { currentLocale } from "@/lib/messages/locale";
import { KeyList } from "./key-list";
import { KeysSheet } from "./keys-sheet";
import styles from "./site-footer.module.css";

type SiteFooterProps = {
  service: ServiceLabel | null;
  /** The month's used searches, if searches cost money. */
  spent?: ReactNode;
  /** False where the switch would lose the page's content, which is in the URL's fragment. */
  hasLanguages?: boolean | undefined;
  /** Whether to hide the line above the footer. */
  isPlain?: boolean;
};

/** The footer of every page: the service in use, and help. */
export function SiteFooter({
  service,
  spent,
  hasLanguages = true,
  isPlain = false,
}: SiteFooterProps) {
  return (
    <footer className={styles.foot} data-plain={isPlain || undefined}>
      <p className={styles.truth}>
        {service !== null && <ServiceText service={service} />}
        {spent}
      </p>
      <nav className={styles.help} aria-label={siteMessages("help")}>
        <KeysSheet
          label={
            <>
              <Icon name="keys" />
              {keyboardMessages("title")}
            </>
          }
        >
          <KeyList />
        </KeysSheet>
        <a className={`${styles.item} ${styles.narrow}`} href="/collections">
          {siteMessages("collections")}
        </a>
        <a className={styles.item} href="/v1/docs">
          {siteMessages("api")}
        </a>
        <a className={styles.item} href="/account">
          {siteMessages("account")}
        </a>
        <a className={styles.item} href="/settings">
          {siteMessages("settings")}
        </a>
        <a className={styles.item} href="/about">
          {privacyMessages("title")}
        </a>
      </nav>
      {hasLanguages && <LanguageSwitch />}
      <p id={UNLOADED_ID} className={styles.unloaded} popover="auto" role="alert">
        {siteMessages("unloaded")}
      </p>
    </footer>
  );
}

/** Works without scripts. */
function LanguageSwitch() {
  return (
    <form
      action="/api/settings/language"
      method="post"
      className={styles.languages}
      aria-label={siteMessages("language")}
    >
      {LANGUAGE_TAGS.map((tag) => (
        <button
          key={tag}
          type="submit"
          name="lang"
          value={tag}
          lang={tag}
          className={styles.item}
          aria-current={tag === currentLocale().tag || undefined}
        >
          {LANGUAGES[tag]}
        </button>
      ))}
    </form>
  );
}

function ServiceText({ service }: { service: ServiceLabel }) {
  if (service.kind === "remote") return service.host;
  return (
    <a className={styles.item} href={libraryHref(NEWEST_PICTURES)}>
      {siteMessages(service.kind, { count: service.pictureCount })}
    </a>
  );
}
