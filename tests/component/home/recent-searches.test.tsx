import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { RecentSearches } from "@/components/home/recent-searches";
import { saveSearch } from "@/lib/client/recent-searches";

beforeEach(() => localStorage.clear());

const shown = () => screen.queryAllByRole("link").map((link) => link.textContent);

test("the latest search stands first, each once, and no more than six", () => {
  for (const words of ["a", "b", "c", "d", "e", "f", "g", "c"]) saveSearch(words);
  render(<RecentSearches />);
  expect(shown()).toEqual(["c", "g", "f", "e", "d", "b"]);
});

test("a search can be forgotten", async () => {
  for (const words of ["one", "two"]) saveSearch(words);
  render(<RecentSearches />);
  await userEvent.click(screen.getByRole("button", { name: "Remove two from recent searches" }));
  expect(shown()).toEqual(["one"]);
});

test("switched off, nothing is kept and nothing is left; it can be switched on again", async () => {
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

test("what is no list of ours counts as none", () => {
  localStorage.setItem("vitrine.recent", "{broken");
  render(<RecentSearches />);
  expect(shown()).toEqual([]);
});
