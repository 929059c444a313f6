import button from "./button.module.css";
import styles from "./page-links.module.css";

type PageLinksProps = {
  /** From 1. */
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  /** Accessible name, and the texts of the links and between them. */
  label: string;
  text: string;
  previous: string;
  next: string;
};

/** Links to the previous and the next page of a list; empty for a single page. */
export function PageLinks(props: PageLinksProps) {
  const { page, pageCount, hrefOf, label, text, previous, next } = props;
  if (pageCount < 2) return null;
  return (
    <nav className={styles.pages} aria-label={label}>
      {page > 1 && (
        <a className={button.button} rel="prev" href={hrefOf(page - 1)}>
          {previous}
        </a>
      )}
      <span>{text}</span>
      {page < pageCount && (
        <a className={button.button} rel="next" href={hrefOf(page + 1)}>
          {next}
        </a>
      )}
    </nav>
  );
}
