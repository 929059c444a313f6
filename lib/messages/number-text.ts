import { currentLocale } from "./locale";

/** A number as the current locale writes it. */
export function numberText(value: number): string {
  // The first formatter of a page takes 70 ms of a slow phone; few pages need one.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return `${value}`;
  const { format } = currentLocale();
  // Making one takes longer than all else that a message needs.
  if (numbers?.of !== format) numbers = { of: format, as: new Intl.NumberFormat(format) };
  return numbers.as.format(value);
}

let numbers: { of: string; as: Intl.NumberFormat } | undefined;
