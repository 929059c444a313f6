import type { Column } from "@/components/ui/data-table";
import { numberText } from "@/lib/messages/number-text";

/** A column of the whole numbers that rows have as `field`. */
export function numberColumn<Field extends string>(
  name: string,
  field: Field,
  form: Pick<Column<unknown>, "isNowrap" | "isDetail"> = {},
): Column<Record<Field, number>> {
  return { name, isNumber: true, ...form, cell: (row) => numberText(row[field]) };
}
