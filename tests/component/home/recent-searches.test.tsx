import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { RecentSearches } from "@/components/home/recent-searches";
import { saveSearch } from "@/lib/client/recent-searches";

beforeEach(() => localStorage.clear());

const shown = () => screen.queryAllByRole("link").map((link) => link.textContent);

test("lists at most six searches, the latest first, without duplicates", () => {
  for (const words of ["a", "b", "c", "d", "e", "f", "g", "c"]) saveSearch(words);
  render(<RecentSearches />);
  expect(shown()).toEqual(["c", "g", "f", "e", "d", "b"]);
});

test("a search can be removed", async () => {
  for (const words of ["one", "two"]) saveSearch(words);
  render(<RecentSearches />);
  await userEvent.click(screen.getByRole("button", { name: "Remove two from recent searches" }));
  expect(shown()).toEqual(["one"]);
});

test("switching saving off deletes the list and saves nothing, until it is switched on again", async () => {
  saveSearch("one");
  render(<RecentSearches />);
  await userEvent.click(screen.getByRole("button", { name: "Stop saving searches" }));
  saveSearch("two");
  expect(shown()).toEqual([]);
  expect(localStorage.getItem("vitrine.recent")).not.toContain("one");
  await userEvent.click(
    screen.getByRole("button", { name: "Save recent searches in this browser" }),
  );
  saveSearch("three");
  expect(await screen.findByRole("link", { name: "three" })).toHaveAttribute(
    "href",
    "/search?q=three",
  );
});

test("an invalid stored list is ignored", () => {
  localStorage.setItem("vitrine.recent", "{broken");
  render(<RecentSearches />);
  expect(shown()).toEqual([]);
});
