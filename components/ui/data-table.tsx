import type { ReactNode } from "react";
import styles from "./data-table.module.css";
import text from "./text.module.css";

export type Column<Row> = {
  /** The heading; on narrow screens it precedes the value. */
  name: string;
  cell: (row: Row) => ReactNode;
  /** Whether values are aligned at the end. */
  isNumber?: boolean;
  /** Whether values never wrap. */
  isNowrap?: boolean;
  /** Whether a brief table leaves it out on narrow screens. */
  isDetail?: boolean;
  /** Whether the column has buttons; its heading is for screen readers only. */
  isActions?: boolean;
};

type DataTableProps<Row> = {
  /** Accessible name. */
  label: string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Whether a row is shown in grey. */
  isFaint?: (row: Row) => boolean;
  /** Whether it stays a table on narrow screens, where other tables become lists. */
  isNarrow?: boolean;
  /** Whether a row on narrow screens is its name and a line of values without their headings. */
  isBrief?: boolean;
};

/** A table with hairlines between rows; on narrow screens each row is a small list. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, isFaint, isNarrow = false, isBrief = false } = props;
  const [first, ...others] = columns;
  return (
    <table
      className={styles.table}
      aria-label={label}
      data-narrow={isNarrow || undefined}
      data-brief={isBrief || undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" {...formOf(column)}>
              <span className={column.isActions ? text.unseen : undefined}>{column.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-faint={isFaint?.(row) || undefined}>
            <th scope="row" {...formOf(first)}>
              {first.cell(row)}
            </th>
            {others.map((column) => (
              <td key={column.name} data-name={column.name} {...formOf(column)}>
                {column.isActions ? column.cell(row) : <span>{column.cell(row)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formOf<Row>({ isNumber, isNowrap, isDetail, isActions }: Column<Row>) {
  return {
    "data-detail": isDetail || undefined,
    "data-number": isNumber || undefined,
    "data-nowrap": isNowrap || undefined,
    "data-actions": isActions || undefined,
  };
}
