import type { ReactNode } from "react";
import styles from "./day-chart.module.css";

type DayChartProps = {
  /** What the chart shows, for screen readers. */
  label: string;
  /** Values of the days from the first of the month, up to the last known. */
  values: readonly number[];
  /** How many days the month has. */
  dayCount: number;
  /** A dashed line across, with its name; null: none. */
  pace: { value: number; name: string } | null;
  /** The first day, such as "1 Nov"; other days are shown as numbers. */
  firstDay: string;
  numberText: (value: number) => string;
  /** The same figures as a table. */
  children?: ReactNode;
};

/** The plot is 300 by 100 units, stretched to the width; lines keep their thickness. */
const WIDTH = 300;
const HEIGHT = 100;
const BAR_SHARE = 0.7;

/** A bar for each day of a month; the last bar is today. Only shapes are SVG, so text keeps its size. */
export function DayChart(props: DayChartProps) {
  const { label, values, dayCount, pace, firstDay, numberText } = props;
  const top = roundTop(Math.max(...values, pace?.value ?? 0));
  const heightOf = (value: number) => (value / top) * HEIGHT;
  const slot = WIDTH / dayCount;
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div className={styles.values} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{numberText(value)}</span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.rule} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}`} />
          {values.map((value, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day
              key={index}
              className={styles.bar}
              data-today={index === values.length - 1 || undefined}
              x={rounded((index + (1 - BAR_SHARE) / 2) * slot)}
              y={rounded(HEIGHT - heightOf(value))}
              width={rounded(slot * BAR_SHARE)}
              height={rounded(heightOf(value))}
            />
          ))}
          {pace !== null && (
            <path className={styles.pace} d={`M0 ${rounded(HEIGHT - heightOf(pace.value))}H300`} />
          )}
        </svg>
        {pace !== null && (
          <span
            className={styles.tag}
            style={{ insetBlockEnd: `${rounded(heightOf(pace.value))}%` }}
            aria-hidden="true"
          >
            {pace.name}
          </span>
        )}
      </div>
      <div className={styles.days} aria-hidden="true">
        {daysToName(dayCount).map((day) => (
          // The first and the last day stand at the ends.
          <span
            key={day}
            style={
              day === 1 || day === dayCount
                ? undefined
                : { insetInlineStart: `${rounded(((day - 0.5) / dayCount) * 100)}%` }
            }
          >
            {day === 1 ? firstDay : numberText(day)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The smallest round number that is not below `value` and has a whole half. */
export function roundTop(value: number): number {
  if (value <= 2) return 2;
  const unit = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 8, 10].find((each) => each * unit >= value) ?? 10;
  const top = factor * unit;
  return top % 2 === 0 ? top : top + 1;
}

/** The first day, each week's after it, and the last. */
function daysToName(dayCount: number): number[] {
  return [1, 8, 15, 22, dayCount];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
