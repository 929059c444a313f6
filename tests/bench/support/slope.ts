/**
 * Fits a line to values that were measured once a minute. Returns how much they grow per hour, with
 * the standard error, and their mean.
 */
export function slopeOf(values: readonly number[]): {
  perHour: number;
  error: number;
  mean: number;
} {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const hours = (index: number) => (index - (count - 1) / 2) / 60;
  let squares = 0;
  let products = 0;
  values.forEach((value, index) => {
    squares += hours(index) ** 2;
    products += hours(index) * (value - mean);
  });
  const perHour = products / squares;
  const residues = values.reduce(
    (sum, value, index) => sum + (value - mean - perHour * hours(index)) ** 2,
    0,
  );
  return { perHour, error: Math.sqrt(residues / (count - 2) / squares), mean };
}
