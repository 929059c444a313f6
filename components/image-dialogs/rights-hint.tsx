import form from "@/components/ui/form.module.css";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { rightsContactOf } from "@/lib/core/image/image-place";
import { rightsMessages } from "@/lib/messages/compiled/rights";

/** Says what is left to do before these images may be published; nothing if all rights are cleared. */
export function RightsHint({ images }: { images: readonly ExportedImage[] }) {
  const open = images.filter(({ clearance }) => !clearance);
  const [first] = open;
  if (first === undefined) return null;
  const licensedCount = open.filter(({ file }) => file?.licence).length;
  const unverifiedCount = open.length - licensedCount;
  return (
    <p className={form.hint} dir="auto">
      {images.length === 1 && textFor(first)}
      {images.length > 1 && licensedCount > 0 && (
        <span>{rightsMessages("licensed", { count: licensedCount })} </span>
      )}
      {images.length > 1 && unverifiedCount > 0 && (
        <span>{rightsMessages("unverified", { count: unverifiedCount })}</span>
      )}
    </p>
  );
}

function textFor(image: ExportedImage): string {
  if (image.file?.licence) return rightsMessages("licensedOne");
  const host = rightsContactOf(image);
  return host === null
    ? rightsMessages("unverifiedOwn")
    : rightsMessages("unverifiedOne", { host });
}
