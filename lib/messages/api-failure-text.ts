import type { AnyErrorCode, ApiErrorCode } from "@/lib/contract/errors";
import { apiFailureMessages } from "./compiled/api-failure";
import { type FailureText, failureText } from "./failure-text";

/** The text of any failure of a request; `failureText` has those that the browser needs. */
export function apiFailureText(code: AnyErrorCode): FailureText {
  if (!isOfApi(code)) return failureText(code);
  return {
    title: apiFailureMessages(`${code}.title`),
    message: apiFailureMessages(`${code}.message`),
    action: apiFailureMessages(`${code}.action`),
  };
}

/** Overrides two texts that mention links and pages, which API clients don't have. */
function isOfApi(code: AnyErrorCode): code is ApiErrorCode | "invalid_query" | "not_found" {
  return code.startsWith("api_") || code === "invalid_query" || code === "not_found";
}
