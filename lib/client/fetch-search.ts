import type { ErrorBody } from "@/lib/contract/error-body";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { refusalUntil } from "@/lib/contract/search-offer";
import {
  SEARCH_AGAIN_URL,
  SEARCH_API_URL,
  type SearchOutcome,
} from "@/lib/core/query/search-outcome";
import { learnRefusal, learnSearchOffer } from "./search-offer";

/** Sends a search that may cost money. `isAgain` bypasses the cache. */
type SendPaidSearch = (url: string, isAgain: boolean) => Promise<SearchOutcome>;

let sendPaid: SendPaidSearch = (url, isAgain) =>
  sendSearch(isAgain ? SEARCH_AGAIN_URL : SEARCH_API_URL, {
    method: "POST",
    body: new URLSearchParams(url.split("?")[1]),
  });

/** Replaces how this page sends searches that may cost money. */
export function setPaidTransport(send: SendPaidSearch): void {
  sendPaid = send;
}

/**
 * Fetches the search of an API URL: it may cost money with `mayPay`, and is looked up otherwise. Never
 * rejects: a failure is an outcome.
 */
export function fetchSearch(url: string, mayPay: boolean): Promise<SearchOutcome> {
  return mayPay ? sendPaid(url, false) : sendSearch(url);
}

/** Fetches a search again, bypassing the cache. May cost money: call it only for a visitor. */
export function fetchSearchAgain(url: string): Promise<SearchOutcome> {
  return sendPaid(url, true);
}

/** Sends a request that the server answers as a search. Never rejects. */
export async function sendSearch(url: string, options?: RequestInit): Promise<SearchOutcome> {
  let response: Response | null = null;
  try {
    response = await fetch(url, {
      ...options,
      headers: { accept: "application/json", ...options?.headers },
    });
    // Reading a body of another shape throws.
    const body = (await response.json()) as Omit<SearchAnswer, "ageSeconds"> & ErrorBody;
    if (response.ok && Array.isArray(body.images)) {
      const ageSeconds = Number(response.headers.get("age"));
      if (body.searchOffer) learnSearchOffer(body.searchOffer);
      return { kind: "answer", answer: { ...body, ageSeconds } };
    }
    const { searchOffer, ...failure } = body.error;
    if (searchOffer) learnSearchOffer(searchOffer);
    else if (failure.retryAfterSeconds) learnRefusal(refusalUntil(failure, Date.now()));
    if (failure.code) return { kind: "failure", failure };
  } catch {
    // No connection, or the response is not one of ours.
  }
  // A device without a network still reaches a server of its own.
  const code = response === null && !navigator.onLine ? "offline" : "server_unreachable";
  return { kind: "failure", failure: { code } };
}
