import styles from "./figures.module.css";

/** Numbers with names below them; on narrow screens, beside them. */
export function Figures({ figures }: { figures: readonly { value: string; name: string }[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, name }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Names and values in two columns. */
export function Pairs({ pairs }: { pairs: readonly { name: string; value: string }[] }) {
  return (
    <dl className={styles.pairs}>
      {pairs.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
