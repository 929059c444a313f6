import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecentSearches } from "@/components/home/recent-searches";
import { parseRecent, recentText, removeSearch, saveSearch } from "@/lib/client/recent-searches";
import { SearchOfferContext } from "@/lib/client/search-offer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import type { RecentAnswer } from "@/lib/contract/shelf";
import { PAID_SEARCH, refusedSearch } from "../support/on-search-page";

const asked = vi.fn<typeof fetch>();
let answers: (RecentAnswer | null)[] = [];

beforeEach(() => {
  localStorage.clear();
  answers = [];
  asked.mockReset().mockImplementation(async () => Response.json(answers));
  vi.stubGlobal("fetch", asked);
});
afterEach(() => vi.unstubAllGlobals());

const save = (q: string, filters: Partial<SearchQuery> = {}) =>
  saveSearch({ ...DEFAULT_FILTERS, ...filters, q });

const recentSearches = (searchOffer = PAID_SEARCH) => (
  <SWRConfig value={{ provider: () => new Map() }}>
    <SearchOfferContext value={searchOffer}>
      <RecentSearches />
    </SearchOfferContext>
  </SWRConfig>
);

const hrefs = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));

test("lists at most six searches, the latest first, each text once", () => {
  for (const q of ["a", "b", "c", "d", "e", "f", "g", "c"]) save(q);
  render(recentSearches());
  expect(hrefs()).toEqual(["c", "g", "f", "e", "d", "b"].map((q) => `/search?q=${q}`));
});

test("a search keeps its filters", async () => {
  save("sea", { count: 50, site: "example.com" });
  save("sea", { count: 10, safesearch: "moderate" });
  render(recentSearches());
  expect(hrefs()).toEqual(["/search?q=sea&count=10&safesearch=moderate"]);
  await screen.findByText("Moderate safe search");
  expect(screen.getByRole("link")).toHaveTextContent("Moderate safe search");
});

test("it shows which searches are free, and the age of their answers", async () => {
  for (const q of ["stale", "unknown", "fresh"]) save(q);
  const known = { pictures: [], imageCount: 24 };
  answers = [
    { ...known, isFree: true, ageSeconds: 750 },
    null,
    { ...known, isFree: false, ageSeconds: null },
  ];
  render(recentSearches());
  expect(await screen.findByText("Free, 12 min old")).toBeVisible();
  expect(screen.getByRole("link", { name: /^fresh/ })).toHaveTextContent(/Continue$/);
  expect(screen.getByRole("link", { name: /^unknown/ })).toHaveTextContent(/^unknown$/);
  expect(screen.getByRole("link", { name: /^stale/ })).toHaveTextContent("1 search");
  // A link that says "free" must not pay, even if its answer has expired meanwhile.
  expect(hrefs()).toEqual(["/search?q=fresh#free", "/search?q=unknown", "/search?q=stale"]);
  const [[url, options]] = asked.mock.calls as [[string, RequestInit]];
  expect([url, options.method]).toEqual(["/api/recent", "POST"]);
  expect(String(options.body)).toBe("search=q%3Dfresh&search=q%3Dunknown&search=q%3Dstale");
});

test("while the server refuses searches, only free ones can be continued", async () => {
  save("stale");
  answers = [{ pictures: [], imageCount: 24, isFree: false, ageSeconds: null }];
  const { unmount } = render(recentSearches(refusedSearch("budget_day_spent", 3600)));
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.getByRole("link")).not.toHaveTextContent(/Continue|1 search/);
  unmount();
  answers = [{ pictures: [], imageCount: 24, isFree: true, ageSeconds: 60 }];
  render(recentSearches(refusedSearch("budget_day_spent", 3600)));
  expect(await screen.findByText("Continue")).toBeVisible();
});

test("without recent searches the server is not asked", () => {
  render(recentSearches());
  expect(asked).not.toHaveBeenCalled();
});

test("a search can be removed; undo has the focus, and restores it at its place", async () => {
  for (const q of ["one", "two"]) save(q);
  render(recentSearches());
  await userEvent.click(screen.getByRole("button", { name: "Remove two from recent searches" }));
  expect(hrefs()).toEqual(["/search?q=one"]);
  const undo = screen.getByRole("button", { name: "Undo" });
  expect(undo).toHaveFocus();
  await userEvent.click(undo);
  expect(hrefs()).toEqual(["/search?q=two", "/search?q=one"]);
});

test("undo puts back one search, and not those that were removed since", async () => {
  for (const q of ["one", "two", "three"]) save(q);
  const undoTwo = removeSearch("q=two");
  removeSearch("q=three");
  undoTwo();
  expect(parseRecent(recentText())).toEqual(["q=one", "q=two"]);
  const undoOne = removeSearch("q=one");
  save("one");
  undoOne();
  expect(parseRecent(recentText())).toEqual(["q=one", "q=two"]);
});

test("switching saving off deletes the list and saves nothing, until undo or until it is switched on again", async () => {
  save("one");
  render(recentSearches());
  await userEvent.click(screen.getByRole("button", { name: "Stop saving searches" }));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(hrefs()).toEqual(["/search?q=one"]);
  await userEvent.click(screen.getByRole("button", { name: "Stop saving searches" }));
  save("two");
  expect(hrefs()).toEqual([]);
  expect(localStorage.getItem("vitrine.recent")).not.toContain("one");
  await userEvent.click(
    screen.getByRole("button", { name: "Save recent searches in this browser" }),
  );
  save("three");
  expect(await screen.findByRole("link")).toHaveAttribute("href", "/search?q=three");
});

test("an invalid stored list is ignored", () => {
  localStorage.setItem("vitrine.recent", "{broken");
  render(recentSearches());
  expect(hrefs()).toEqual([]);
});

test("the server is asked again when the visitor returns to the page", async () => {
  save("sea");
  answers = [{ pictures: [], imageCount: 24, isFree: true, ageSeconds: 60 }];
  const cache = { provider: () => new Map(), focusThrottleInterval: 0, dedupingInterval: 0 };
  render(
    <SWRConfig value={cache}>
      <RecentSearches />
    </SWRConfig>,
  );
  expect(await screen.findByText("Free, 1 min old")).toBeVisible();
  answers = [{ pictures: [], imageCount: 24, isFree: false, ageSeconds: null }];
  window.dispatchEvent(new Event("focus"));
  expect(await screen.findByText("1 search")).toBeVisible();
});
