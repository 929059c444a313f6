import { ERRORS, type FailureCode, type Problem } from "@/lib/contract/errors";
import { failureMessages } from "./compiled/failure";
import { problemMessages } from "./compiled/problem";

/** What happened, in two steps, and what to do about it. */
export type FailureText = { title: string; message: string; action: string };

/** The text of a failure. A code of a newer server is treated as `internal`. */
export function failureText(code: string): FailureText {
  const known = isFailureCode(code) ? code : "internal";
  return {
    title: failureMessages(`${known}.title`),
    message: failureMessages(`${known}.message`),
    action: failureMessages(`${known}.action`),
  };
}

/** What happened, for a program, which has no button to press. */
export function failureTextForPrograms(code: string): string {
  if (code === "search_unconfirmed") return failureMessages("search_unconfirmed.program");
  return failureText(code).message;
}

export function isFailureCode(code: string): code is FailureCode {
  const isShown = Object.hasOwn(ERRORS, code) && !code.startsWith("api_");
  return isShown || code === "offline" || code === "server_unreachable";
}

/** A validation problem as a sentence. */
export function problemText(problem: Problem): string {
  switch (problem.code) {
    case "unknown_parameter":
    case "repeated":
      return problemMessages(problem.code, { name: problem.path });
    case "long_q":
    case "invalid_count":
      return problemMessages(problem.code, problem.params);
    default:
      return problemMessages(problem.code);
  }
}
