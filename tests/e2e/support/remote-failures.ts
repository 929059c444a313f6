import type { ErrorCode } from "../../../lib/contract/errors";
import type { FixtureAnswer } from "../../support/servers/fixture-service";

/** The failures of the remote service in the journeys, by the search text that triggers each. */
export const REMOTE_FAILURES = {
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
  "broken inside": {
    answer: { status: 500, body: { error: "Index unavailable <b>now</b>." } },
    code: "service_failed",
    said: "Index unavailable <b>now</b>.",
  },
  "garbage answer": {
    answer: { body: "{{{{" },
    code: "service_answer_unreadable",
    said: null,
  },
} satisfies Record<string, { answer: FixtureAnswer; code: ErrorCode; said: string | null }>;
