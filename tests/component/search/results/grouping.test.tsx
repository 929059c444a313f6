import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SearchResults } from "@/components/search/results/search-results";
import { Announcer } from "@/components/ui/announcer";
import { anAnswer, anImage, renderOnSearchPage, settled } from "../../support/on-search-page";

const showing = (picture: "barn" | "boats") => ({
  thumbnails: { path: `/thumb/${picture}/`, widthsPx: [240] },
});
const images = [
  anImage({ id: "small", name: "small", width: 600, height: 400, ...showing("barn") }),
  anImage({ id: "other", name: "other", ...showing("boats") }),
  anImage({ id: "large", name: "large", width: 3000, height: 2000, ...showing("barn") }),
  anImage({ id: "copy", name: "copy", ...showing("boats") }),
];

const shown = () => screen.queryAllByRole("img").map((picture) => picture.getAttribute("alt"));
const pressed = (name: string | RegExp) => screen.getByRole("button", { name });

test("duplicates are grouped on request only, counted, and shown again one group at a time", async () => {
  await renderOnSearchPage(
    "q=barn",
    <>
      <SearchResults />
      <Announcer />
    </>,
    { outcome: { kind: "answer", answer: anAnswer({ images }) } },
  );
  await waitFor(() => {
    expect(document.querySelectorAll("[data-phase=shown]")).toHaveLength(images.length);
  });
  fireEvent.pointerOver(document.body);
  await settled();
  const group = await waitFor(() => pressed("Group 2 duplicates"));
  expect(shown()).toEqual(["small", "other", "large", "copy"]);

  await userEvent.click(group);
  expect(shown()).toEqual(["other", "large"]);
  expect(group).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("status")).toHaveTextContent("2 duplicates grouped");

  await userEvent.click(pressed("2 sizes"));
  expect(shown()).toEqual(["small", "other", "large"]);
  expect(pressed("2 sizes")).toHaveAttribute("aria-expanded", "true");
  expect(pressed("2 copies")).toHaveAttribute("aria-expanded", "false");

  await act(async () => fireEvent.click(group));
  expect(shown()).toEqual(["small", "other", "large", "copy"]);
  expect(screen.queryByRole("button", { name: "2 sizes" })).toBeNull();
});

test("each tile says how its image fits the chosen slot; the others can be hidden, also with duplicates", async () => {
  localStorage.clear();
  const sized = [
    anImage({ id: "small", name: "small", width: 1360, height: 765 }),
    anImage({ id: "other", name: "other", width: 2000, height: 3000 }),
    anImage({ id: "large", name: "large", width: 3200, height: 1800 }),
    anImage({ id: "copy", name: "copy", width: null, height: null }),
    anImage({ id: "fifth", name: "fifth", width: 3000, height: 2000 }),
  ];
  await renderOnSearchPage("q=barn", <SearchResults />, {
    outcome: { kind: "answer", answer: anAnswer({ images: sized }) },
  });
  fireEvent.pointerOver(document.body);
  await settled();
  expect(screen.queryByText("Fits")).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText("Slot"), "Hero 1600 × 900");
  const marks = () =>
    screen
      .getAllByRole("listitem")
      .map((tile) => /Fits|.*too small|\d+% would be cropped|Size unknown/.exec(tile.textContent));
  expect(marks().map((mark) => mark?.[0])).toEqual([
    expect.stringContaining("240 px too small"),
    expect.stringContaining("63% would be cropped"),
    expect.stringContaining("Fits"),
    expect.stringContaining("Size unknown"),
    expect.stringContaining("Fits"),
  ]);
  expect(screen.getByText("2 of 5 fit")).toBeVisible();
  await userEvent.click(pressed("Only what fits"));
  expect(shown()).toEqual(["large", "fifth"]);
  // Another slot, with the same refinement.
  await userEvent.selectOptions(screen.getByLabelText("Slot"), "Avatar 400 × 400");
  expect(shown()).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText("Slot"), "Slot: none");
  expect(shown()).toHaveLength(5);
  expect(screen.queryByText("Fits")).toBeNull();
});
