import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { codeIn } from "@/tests/e2e/picker/support/document-code";
import { HOSTILE_NAMES } from "@/tests/support/requests/hostile-names";

test("the recipe for Markdown keeps every alternative text, whatever Markdown treats as special", () => {
  const { js = "" } = codeIn("docs/picker-recipes.md", "A Markdown editor (EasyMDE)", "");
  const [definition = ""] = /^const escaped = .*$/m.exec(js) ?? [];
  const escaped = new Function(`${definition} return escaped;`)() as (text: string) => string;
  const texts = [
    "Boats [3] & masts",
    "2 * 3 * 4",
    "a `b` ]( c",
    "red_barn <b>",
    "two\n\nlines",
    "\\",
  ];
  const markdown = new MarkdownIt();
  for (const text of [...texts, ...HOSTILE_NAMES]) {
    const [block, line] = markdown.parse(`![${escaped(text)}](<https://a.example/(1>)`, {});
    const image = line?.children?.[0];
    expect([block?.type, line?.children?.length, image?.type]).toEqual([
      "paragraph_open",
      1,
      "image",
    ]);
    const shown = markdown.renderer.renderInlineAsText(image?.children ?? [], markdown.options, {});
    expect(shown).toBe(text.replace(/\s+/g, " ").replace("\0", "\ufffd"));
    expect(image?.attrGet("src")).toBe("https://a.example/(1");
  }
});
