import { CREDIT_FORMAT_NAMES } from "@/lib/contract/credit-formats";
import type { CreditFacts, CreditPart, CreditSentence } from "./credit-facts";
import {
  asciidocLinkTarget,
  escapeAsciidoc,
  escapeBibtex,
  escapeBibtexUrl,
  escapeHtml,
  escapeMarkdown,
  escapeMarkdownUrl,
  escapeWikitext,
  escapeWikitextUrl,
  scriptSafeJson,
} from "./escape";
import { fillTemplate } from "./template";

/** In the order in which they are offered. */
export const CREDIT_FORMATS = [...CREDIT_FORMAT_NAMES, "template"] as const;

export type CreditFormat = (typeof CREDIT_FORMATS)[number];

/** Reads a saved format; `plain` for anything else. */
export function readCreditFormat(value: string | null): CreditFormat {
  return CREDIT_FORMATS.find((format) => format === value) ?? "plain";
}

/** Credits in the forms that the clipboard takes. */
export type WrittenCredits = {
  text: string;
  /** For a program that accepts formatted text; null where HTML would replace the source. */
  html: string | null;
};

type Writer = {
  one(credit: CreditFacts): string;
  /** Several credits as one sheet; at least two. */
  sheet(credits: readonly CreditFacts[]): string;
};

const lines = (prefix: string, of: (credit: CreditFacts) => string): Writer => ({
  one: of,
  sheet: (credits) => credits.map((credit) => `${prefix}${of(credit)}`).join("\n"),
});

const WRITERS: Record<Exclude<CreditFormat, "template">, Writer> = {
  plain: lines("", plainCredit),
  html: {
    one: (credit) => `<p>${htmlCredit(credit)}</p>`,
    sheet: (credits) =>
      `<ol>\n${credits.map((credit) => `  <li>${htmlCredit(credit)}</li>\n`).join("")}</ol>`,
  },
  markdown: lines("1. ", markdownCredit),
  wikitext: lines("# ", (credit) =>
    writeLinked(credit, escapeWikitext, (title) => `[${escapeWikitextUrl(credit.url)} ${title}]`),
  ),
  asciidoc: lines(". ", (credit) =>
    writeLinked(credit, escapeAsciidoc, (title) => `${asciidocLinkTarget(credit.url)}[${title}]`),
  ),
  bibtex: { one: bibtexEntry, sheet: (credits) => credits.map(bibtexEntry).join("\n\n") },
  "csl-json": {
    one: (credit) => scriptSafeJson([cslItem(credit)]),
    sheet: (credits) => scriptSafeJson(credits.map(cslItem)),
  },
  "json-ld": {
    one: (credit) => scriptSafeJson({ "@context": "https://schema.org", ...imageObject(credit) }),
    sheet: (credits) =>
      scriptSafeJson({ "@context": "https://schema.org", "@graph": credits.map(imageObject) }),
  },
};

/**
 * Formats credits: one on its own, several as one sheet, none as an empty text. `template` is the
 * editor's own, for the format of that name.
 */
export function formatCredits(
  credits: readonly CreditFacts[],
  format: CreditFormat,
  template: string,
): WrittenCredits {
  const [first, ...others] = credits;
  if (first === undefined) return { text: "", html: null };
  if (format === "template") {
    const texts = credits.map((credit, index) => fillTemplate(template, credit, index + 1));
    const paragraphs = texts.map((text) => `<p>${escapeHtml(text).replace(/\n/g, "<br>")}</p>`);
    return { text: texts.join("\n"), html: paragraphs.join("\n") };
  }
  const write = (name: typeof format) =>
    others.length === 0 ? WRITERS[name].one(first) : WRITERS[name].sheet(credits);
  const isProse = format === "plain" || format === "html";
  return { text: write(format), html: isProse ? write("html") : null };
}

/** One line, such as “Barn”, example.com, https://…, found 20 November 2026. Rights not verified. */
export function plainCredit(credit: CreditFacts): string {
  return write(credit.sentence, {
    title: credit.title,
    creator: credit.creator ?? "",
    place: credit.place,
    url: credit.url,
    date: credit.foundText,
    rights: credit.rights,
  });
}

/** Returns HTML for the inside of a paragraph. `<bdi>` confines the direction of a name to the name. */
export function htmlCredit(credit: CreditFacts): string {
  return write(
    credit.linkedSentence,
    {
      title: `<a href="${escapeHtml(credit.url)}"><bdi>${escapeHtml(credit.title)}</bdi></a>`,
      creator: `<bdi>${escapeHtml(credit.creator ?? "")}</bdi>`,
      place: `<bdi>${escapeHtml(credit.place)}</bdi>`,
      url: escapeHtml(credit.url),
      date: `<time datetime="${escapeHtml(credit.foundOn)}">${escapeHtml(credit.foundText)}</time>`,
      rights: `<span>${escapeHtml(credit.rights)}</span>`,
    },
    escapeHtml,
  );
}

/** Returns HTML for an editor that keeps few elements: a text with a link. */
export function linkedCredit(credit: CreditFacts): string {
  return writeLinked(
    credit,
    escapeHtml,
    (title) => `<a href="${escapeHtml(credit.url)}">${title}</a>`,
  );
}

/** Returns Markdown for the inside of a paragraph. */
export function markdownCredit(credit: CreditFacts): string {
  return writeLinked(
    credit,
    escapeMarkdown,
    (title) => `[${title}](<${escapeMarkdownUrl(credit.url)}>)`,
  );
}

function writeLinked(
  credit: CreditFacts,
  escaped: (text: string) => string,
  link: (escapedTitle: string) => string,
): string {
  return write(
    credit.linkedSentence,
    {
      title: link(escaped(credit.title)),
      creator: escaped(credit.creator ?? ""),
      place: escaped(credit.place),
      url: escaped(credit.url),
      date: escaped(credit.foundText),
      rights: escaped(credit.rights),
    },
    escaped,
  );
}

function write(
  sentence: CreditSentence,
  parts: Readonly<Record<CreditPart, string>>,
  escaped: (text: string) => string = (text) => text,
): string {
  return sentence
    .map((piece) => (typeof piece === "string" ? escaped(piece) : parts[piece.part]))
    .join("");
}

function bibtexEntry(credit: CreditFacts): string {
  const fields = {
    // Two pairs of braces, so that no style changes the case of a name.
    title: `{${escapeBibtex(credit.title)}}`,
    ...(credit.creator !== null && { author: `{${escapeBibtex(credit.creator)}}` }),
    howpublished: escapeBibtex(credit.place),
    url: escapeBibtexUrl(credit.url),
    urldate: credit.foundOn,
    note: escapeBibtex(credit.rights),
  };
  const written = Object.entries(fields).map(([field, value]) => `  ${field} = {${value}},\n`);
  return `@misc{${idOf(credit)},\n${written.join("")}}`;
}

function cslItem(credit: CreditFacts) {
  const [year, month, day] = credit.foundOn.split("-").map(Number);
  return {
    id: idOf(credit),
    type: "graphic",
    title: credit.title,
    author: credit.creator === null ? undefined : [{ literal: credit.creator }],
    "container-title": credit.place,
    URL: credit.url,
    accessed: { "date-parts": [[year, month, day]] },
    note: credit.rights,
  };
}

function imageObject(credit: CreditFacts) {
  const size = (px: number | null) =>
    px === null ? undefined : { "@type": "QuantitativeValue", value: px, unitCode: "E37" };
  return {
    "@type": "ImageObject",
    name: credit.name ?? undefined,
    contentUrl: credit.imageUrl,
    mainEntityOfPage: credit.pageUrl ?? undefined,
    // schema.org's unit code for pixels, UN/CEFACT Recommendation 20.
    width: size(credit.widthPx),
    height: size(credit.heightPx),
    creditText: plainCredit(credit),
    creator: credit.creator === null ? undefined : { "@type": "Person", name: credit.creator },
    copyrightNotice: credit.copyright ?? undefined,
    conditionsOfAccess: credit.rights,
    provider: { "@type": "Organization", name: credit.place },
  };
}

/** Returns a key for programs that accept few characters. */
function idOf({ id }: CreditFacts): string {
  return `vitrine-${id.replace(/[^A-Za-z0-9-]/g, "")}`;
}
