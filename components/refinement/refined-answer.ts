import type { Image } from "@/lib/contract/search-answer";
import { REFINED_WORDS } from "@/lib/core/refined-words";
import { type HiddenBecause, isRefined, type Refinement, refine } from "@/lib/core/refinement";
import { countHidden } from "@/lib/core/refinement-choices";
import { parseRefinement } from "@/lib/core/refinement-parameters";
import { AnswerEnd } from "./answer-end";
import type { MenuName } from "./menu-name";
import { ShownCount } from "./shown-count";

/** The part of an answer that an address asks to see. */
export type RefinedAnswer = {
  refinement: Refinement;
  images: readonly Image[];
  /** What is chosen in each menu, in words; null where nothing is. */
  labels: Record<MenuName, string | null>;
  /** Why the others are hidden, a sentence's part for each reason. */
  hidden: string[];
  /** What says so beside the menus, and under the pictures; loaded together with this. */
  Count: typeof ShownCount;
  End: typeof AnswerEnd;
};

/** Null when the address's refinement says nothing that can be read. */
export function refineAnswer(
  images: readonly Image[],
  parameters: URLSearchParams,
): RefinedAnswer | null {
  const refinement = parseRefinement(parameters);
  if (!isRefined(refinement)) return null;
  const counts = countHidden(images, refinement);
  const reasons = Object.keys(REFINED_WORDS.hidden) as HiddenBecause[];
  return {
    refinement,
    images: refine(images, refinement).images,
    labels: labelsOf(refinement),
    hidden: reasons.flatMap((reason) => {
      const count = counts[reason] ?? 0;
      return count === 0 ? [] : REFINED_WORDS.hidden[reason](count, refinement);
    }),
    Count: ShownCount,
    End: AnswerEnd,
  };
}

function labelsOf(refinement: Refinement): RefinedAnswer["labels"] {
  const { orientation, longerSidePxMin, colour, hosts, sort } = refinement;
  const words = REFINED_WORDS;
  return {
    orientation: orientation && words.orientation[orientation],
    size: longerSidePxMin === null ? null : words.size.from(longerSidePxMin),
    colour: colour && words.colour[colour],
    host: hosts.length > 1 ? words.host.several(hosts.length) : (hosts[0] ?? null),
    sort: sort === "rank" ? null : words.sort[sort],
  };
}
