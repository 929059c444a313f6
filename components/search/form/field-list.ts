import { announce } from "@/components/ui/announcer";
import primitives from "@/components/ui/primitives.module.css";
import { isOfInputMethod } from "@/lib/client/modifiers";
import styles from "./field-list.module.css";

/** A link in the list; `facts` follow its text. */
export type FieldListItem = { href: string; text: string; facts: string };

type FieldListOptions = {
  label: string;
  announcement: (count: number) => string;
  /**
   * Returns the links for the field's text, without cost. No list is shown without links. A call that
   * fails is repeated once.
   */
  itemsFor: (text: string, signal: AbortSignal) => Promise<FieldListItem[]>;
  /** Whether the list opens while the visitor types; otherwise it opens when the field gets focus. */
  isWhileTyping: boolean;
  /** Whether the field had the focus before the visitor did anything: then no list opens for it. */
  isFocusedByPage?: boolean;
};

/** Between the last key and the request, and between a failed request and the next one. */
const TYPING_PAUSE_MS = 150;
const RETRY_PAUSE_MS = 2_000;

/**
 * Shows a list of links under the focused search field. Down and Up move between the field and the
 * list, and Esc closes it. Loads when the browser is idle, so it is built without React.
 */
export function watchFieldList(
  form: HTMLFormElement,
  signal: AbortSignal,
  { label, announcement, itemsFor, isWhileTyping, isFocusedByPage = false }: FieldListOptions,
): void {
  const field = form.querySelector<HTMLInputElement>("[name=q]");
  if (field === null) return;
  let list: HTMLElement | null = null;
  let request = new AbortController();
  let typing: ReturnType<typeof setTimeout> | undefined;

  /** Whether the field has the focus and, for suggestions, a text that was not submitted yet. */
  const isDue = () =>
    document.activeElement === field && (!isWhileTyping || field.value !== field.defaultValue);
  const hide = () => {
    const shown = list;
    // Removing a focused link calls this again.
    list = null;
    shown?.remove();
  };
  const close = () => {
    clearTimeout(typing);
    request.abort();
    hide();
  };
  const open = async (mayRetry = true) => {
    request.abort();
    request = new AbortController();
    const current = request.signal;
    const items = await itemsFor(field.value, current).catch(() => null);
    if (current.aborted) return;
    if (items === null) {
      if (mayRetry) typing = setTimeout(() => open(false), RETRY_PAUSE_MS);
      return;
    }
    // The visitor has moved on into the last list.
    if (list?.contains(document.activeElement)) return;
    // A key that was pressed meanwhile has a request of its own.
    hide();
    if (items.length === 0 || !isDue()) return;
    list = listOf(label, items);
    field.parentElement?.append(list);
    announce(announcement(items.length));
  };

  if (isWhileTyping) {
    field.addEventListener(
      "input",
      () => {
        clearTimeout(typing);
        typing = setTimeout(() => open(), TYPING_PAUSE_MS);
      },
      { signal },
    );
  } else {
    field.addEventListener("focus", () => open(), { signal });
    field.addEventListener("input", close, { signal });
  }
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
      if (list === null || isOfInputMethod(event)) return;
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
  // The visitor may have begun to type before this code was loaded.
  if (isDue() && !isFocusedByPage) open();
}

function listOf(label: string, items: readonly FieldListItem[]): HTMLElement {
  const list = element("nav", styles.list);
  list.setAttribute("aria-label", label);
  for (const { href, text, facts } of items) {
    const link = element("a", styles.item);
    link.href = href;
    const words = element("b", primitives.clipped);
    words.dir = "auto";
    words.textContent = text;
    const beside = element("span", primitives.count);
    beside.textContent = facts;
    link.append(words, beside);
    list.append(link);
  }
  return list;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className = "") {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
