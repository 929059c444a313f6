import { ERRORS } from "@/lib/contract/errors";
import { FAILURE_WORDS, type FailureCode } from "@/lib/core/failure-words";

/** What a failure says on the page. */
export function failureText(code: FailureCode): { title: string; message: string; move: string } {
  return code in FAILURE_WORDS.local
    ? FAILURE_WORDS.local[code as keyof typeof FAILURE_WORDS.local]
    : // A newer server may know failures that this page does not.
      (ERRORS[code as keyof typeof ERRORS] ?? ERRORS.internal);
}
