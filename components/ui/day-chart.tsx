import type { ReactNode } from "react";
import styles from "./day-chart.module.css";

type ChartProps = {
  /** Describes the chart to screen readers. */
  label: string;
  /** How many days, or other equal times, the axis has. */
  dayCount: number;
  /** The first day, such as "1 Nov"; other days are shown as numbers. */
  firstDay: string;
  /** The last day, if the days are not those of a month; days between have no labels then. */
  lastDay?: string;
  numberText: (value: number) => string;
};

type DayChartProps = ChartProps & {
  /** One value per day, from the first of the month to the last known day. */
  values: readonly number[];
  /** A dashed horizontal line with its name, or null. */
  pace: { value: number; name: string } | null;
};

/** The plot is 300 by 100 units, stretched to the width; lines keep their thickness. */
const WIDTH = 300;
const HEIGHT = 100;
const BAR_SHARE = 0.7;

/** A chart with a bar for each day of a month, or for other equal times; the last bar is the present. */
export function DayChart({ values, pace, ...chart }: DayChartProps) {
  const top = roundTop(Math.max(...values, pace?.value ?? 0));
  const heightOf = (value: number) => (value / top) * HEIGHT;
  const slot = WIDTH / chart.dayCount;
  return (
    <Chart {...chart} top={top} lineName={pace?.name ?? null}>
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
        <path className={styles.pace} d={`M0 ${rounded(HEIGHT - heightOf(pace.value))}H${WIDTH}`} />
      )}
    </Chart>
  );
}

type BurnDownChartProps = ChartProps & {
  limit: number;
  /** The use on each day, from the first of the month to today. */
  used: readonly number[];
  /** What would remain at the month's end. */
  remainingAtEnd: number;
};

/** A chart of a month's remaining budget per day, with an even pace and a projection. */
export function BurnDownChart(props: BurnDownChartProps) {
  const { limit, used, remainingAtEnd, ...chart } = props;
  const yOf = (remaining: number) =>
    rounded(HEIGHT - (Math.max(0, remaining) / Math.max(1, limit)) * HEIGHT);
  const xOf = (day: number) => rounded((day / chart.dayCount) * WIDTH);
  let remaining = limit;
  const points = used.map((count, index) => {
    remaining -= count;
    return `L${xOf(index + 1)} ${yOf(remaining)}`;
  });
  const today = `${xOf(used.length)} ${yOf(remaining)}`;
  return (
    <Chart {...chart} top={limit} lineName={null}>
      <path className={styles.pace} d={`M0 0L${WIDTH} ${HEIGHT}`} />
      <path className={styles.line} d={`M0 0${points.join("")}`} />
      <path className={styles.line} data-ahead="" d={`M${today}L${WIDTH} ${yOf(remainingAtEnd)}`} />
    </Chart>
  );
}

type FrameProps = ChartProps & {
  top: number;
  /** The name of the dashed line, above the plot, where it covers nothing. */
  lineName: string | null;
  children: ReactNode;
};

/** Axes and rules. Only shapes are SVG, so text keeps its size. */
function Chart(props: FrameProps) {
  const { label, dayCount, firstDay, lastDay, numberText, top, lineName, children } = props;
  const labelled = lastDay === undefined ? [1, 8, 15, 22, dayCount] : [1, dayCount];
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      {lineName !== null && (
        <p className={styles.lineName} aria-hidden="true">
          {lineName}
        </p>
      )}
      <div className={styles.values} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{numberText(value)}</span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.rule} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}`} />
          {children}
        </svg>
      </div>
      <div className={styles.days} aria-hidden="true">
        {labelled.map((day) => (
          // The first and the last label align with the ends of the axis.
          <span
            key={day}
            style={
              day === 1 || day === dayCount
                ? undefined
                : { insetInlineStart: `${rounded(((day - 0.5) / dayCount) * 100)}%` }
            }
          >
            {day === 1 ? firstDay : (lastDay ?? numberText(day))}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the smallest round, even number that is at least `value`. */
export function roundTop(value: number): number {
  if (value <= 2) return 2;
  const unit = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 8, 10].find((each) => each * unit >= value) ?? 10;
  const top = factor * unit;
  return top % 2 === 0 ? top : top + 1;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
