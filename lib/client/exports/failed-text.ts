import { exportMessages as messages } from "@/lib/messages/compiled/export";
import { failureText } from "@/lib/messages/failure-text";

/** Why an image is not in a ZIP. */
export function failedText(code: string): string {
  if (code === "zip_full") return messages("zipFull");
  if (code === "offline") return messages("offline");
  return failureText(code).message;
}
