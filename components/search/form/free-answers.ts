import { announce } from "@/components/ui/announcer";
import primitives from "@/components/ui/primitives.module.css";
import { fetchRecentAnswers } from "@/lib/client/recent-answers";
import { parseRecent, recentText } from "@/lib/client/recent-searches";
import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import { ageText } from "./age-text";
import styles from "./free-answers.module.css";

/**
 * Shows a list under the focused search field: this browser's recent searches with cached answers, so
 * that opening one costs nothing. Down and Up move between the field and the list, and Esc closes it.
 * Loads on first interaction, so it is built without React.
 */
export function watchFreeAnswers(form: HTMLFormElement, signal: AbortSignal): void {
  const field = form.querySelector<HTMLInputElement>("[name=q]");
  if (field === null) return;
  let list: HTMLElement | null = null;
  let request = new AbortController();

  const close = () => {
    request.abort();
    const shown = list;
    // Removing a focused link calls this again.
    list = null;
    shown?.remove();
  };
  const open = async () => {
    close();
    request = new AbortController();
    const items = await freeAnswers(field.value, request.signal).catch(() => []);
    if (items.length === 0 || document.activeElement !== field) return;
    list = listOf(items);
    form.append(list);
    announce(searchFormMessages("freeAnnounced", { count: items.length }));
  };

  field.addEventListener("focus", open, { signal });
  field.addEventListener("input", close, { signal });
  form.addEventListener("submit", close, { signal });
  form.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      if (relatedTarget !== field && !list?.contains(relatedTarget as Node | null)) close();
    },
    { signal },
  );
  form.addEventListener("click", ({ target }) => list?.contains(target as Node) && close(), {
    signal,
  });
  form.addEventListener(
    "keydown",
    (event) => {
      if (list === null || event.isComposing) return;
      const stops: HTMLElement[] = [field, ...list.querySelectorAll("a")];
      const at = stops.indexOf(event.target as HTMLElement);
      const step = { ArrowDown: 1, ArrowUp: -1, Escape: -at }[event.key];
      if (at === -1 || step === undefined) return;
      // The first Esc closes only the list; the field handles the next one.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") close();
      else stops[Math.min(at + step, stops.length - 1)]?.focus();
      if (event.key === "Escape") field.focus();
    },
    { signal, capture: true },
  );
  if (document.activeElement === field) open();
}

type FreeAnswer = { search: string; q: string; age: string };

/** Returns the recent searches that are free to open, except the current one. */
async function freeAnswers(current: string, signal: AbortSignal): Promise<FreeAnswer[]> {
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
      ? [{ search, q, age: ageText(answer.ageSeconds) }]
      : [];
  });
}

function listOf(items: readonly FreeAnswer[]): HTMLElement {
  const list = element("nav", styles.list);
  list.setAttribute("aria-label", searchFormMessages("freeAnswers"));
  for (const { search, q, age } of items) {
    const link = element("a", styles.item);
    link.href = `/search?${search}`;
    const text = element("b", primitives.clipped);
    text.dir = "auto";
    text.textContent = q;
    const facts = element("span", primitives.count);
    facts.textContent = age;
    link.append(text, facts);
    list.append(link);
  }
  return list;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className = "") {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
