import { exportMessages as messages } from "@/lib/messages/compiled/export";
import { failureText } from "@/lib/messages/failure-text";

/** Returns the reason why an image is missing from a ZIP. */
export function failedText(code: string): string {
  if (code === "zip_full") return messages("zipFull");
  if (code === "offline") return messages("offline");
  return failureText(code).message;
}
