import type { ReactNode } from "react";
import styles from "./split-page.module.css";
import text from "./text.module.css";

/** An entry of the list beside the page: a link to a section or to another page. */
export type Place = { href: string; name: string; isCurrent?: boolean };

type SplitPageProps = {
  /** Accessible name of the list of places. */
  label: string;
  places: readonly Place[];
  title: string;
  /** Short facts beside the title. */
  facts?: readonly ReactNode[];
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page with a list of places beside it; on narrow screens the list is a row above the page. */
export function SplitPage({ label, places, title, facts, actions, children }: SplitPageProps) {
  return (
    <div className={styles.split}>
      <nav className={styles.places} aria-label={label}>
        <ul>
          {places.map(({ href, name, isCurrent }) => (
            <li key={href}>
              <a className={styles.place} href={href} aria-current={isCurrent ? "page" : undefined}>
                <span>{name}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.paper}>
        <header className={styles.title}>
          <h1>{title}</h1>
          {facts !== undefined && <Facts facts={facts} />}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
        <div className={styles.sections}>{children}</div>
      </div>
    </div>
  );
}

/** Short facts in a line. */
export function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <p className={`${text.facts} ${styles.facts}`}>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page have no other identity
        <span key={index}>{fact}</span>
      ))}
    </p>
  );
}

type PageSectionProps = { id: string; title: string; actions?: ReactNode; children: ReactNode };

/** A section with a link in the list. */
export function PageSection({ id, title, actions, children }: PageSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Sections side by side if there is room; with `isFirstWide`, the first takes two thirds. */
export function Columns({ isFirstWide = false, children }: ColumnsProps) {
  return (
    <div className={styles.columns} data-first-wide={isFirstWide || undefined}>
      {children}
    </div>
  );
}

type ColumnsProps = { isFirstWide?: boolean; children: ReactNode };
