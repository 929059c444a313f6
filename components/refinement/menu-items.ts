import type { RefinementChoices } from "@/components/refinement/refinement-choices";
import type { SearchQuery } from "@/lib/contract/search-query";
import { swatchOf } from "@/lib/core/colour/named-colour";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import {
  NO_REFINEMENT,
  type Refinement,
  type SizeMin,
  SORTS,
  type Sort,
} from "@/lib/core/refinement/refinement";
import { formatRefinement } from "@/lib/core/refinement/refinement-parameters";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import type { MenuName } from "./menu-name";

/** An item of a menu: a link to the refined answer. */
export type MenuItem = {
  label: string;
  isChosen: boolean;
  refinement: Refinement;
  /** How many images it would show; null for items that hide none. */
  count: number | null;
  /** `#rrggbb` */
  swatch?: string;
};

/** Goes to the URL of a search; `isReplacing` replaces the history entry. */
export type Go = (href: string, options?: { isReplacing?: boolean }) => void;

/** Returns the items of a menu; the first one resets it. */
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
  const { orientation, sizeMin, colours, hosts, sort } = refinement;
  switch (name) {
    case "orientation":
      return [
        item(messages("anyOrientation"), { orientation: null }, orientation === null),
        ...choices.orientation.map(({ value, count }) =>
          item(messages(value), { orientation: value }, orientation === value, count),
        ),
      ];
    case "size":
      return [
        item(messages("anySize"), { sizeMin: null }, sizeMin === null),
        ...choices.sizeMin.map(({ value, count }) =>
          item(sizeText(value), { sizeMin: value }, sizeMin === value, count),
        ),
      ];
    case "colour":
      return [
        item(messages("anyColour"), { colours: [] }, colours.length === 0),
        ...choices.colour.map(({ value, count }) => ({
          ...item(messages(value), { colours: [value] }, String(colours) === value, count),
          swatch: swatchOf(value),
        })),
      ];
    case "host":
      return [
        item(
          messages(choices.areFolders ? "anyFolder" : "anyHost"),
          { hosts: [] },
          hosts.length === 0,
        ),
        ...choices.hosts.map(({ host, count }) => {
          const isChosen = hosts.includes(host);
          const next = isChosen ? hosts.filter((other) => other !== host) : [...hosts, host].sort();
          return item(host, { hosts: next }, isChosen, count);
        }),
      ];
    case "sort":
      return SORTS.map((value) =>
        item(sortText(value, choices.areFolders), { sort: value }, sort === value),
      );
  }
}

/** Returns "At least 1600 × 900" for `1600x900`. */
export function sizeText(size: SizeMin): string {
  const [width = "", height = ""] = size.split("x");
  return messages("sizeFrom", { width, height });
}

/** Returns "Largest first"; own pictures have folders instead of hosts. */
export function sortText(sort: Sort, areFolders: boolean): string {
  return messages(sort === "host" && areFolders ? "sort.folder" : `sort.${sort}`);
}

/** Returns the URL of a refined answer; for null, of the whole answer. */
export function refinedHref(query: SearchQuery, refinement: Refinement | null): string {
  const parameters = new URLSearchParams(formatSearchQuery(query));
  formatRefinement(refinement ?? NO_REFINEMENT, parameters);
  return `/search?${parameters}`;
}
