import type { ExportedImage } from "@/lib/contract/picked-image";
import type { CreditFacts } from "@/lib/core/credits/credit-facts";
import { plainCredit } from "@/lib/core/credits/format-credits";
import { placeOf } from "@/lib/core/image/image-place";

/** An image with the facts of its credit, and the path of its file beside the table, if there is one. */
export type DescribedImage = { image: ExportedImage; credit: CreditFacts; file?: string | null };

type Cell = string | number | null | undefined;

const COLUMNS: readonly (readonly [
  name: string,
  of: (image: ExportedImage, credit: CreditFacts) => Cell,
])[] = [
  ["name", ({ name }) => name],
  ["host", (image) => placeOf(image)],
  ["page", (_, { pageUrl }) => pageUrl],
  ["image", (_, { imageUrl }) => imageUrl],
  ["width", ({ width }) => width],
  ["height", ({ height }) => height],
  ["accentColor", ({ accentColor }) => accentColor],
  ["credit", (_, credit) => plainCredit(credit)],
  ["rights", (_, { isCleared }) => (isCleared ? "cleared" : "not verified")],
  ["clearance", ({ clearance }) => clearance?.note],
  ["clearedAt", ({ clearance }) => clearance?.at],
  ["note", ({ note }) => note],
  ["search", ({ provenance }) => provenance.search],
  ["rank", ({ provenance }) => provenance.rank],
  ["foundAt", ({ provenance }) => provenance.foundAt],
  ["service", ({ provenance }) => provenance.service],
  ["savedAt", ({ savedAt }) => savedAt],
  ["id", ({ id }) => id],
];

/**
 * Matches where a spreadsheet may start a cell with a formula: at the start of a text, and after a
 * semicolon, tab or line break, which may also separate cells (OWASP, "CSV Injection").
 */
const FORMULA_SIGN = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\n'＝＋－＠])/g;

/**
 * Returns a table of images as CSV (RFC 4180), with a header and the byte order mark for Excel.
 *
 * A sign that starts a formula gets an apostrophe in front, at the start of a text and after a
 * semicolon, tab or line break; so does an apostrophe there. A reader that removes one apostrophe
 * from each of these places restores the text.
 */
export function exportCsv(images: readonly DescribedImage[]): string {
  const hasFiles = images.some(({ file }) => file !== undefined);
  const header = [...(hasFiles ? ["file"] : []), ...COLUMNS.map(([name]) => name)];
  const rows = images.map(({ image, credit, file }) => [
    ...(hasFiles ? [file] : []),
    ...COLUMNS.map(([, of]) => of(image, credit)),
  ]);
  return `\ufeff${[header, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
}

function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  // UTF-8 cannot encode half of a surrogate pair.
  const text = (cell ?? "").replace(/\p{Cs}/gu, "\ufffd");
  const inert = text.replace(FORMULA_SIGN, "'");
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
