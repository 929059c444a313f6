import { type Choice, choicesOf } from "@/components/refinement/refinement-choices";
import button from "@/components/ui/button.module.css";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { isColourName } from "@/lib/core/colour/named-colour";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { NO_REFINEMENT, SORTS } from "@/lib/core/refinement/refinement";
import { parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import { refinementMessages } from "@/lib/messages/compiled/refinement";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import { sizeText, sortText } from "./menu-items";
import styles from "./plain-refinement.module.css";

type PlainRefinementProps = {
  answer: Pick<SearchAnswer, "images" | "query">;
  parameters: URLSearchParams;
};

/**
 * The refinement row as a form, for pages without scripts; rendered by the server only. It requests
 * the page of its search, which never pays (docs/decisions/0032-what-begins-a-search.md).
 */
export function PlainRefinement({ answer, parameters }: PlainRefinementProps) {
  const { images, query } = answer;
  const now = parseRefinement(parameters);
  const { orientation, sizeMin, colour, hosts, areFolders } = choicesOf(images, {
    ...NO_REFINEMENT,
    hosts: now.hosts,
  });
  return (
    <noscript>
      <form action="/search" className={styles.form}>
        {[...new URLSearchParams(formatSearchQuery(query))].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Choose
          name="orientation"
          choices={orientation}
          chosen={now.orientation}
          label={(value) => messages(value ?? "anyOrientation")}
        />
        <Choose
          name="min"
          choices={sizeMin}
          chosen={now.sizeMin}
          label={(value) => (value === null ? messages("anySize") : sizeText(value))}
        />
        <Choose
          name="colour"
          choices={colour}
          chosen={now.colours.find(isColourName) ?? null}
          label={(value) => messages(value ?? "anyColour")}
        />
        <Choose
          name="host"
          choices={hosts.map(({ host, count }) => ({ value: host, count }))}
          chosen={now.hosts[0] ?? null}
          label={(value) => value ?? messages(areFolders ? "anyFolder" : "anyHost")}
        />
        <select name="sort" defaultValue={now.sort} aria-label={refinementMessages("order")}>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {sortText(sort, areFolders)}
            </option>
          ))}
        </select>
        <button type="submit" className={button.button}>
          {messages("submit")}
        </button>
      </form>
    </noscript>
  );
}

type ChooseProps<T> = {
  name: string;
  choices: readonly Choice<T>[];
  chosen: T | null;
  /** Returns the text of a choice; for null, of no choice. */
  label: (value: T | null) => string;
};

function Choose<T extends string | number>({ name, choices, chosen, label }: ChooseProps<T>) {
  return (
    <select name={name} defaultValue={chosen ?? ""} aria-label={label(null)}>
      <option value="">{label(null)}</option>
      {choices.map(({ value, count }) => (
        <option key={value} value={value}>
          {messages("option", { choice: label(value), count })}
        </option>
      ))}
    </select>
  );
}
