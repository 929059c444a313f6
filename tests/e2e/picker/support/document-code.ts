import { readFileSync } from "node:fs";

/**
 * Returns the code that a section of a document prints: the first block of each language. The code is
 * for `installation`, an origin.
 */
export function codeIn(
  document: string,
  heading: string,
  installation: string,
): Record<string, string> {
  const sections = readFileSync(document, "utf8").split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const blocks = section.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm);
  const code = Array.from(blocks, ([, indent = "", language = "", content = ""]) => {
    const text = content.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    return [language, text.replaceAll("https://images.example.com", installation)] as const;
  });
  return Object.fromEntries(code.reverse());
}
