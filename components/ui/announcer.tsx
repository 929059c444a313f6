import styles from "./text.module.css";

const ID = "announcer";

/** The one place from which changes are read aloud, politely; stands once, in the layout. */
export function Announcer() {
  return <p id={ID} role="status" className={styles.unseen} />;
}

/** Has `text` read aloud when whatever is being read has ended. */
export function announce(text: string): void {
  const place = document.getElementById(ID);
  if (place !== null) place.textContent = text;
}
