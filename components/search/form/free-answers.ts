import { fetchRecentAnswers } from "@/lib/client/recent-answers";
import { parseRecent, recentText } from "@/lib/client/recent-searches";
import { FREE_MARK } from "@/lib/core/query/search-outcome";
import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import { ageText } from "./age-text";
import { type FieldListItem, watchFieldList } from "./field-list";

/**
 * Lists this browser's recent searches with cached answers under the focused search field: opening
 * one costs nothing.
 */
export function watchFreeAnswers(
  form: HTMLFormElement,
  { signal, isFocusedByPage }: { signal: AbortSignal; isFocusedByPage: boolean },
): void {
  watchFieldList(form, signal, {
    label: searchFormMessages("freeAnswers"),
    announcement: (count) => searchFormMessages("freeAnnounced", { count }),
    itemsFor: freeAnswers,
    isWhileTyping: false,
    isFocusedByPage,
  });
}

/** Returns the recent searches that are free to open, except the current one. */
async function freeAnswers(current: string, signal: AbortSignal): Promise<FieldListItem[]> {
  const saved = (parseRecent(recentText()) ?? []).map((search) => ({
    search,
    q: new URLSearchParams(search).get("q") ?? "",
  }));
  const others = saved.filter(({ q }) => q !== current);
  if (others.length === 0) return [];
  const answers = await fetchRecentAnswers(
    others.map(({ search }) => search),
    signal,
  );
  return others.flatMap(({ search, q }) => {
    const answer = answers[search];
    return answer?.isFree && answer.ageSeconds !== null
      ? [{ href: `/search?${search}${FREE_MARK}`, text: q, facts: ageText(answer.ageSeconds) }]
      : [];
  });
}
