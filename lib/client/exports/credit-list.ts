import { type CreditFacts, oneLine } from "@/lib/core/credits/credit-facts";
import { escapeHtml, escapeMarkdown } from "@/lib/core/credits/escape";
import { htmlCredit, markdownCredit } from "@/lib/core/credits/format-credits";

/** The texts around a list of credits, in the language of the interface. */
export type CreditListTexts = {
  /** How many images, and when they were exported. */
  summary: string;
  note(text: string): string;
  /** The size of an image in pixels. */
  size(widthPx: number, heightPx: number): string;
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

/*
 * Pictures in equal frames, so that captions align. On paper: three columns, no picture split between
 * pages, and the number of each page, if the browser prints it.
 */
const STYLE = `
:root { color-scheme: light dark; font: 13px/18px system-ui, sans-serif; --line: color-mix(in srgb, currentColor 22%, transparent); }
body { max-width: 82rem; margin: 0 auto; padding: 2.5rem 1.5rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; margin-bottom: 1.5rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 22px; line-height: 30px; font-weight: 600; overflow-wrap: anywhere; }
header p { margin: 0; opacity: .75; }
ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 2rem 1.5rem; margin: 0; padding: 0; list-style: none; counter-reset: n; }
li { break-inside: avoid; counter-increment: n; }
.frame { aspect-ratio: 4 / 3; border: 1px solid var(--line); }
.frame img { display: block; width: 100%; height: 100%; object-fit: contain; }
.facts { display: flex; gap: 1rem; margin: .5rem 0 .25rem; font-size: 12px; font-variant-numeric: tabular-nums; opacity: .75; }
.facts::before { content: counter(n); font-weight: 600; }
.credit, .note { margin: 0; overflow-wrap: anywhere; }
.note { margin-top: .5rem; padding-inline-start: .625rem; border-inline-start: 2px solid var(--line); }
a { color: inherit; text-underline-offset: .15em; overflow-wrap: anywhere; }
@media print {
  :root { color-scheme: light; font-size: 8.5pt; line-height: 1.35; }
  body { max-width: none; padding: 0; }
  ol { grid-template-columns: repeat(3, 1fr); gap: 7mm 6mm; }
  .facts { font-size: 8pt; }
  a { text-decoration: none; }
}
@page { margin: 14mm 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
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
    `<header><h1 dir="auto">${escapeHtml(title)}</h1><p>${escapeHtml(texts.summary)}</p></header>`,
    "<main>\n<ol>\n",
  ];
  const items = credits.map((credit, index) => {
    const picture = pictureOf(credit, index);
    const file = fileOf(credit, index);
    const note = credit.note === "" ? null : texts.note(credit.note);
    const { widthPx, heightPx } = credit;
    const size = widthPx === null || heightPx === null ? "" : texts.size(widthPx, heightPx);
    return [
      "<li>",
      picture &&
        `<div class="frame"><img src="${escapeHtml(picture)}" alt="${escapeHtml(credit.title)}"></div>`,
      `<p class="facts"><span dir="ltr">${escapeHtml(size)}</span>`,
      file && `<a href="${escapeHtml(encodeURI(file))}">${escapeHtml(file)}</a>`,
      `</p><p class="credit" dir="auto">${htmlCredit(credit)}</p>`,
      note && `<p class="note" dir="auto">${escapeHtml(note)}</p>`,
      "</li>\n",
    ]
      .filter((part) => part !== null)
      .join("");
  });
  return [head.join("\n"), ...items, "</ol>\n</main>\n</html>\n"];
}
