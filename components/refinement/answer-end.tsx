import text from "@/components/ui/text.module.css";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { REFINED_WORDS } from "@/lib/core/refined-words";
import { searchHref } from "@/lib/core/search-outcome";

import type { RefinedAnswer } from "./refined-answer";
import styles from "./refinement-row.module.css";

type AnswerEndProps = {
  /** The whole answer. */
  images: readonly Image[];
  query: SearchQuery;
  refined: RefinedAnswer;
  /** Of what is shown. */
  notLoadingCount: number;
};

/** Under a refined answer: how much of it is shown, why not the rest, and the way to all of it. */
export function AnswerEnd({ images, query, refined, notLoadingCount }: AnswerEndProps) {
  const shownCount = refined.images.length;
  if (shownCount === images.length) return null;
  return (
    <p className={styles.end}>
      {shownCount === 0 && <b>{REFINED_WORDS.none} </b>}
      {REFINED_WORDS.end(shownCount, images.length, refined.hidden)}{" "}
      {notLoadingCount > 0 && `${REFINED_WORDS.notLoading(notLoadingCount)} `}
      <a
        className={text.link}
        href={searchHref(query)}
        onClick={() => focusPicture(refined.images.at(-1)?.id)}
      >
        {REFINED_WORDS.all(images.length)}
      </a>
    </p>
  );
}

/** The link is gone when all is shown: the focus stays at the picture beside which it stood. */
function focusPicture(id: string | undefined): void {
  const tile = id === undefined ? null : `[data-image-id="${CSS.escape(id)}"] a`;
  const link = document.querySelector<HTMLElement>(tile ?? "[data-image-id] a, main");
  link?.focus({ preventScroll: true });
}
