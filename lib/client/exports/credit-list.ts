import { type CreditFacts, oneLine } from "@/lib/core/credits/credit-facts";
import { escapeHtml, escapeMarkdown } from "@/lib/core/credits/escape";
import { htmlCredit, markdownCredit } from "@/lib/core/credits/format-credits";

/** The texts around a list of credits, in the language of the interface. */
export type CreditListTexts = {
  /** How many images, and when they were exported. */
  summary: string;
  note(text: string): string;
};

/** Returns a collection as Markdown: its title, and a list of its images with credits and notes. */
export function exportMarkdown(
  credits: readonly CreditFacts[],
  { title, texts }: { title: string; texts: CreditListTexts },
): string {
  const items = credits.map((credit, index) => {
    const number = `${index + 1}. `;
    const note =
      credit.note === ""
        ? ""
        : `\n\n${" ".repeat(number.length)}${escapeMarkdown(texts.note(credit.note))}`;
    return `${number}${markdownCredit(credit)}${note}\n`;
  });
  // Markdown drops number signs at the end of a heading.
  const heading = escapeMarkdown(oneLine(title)).replaceAll("#", "\\#");
  return `# ${heading}\n\n${escapeMarkdown(texts.summary)}\n\n${items.join("\n")}`;
}

type ContactSheetOptions = {
  title: string;
  texts: CreditListTexts;
  language: { tag: string; direction: "ltr" | "rtl" };
  /** Returns the URL of an image's picture in the sheet, and its link target, or null. */
  pictureOf(credit: CreditFacts, index: number): string | null;
  fileOf(credit: CreditFacts, index: number): string | null;
};

/* One typeface and one rule, like the site. A page break never splits an image. */
const STYLE = `
:root { color-scheme: light dark; font: 15px/22px system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0; }
.summary { margin: 0 0 2rem; opacity: .75; }
ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1.5rem 1rem; margin: 0; padding: 0; list-style: none; counter-reset: n; }
li { break-inside: avoid; counter-increment: n; }
li::before { content: counter(n); font-size: 12px; opacity: .75; }
img { display: block; width: 100%; height: auto; border-radius: 2px; }
p { margin: .5rem 0 0; font-size: 13px; line-height: 18px; overflow-wrap: anywhere; }
`;

/**
 * Returns a collection as a standalone page, in parts to join: one part per image, so that the
 * caller can write a large sheet without one large string. The page loads nothing from the web.
 */
export function exportContactSheet(
  credits: readonly CreditFacts[],
  { title, texts, language, pictureOf, fileOf }: ContactSheetOptions,
): string[] {
  const head = [
    "<!doctype html>",
    `<html lang="${escapeHtml(language.tag)}" dir="${language.direction}">`,
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<h1 dir="auto">${escapeHtml(title)}</h1>`,
    `<p class="summary">${escapeHtml(texts.summary)}</p>`,
    "<ol>\n",
  ];
  const items = credits.map((credit, index) => {
    const picture = pictureOf(credit, index);
    const file = fileOf(credit, index);
    const note = credit.note === "" ? null : texts.note(credit.note);
    return [
      "<li>",
      picture && `<img src="${escapeHtml(picture)}" alt="${escapeHtml(credit.title)}">`,
      file && `<p><a href="${escapeHtml(encodeURI(file))}">${escapeHtml(file)}</a></p>`,
      `<p dir="auto">${htmlCredit(credit)}</p>`,
      note && `<p dir="auto">${escapeHtml(note)}</p>`,
      "</li>\n",
    ]
      .filter((part) => part !== null)
      .join("");
  });
  return [head.join("\n"), ...items, "</ol>\n</html>\n"];
}
