import { byteText } from "./byte-text";
import { imageActionMessages } from "./compiled/image-action";

/** The type and size of a file: "JPEG, 2.4 MB". `format` is in lower case. */
export function fileText({ format, sizeBytes }: { format: string; sizeBytes: number }): string {
  return imageActionMessages("file", { format: format.toUpperCase(), size: byteText(sizeBytes) });
}
