import button from "@/components/ui/button.module.css";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { offeredCost, type SearchOffer } from "@/lib/contract/search-offer";
import { FREE_MARK, hasMore, nextCount, searchHref } from "@/lib/core/query/search-outcome";
import { moreImagesMessages as messages } from "@/lib/messages/compiled/more-images";
import styles from "./more-images.module.css";

type MoreImagesProps = { answer: SearchAnswer; searchOffer: SearchOffer };

/** Below the last row: the number of images, as far as known, and a link to more of them. */
export function MoreImages({ answer, searchOffer }: MoreImagesProps) {
  const { images, query, totalCount, heldCount } = answer;
  const count = images.length;
  const next = hasMore(answer) ? nextCount(query.count) : null;
  const shown = Math.min(next ?? 0, totalCount ?? COUNT_UNKNOWN);
  const isHeld = heldCount >= shown;
  const cost = isHeld ? "free" : offeredCost(searchOffer);
  if (count === 1 && !hasMore(answer)) return null;
  return (
    <div className={styles.more}>
      <p>
        {!hasMore(answer)
          ? messages("all", { count })
          : totalCount !== null
            ? messages("firstOf", { count, total: totalCount })
            : messages(next === null ? "most" : "first", { count })}
      </p>
      {next !== null && cost !== null && (
        <a
          className={button.button}
          href={searchHref({ ...query, count: next }) + (isHeld ? FREE_MARK : "")}
        >
          {totalCount === null
            ? messages("show", { count: shown, cost })
            : messages("showMore", { count: shown - count, cost })}
        </a>
      )}
    </div>
  );
}

const COUNT_UNKNOWN = Number.POSITIVE_INFINITY;
