import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApplyFilters } from "@/components/search/form/filter-controls";
import { SearchField } from "@/components/search/form/search-field";
import { SearchForm } from "@/components/search/form/search-form";
import { usePageSearch } from "@/components/search/page/page-search";
import { SearchResults } from "@/components/search/results/search-results";
import { Announcer } from "@/components/ui/announcer";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { failureText } from "@/lib/messages/failure-text";
import {
  anAnswer,
  anImage,
  refusedSearch,
  renderOnSearchPage,
  settled,
} from "../../support/on-search-page";

const remote = { kind: "remote", host: "images.example.com" } as const;
const sent: string[] = [];
let respond: (response: Response) => void;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", (address: string, options?: RequestInit) => {
    const parameters = options?.body === undefined ? "" : `?${options.body}`;
    sent.push(`${options?.method ?? "GET"} ${address}${parameters}`);
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  });
});

const answered = async (response: Response) => {
  await act(async () => respond(response));
  await settled();
};

/** Searches again between the rendering and its effects: layout effects run before all others. */
function PressedAtOnce(): null {
  const { again } = usePageSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: presses once
  useLayoutEffect(again, []);
  return null;
}

const heading = () => screen.getByRole("heading", { level: 1 });

test("shows the server-rendered answer without a request", async () => {
  await renderOnSearchPage("q=barn", <SearchResults />);
  expect(heading()).toHaveTextContent("1 image for “barn”");
  expect(screen.getByRole("img", { name: "Red barn in snow" })).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("a link to another search sends one request, keeps the page, and announces the outcome", async () => {
  const { arrive } = await renderOnSearchPage(
    "q=barn",
    <>
      <a href="/search?q=door">doors</a>
      <SearchResults />
      <Announcer />
    </>,
  );
  fireEvent.click(screen.getByRole("link", { name: "doors" }));
  await arrive();
  // The code that searches loads on first use.
  await waitFor(() => expect(sent).toEqual(["POST /api/search?q=door"]));
  await answered(Response.json(anAnswer({ query: { ...DEFAULT_FILTERS, q: "door" } })));
  expect(heading()).toHaveTextContent("for “door”");
  expect(screen.getByRole("status")).toHaveTextContent("1 image for “door”");
  expect(document.title).toBe("door · Vitrine");
});

test("Back to a search without a known outcome looks it up, which costs nothing", async () => {
  const { arrive } = await renderOnSearchPage("q=barn", <SearchResults />);
  history.replaceState(null, "", "/search?q=gate");
  await arrive();
  expect(sent).toEqual(["GET /api/search?q=gate"]);
});

test("the waiting screen has one box per requested image, and is not shown for a fast answer", async () => {
  vi.useFakeTimers();
  try {
    const { arrive } = await renderOnSearchPage(
      "q=barn",
      <>
        <a href="/search?q=door&count=10">doors</a>
        <SearchResults />
      </>,
    );
    fireEvent.click(screen.getByRole("link", { name: "doors" }));
    await arrive();
    expect(heading()).toHaveTextContent("for “barn”");
    act(() => vi.advanceTimersByTime(200));
    await settled();
    expect(heading()).toHaveTextContent("Searching for “door”");
    expect(screen.getAllByRole("listitem", { hidden: true })).toHaveLength(10);
  } finally {
    vi.useRealTimers();
  }
});

test("a click with a modifier key is left to the browser", async () => {
  await renderOnSearchPage("q=barn", <a href="/search?q=door">doors</a>);
  let isLeftAlone: boolean | undefined;
  const browser = (event: Event) => {
    isLeftAlone = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener("click", browser, { once: true });
  fireEvent.click(screen.getByRole("link"), { ctrlKey: true });
  expect(isLeftAlone).toBe(true);
  expect(location.search).toBe("?q=barn");
});

for (const code of Object.keys(ERRORS) as ErrorCode[]) {
  test(`${code}: shows what happened, what to do, and a reference for the operator`, async () => {
    const failure = { code, requestId: "number-7" };
    await renderOnSearchPage("q=barn", <SearchResults />, {
      outcome: { kind: "failure", failure },
    });
    const { title, message, action } = failureText(code);
    expect(heading()).toHaveTextContent(title);
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(screen.getByText(action)).toBeInTheDocument();
    // A search to confirm is not a failure, so the operator needs no reference.
    const references = code === "search_unconfirmed" ? 0 : 1;
    expect(screen.queryAllByText("number-7")).toHaveLength(references);
  });
}

test("the service's error text is a quotation, as text", async () => {
  const failure = { code: "service_failed", serviceSaid: "<b>Down</b> for now" } as const;
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "failure", failure },
    service: remote,
  });
  expect(screen.getByRole("blockquote")).toHaveTextContent("“<b>Down</b> for now”");
  expect(screen.getByRole("blockquote")).toHaveTextContent("images.example.com");
});

test("Retry-After is counted down, then the search can be repeated", async () => {
  vi.useFakeTimers();
  try {
    const failure = { code: "service_rate_limited" } as const;
    await renderOnSearchPage("q=barn", <SearchResults />, {
      outcome: { kind: "failure", failure },
      searchOffer: refusedSearch("service_rate_limited", 62),
    });
    expect(screen.getByRole("timer")).toHaveTextContent("1:02");
    expect(screen.queryByRole("link", { name: "Search again" })).toBeNull();
    act(() => vi.advanceTimersByTime(62_000));
    expect(screen.queryByRole("timer")).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "Search again (1 search)" }));
    expect(sent).toEqual(["POST /api/search?q=barn"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a paused service shows the end of the pause, and no button that could not reach it", async () => {
  for (const hours of [0.1, 1, 9 * 24]) {
    const failure = { code: "service_subscription" } as const;
    const { unmount } = await renderOnSearchPage("q=barn", <SearchResults />, {
      outcome: { kind: "failure", failure },
      searchOffer: refusedSearch("service_subscription", hours * 3600),
    });
    expect(screen.getByText(/We’ll try again at/)).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: /Search again/ })).toBeNull();
    expect(screen.queryAllByRole("timer")).toHaveLength(hours < 1 ? 1 : 0);
    unmount();
  }
});

test("each failure starts its own countdown, even with the same wait", async () => {
  vi.useFakeTimers();
  try {
    const failure = { code: "rate_limited", requestId: "one" } as const;
    await renderOnSearchPage("q=barn", <SearchResults />, {
      outcome: { kind: "failure", failure },
      searchOffer: refusedSearch("rate_limited", 5),
    });
    act(() => vi.advanceTimersByTime(5_000));
    expect(screen.queryByRole("timer")).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "Search again (1 search)" }));
    const repeated = { ...failure, requestId: "two", retryAfterSeconds: 5 };
    await answered(Response.json({ error: repeated }, { status: 429 }));
    expect(screen.getByRole("timer")).toHaveTextContent("0:05");
  } finally {
    vi.useRealTimers();
  }
});

test("Back to a failure goes on with its countdown", async () => {
  vi.useFakeTimers();
  try {
    const failure = { code: "service_rate_limited" } as const;
    const options = {
      outcome: { kind: "failure", failure },
      searchOffer: refusedSearch("service_rate_limited", 62),
    } as const;
    const { unmount } = await renderOnSearchPage("q=barn", <SearchResults />, options);
    act(() => vi.advanceTimersByTime(50_000));
    unmount();
    await renderOnSearchPage("q=barn", <SearchResults />, options);
    expect(screen.getByRole("timer")).toHaveTextContent("0:12");
  } finally {
    vi.useRealTimers();
  }
});

test("a failed search is repeated on request, and its answer replaces the failure", async () => {
  const failure = { code: "service_timeout" } as const;
  await renderOnSearchPage("q=barn", <SearchResults />, { outcome: { kind: "failure", failure } });
  fireEvent.click(screen.getByRole("link", { name: "Search again" }));
  await answered(Response.json(anAnswer()));
  expect(heading()).toHaveTextContent("1 image for “barn”");
});

test("searching again is a form that POSTs, and shows its cost", async () => {
  const answer = anAnswer({ service: remote, searchesUsed: 0, from: "cache" });
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer },
    service: remote,
  });
  expect(screen.getByText("From cache, 0 searches used")).toBeInTheDocument();
  const again = screen.getByRole("button", { name: "Search again (1 search)" });
  expect(again.closest("form")).toHaveAttribute("action", "/api/search/again");
  fireEvent.click(again);
  fireEvent.click(again);
  expect(sent).toEqual(["POST /api/search/again?q=barn"]);
  await answered(Response.json({ ...answer, from: "service", searchesUsed: 1 }));
  expect(screen.getByText("1 search used")).toBeInTheDocument();
});

test("a confirmed search is posted, so that an answer cached meanwhile is free, and keeps the refinement", async () => {
  const address = "q=barn&colour=red";
  await renderOnSearchPage(address, <SearchResults />, {
    outcome: { kind: "failure", failure: { code: "search_unconfirmed" } },
    service: remote,
  });
  const confirm = screen.getByRole("button", { name: "Search (1 search)" });
  expect(confirm.closest("form")).toHaveAttribute("action", "/api/search");
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  expect(sent).toEqual(["POST /api/search?q=barn"]);
  expect(location.search).toBe(`?${address}`);
});

test("refining a stale answer sends nothing", async () => {
  const answer = anAnswer({ service: remote, from: "stale", staleReason: "service_timeout" });
  await renderOnSearchPage("q=barn", <a href="/search?q=barn&colour=red">red</a>, {
    outcome: { kind: "answer", answer },
    service: remote,
  });
  fireEvent.click(screen.getByRole("link"));
  expect(location.search).toBe("?q=barn&colour=red");
  expect(sent).toEqual([]);
});

test("a press before the effects of the first rendering is not lost", async () => {
  await renderOnSearchPage("q=barn", <PressedAtOnce />);
  await waitFor(() => expect(sent).toEqual(["POST /api/search/again?q=barn"]));
});

test("searching again within seconds says why the answer is the same", async () => {
  const answer = anAnswer({ service: remote, searchesUsed: 1 });
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer },
    service: remote,
  });
  fireEvent.click(screen.getByRole("button", { name: "Search again (1 search)" }));
  await answered(
    Response.json({ ...answer, from: "cache", searchesUsed: 0 }, { headers: { age: "4" } }),
  );
  expect(
    screen.getByText("This answer is 4 seconds old, so no new search was sent."),
  ).toBeInTheDocument();
});

test("when searching again fails, the answer stays, with the reason", async () => {
  const answer = anAnswer({ service: remote, from: "cache" });
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer },
    service: remote,
  });
  fireEvent.click(screen.getByRole("button", { name: "Search again (1 search)" }));
  await answered(new Response("<html>", { status: 502 }));
  expect(heading()).toHaveTextContent("1 image for “barn”");
  expect(screen.getByText(/These results are from/).closest("p")).toHaveTextContent(
    "couldn’t be reached",
  );
});

test("an expired answer that the visitor did not request is shown with a way to search again", async () => {
  const stale = { from: "stale", staleReason: "search_unconfirmed" } as const;
  const answer = anAnswer({ service: remote, ...stale });
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer },
    service: remote,
  });
  const note = screen.getByText(/These results are from/).closest("p");
  expect(note).not.toHaveTextContent(failureText("search_unconfirmed").message);
  fireEvent.click(screen.getByRole("button", { name: "Search again (1 search)" }));
  expect(sent).toEqual(["POST /api/search/again?q=barn"]);
});

test("a stale answer shows its time and the reason", async () => {
  const answer = anAnswer({ service: remote, from: "stale", staleReason: "service_timeout" });
  await renderOnSearchPage("q=barn", <SearchResults />, { outcome: { kind: "answer", answer } });
  const note = screen.getByText(/These results are from/).closest("p");
  expect(note).toHaveTextContent("20 Nov 2026");
  expect(note).toHaveTextContent(failureText("service_timeout").message);
});

test("offline, the page says so and keeps the text in the field", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const { arrive } = await renderOnSearchPage(
    "q=barn",
    <>
      <a href="/search?q=door">doors</a>
      <SearchResults />
    </>,
  );
  fireEvent.click(screen.getByRole("link", { name: "doors" }));
  await arrive();
  expect(await screen.findByRole("heading", { name: "You’re offline" })).toBeInTheDocument();
  expect(location.search).toBe("?q=door");
  vi.restoreAllMocks();
});

test("an invalid URL lists all problems and offers the search without them", async () => {
  await renderOnSearchPage("q=barn&count=5000&site=two+words", <SearchResults />);
  expect(heading()).toHaveTextContent(failureText("invalid_query").title);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "count must be a whole number from 1 to 100.",
    "site must be a host name such as example.com.",
  ]);
  expect(screen.getByRole("link", { name: "Search without these" })).toHaveAttribute(
    "href",
    "/search?q=barn",
  );
});

test("an empty answer offers the search without each filter", async () => {
  const query = { ...DEFAULT_FILTERS, q: "barn", site: "farm.example", transparent: true };
  const answer = anAnswer({ query, images: [] });
  await renderOnSearchPage("q=barn&site=farm.example&transparent=true", <SearchResults />, {
    outcome: { kind: "answer", answer },
  });
  expect(heading()).toHaveTextContent("No images for “barn”");
  expect(screen.getByRole("link", { name: "Search all sites" })).toHaveAttribute(
    "href",
    "/search?q=barn&transparent=true",
  );
  expect(screen.getByRole("link", { name: "Show transparent images" })).toHaveAttribute(
    "href",
    "/search?q=barn&site=farm.example",
  );
});

test("without a search the page says so, with searches that find something in the library", async () => {
  await renderOnSearchPage("", <SearchResults />, {
    service: { kind: "library", pictureCount: 12, examples: ["sea", "barn"] },
  });
  expect(heading()).toHaveTextContent("What are you looking for?");
  expect(screen.getByText("Describe the image, for example “sea” or “barn”.")).toBeInTheDocument();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["sea", "barn"]);
});

test("after more images were shown, the first of them has the focus", async () => {
  const images = ["one", "two", "three"].map((id) => anImage({ id }));
  const first = anAnswer({ images: images.slice(0, 2), totalCount: 3 });
  const { arrive } = await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer: first },
  });
  history.pushState(null, "", "/search?q=barn&count=50");
  await arrive();
  await waitFor(() => expect(sent).toHaveLength(1));
  const query = { ...first.query, count: 50 };
  await answered(Response.json(anAnswer({ query, images, totalCount: 3 })));
  expect(document.activeElement?.closest("[data-image-id]")).toHaveAttribute(
    "data-image-id",
    "three",
  );
});

test("Ctrl+A as the first key selects the images, not the page's text", async () => {
  await renderOnSearchPage("q=barn", <SearchResults />);
  expect(fireEvent.keyDown(document.body, { key: "a", ctrlKey: true })).toBe(false);
  await settled();
  expect(await screen.findByRole("checkbox")).toBeChecked();
});

test("unusable results and broken images are counted", async () => {
  const thumbnails = { path: "/thumb/failed/gone/", widthsPx: [240] };
  const images = [anImage(), anImage({ id: "two", name: "Blue barn", thumbnails })];
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer: anAnswer({ images, droppedCount: 3 }) },
  });
  expect(screen.getByText("3 unusable results skipped")).toBeInTheDocument();
  expect(await screen.findByText("1 of 2 couldn’t load")).toBeInTheDocument();
});

test.each([
  ["service_key_refused", "New searches are paused. We’ll try again at"],
  ["visitor_day_spent", "New searches are possible from"],
] as const)("while %s refuses searches, the page offers none and says when", async (code, text) => {
  const searchOffer = refusedSearch(code, 850);
  const answer = anAnswer({
    from: "stale",
    staleReason: code,
    service: remote,
    totalCount: null,
  });
  await renderOnSearchPage(
    "q=barn",
    <>
      <SearchForm
        field={<SearchField query="barn" />}
        controls={null}
        paused={null}
        apply={<ApplyFilters cost="paid" />}
      />
      <SearchResults />
    </>,
    { outcome: { kind: "answer", answer }, service: remote, searchOffer },
  );
  const time = new Date(searchOffer.refusal?.endsAt ?? "").toTimeString().slice(0, 5);
  expect(document.body).toHaveTextContent(`${text} ${time}.`);
  expect(screen.queryByText(/1 search|Apply|Show \d/)).toBeNull();
  expect(screen.getByRole("search")).not.toHaveAttribute("method", "post");
});

const corrected = { kind: "corrected", from: "mountian", to: "mountain" } as const;
const coloured = { kind: "colour", from: "red", to: "red" } as const;
const related = (to: string) => ({ kind: "related", from: "boat", to }) as const;

test.each([
  ["mountian", [corrected], "No exact match. Showing images for “mountain”."],
  ["red barn", [coloured], "red: by the colour of the image."],
])("an answer to %s with changed words says so", async (q, changes, sentences) => {
  const query = { ...DEFAULT_FILTERS, q };
  const answer = anAnswer({ query, changed: { matchCount: 1, changes: [...changes] } });
  await renderOnSearchPage(new URLSearchParams({ q }).toString(), <SearchResults />, {
    outcome: { kind: "answer", answer },
  });
  const isNote = (_: string, element: Element | null) =>
    element?.tagName === "P" && element.textContent?.replace(/\s+/g, " ").trim() === sentences;
  expect(screen.getByText(isNote)).toBeInTheDocument();
  expect(heading()).toHaveTextContent(`1 image for “${q}”`);
});

const NAMES = ["boat", "yacht", "ferry"].map((name) => anImage({ id: name, name }));

test.each([
  [1, "1 image for “boat”", "Synonyms and kinds: yacht, ferry"],
  [0, "No images for “boat”", "Synonyms and kinds: yacht, ferry"],
])(
  "with %s matches, the heading counts these, and a line names the others' words",
  async (matchCount, title, line) => {
    const query = { ...DEFAULT_FILTERS, q: "boat" };
    const changed = { matchCount, changes: [related("yacht"), related("ferry")] };
    const images = NAMES.map((image, rank) =>
      rank < matchCount ? image : { ...image, isRelated: true as const },
    );
    const answer = anAnswer({ query, images, totalCount: 3, changed });
    await renderOnSearchPage("q=boat", <SearchResults />, { outcome: { kind: "answer", answer } });
    expect(heading()).toHaveTextContent(title);
    const items = within(screen.getByRole("list", { name: "Images" })).getAllByRole("listitem");
    expect(items.filter((item) => item.textContent !== "")[matchCount]).toHaveTextContent(line);
  },
);

test("an empty answer offers searches that find images, with the same filters and their counts", async () => {
  const query = { ...DEFAULT_FILTERS, q: "sunset over water", transparent: true };
  const offers = [
    { q: "sunset", count: 11 },
    { q: "water", count: null },
  ];
  const answer = anAnswer({ query, images: [], offers });
  await renderOnSearchPage("q=sunset+over+water&transparent=true", <SearchResults />, {
    outcome: { kind: "answer", answer },
  });
  const list = within(screen.getByRole("region", { name: "Searches that find images" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "sunset 11 images",
    "water more than 100 images",
  ]);
  expect(list.getByRole("link", { name: "sunset" })).toHaveAttribute(
    "href",
    "/search?q=sunset&transparent=true",
  );
});

test("an empty answer names its site and offers all sites, but not the search just made", async () => {
  const query = { ...DEFAULT_FILTERS, q: "sea", site: "farm.example" };
  const answer = anAnswer({ query, images: [] });
  await renderOnSearchPage("q=sea&site=farm.example", <SearchResults />, {
    outcome: { kind: "answer", answer },
  });
  expect(heading()).toHaveTextContent("No images for “sea” from farm.example");
  const links = screen.getAllByRole("link").map((link) => link.textContent);
  expect(links[0]).toBe("Search all sites");
  expect(links).not.toContain("sea");
});
