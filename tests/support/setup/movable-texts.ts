import { afterEach } from "vitest";

/*
 * A browser's translation moves texts into elements of its own. If React then changes such a text, the
 * page does not show it; if React removes it, or inserts something before it, the page fails. React only
 * refers to texts that have siblings. So what changes needs an element of its own, or a new `key`.
 */

const problems = new Set<string>();

/** React marks the texts that it refers to. */
function isReferredTo(node: Node | null): boolean {
  if (!(node instanceof Text)) return false;
  return Object.keys(node).some((key) => key.startsWith("__reactFiber$"));
}

function read(records: readonly MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, nextSibling } of records) {
    if (!target.isConnected) continue;
    const element = target instanceof Element ? target : target.parentElement;
    const report = (what: string) => problems.add(`${what} in ${element?.outerHTML.slice(0, 300)}`);
    if (type === "characterData" && isReferredTo(target)) report("a text is changed");
    if ([...removedNodes].some(isReferredTo)) report("a text is removed");
    if (addedNodes.length > 0 && isReferredTo(nextSibling)) report("a node is added before a text");
  }
}

/** Fails each test in which React changes, removes or inserts before a text that it refers to. */
export function watchTexts(): void {
  const observer = new MutationObserver(read);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  afterEach(() => {
    read(observer.takeRecords());
    const found = [...problems];
    problems.clear();
    if (found.length > 0) throw new Error(`On a translated page, ${found.join("\n")}`);
  });
}
