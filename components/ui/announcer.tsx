import styles from "./text.module.css";

/**
 * A polite live region. The layout renders one; a dialog and a lightbox, which hide the page from screen
 * readers, render others.
 */
export function Announcer() {
  return <p data-announcer="" role="status" className={styles.unseen} />;
}

/** Makes screen readers read `text` after the current speech. */
export function announce(text: string): void {
  const place = lastIn("dialog:modal ") ?? lastIn("");
  if (place !== undefined) place.textContent = text;
}

const lastIn = (parent: string) =>
  [...document.querySelectorAll(`${parent}[data-announcer]`)].at(-1);
