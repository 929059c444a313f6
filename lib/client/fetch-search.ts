import type { ErrorBody } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { SEARCH_AGAIN_URL, type SearchOutcome } from "@/lib/core/search-outcome";

/** Sends a search to `/api/search?…`. Never rejects: a failure is an outcome. */
export function fetchSearch(url: string): Promise<SearchOutcome> {
  return outcomeOf(fetch(url, { headers: { accept: "application/json" } }));
}

/** Bypasses the cache, which may cost a search; called on a visitor's request only. */
export function fetchSearchAgain(url: string): Promise<SearchOutcome> {
  const [, parameters = ""] = url.split("?");
  return outcomeOf(
    fetch(SEARCH_AGAIN_URL, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(parameters),
    }),
  );
}

async function outcomeOf(sent: Promise<Response>): Promise<SearchOutcome> {
  try {
    const response = await sent;
    const body: unknown = await response.json();
    if (response.ok && isAnswer(body)) {
      const ageSeconds = Number(response.headers.get("age"));
      return { kind: "answer", answer: { ...body, ageSeconds } };
    }
    if (!response.ok && isErrorBody(body)) return { kind: "failure", failure: body.error };
  } catch {
    // No connection, or no JSON.
  }
  const code = navigator.onLine ? "server_unreachable" : "offline";
  return { kind: "failure", failure: { code } };
}

function isAnswer(body: unknown): body is Omit<SearchAnswer, "ageSeconds"> {
  return Array.isArray((body as Partial<SearchAnswer> | null)?.images);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as Partial<ErrorBody> | null)?.error?.code === "string";
}
