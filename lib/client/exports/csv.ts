import type { SlotCrop } from "@/lib/contract/crops";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { CreditFacts } from "@/lib/core/credits/credit-facts";
import { plainCredit } from "@/lib/core/credits/format-credits";
import { type Cell, toCsv } from "@/lib/core/exports/csv";
import { placeOf } from "@/lib/core/image/image-place";

/** An image with the facts of its credit, and the path of its file beside the table, if there is one. */
export type DescribedImage = {
  image: ExportedImage;
  credit: CreditFacts;
  file?: string | null;
  /** The path of its crop's file. */
  cropFile?: string | null;
};

const COLUMNS: readonly (readonly [
  name: string,
  of: (image: ExportedImage, credit: CreditFacts) => Cell,
])[] = [
  ["name", ({ name }) => name],
  ["host", (image) => placeOf(image)],
  ["creator", (_, { creator }) => creator],
  ["copyright", (_, { copyright }) => copyright],
  ["licence", (_, { licence }) => licence],
  ["fileName", ({ file }) => file?.name],
  ["fileBytes", ({ file }) => file?.sizeBytes],
  ["takenAt", ({ file }) => file?.takenAt],
  ["page", (_, { pageUrl }) => pageUrl],
  ["image", (_, { imageUrl }) => imageUrl],
  ["width", ({ width }) => width],
  ["height", ({ height }) => height],
  ["accentColor", ({ accentColor }) => accentColor],
  ["credit", (_, credit) => plainCredit(credit)],
  ["rights", (_, { rights }) => rights],
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

/** In an export for a slot. The crop is in pixels of the original. */
const CROP_COLUMNS: readonly (readonly [name: string, of: (crop: SlotCrop) => Cell])[] = [
  ["slot", ({ slot }) => slot.name],
  ["cropX", ({ x }) => x],
  ["cropY", ({ y }) => y],
  ["cropWidth", ({ width }) => width],
  ["cropHeight", ({ height }) => height],
];

/** Returns a table of images as CSV, with a header (`toCsv`). */
export function exportCsv(images: readonly DescribedImage[]): string {
  const hasFiles = images.some(({ file }) => file !== undefined);
  const hasCropFiles = images.some(({ cropFile }) => cropFile !== undefined);
  const cropColumns = images.some(({ image }) => image.crop !== undefined) ? CROP_COLUMNS : [];
  const header = [
    ...(hasFiles ? ["file"] : []),
    ...(hasCropFiles ? ["cropFile"] : []),
    ...[...COLUMNS, ...cropColumns].map(([name]) => name),
  ];
  const rows = images.map(({ image, credit, file, cropFile }) => [
    ...(hasFiles ? [file] : []),
    ...(hasCropFiles ? [cropFile] : []),
    ...COLUMNS.map(([, of]) => of(image, credit)),
    ...cropColumns.map(([, of]) => image.crop && of(image.crop)),
  ]);
  return toCsv([header, ...rows]);
}
