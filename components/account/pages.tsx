import button from "@/components/ui/button.module.css";
import { accountMessages } from "@/lib/messages/compiled/account";
import styles from "./account.module.css";

type PagesProps = { page: number; pageCount: number; hrefOf: (page: number) => string };

/** Links to the page before and after; nothing for a single page. */
export function Pages({ page, pageCount, hrefOf }: PagesProps) {
  if (pageCount < 2) return null;
  return (
    <nav className={styles.pages} aria-label={accountMessages("pages")}>
      {page > 1 && (
        <a className={button.button} rel="prev" href={hrefOf(page - 1)}>
          {accountMessages("previous")}
        </a>
      )}
      <span>{accountMessages("page", { page, count: pageCount })}</span>
      {page < pageCount && (
        <a className={button.button} rel="next" href={hrefOf(page + 1)}>
          {accountMessages("next")}
        </a>
      )}
    </nav>
  );
}
