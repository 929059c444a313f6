import { ERRORS } from "@/lib/contract/errors";
import type { SearchOutcome } from "@/lib/core/search-outcome";
import { ANSWER_WORDS, EMPTY_WORDS, FAILURE_WORDS, type FailureCode } from "@/lib/core/words";

/** What a failure says on the page. */
export function failureText(code: FailureCode): { title: string; message: string; move: string } {
  return code in FAILURE_WORDS.local
    ? FAILURE_WORDS.local[code as keyof typeof FAILURE_WORDS.local]
    : // A newer server may know failures that this page does not.
      (ERRORS[code as keyof typeof ERRORS] ?? ERRORS.internal);
}

/** How a search ended, in the one sentence that heads the page and is read aloud. */
export function outcomeInWords(outcome: SearchOutcome): string {
  if (outcome.kind === "failure") return failureText(outcome.failure.code).title;
  const { images, query } = outcome.answer;
  return images.length === 0
    ? EMPTY_WORDS.title(query.q)
    : ANSWER_WORDS.found(images.length, query.q);
}
