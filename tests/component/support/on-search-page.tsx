import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { SearchProvider } from "@/components/search/page/page-search";
import { learnSearchOffer } from "@/lib/client/search-offer";
import { clearSearches } from "@/lib/client/searches";
import type { ErrorCode } from "@/lib/contract/errors";
import type { Image, SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { FREE_SEARCH, refusalUntil, type SearchOffer } from "@/lib/contract/search-offer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { readAsked, type SearchOutcome, searchApiUrl } from "@/lib/core/query/search-outcome";
import { SearchParamsContext } from "./next-navigation";

export function anImage(over: Partial<Image> = {}): Image {
  return {
    id: "one",
    name: "Red barn in snow",
    imageUrl: "/library/one/original",
    hostUrl: "http://farm.example/barn",
    host: "farm.example",
    width: 1200,
    height: 800,
    accentColor: "#aa3322",
    thumbnails: { path: "/thumb/a/", widthsPx: [240, 480] },
    fallbackUrl: null,
    ...over,
  };
}

export function anAnswer(over: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    query: { ...DEFAULT_FILTERS, q: "barn" },
    images: [anImage()],
    answeredAt: "2026-11-20T14:02:33.000Z",
    ageSeconds: 0,
    service: { kind: "demo", pictureCount: 190, examples: ["sea"] },
    from: "service",
    staleReason: null,
    totalCount: 1,
    heldCount: 1,
    changed: null,
    offers: [],
    droppedCount: 0,
    searchesUsed: 0,
    ...over,
  };
}

/** A search that costs, and that this server would refuse. */
export function refusedSearch(code: ErrorCode, retryAfterSeconds: number): SearchOffer {
  return { ...PAID_SEARCH, refusal: refusalUntil({ code, retryAfterSeconds }, Date.now()) };
}

type PageOptions = {
  outcome?: SearchOutcome;
  service?: ServiceLabel | null;
  /** By default of `service`: a remote one costs. */
  searchOffer?: SearchOffer;
};

/** A search that costs, and would be sent. */
export const PAID_SEARCH: SearchOffer = {
  cost: "paid",
  refusal: null,
  budget: { limit: 250, used: 12 },
  today: { left: 13, limit: 25 },
};

/** Waits until lazy components are rendered. */
export async function settled(): Promise<void> {
  await act(async () => {
    await vi.dynamicImportSettled();
  });
}

/**
 * Renders `children` as on `/search?<address>`, with the outcome that the server would have rendered.
 * `history.pushState` changes the URL, as under Next.
 */
export async function renderOnSearchPage(
  address: string,
  children: ReactNode,
  options: PageOptions = {},
) {
  history.replaceState(null, "", `/search?${address}`);
  const asked = readAsked(new URLSearchParams(address));
  const outcome = options.outcome ?? { kind: "answer", answer: anAnswer() };
  const known = asked.kind === "query" ? { [searchApiUrl(asked.query)]: outcome } : {};
  const service = options.service ?? { kind: "demo", pictureCount: 190, examples: ["sea"] };
  const searchOffer =
    options.searchOffer ?? (service.kind === "remote" ? PAID_SEARCH : FREE_SEARCH);
  // Of an earlier test.
  learnSearchOffer(undefined);
  clearSearches();
  const page = (parameters: string) => (
    <SearchParamsContext value={new URLSearchParams(parameters)}>
      <SearchProvider known={known} service={service} searchOffer={searchOffer}>
        {children}
      </SearchProvider>
    </SearchParamsContext>
  );
  const { rerender, unmount } = await act(async () => render(page(address)));
  await settled();
  return {
    unmount,
    arrive: async () => {
      await act(async () => rerender(page(location.search.slice(1))));
      await settled();
    },
  };
}
