import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  ApplyFilters,
  FilterControls,
  FiltersPaused,
} from "@/components/search/form/filter-controls";
import { SearchField } from "@/components/search/form/search-field";
import { SearchForm } from "@/components/search/form/search-form";
import { writtenFields } from "@/lib/core/query/search-outcome";
import { refusedSearch, renderOnSearchPage } from "../../support/on-search-page";

// The server does not respond: other tests cover requests.
beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));

/** Renders the form as the server does for a URL. */
function renderForm(address: string, options?: Parameters<typeof renderOnSearchPage>[2]) {
  const filters = writtenFields(new URLSearchParams(address));
  return renderOnSearchPage(
    address,
    <SearchForm
      field={<SearchField query={filters.q} />}
      controls={<FilterControls filters={filters} service={options?.service ?? null} />}
      apply={<ApplyFilters cost={options?.service?.kind === "remote" ? "paid" : "free"} />}
      paused={<FiltersPaused />}
    />,
    options,
  );
}

const address = () => `${location.pathname}${location.search}`;

test("without scripts the form GETs /search with the interface's parameter names", async () => {
  await renderForm("q=barn");
  const form = screen.getByRole("searchbox").closest("form");
  expect(form?.getAttribute("action")).toBe("/search");
  const names = [...new FormData(form ?? undefined).keys()];
  expect(names.sort()).toEqual(["count", "q", "safesearch", "site"]);
});

test("the fields have the values of the URL", async () => {
  await renderForm("q=barn&count=50&safesearch=moderate&transparent=true&site=farm.example");
  expect(screen.getByRole("searchbox")).toHaveValue("barn");
  expect(screen.getByLabelText("Count")).toHaveValue("50");
  expect(screen.getByRole("radio", { name: "Moderate" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Hide transparent images" })).toBeChecked();
  expect(screen.getByLabelText("Only from this site")).toHaveValue("farm.example");
});

test("safe search that the operator locked is shown as locked, and cannot be loosened", async () => {
  const service = { kind: "remote", host: "images.example.com", isStrictOnly: true } as const;
  await renderForm("q=barn&safesearch=moderate", { service });
  expect(screen.getByText("Strict (locked)")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
  // The URL cannot loosen it either: no filter counts as set.
  expect(screen.queryByText("Clear filters", { exact: false })).toBeNull();
  await userEvent.type(screen.getByRole("searchbox"), "s{Enter}");
  await waitFor(() => expect(address()).toBe("/search?q=barns"));
});

test("a count that the menu lacks is added to it", async () => {
  await renderForm("q=barn&count=7");
  expect(screen.getByLabelText("Count")).toHaveValue("7");
});

test("typing sends no search before the form is submitted", async () => {
  await renderForm("q=barn");
  const field = screen.getByRole("searchbox");
  await userEvent.clear(field);
  await userEvent.type(field, "  re\u0301d   door ");
  expect(address()).toBe("/search?q=barn");
  await userEvent.type(field, "{Enter}");
  // The form's code loads on first interaction.
  await waitFor(() => expect(address()).toBe("/search?q=r%C3%A9d+door"));
});

test("a changed field takes effect only on submit", async () => {
  await renderForm("q=barn", { service: { kind: "remote", host: "images.example.com" } });
  await userEvent.click(screen.getByRole("checkbox", { name: "Hide transparent images" }));
  await userEvent.selectOptions(screen.getByLabelText("Count"), "50");
  await userEvent.click(screen.getByRole("radio", { name: "Moderate" }));
  await userEvent.keyboard("{ArrowLeft}{ArrowRight}");
  await userEvent.type(screen.getByLabelText("Only from this site"), "farm.example");
  await userEvent.tab();
  expect(address()).toBe("/search?q=barn");
  await userEvent.click(screen.getByRole("button", { name: "Apply (1 search)" }));
  expect(address()).toBe(
    "/search?q=barn&count=50&safesearch=moderate&transparent=true&site=farm.example",
  );
});

test("an empty field sends no search", async () => {
  await renderForm("q=barn");
  await userEvent.clear(screen.getByRole("searchbox"));
  fireEvent.submit(screen.getByRole("search"));
  expect(address()).toBe("/search?q=barn");
});

test("a site is validated while it is typed, and an unfinished one shows no error", async () => {
  await renderForm("q=barn");
  const site = screen.getByLabelText("Only from this site");
  await userEvent.type(site, "farm.");
  expect(site).toHaveAttribute("aria-invalid", "false");
  await userEvent.type(site, " example");
  expect(site).toHaveAttribute("aria-invalid", "true");
  expect(site).toHaveAccessibleDescription(/isn’t a host name/i);
  await userEvent.type(site, "{Enter}");
  expect(address()).toBe("/search?q=barn");
});

test("a pasted URL becomes its host name", async () => {
  await renderForm("q=barn");
  const site = screen.getByLabelText("Only from this site");
  fireEvent.change(site, { target: { value: "https://Farm.Example/barns?page=2" } });
  await userEvent.type(site, "{Enter}");
  await waitFor(() => expect(address()).toBe("/search?q=barn&site=farm.example"));
});

test("the button of the filter sheet says how many filters are active, without the count", async () => {
  await page.viewport(400, 900);
  onTestFinished(() => page.viewport(1280, 900));
  await renderForm("q=barn&safesearch=moderate&count=50&site=farm.example");
  const button = screen.getByRole("button", { name: "Filters" });
  expect(button).toHaveTextContent("2");
  await userEvent.click(button);
  expect(screen.getByRole("link", { name: "Clear filters" })).toHaveAttribute(
    "href",
    "/search?q=barn&count=50",
  );
});

test("a changed URL updates the fields", async () => {
  const { arrive } = await renderForm("q=barn&transparent=true");
  await userEvent.click(screen.getByRole("link", { name: "Clear filters" }));
  await arrive();
  expect(screen.getByRole("checkbox", { name: "Hide transparent images" })).not.toBeChecked();
});

test("for an invalid URL the fields keep the text to be corrected", async () => {
  await renderForm("q=red+door&site=two+words&count=50");
  expect(screen.getByRole("searchbox")).toHaveValue("red door");
  expect(screen.getByLabelText("Only from this site")).toHaveValue("two words");
  expect(screen.getByLabelText("Count")).toHaveValue("50");
});

test("where searches cost money, actions show it, and the form is posted without scripts", async () => {
  await renderForm("q=barn&site=farm.example", {
    service: { kind: "remote", host: "images.example.com" },
  });
  expect(screen.getByRole("link", { name: "Clear filters (1 search)" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Apply (1 search)" })).toBeInTheDocument();
  const form = screen.getByRole("search");
  expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual([
    "post",
    "/api/search",
  ]);
});

test("while no search would be sent, the filters cannot be changed, keep their values, and say why", async () => {
  const service = { kind: "remote", host: "images.example.com" } as const;
  const searchOffer = refusedSearch("budget_day_spent", 3600);
  await renderForm("q=barn&count=50&safesearch=moderate", { service, searchOffer });
  expect(screen.getByText(/^Filters can’t be changed/)).toBeVisible();
  await userEvent.tab();
  expect(screen.getByRole("searchbox")).toHaveFocus();
  for (let press = 0; press < 4; press += 1) {
    await userEvent.tab();
    expect(screen.getByLabelText("Count").closest("[inert]")).not.toContainElement(
      document.activeElement as HTMLElement,
    );
  }
  await userEvent.type(screen.getByRole("searchbox"), "s{Enter}");
  await waitFor(() => expect(address()).toBe("/search?q=barns&count=50&safesearch=moderate"));
});

test("a search that failed before another one is sent again when it is submitted again", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push(`${method} ${url}?${body}`);
    throw new TypeError("Failed to fetch");
  });
  const { arrive } = await renderForm("q=barn");
  const field = screen.getByRole("searchbox");
  for (const q of ["door", "gate", "door"]) {
    await userEvent.clear(field);
    await userEvent.type(field, `${q}{Enter}`);
    await waitFor(() => expect(address()).toBe(`/search?q=${q}`));
    await arrive();
  }
  expect(sent).toEqual(["door", "gate", "door"].map((q) => `POST /api/search?q=${q}`));
});
