import styles from "./text.module.css";

/**
 * A polite live region. The layout renders one; a lightbox, which hides the page from screen readers,
 * renders another.
 */
export function Announcer() {
  return <p data-announcer="" role="status" className={styles.unseen} />;
}

/** Makes screen readers read `text` after the current speech. */
export function announce(text: string): void {
  const place = [...document.querySelectorAll("[data-announcer]")].at(-1);
  if (place !== undefined) place.textContent = text;
}
