import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { userEvent as mouse } from "vitest/browser";
import { RefinementPanels } from "@/components/refinement/refinement-panels";
import { SearchResults } from "@/components/search/results/search-results";
import { Announcer } from "@/components/ui/announcer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { refine } from "@/lib/core/refinement/refinement";
import { anAnswer, anImage, renderOnSearchPage, settled } from "../support/on-search-page";

const images = [
  anImage({ id: "one", name: "Wide red", width: 3000, height: 2000 }),
  anImage({ id: "two", name: "Tall blue", width: 800, height: 1200, accentColor: "#1f6fd6" }),
  anImage({ id: "three", name: "Tall red", width: 2000, height: 3000, host: "sea.example" }),
  anImage({ id: "four", name: "Unknown", width: null, height: null, accentColor: null }),
];
vi.mock("@/lib/core/refinement/refinement", { spy: true });

const asked = vi.fn();

beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal("fetch", asked);
});

async function renderRefined(address: string) {
  const page = await renderOnSearchPage(
    address,
    <>
      <SearchResults />
      <Announcer />
    </>,
    { outcome: { kind: "answer", answer: anAnswer({ images }) } },
  );
  return {
    ...page,
    choose: async (name: RegExp | string) => {
      await userEvent.click(screen.getByRole("menuitemradio", { name, hidden: true }));
      await page.arrive();
    },
  };
}

const shown = () => screen.getAllByRole("img").map((picture) => picture.getAttribute("alt"));
const openRow = async () => {
  await userEvent.click(screen.getByRole("button", { name: /^Orientation/ }));
  await settled();
};

test("without a refinement the whole answer is shown in rank order", async () => {
  await renderRefined("q=barn");
  expect(shown()).toEqual(["Wide red", "Tall blue", "Tall red", "Unknown"]);
  expect(screen.queryByRole("link", { name: "Reset" })).toBeNull();
});

test("a URL with a refinement is rendered refined, with the counts", async () => {
  await renderRefined("q=barn&orientation=portrait&min=1280x720");
  expect(shown()).toEqual(["Tall red"]);
  expect(screen.getByText("1 of 4")).toBeInTheDocument();
  expect(
    screen.getByText(
      /1 of 4 shown\. 1 has another orientation\. 1 is too small\. 1 has an unknown size\./,
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Orientation: Portrait" })).toHaveTextContent(
    "Portrait",
  );
  expect(asked).not.toHaveBeenCalled();
});

test("a choice is added to the URL and announced, without a request", async () => {
  const { choose } = await renderRefined("q=barn&failed=busy");
  await openRow();
  await choose(/^Portrait/);
  expect(location.search).toBe("?q=barn&orientation=portrait");
  expect(shown()).toEqual(["Tall blue", "Tall red"]);
  expect(screen.getByRole("status")).toHaveTextContent("2 of 4 images shown");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("4 images for “barn”");
  expect(asked).not.toHaveBeenCalled();
});

test("a view parameter causes no new refinement and no announcement", async () => {
  const { arrive } = await renderRefined("q=barn&orientation=portrait");
  // Its menus refine too, when their code has loaded.
  await openRow();
  vi.mocked(refine).mockClear();
  const tiles = screen.getAllByRole("listitem");
  history.pushState(null, "", "/search?q=barn&orientation=portrait&image=unknown");
  await arrive();
  expect(refine).not.toHaveBeenCalled();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(screen.getAllByRole("listitem")).toEqual(tiles);
  expect(asked).not.toHaveBeenCalled();
});

test("a colour has a name, a swatch and a count", async () => {
  await renderRefined("q=barn");
  await openRow();
  const item = screen.getByRole("menuitemradio", { name: "Blue 1", hidden: true });
  expect(item).toHaveAttribute("href", "/search?q=barn&colour=blue");
  expect(screen.queryByRole("menuitemradio", { name: /^Green/, hidden: true })).toBeNull();
});

test("several hosts can be chosen as one history entry", async () => {
  const { arrive } = await renderRefined("q=barn");
  await openRow();
  const steps = history.length;
  for (const host of ["farm.example 3", "sea.example 1"]) {
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: host, hidden: true }));
    await arrive();
  }
  expect(location.search).toBe("?q=barn&host=farm.example&host=sea.example");
  expect(history.length).toBe(steps + 1);
  expect(screen.getByRole("button", { name: "Host: 2 hosts" })).toBeInTheDocument();
  expect(
    screen.getByRole("menuitemcheckbox", { name: "sea.example 1", hidden: true }),
  ).toBeChecked();
});

test("own pictures are refined by folder", async () => {
  const own = ["Norway/May", "Iceland"].map((folder) =>
    anImage({ id: folder, host: "localhost", folder }),
  );
  const { arrive } = await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer: anAnswer({ images: own }) },
  });
  fireEvent.focus(screen.getByRole("button", { name: "Folder" }));
  await settled();
  expect(screen.getByRole("menuitemradio", { name: "Any folder", hidden: true })).toBeChecked();
  await userEvent.click(
    screen.getByRole("menuitemcheckbox", { name: "Norway/May 1", hidden: true }),
  );
  await arrive();
  expect(location.search).toBe("?q=barn&host=Norway%2FMay");
  expect(screen.getByRole("button", { name: "Folder: Norway/May" })).toBeInTheDocument();
  expect(screen.getByText(/1 is in another folder\./)).toBeInTheDocument();
  expect(screen.queryByText("localhost")).toBeNull();
});

test("a sort order hides nothing and reports nothing hidden", async () => {
  const { choose } = await renderRefined("q=barn");
  await openRow();
  await choose("Smallest first");
  expect(shown()).toEqual(["Tall blue", "Wide red", "Tall red", "Unknown"]);
  expect(screen.getByText("4 of 4")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Show all 4" })).toBeNull();
});

test("Reset shows all images and keeps the focus in the row", async () => {
  const { arrive } = await renderRefined("q=barn&orientation=portrait");
  await userEvent.click(screen.getByRole("link", { name: "Reset" }));
  await arrive();
  expect(location.search).toBe("?q=barn");
  expect(shown()).toHaveLength(4);
  expect(screen.getByRole("button", { name: /^Orientation/ })).toHaveFocus();
});

test("if no image matches, the page says so and links to all", async () => {
  await renderRefined("q=barn&colour=green");
  expect(screen.queryAllByRole("img")).toEqual([]);
  expect(screen.getByText("No images match.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Show all 4" })).toHaveAttribute(
    "href",
    "/search?q=barn",
  );
});

test("arrow keys, Home and End move in a menu, Space chooses, Tab leaves it", async () => {
  await renderRefined("q=barn");
  await openRow();
  const menu = document.querySelector("[role=menu]") as HTMLElement;
  const [any, landscape, portrait] = menu.querySelectorAll("a");
  any?.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(landscape).toHaveFocus();
  await userEvent.keyboard("{End}");
  expect(portrait).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(any).toHaveFocus();
  await userEvent.keyboard("{End} ");
  expect(location.search).toBe("?q=barn&orientation=portrait");
  await userEvent.keyboard("{Tab}");
  expect(menu).not.toBeVisible();
});

test("invalid refinement parameters are ignored", async () => {
  await renderRefined("q=barn&orientation=upwards&colour=&host=");
  expect(shown()).toHaveLength(4);
  expect(screen.queryByRole("link", { name: "Reset" })).toBeNull();
});

test("broken images among the shown ones are counted at the end", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 502 }));
  await renderRefined("q=barn&orientation=portrait");
  await act(async () => fireEvent.error(screen.getByRole("img", { name: "Tall blue" })));
  await settled();
  expect(screen.getByText(/1 couldn’t load\./)).toBeInTheDocument();
});

test("a drag chooses all that it crossed, even if its last move is not rendered yet", () => {
  // No pointer of this browser makes these events.
  vi.spyOn(Element.prototype, "setPointerCapture").mockReturnValue();
  const query = { ...DEFAULT_FILTERS, q: "barn" };
  const go = vi.fn();
  render(<RefinementPanels images={images} query={query} refined={null} go={go} />);
  const [from, to] = screen.getAllByRole("option");
  const { left, top } = to?.getBoundingClientRect() ?? new DOMRect();
  const at = { bubbles: true, clientX: left + 1, clientY: top + 1 };
  act(() => {
    from?.dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
    to?.dispatchEvent(new PointerEvent("pointermove", { ...at, buttons: 1 }));
    to?.dispatchEvent(new PointerEvent("pointerup", at));
  });
  expect(go).toHaveBeenCalledOnce();
  expect(go.mock.calls[0]?.[0]).toBe("/search?q=barn&colour=red&colour=blue");
});

const approaches = {
  pointer: (palette: HTMLElement) => mouse.hover(palette),
  // The pointer may pass by while the focus stays.
  focus: async (palette: HTMLElement) => {
    await mouse.hover(palette);
    await mouse.unhover(palette);
    screen.getByRole("textbox").focus();
  },
};
for (const [name, approach] of Object.entries(approaches)) {
  test(`the ${name} that stays at the palette until the next answer has its colours measured`, async () => {
    const panels = (accentColor: string | null) => (
      <RefinementPanels
        images={[
          anImage({
            id: `${name} ${accentColor}`,
            accentColor,
            thumbnails: { path: "/thumb/plain/", widthsPx: [240] },
          }),
        ]}
        query={{ ...DEFAULT_FILTERS, q: "barn" }}
        refined={null}
        go={() => {}}
      />
    );
    const { rerender } = render(panels("#1f6fd6"));
    await approach(screen.getByRole("group", { name: "Colours" }));
    rerender(panels(null));
    expect(await screen.findByRole("option", { name: /^Red/ })).toBeVisible();
  });
}
