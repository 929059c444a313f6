import { choicesOf } from "@/components/refinement/refinement-choices";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import { refinedHref } from "./menu-items";
import styles from "./palette.module.css";
import { PaletteRange } from "./palette-range";

type PlainPaletteProps = {
  answer: Pick<SearchAnswer, "images" | "query">;
  parameters: URLSearchParams;
};

/**
 * The palette as the server renders it: links, which work without scripts. `Palette` replaces it on
 * the first interaction and has the same size.
 */
export function PlainPalette({ answer, parameters }: PlainPaletteProps) {
  const { images, query } = answer;
  const now = parseRefinement(parameters);
  const ranges = choicesOf(images, now).colour;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent
    <div className={styles.palette} role="group" aria-label={messages("palette")}>
      <div className={styles.strip}>
        {ranges.map((range) => {
          const isChosen = now.colours.includes(range.value);
          return (
            <PaletteRange
              key={range.value}
              range={range}
              isChosen={isChosen}
              href={refinedHref(query, { ...now, colours: isChosen ? [] : [range.value] })}
              rel="nofollow"
              aria-current={isChosen || undefined}
            />
          );
        })}
      </div>
      <span className={styles.code} />
    </div>
  );
}
