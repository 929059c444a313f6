import styles from "./text.module.css";

const ID = "announcer";

/** The page's polite live region; rendered once, in the layout. */
export function Announcer() {
  return <p id={ID} role="status" className={styles.unseen} />;
}

/** Makes screen readers read `text` after the current speech. */
export function announce(text: string): void {
  const place = document.getElementById(ID);
  if (place !== null) place.textContent = text;
}
