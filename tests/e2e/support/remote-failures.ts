import type { ErrorCode } from "../../../lib/contract/errors";
import type { FixtureAnswer } from "../../support/servers/fixture-service";

/** The failures of the remote service in the journeys, by the search text that triggers each. */
export const REMOTE_FAILURES: Record<
  string,
  { answer: FixtureAnswer; code: ErrorCode; said?: string }
> = {
  "key refused": {
    answer: { status: 401, body: { error: "This key has been withdrawn." } },
    code: "service_key_refused",
    said: "This key has been withdrawn.",
  },
  "no subscription": {
    answer: { status: 402, body: { error: "Your subscription has ended." } },
    code: "service_subscription",
    said: "Your subscription has ended.",
  },
  "quota spent": {
    answer: { status: 429, body: { error: "Monthly quota of 250 searches exceeded." } },
    code: "service_quota_spent",
    said: "Monthly quota of 250 searches exceeded.",
  },
  "too fast": {
    answer: {
      status: 429,
      headers: { "retry-after": "30" },
      body: { error: "Rate limit exceeded, slow down." },
    },
    code: "service_rate_limited",
    said: "Rate limit exceeded, slow down.",
  },
  "broken inside": {
    answer: { status: 500, body: { error: "Index unavailable <b>now</b>." } },
    code: "service_failed",
    said: "Index unavailable <b>now</b>.",
  },
  "hypertext failure": {
    answer: {
      status: 503,
      statusText: "Service Unavailable",
      headers: { "content-type": "text/html" },
      body: "<html><body>Sorry</body></html>",
    },
    code: "service_failed",
    said: "Service Unavailable",
  },
  "hypertext answer": {
    answer: { headers: { "content-type": "text/html" }, body: "<html>Welcome</html>" },
    code: "service_answer_unreadable",
  },
  "garbage answer": { answer: { body: "{{{{" }, code: "service_answer_unreadable" },
  "valueless answer": { answer: { body: { name: "x" } }, code: "service_answer_unreadable" },
};
