import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import { watchFieldList } from "./field-list";

/**
 * Lists searches that begin with the text being typed, from the words and names of the library's
 * pictures. `hrefFor` returns the URL of the form's search with another text.
 */
export function watchSuggestions(
  form: HTMLFormElement,
  signal: AbortSignal,
  hrefFor: (text: string) => string,
): void {
  watchFieldList(form, signal, {
    label: searchFormMessages("suggestions"),
    announcement: (count) => searchFormMessages("suggestionsAnnounced", { count }),
    itemsFor: async (typed, signal) => {
      if (typed.trim() === "") return [];
      const body = new URLSearchParams({ q: typed });
      const response = await fetch("/api/suggestions", { method: "POST", body, signal });
      if (!response.ok) throw new Error(`${response.status}`);
      const texts = (await response.json()) as string[];
      return texts.map((text) => ({ href: hrefFor(text), text, facts: "" }));
    },
    isWhileTyping: true,
  });
}
