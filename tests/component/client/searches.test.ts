import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addOutcomes,
  clearSearches,
  searchAgain,
  sentSearch,
  startSearch,
} from "@/lib/client/searches";
import { anAnswer } from "../support/on-search-page";

/** The requests, as method and URL; each is answered by `answer`. */
const sent: string[] = [];
let answer: () => Promise<Response>;

const url = (q: number | string) => `/api/search?q=${q}`;
const FREE = { mayPay: false };
const PAID = { mayPay: true };
const AGAIN = { mayPay: true, isRepeated: true };

beforeEach(() => {
  sent.length = 0;
  clearSearches();
  answer = async () => Response.json(anAnswer());
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit) => {
    sent.push(`${method} ${path}`);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const ended = (q: number | string) =>
  vi.waitFor(() => expect(sentSearch(url(q))?.isWaiting).toBe(false));

test("a search is sent once, whoever starts it, also while it waits", async () => {
  startSearch(url("sea"), PAID);
  startSearch(url("sea"), FREE);
  await ended("sea");
  startSearch(url("sea"), PAID);
  expect(sent).toEqual(["POST /api/search"]);
});

test("a search that no act started is looked up, and sent when an act repeats it", async () => {
  answer = async () => Response.json({ error: { code: "search_unconfirmed" } }, { status: 403 });
  startSearch(url("sea"), FREE);
  await ended("sea");
  expect(sentSearch(url("sea"))?.outcome).toMatchObject({ kind: "failure" });
  answer = async () => Response.json(anAnswer());
  startSearch(url("sea"), AGAIN);
  startSearch(url("sea"), AGAIN);
  // Until the new outcome is known, the page shows the old one.
  expect(sentSearch(url("sea"))).toMatchObject({ isWaiting: true, outcome: { kind: "failure" } });
  await ended("sea");
  expect(sentSearch(url("sea"))?.outcome?.kind).toBe("answer");
  expect(sent).toEqual([`GET ${url("sea")}`, "POST /api/search"]);
});

test("a search that the server rendered is not sent; a failed repetition keeps its answer", async () => {
  addOutcomes({ [url("sea")]: { kind: "answer", answer: anAnswer() } });
  startSearch(url("sea"), PAID);
  expect(sent).toEqual([]);
  answer = async () =>
    Response.json({ error: { code: "service_failed", searchesUsed: 1 } }, { status: 502 });
  searchAgain(url("sea"));
  await ended("sea");
  expect(sent).toEqual(["POST /api/search/again"]);
  expect(sentSearch(url("sea"))?.outcome).toMatchObject({
    kind: "answer",
    failed: "service_failed",
    failureUsed: 1,
  });
});

test("the last fifty searches are kept", async () => {
  for (let q = 0; q < 60; q += 1) startSearch(url(q), FREE);
  await ended(59);
  expect(sentSearch(url(59))?.outcome?.kind).toBe("answer");
  expect(sentSearch(url(0))).toBeUndefined();
  expect(sent).toHaveLength(60);
});
