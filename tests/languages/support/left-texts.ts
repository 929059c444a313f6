import type { LanguageTag } from "../../../lib/contract/languages";
import { foreignPatterns } from "./texts";

/** Runs in the page: returns its texts, and by how much its widest part is wider than the window. */
export function readPage(): { texts: string[]; overflowPx: number } {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    // What people wrote is data, as are the names of images, also within our texts.
    if (parentElement?.closest("script, style, noscript, kbd, code, [dir=auto]") == null) {
      found.push(nodeValue ?? "");
    }
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      found.push(element.getAttribute(name) ?? "");
    }
  }
  const names = [...document.images].map(({ alt }) => alt).filter((alt) => alt !== "");
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    texts: found.map((each) => names.reduce((text, name) => text.replace(name, "…"), each).trim()),
    overflowPx: scrollWidth - clientWidth,
  };
}

/** Returns the English texts of ours among the texts of a page in another language. */
export function englishIn(tag: LanguageTag, texts: readonly string[]): string[] {
  if (tag === "en") return [];
  const english = new RegExp(`^(?:${foreignPatterns(tag).join("|")})$`);
  return texts.filter((each) => english.test(each));
}
