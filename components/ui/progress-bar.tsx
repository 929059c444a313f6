import styles from "./progress-bar.module.css";

type ProgressBarProps = {
  /** Accessible name. */
  label: string;
  value: number;
  max: number;
};

/** Shows how much of something is done or used. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress className={styles.bar} aria-label={label} value={value} max={Math.max(1, max)} />
  );
}

/** Shares of a whole side by side, on a line, with their names below. */
export function Shares({ shares }: { shares: readonly { value: number; name: string }[] }) {
  return (
    <div>
      <div className={styles.shares} aria-hidden="true">
        {shares.map(({ value, name }, index) => (
          <i key={name} data-kind={index} hidden={value === 0} style={{ flexGrow: value }} />
        ))}
      </div>
      <ul className={styles.names}>
        {shares.map(({ name }, index) => (
          <li key={name} data-kind={index}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
