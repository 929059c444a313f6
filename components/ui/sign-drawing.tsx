import styles from "./sign-drawing.module.css";

/** The sign in the empty case: solid, faint or dashed lines, or a filled block. */
const SIGNS = {
  key: { solid: "M61 31a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM53.500 35.500 51.500 45h9l-2-9.500" },
  ticket: { solid: "M42 60V36h28v24M42 43h28M47 52h8" },
  spent: { dashed: "M28 60V40h10v20M46 60V40h10v20M64 60V40h10v20" },
  clock: { solid: "M70 38a14 14 0 1 1-28 0 14 14 0 0 1 28 0ZM56 30v8l5 4M56 20v-2" },
  crack: { faint: "M16.500 60.500 95.500 8.500M16.500 34 55 8.500M57 60.500l38.500-26" },
  noise: { solid: "M30 46h6l5-14 6 22 6-30 6 26 5-12 4 8h14" },
  offline: {
    solid:
      "M44 46a17 17 0 0 1 24 0M37 39a27 27 0 0 1 38 0M52.500 53.500a5 5 0 0 1 7 0m-21.500 2.500 36-32",
  },
  empty: { dashed: "M48 60V46h14v14" },
  address: { solid: "M36 38h26M66 33v10M70 38h6M36 46h20" },
  waiting: { filled: "M48 44h16v16H48z" },
} as const satisfies Record<string, Sign>;

type Sign = { solid?: string; faint?: string; dashed?: string; filled?: string };

export type SignName = keyof typeof SIGNS;

/** The brand's display case with a sign in it. Decorative: the text beside it says the same. */
export function SignDrawing({ sign }: { sign: SignName }) {
  const { solid, faint, dashed, filled }: Sign = SIGNS[sign];
  return (
    <svg className={styles.case} viewBox="15.500 7.500 81 74" aria-hidden="true">
      <path d="M16.500 8.500h79v52h-79zM28 60.500V80M84 60.500V80" />
      {solid !== undefined && <path d={solid} />}
      {faint !== undefined && <path className={styles.faint} d={faint} />}
      {dashed !== undefined && <path className={styles.dashed} d={dashed} />}
      {filled !== undefined && <path className={styles.filled} d={filled} />}
    </svg>
  );
}
