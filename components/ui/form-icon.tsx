import styles from "./icon.module.css";

/* 20 px grid, 1.5 px line, round ends, no fills. */
const SHAPES = {
  account:
    "M13.5 7a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0ZM3.500 17c.6-3.500 3.200-5 6.500-5s5.900 1.500 6.500 5",
  console: "M3 4h14v12H3zM3 8h14M6.500 11.500h7M6.500 13.500h4",
  plus: "M10 4v12M4 10h12",
  collection:
    "M2 16.500h16M4 16.500v-8h3.500v8M7.500 16.500v-12H12v12M13 16.500l1.500-9 3 .5-1 8.500",
  share: "M10 12V3M6.500 6 10 3l3.500 3M4 10v7h12v-7",
  copy: "M7 7h10v10H7zM13 7V3H3v10h4",
} as const;

/**
 * A decorative icon of the account's and the console's pages; apart from `Icon`, whose shapes every
 * results page loads.
 */
export function FormIcon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}
