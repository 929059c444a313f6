import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { stageSearches } from "@/components/search/page/staged-results";
import { clearSearches, sentSearch } from "@/lib/client/searches";
import { PAID_SEARCH } from "../../support/on-search-page";

const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  clearSearches();
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push(`${method} ${url}${body === undefined ? "" : `?${body}`}`);
    throw new TypeError("Failed to fetch");
  });
  onTestFinished(
    stageSearches({ searchOffer: PAID_SEARCH, isStrictOnly: false, isReplaced: true }),
  );
});

const click = async () => {
  fireEvent.click(screen.getByRole("link"));
  await vi.waitFor(() => expect(sentSearch("/api/search?q=sea")?.isWaiting).toBe(false));
};

test("a search that failed in this tab is sent again", async () => {
  render(<a href="/search?q=sea">sea</a>);
  await click();
  await click();
  expect(sent).toEqual(["POST /api/search?q=sea", "POST /api/search?q=sea"]);
});

test("a link to an answer that the server had is looked up", async () => {
  render(<a href="/search?q=sea#free">sea</a>);
  await click();
  expect(sent).toEqual(["GET /api/search?q=sea"]);
  expect(location.hash).toBe("");
});
