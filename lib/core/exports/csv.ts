export type Cell = string | number | null | undefined;

/**
 * Matches where a spreadsheet may start a cell with a formula: at the start of a text, and after a
 * semicolon, tab or line break, which may also separate cells (OWASP, "CSV Injection").
 */
const FORMULA_SIGN = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\n'＝＋－＠])/g;

/**
 * Returns rows as CSV (RFC 4180), with the byte order mark for Excel.
 *
 * A sign that starts a formula gets an apostrophe in front, at the start of a text and after a
 * semicolon, tab or line break; so does an apostrophe there. A reader that removes one apostrophe
 * from each of these places restores the text.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
}

function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  // UTF-8 cannot encode half of a surrogate pair.
  const text = (cell ?? "").replace(/\p{Cs}/gu, "\ufffd");
  const inert = text.replace(FORMULA_SIGN, "'");
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
