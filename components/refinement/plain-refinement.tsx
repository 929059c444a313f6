import button from "@/components/ui/button.module.css";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { REFINED_WORDS } from "@/lib/core/refined-words";
import { NO_REFINEMENT, SORTS } from "@/lib/core/refinement";
import { type Choice, choicesOf } from "@/lib/core/refinement-choices";
import { parseRefinement } from "@/lib/core/refinement-parameters";
import { formatSearchQuery } from "@/lib/core/search-query";
import { NARROW_WORDS } from "@/lib/core/words";
import styles from "./plain-refinement.module.css";

type PlainRefinementProps = {
  answer: Pick<SearchAnswer, "images" | "query">;
  parameters: URLSearchParams;
};

/** The free row where no scripts run, as a form; made on the server alone. */
export function PlainRefinement({ answer, parameters }: PlainRefinementProps) {
  const { images, query } = answer;
  const now = parseRefinement(parameters);
  const words = REFINED_WORDS;
  const { orientation, longerSidePxMin, colour, hosts } = choicesOf(images, {
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
          label={(value) => words.orientation[value ?? "any"]}
        />
        <Choose
          name="min"
          choices={longerSidePxMin}
          chosen={now.longerSidePxMin}
          label={(value) => (value === null ? words.size.any : words.size.from(value))}
        />
        <Choose
          name="colour"
          choices={colour}
          chosen={now.colour}
          label={(value) => words.colour[value ?? "any"]}
        />
        <Choose
          name="host"
          choices={hosts.map(({ host, count }) => ({ value: host, count }))}
          chosen={now.hosts[0] ?? null}
          label={(value) => value ?? words.host.any}
        />
        <select name="sort" defaultValue={now.sort} aria-label={NARROW_WORDS.order}>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {words.sort[sort]}
            </option>
          ))}
        </select>
        <button type="submit" className={button.button}>
          {words.submit}
        </button>
      </form>
    </noscript>
  );
}

type ChooseProps<T> = {
  name: string;
  choices: readonly Choice<T>[];
  chosen: T | null;
  /** Of a choice; of null, for none. */
  label: (value: T | null) => string;
};

function Choose<T extends string | number>({ name, choices, chosen, label }: ChooseProps<T>) {
  return (
    <select name={name} defaultValue={chosen ?? ""} aria-label={label(null)}>
      <option value="">{label(null)}</option>
      {choices.map(({ value, count }) => (
        <option key={value} value={value}>
          {`${label(value)} (${count})`}
        </option>
      ))}
    </select>
  );
}
