import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { TrySearch } from "@/components/api-docs/try-search";
import { FilterControls } from "@/components/search/form/filter-controls";
import { SettingsPage } from "@/components/site/settings-page";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { FILTER_NAMES } from "@/lib/protocol/search-parameters";

/** Returns the names of a form's fields that are parameters of a search. */
function filtersIn(form: ReactElement): string[] {
  const { container } = render(form);
  return FILTER_NAMES.filter((name) => container.querySelector(`[name=${name}]`) !== null);
}

test("every filter has a field, or is left out on purpose", () => {
  expect(filtersIn(<FilterControls filters={DEFAULT_FILTERS} service={null} />)).toEqual(
    FILTER_NAMES,
  );
  const key = { id: "1", name: "Key", prefix: "vt_live" };
  expect(filtersIn(<TrySearch keys={[key]} />)).toEqual(FILTER_NAMES);
  expect(document.body.textContent).not.toContain("null");
  const settings = {
    language: null,
    theme: null,
    density: "normal",
    mode: "server",
    modes: ["server", "click"],
    isBlurred: false,
    fallsBackToOriginals: false,
    isBlurLocked: false,
    filters: DEFAULT_FILTERS,
  } as const;
  const page = <SettingsPage {...settings} isStrictOnly={false} isSaved={false} />;
  // A site belongs to a single search.
  expect(filtersIn(page)).toEqual(FILTER_NAMES.filter((name) => name !== "site"));
});
