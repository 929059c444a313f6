import { afterEach } from "vitest";

/*
 * A browser's translation moves texts into elements of its own. If React then changes such a text, the
 * page does not show it; if React removes it, or inserts something before it, the page fails. React only
 * refers to texts that have siblings. So what changes needs an element of its own, or a new `key`.
 */

const problems = new Set<string>();

function read(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
    if (!target.isConnected) continue;
    const element = target instanceof Element ? target : target.parentElement;
    const report = (what: string) => problems.add(`${what} in ${element?.outerHTML.slice(0, 300)}`);
    if (type === "characterData" && (element?.childNodes.length ?? 0) > 1) {
      report("a text beside others is changed");
    }
    const hadSiblings = (previousSibling ?? nextSibling) !== null;
    if (hadSiblings && [...removedNodes].some(isText)) report("a text beside others is removed");
    if (addedNodes.length > 0 && isText(nextSibling)) report("a node is added before a text");
  }
}

const isText = (node: Node | null) => node instanceof Text;

/** Fails each test in which a text with siblings is changed or removed, or a node is added before a text. */
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
