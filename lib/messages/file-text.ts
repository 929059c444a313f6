import { byteText } from "./byte-text";

/** The type and size of a file: "JPEG, 2.4 MB". `format` is in lower case. */
export function fileText({ format, sizeBytes }: { format: string; sizeBytes: number }): string {
  return `${format.toUpperCase()}, ${byteText(sizeBytes)}`;
}
