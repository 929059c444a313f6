import { currentLocale } from "./locale";

const UNITS = [
  ["gigabyte", 1e9],
  ["megabyte", 1e6],
  ["kilobyte", 1e3],
] as const;

/** An amount of bytes: "3.2 GB". */
export function byteText(bytes: number): string {
  const [unit, size] = UNITS.find(([, size]) => bytes >= size) ?? UNITS[2];
  return new Intl.NumberFormat(currentLocale().format, {
    style: "unit",
    unit,
    maximumFractionDigits: 1,
  }).format(bytes / size);
}
