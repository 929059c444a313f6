import type { SearchQuery } from "@/lib/contract/search-query";
import { swatchOf } from "@/lib/core/named-colour";
import { REFINED_WORDS } from "@/lib/core/refined-words";
import { NO_REFINEMENT, type Refinement, SORTS } from "@/lib/core/refinement";
import type { RefinementChoices } from "@/lib/core/refinement-choices";
import { formatRefinement } from "@/lib/core/refinement-parameters";
import { formatSearchQuery } from "@/lib/core/search-query";
import type { MenuName } from "./menu-name";

/** One line of a menu, as a link to the answer refined by it. */
export type MenuItem = {
  label: string;
  isChosen: boolean;
  refinement: Refinement;
  /** How many images it would show; null where it hides none. */
  count: number | null;
  /** The colour it stands for, as `#rrggbb`. */
  swatch?: string;
};

/** The lines of one menu; the first takes its choice back. */
export function menuItems(
  name: MenuName,
  refinement: Refinement,
  choices: RefinementChoices,
): MenuItem[] {
  const item = (label: string, change: Partial<Refinement>, isChosen: boolean, count?: number) => ({
    label,
    isChosen,
    refinement: { ...refinement, ...change },
    count: count ?? null,
  });
  const words = REFINED_WORDS;
  const { orientation, longerSidePxMin, colour, hosts, sort } = refinement;
  switch (name) {
    case "orientation":
      return [
        item(words.orientation.any, { orientation: null }, orientation === null),
        ...choices.orientation.map(({ value, count }) =>
          item(words.orientation[value], { orientation: value }, orientation === value, count),
        ),
      ];
    case "size":
      return [
        item(words.size.any, { longerSidePxMin: null }, longerSidePxMin === null),
        ...choices.longerSidePxMin.map(({ value: side, count }) =>
          item(words.size.from(side), { longerSidePxMin: side }, longerSidePxMin === side, count),
        ),
      ];
    case "colour":
      return [
        item(words.colour.any, { colour: null }, colour === null),
        ...choices.colour.map(({ value, count }) => ({
          ...item(words.colour[value], { colour: value }, colour === value, count),
          swatch: swatchOf(value),
        })),
      ];
    case "host":
      return [
        item(words.host.any, { hosts: [] }, hosts.length === 0),
        ...choices.hosts.map(({ host, count }) => {
          const isChosen = hosts.includes(host);
          const next = isChosen ? hosts.filter((other) => other !== host) : [...hosts, host].sort();
          return item(host, { hosts: next }, isChosen, count);
        }),
      ];
    case "sort":
      return SORTS.map((value) => item(words.sort[value], { sort: value }, sort === value));
  }
}

/** The address of a refined answer: the search's own, and nothing else that stood there. */
export function refinedHref(query: SearchQuery, refinement: Refinement | null): string {
  const parameters = new URLSearchParams(formatSearchQuery(query));
  formatRefinement(refinement ?? NO_REFINEMENT, parameters);
  return `/search?${parameters}`;
}
