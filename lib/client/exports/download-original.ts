import type { ExportedImage } from "@/lib/contract/picked-image";
import { imageFileNames } from "@/lib/core/image-file-names";
import { saveFile } from "./export-files";
import { failedText } from "./failed-text";
import { fetchOriginal } from "./fetch-original";

/** Downloads the file of an image. Returns the text of a failure; null if it worked. */
export async function downloadOriginal(image: ExportedImage): Promise<string | null> {
  const fetched = await fetchOriginal(image, new AbortController().signal);
  if (fetched.kind === "failure") return failedText(fetched.code);
  const { fullFileName } = imageFileNames(image.name, fetched.extension, "image");
  saveFile({ name: fullFileName, body: fetched.body });
  return null;
}
