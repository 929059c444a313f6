import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { PlainSearchForm } from "@/components/search/form/plain-search-form";
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
});

function stage({ isReplaced }: { isReplaced: boolean }): void {
  const end = stageSearches({ searchOffer: PAID_SEARCH, isStrictOnly: false, isReplaced });
  onTestFinished(end);
}

const click = async () => {
  fireEvent.click(screen.getByRole("link"));
  await vi.waitFor(() => expect(sentSearch("/api/search?q=sea")?.isWaiting).toBe(false));
};

test("a search that failed in this tab is sent again", async () => {
  stage({ isReplaced: true });
  render(<a href="/search?q=sea">sea</a>);
  await click();
  await click();
  expect(sent).toEqual(["POST /api/search?q=sea", "POST /api/search?q=sea"]);
});

test("a page that results do not replace sends nothing, and asks by GET without a connection", () => {
  stage({ isReplaced: false });
  render(<PlainSearchForm searchOffer={PAID_SEARCH} />);
  const form = screen.getByRole<HTMLFormElement>("search");
  fireEvent.submit(form);
  expect(form.method).toBe("post");
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  fireEvent.submit(form);
  onLine.mockRestore();
  expect([form.method, new URL(form.action).pathname]).toEqual(["get", "/search"]);
  expect(sent).toEqual([]);
});

test("a link to an answer that the server had is looked up", async () => {
  stage({ isReplaced: true });
  render(<a href="/search?q=sea#free">sea</a>);
  await click();
  expect(sent).toEqual(["GET /api/search?q=sea"]);
  expect(location.hash).toBe("");
});
