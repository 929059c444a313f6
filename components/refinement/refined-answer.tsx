import { countHidden } from "@/components/refinement/refinement-choices";
import text from "@/components/ui/text.module.css";
import { measuredCount, onMeasured, withMeasuredAccents } from "@/lib/client/measured-accents";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { hasFolders } from "@/lib/core/image/image-place";
import { searchHref } from "@/lib/core/query/search-outcome";
import {
  type ColourChoice,
  HIDDEN_REASONS,
  type HiddenReason,
  isColourCode,
  isRefined,
  type Refinement,
  refine,
} from "@/lib/core/refinement/refinement";
import { parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import { sizeText, sortText } from "./menu-items";
import type { MenuName } from "./menu-name";
import styles from "./refinement-row.module.css";

export { measuredCount, onMeasured };

/** The subset of an answer that the URL's refinement selects. */
export type RefinedAnswer = {
  refinement: Refinement;
  images: readonly Image[];
  /** The text of the choice in each menu; null if nothing is chosen. */
  labels: Record<MenuName, string | null>;
  /** One sentence per reason, with the number of images that it hides. */
  hidden: readonly string[];
  /** Components that load together with this module. */
  Count: typeof ShownCount;
  End: typeof AnswerEnd;
};

/** Refines an answer; returns null if the URL has no valid refinement. */
export function refineAnswer(
  images: readonly Image[],
  parameters: URLSearchParams,
): RefinedAnswer | null {
  const refinement = parseRefinement(parameters);
  if (!isRefined(refinement)) return null;
  const all = withMeasuredAccents(images);
  const counts = countHidden(all, refinement);
  const areFolders = hasFolders(images);
  return {
    refinement,
    images: refine(all, refinement).images,
    labels: labelsOf(refinement, areFolders),
    hidden: HIDDEN_REASONS.flatMap((reason) => {
      const count = counts[reason];
      return count === undefined ? [] : hiddenText(reason, count, areFolders);
    }),
    Count: ShownCount,
    End: AnswerEnd,
  };
}

function labelsOf(refinement: Refinement, areFolders: boolean): RefinedAnswer["labels"] {
  const { orientation, sizeMin, colours, hosts, sort } = refinement;
  return {
    orientation: orientation && messages(orientation),
    size: sizeMin && sizeText(sizeMin),
    colour:
      colours.length > 1 ? messages("colours", { count: colours.length }) : colourText(colours[0]),
    host:
      hosts.length > 1
        ? messages(areFolders ? "folders" : "hosts", { count: hosts.length })
        : (hosts[0] ?? null),
    sort: sort === "rank" ? null : sortText(sort, areFolders),
  };
}

function colourText(choice: ColourChoice | undefined): string | null {
  if (choice === undefined) return null;
  return isColourCode(choice) ? choice : messages(choice);
}

function hiddenText(reason: HiddenReason, count: number, areFolders: boolean): string {
  if (reason === "hosts" && areFolders) return messages("hidden.folders", { count });
  return messages(`hidden.${reason}`, { count });
}

type ShownCountProps = {
  shownCount: number;
  allCount: number;
  query: SearchQuery;
  /** Called before the focused link disappears. */
  onReset: () => void;
};

/** How much of the answer is shown, with a link to all of it. */
function ShownCount({ shownCount, allCount, query, onReset }: ShownCountProps) {
  return (
    <p className={styles.left}>
      <b>{messages("shown", { shown: shownCount, total: allCount })}</b>
      <a className={text.link} href={searchHref(query)} onClick={onReset}>
        {messages("reset")}
      </a>
    </p>
  );
}

type AnswerEndProps = {
  allCount: number;
  query: SearchQuery;
  refined: RefinedAnswer;
  /** How many of the shown images did not load. */
  notLoadingCount: number;
};

/** Below a refined answer: how much is shown, why the rest is hidden, and a link to all of it. */
function AnswerEnd({ allCount, query, refined, notLoadingCount }: AnswerEndProps) {
  const { images, hidden } = refined;
  if (images.length === allCount) return null;
  return (
    <p key={[images.length, notLoadingCount, ...hidden].join()} className={styles.end}>
      {images.length === 0 && <b>{messages("none")} </b>}
      {messages("shownCount", { shown: images.length, total: allCount })}{" "}
      {hidden.map((sentence) => `${sentence} `)}
      {notLoadingCount > 0 && `${messages("notLoading", { count: notLoadingCount })} `}
      <a
        className={text.link}
        href={searchHref(query)}
        onClick={() => focusImage(images.at(-1)?.id)}
      >
        {messages("all", { count: allCount })}
      </a>
    </p>
  );
}

/** Keeps the focus nearby: showing all images removes the focused link. */
function focusImage(id: string | undefined): void {
  const tile = id === undefined ? null : `[data-image-id="${CSS.escape(id)}"] a`;
  const link = document.querySelector<HTMLElement>(tile ?? "[data-image-id] a, main");
  link?.focus({ preventScroll: true });
}
