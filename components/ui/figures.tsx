import styles from "./figures.module.css";

type NamedValues = readonly { name: string; value: string }[];

/** Numbers with names below them; on narrow screens, beside them. */
export function Figures({ figures }: { figures: NamedValues }) {
  return listOf(figures, styles.figures);
}

/** Names and values in two columns. */
export function Pairs({ pairs }: { pairs: NamedValues }) {
  return listOf(pairs, styles.pairs);
}

function listOf(values: NamedValues, className: string | undefined) {
  return (
    <dl className={className}>
      {values.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
